import type { Confinement } from '../../../shared/processes/index.ts';
import type { Check } from './machine.ts';
import { factOf } from './platforms.ts';

/** Reports the confinement that the kernel enforces on a process, which the process itself tested. */
export function confinementCheck(
  name: string,
  { calls, ring, files, refused }: Confinement,
  platform: NodeJS.Platform,
): Check {
  if (!calls) {
    const { support, text, advice } = factOf('confinement', platform);
    if (support === 'missing') return { name, status: 'care', finding: text, advice };
    return {
      name,
      status: 'care',
      finding:
        'This kernel or processor does not support the system call filter. Only the program itself keeps this process from the network, files and programs.',
      advice: factOf('confinement', 'darwin').advice,
    };
  }
  const tried = `The kernel refused these attempts: ${refused.join(', ')}.`;
  const finding = ring
    ? `${tried} The event loop of this runtime uses io_uring. Native code in this process could use it to open files and connections.`
    : tried;
  if (files === false)
    return {
      name,
      status: 'ok',
      finding: `${finding} This kernel has no Landlock, which would also deny access to files.`,
      advice: null,
    };
  return {
    name,
    status: 'ok',
    finding: files ? `${finding} Landlock denies access to all other files.` : finding,
    advice: null,
  };
}
