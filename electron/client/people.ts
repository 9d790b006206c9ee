import { isJsonObject, ownMember, type Person } from '../../shared/model/index.ts';
import type { Activity } from '../../shared/operations/index.ts';
import { oneLine } from './text.ts';

const MAXIMUM_NAME = 64;

/** Returns the user who asked for an activity, by its first vote. Null when the service shows no vote. */
export function askerOf({ votes: [first] }: Activity): Person | null {
  return first === undefined ? null : personOf(first);
}

/** Returns a voter, with the name beside the vote. Declarations leave that name open. */
export function personOf(vote: Activity['votes'][number]): Person {
  const user = ownMember({ ...vote }, 'user');
  const name = isJsonObject(user) ? ownMember(user, 'userName') : undefined;
  const isNamed = typeof name === 'string' && name.trim() !== '';
  return { userId: oneLine(vote.userId, MAXIMUM_NAME), name: isNamed ? oneLine(name, MAXIMUM_NAME) : null };
}
