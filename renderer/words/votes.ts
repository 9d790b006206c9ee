import type { AskedVotes } from '../../shared/ipc/index.ts';
import { type ActivityRow, inQuotes, type MissingVotes } from '../../shared/model/index.ts';

/** Names that are listed before the rest is counted. */
const MOST_NAMED = 4;

/** Returns the approvals of an activity for a column: "1/2" where the needed ones are known, else "1". */
export function votesOf({ approvals, missing }: Pick<ActivityRow, 'approvals' | 'missing'>): string {
  return missing === undefined ? String(approvals) : `${approvals}/${missing.needed}`;
}

/** Returns the people who can cast a missing vote: "Ben or Chiara". `shown` draws a name, and `last` joins the last one. */
export function votersOf(
  { from }: Pick<MissingVotes, 'from'>,
  { shown = (name: string) => name, last = 'or' as 'or' | 'and' } = {},
): string {
  const known = from.filter(({ name }) => name !== null && name !== '');
  const names = known.slice(0, MOST_NAMED).map(({ name }) => shown(String(name)));
  const others = known.length - names.length;
  const unnamed = from.length - known.length;
  if (others > 0) names.push(others === 1 ? '1 other' : `${others} others`);
  if (unnamed > 0) names.push(unnamed === 1 ? 'a user without a known name' : `${unnamed} users without a known name`);
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}

/** Returns the missing votes in a sentence without its full stop: "1 more vote, from Ben or Chiara". */
export function missingWords({ approvals, missing }: Pick<ActivityRow, 'approvals' | 'missing'>): string | null {
  if (missing === undefined) return null;
  const count = Math.max(missing.needed - approvals, 1);
  return `${count} more ${count === 1 ? 'vote' : 'votes'}, from ${votersOf(missing)}`;
}

/**
 * Returns the sentence of a question about the votes after its stamp, or null where no vote decides. Users choose their
 * names themselves, so names stand in quotes. `each` follows the number of votes: ` for each line`.
 */
export function furtherVotesWords(votes: AskedVotes, each = ''): string | null {
  if (votes === null) return null;
  if (votes === 'unknown') return 'More votes may be needed.';
  const { outcome, more, from } = votes;
  if (outcome === 'decided') return 'No other vote is needed.';
  if (outcome === 'refused') return 'By its present policies, the service refuses this request.';
  if (more === null) return 'More votes are needed.';
  const voters = votersOf({ from }, { shown: inQuotes, last: from.length === more ? 'and' : 'or' });
  return `Then ${more} more ${more === 1 ? 'vote is' : 'votes are'} needed${each}, from ${voters}.`;
}
