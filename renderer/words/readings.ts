import { type ChainReading, chainName } from '../../shared/model/index.ts';
import { count, counted } from './number.ts';
import { signedAt } from './time.ts';

/** Why a service has nothing newer of its chains; null where it has, or still reads. */
export function heldUpBy(readings: readonly ChainReading[]): string | null {
  const [first, ...others] = readings.filter(({ problem }) => problem !== null);
  if (first === undefined) return null;
  return others.length === 0
    ? `${chainName(first.chain)} is not read`
    : `${counted(others.length + 1, 'chain')} are not read`;
}

/** “Ethereum is not read since 14:02”. */
export function standstill({ chain, readAt }: ChainReading): string {
  return `${chainName(chain)} is not read${readAt === null ? '' : ` since ${signedAt(readAt)}`}`;
}

/** What is wrong with a node, in a sentence. */
export const inSentence = (problem: string): string =>
  `${problem.charAt(0).toUpperCase()}${problem.slice(1)}. It is tried again.`;

/** How far the time before accounts were followed was looked through: “Ethereum: 1,024 of 12,000 earlier blocks, 8%”. */
export function earlierWords(chain: string, { done, of, isPaused }: NonNullable<ChainReading['earlier']>): string {
  const percent = of === 0 ? 0 : Math.floor((done / of) * 100);
  return `${chainName(chain)}: ${count(done)} of ${count(of)} blocks read, ${percent}%${isPaused ? ', paused' : ''}`;
}

/** What is done, or not, about the time before accounts were followed. */
export function earlierSentence({ accounts, isPaused, problem }: NonNullable<ChainReading['earlier']>): string {
  if (problem !== null) return inSentence(problem);
  const what = `What was before ${counted(accounts, 'account')} came here`;
  return isPaused ? `${what} is not looked for until you resume.` : `${what} is looked for, newest first.`;
}
