import type { AuditStatus } from '../../shared/model/index.ts';
import { counted } from './number.ts';
import { signedAt } from './time.ts';

export { faultWords, OUTCOME_WORDS } from '../../shared/words/index.ts';

/** The state of the log in a strong part and the rest. */
export interface LogWords {
  readonly isProven: boolean;
  readonly strong: string;
  readonly rest: string;
}

/** Returns the state of the log in words. Newer entries than the verified ones are counted apart. */
export function logWords({ entries, verified }: Pick<AuditStatus, 'entries' | 'verified'>, now: number): LogWords {
  const all = counted(entries, 'entry', 'entries');
  if (verified === undefined)
    return { isProven: false, strong: `${all}.`, rest: 'Not verified since Castellan was started.' };
  const when = signedAt(verified.at, now);
  const newer = entries - verified.through;
  if (newer <= 0) return { isProven: true, strong: `${all}, unbroken.`, rest: `Verified at ${when}.` };
  return {
    isProven: true,
    strong: `${counted(verified.through, 'entry', 'entries')}, unbroken.`,
    rest: `Verified at ${when}, before ${counted(newer, 'newer entry', 'newer entries')}.`,
  };
}

/** The filter that leaves out the reads of the service, which are stamped in the background too. */
const WITHOUT_READS = 'kind:request,record';

/** Reports whether a search hides reads. */
export const hidesReads = (search: string): boolean => search.split(' ').includes(WITHOUT_READS);

/** Returns a search with its reads hidden, or shown again. */
export function withReadsToggled(search: string): string {
  const others = search.split(' ').filter((word) => word !== '' && word !== WITHOUT_READS);
  const words = hidesReads(search) ? others : [WITHOUT_READS, ...others];
  // A filter is finished by the space after it.
  return words.map((word) => `${word} `).join('');
}
