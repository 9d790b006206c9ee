import {
  type CredentialRow,
  isJsonObject,
  ownMember,
  type Person,
  type ProfileRow,
} from '../../../shared/model/index.ts';
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

/** Returns the operator's user, from the kept copy of the organization or from a vote. Null while it is not known. */
export function ownUserOf(
  cache: Base['cache'],
  profile: Pick<ProfileRow, 'name'>,
  credentials: readonly Pick<CredentialRow, 'publicKey'>[],
): string | null {
  const kept = cache.reader.report('organization', profile.name)?.kept;
  const me = isJsonObject(kept) ? ownMember(kept, 'me') : null;
  return typeof me === 'string' ? me : voterWith(cache, profile, credentials);
}

/** Marks a person that is the operator. */
export const markedOwn = (person: Person | null, isOwn: (userId: string) => boolean): Person | null =>
  person !== null && isOwn(person.userId) ? { ...person, isOwn: true } : person;
