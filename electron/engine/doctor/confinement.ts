import type { Confinement } from '../../../shared/processes/index.ts';
import type { Check } from './machine.ts';

/** Reports the confinement that the kernel enforces on a process, which the process itself tested. */
export function confinementCheck(name: string, { calls, ring, files, refused }: Confinement, platform: string): Check {
  if (!calls) {
    const system = platform === 'linux' ? 'This kernel or processor' : 'This system';
    return {
      name,
      status: 'care',
      finding: `${system} does not support the system call filter. Only the program itself keeps this process from the network, files and programs.`,
      advice: 'Use Linux on a 64-bit Intel or AMD processor, with seccomp in its kernel, to keep keys of value.',
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
