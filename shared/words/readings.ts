import { type ChainReading, chainName } from '../model/index.ts';
import { count, counted } from './number.ts';

type Earlier = NonNullable<ChainReading['earlier']>;

/** “Ethereum is not read” */
export const notRead = (chain: string): string => `${chainName(chain)} is not read`;

/** “Ethereum is read up to its newest block” */
export const wholeWords = (chain: string): string => `${chainName(chain)} is read up to its newest block`;

/** The problem of a node as a sentence. */
export const inSentence = (problem: string): string =>
  `${problem.charAt(0).toUpperCase()}${problem.slice(1)}. It is tried again.`;

/** The progress of reading the time before accounts were followed: whole percent, never rounded up. */
export const percentOf = ({ done, of }: Pick<Earlier, 'done' | 'of'>): number =>
  of === 0 ? 0 : Math.floor((done / of) * 100);

/** The progress of reading the time before accounts were followed: “Ethereum: 1,024 of 12,000 blocks read, 8%”. */
export function earlierWords(chain: string, earlier: Earlier): string {
  const { done, of, isPaused } = earlier;
  return `${chainName(chain)}: ${count(done)} of ${count(of)} blocks read, ${percentOf(earlier)}%${isPaused ? ', paused' : ''}`;
}

/** The state of reading the time before accounts were followed. */
export function earlierSentence({ accounts, isPaused, problem }: Earlier): string {
  if (problem !== null) return inSentence(problem);
  const what = `Transactions from before ${counted(accounts, 'account')} came here`;
  return isPaused ? `${what} are not read until you resume.` : `${what} are read, newest first.`;
}

/** A gap in the history of a chain, with its meaning and the next step. */
export interface Missing {
  readonly kind: 'untraced' | 'passed over';
  readonly blocks: number;
  readonly title: string;
  readonly sentence: string;
}

/** The gaps in a chain's history among the blocks that were read. Empty when it is complete. */
export function missingOf({ chain, passedOver, untraced }: ChainReading): readonly Missing[] {
  return [
    ...(untraced === 0
      ? []
      : [
          {
            kind: 'untraced' as const,
            blocks: untraced,
            title: `${chainName(chain)}: inner transfers of ${counted(untraced, 'block')} are missing`,
            sentence: `The node could not trace ${untraced === 1 ? 'it' : 'them'}. Name a node that traces, with an archive for old blocks. It covers only blocks that are read afterwards.`,
          },
        ]),
    ...(passedOver === 0
      ? []
      : [
          {
            kind: 'passed over' as const,
            blocks: passedOver,
            title: `${chainName(chain)}: ${counted(passedOver, 'block')} ${passedOver === 1 ? 'is' : 'are'} missing`,
            sentence: `The node’s reply about ${passedOver === 1 ? 'it' : 'them'} is longer than Castellan reads, so Castellan could not read ${passedOver === 1 ? 'it' : 'them'}. The log names them.`,
          },
        ]),
  ];
}
