/** Contracts that are not known to follow the standard whose function is called. */
import type { Finding } from '../../../shared/model/index.ts';
import { danger } from '../../crypto/index.ts';
import type { Arguments } from './standard.ts';

/** The standard of Tempo's tokens. */
export const TIP20 = 'TIP-20';
const KINDS: Readonly<Record<string, string>> = {
  WETH: 'wrapped coins',
  'ERC-4626': 'a vault',
  [TIP20]: 'a token of Tempo',
};

/** A contract that is not known here has the function by its name only. */
export function strangerFindings({ contract, mark }: Arguments, basis: string, isKnown: boolean): readonly Finding[] {
  const kind = KINDS[basis] ?? 'a token';
  const text = `${contract} is not known as ${kind}: its function with this name can do something else.`;
  return isKnown ? [] : [danger(text, { basis, mark })];
}
