import { type HistoryFormat, type ProfileRow, readHistoryTerm, toRfc3339 } from '../../../shared/model/index.ts';
import { searchTerms } from '../../storage/cache/index.ts';
import type { Parties } from './parties.ts';
import { termsOf } from './terms.ts';

const MAXIMUM_NAME = 60;

interface Written {
  readonly as: HistoryFormat;
  readonly search: string;
  readonly profile: ProfileRow;
  readonly parties: Parties;
  /** The addresses of the profile's accounts. */
  readonly addresses: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Returns the file name of a history, such as `history-treasury-2026-01-15.csv`. It names the one account that the
 * search is about, by name or else by address, otherwise the profile. The day is in UTC.
 */
export function fileNameOf({ as, search, profile, parties, addresses, now }: Written): string {
  const words = searchTerms(search).filter((word) => readHistoryTerm(word).filter === 'account');
  const terms = termsOf(words.join(' '), parties);
  const [one, ...others] = addresses.filter((address) => terms.every(({ series }) => series?.({ address, chain: '' })));
  const isOfOne = words.length > 0 && one !== undefined && others.length === 0;
  const subject = isOfOne ? (parties.of(one, '').label ?? one) : profile.name;
  const plain = subject
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MAXIMUM_NAME);
  return `history-${plain.replaceAll(/^-|-$/g, '').toLowerCase()}-${toRfc3339(now).slice(0, 10)}.${as}`;
}
