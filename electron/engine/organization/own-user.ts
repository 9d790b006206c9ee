import type { CredentialRow, ProfileRow } from '../../../shared/model/index.ts';
import { readActivity, toVoteRows } from '../../client/index.ts';
import type { Base } from '../base.ts';

/** Activities that are read. Each one that the operator made has the operator's vote. */
const MAXIMUM_READ = 20;

/**
 * Returns the user whose vote on one of the newest activities was cast with a key of the profile. Null without such a
 * vote.
 */
export function voterWith(
  { reader }: Base['cache'],
  { name }: Pick<ProfileRow, 'name'>,
  credentials: readonly Pick<CredentialRow, 'publicKey'>[],
): string | null {
  const keys = new Set(credentials.map(({ publicKey }) => publicKey));
  const { rows } = reader.activities(name, { search: '', offset: 0, limit: MAXIMUM_READ });
  const votes = rows.flatMap(({ activityId }) => {
    const cached = reader.activity(name, activityId);
    return cached === null ? [] : toVoteRows(readActivity(cached));
  });
  return votes.find(({ publicKey }) => keys.has(publicKey))?.userId ?? null;
}
