/** Words that the swaps of several routers share. */
import type { DecodedField, Finding } from '../../../shared/model/index.ts';
import { danger, row } from '../../crypto/index.ts';
import type { Arguments } from './standard.ts';

/** The given and the gotten amount of a swap in words. */
export interface SwapTexts {
  /** The amount that is got is exact, and the given one is the most. */
  readonly isOut: boolean;
  readonly given: string;
  readonly got: string;
}

/**
 * Returns a swap in a sentence. `to` is its recipient in words.
 *
 * @example
 * swapSentence({ isOut: false, given: '5 USDC', got: '0.001 WETH' }, 'the sender');
 * // 'Swap 5 USDC for at least 0.001 WETH, to the sender'
 */
export const swapSentence = ({ isOut, given, got }: SwapTexts, to: string): string =>
  `Swap ${isOut ? 'at most ' : ''}${given} for ${isOut ? '' : 'at least '}${got}, to ${to}`;

/** Returns the rows of both sides of a swap. */
export const swapRows = ({ isOut, given, got }: SwapTexts): DecodedField[] => [
  row(isOut ? 'Swapped at most' : 'Swapped', given, 'amount'),
  row(isOut ? 'Swapped for' : 'Swapped for at least', got, 'amount'),
];

/** Returns a row for each token between the ends of a path. */
export const wayRows = (path: readonly string[]): DecodedField[] =>
  path.slice(1, -1).map((token) => row('By way of', token, 'address'));

/** Returns the finding about a path with less than two tokens. */
export const shortPathFinding = ({ mark }: Pick<Arguments, 'mark'>, basis: string): Finding =>
  danger('Its path has no two tokens, so that the swapped tokens are unknown.', { field: 'path', basis, mark });
