import type { Hardening } from '../../../shared/processes/index.ts';
import type { Check } from './machine.ts';
import { factOf } from './platforms.ts';

const PROTECTIONS = {
  notDumpable: { granted: 'Not readable by other programs', missing: 'other programs of yours can read its memory' },
  noCore: { granted: 'never in a core file', missing: 'a crash could write its memory to disk' },
  lockedMemory: { granted: 'locked in memory', missing: 'its memory could be written to swap' },
} as const;

/** Reports the memory protections that the operating system granted to a process. */
export function memoryCheck(name: string, asked: Partial<Hardening>, platform: NodeJS.Platform): Check {
  const { support, text, advice } = factOf('memory', platform);
  if (support === 'missing') return { name, status: 'care', finding: text, advice };
  const words = (granted: boolean) =>
    (Object.keys(PROTECTIONS) as (keyof Hardening)[])
      .filter((protection) => asked[protection] === granted)
      .map((protection) => PROTECTIONS[protection][granted ? 'granted' : 'missing']);
  const missing = words(false);
  if (missing.length === 0) return { name, status: 'ok', finding: `${words(true).join(', ')}.`, advice: null };
  return {
    name,
    status: 'care',
    finding: `The operating system did not grant everything: ${missing.join('; ')}.`,
    advice: 'Raise the limit of locked memory (ulimit -l), and allow no debugging of your programs by others.',
  };
}
