import type { Confinement } from '../../../shared/processes/index.ts';
import type { Check } from './machine.ts';

/** Reports the confinement that the kernel enforces on a process, which the process itself tested. */
export function confinementCheck(name: string, { calls, ring, files, refused }: Confinement, platform: string): Check {
  if (!calls) {
    const system = platform === 'linux' ? 'This kernel or processor' : 'This system';
    return {
      name,
      status: 'care',
      finding: `${system} does not take the filter of system calls, so only the program itself keeps this process from network, files and programs.`,
      advice: 'Use Linux on a 64-bit Intel or AMD processor, with seccomp in its kernel, to keep keys of value.',
    };
  }
  const tried = `Tried and refused by the kernel: ${refused.join(', ')}.`;
  const finding = ring
    ? `${tried} The event loop of this runtime has an io_uring, by which native code in this process could still ask for files and connections.`
    : tried;
  if (files === false)
    return {
      name,
      status: 'ok',
      finding: `${finding} Landlock, which would also keep its files from it, is not in this kernel.`,
      advice: null,
    };
  return {
    name,
    status: 'ok',
    finding: files ? `${finding} Landlock leaves it no other files.` : finding,
    advice: null,
  };
}
