import { isJsonObject, ownMember } from '../../../shared/model/index.ts';
import { OPERATIONS, type Operation } from '../../../shared/operations/index.ts';
import { oneLine } from '../../client/index.ts';

const MAXIMUM_NAME = 64;
/** Users of a profile whose names are kept. */
const MAXIMUM_USERS = 10_000;

/** The names of users and limits in the replies of a profile's service, by their ids. They are the service's word and decide nothing. */
export interface HeardNames {
  /** Keeps the names in the reply to a read of users or limits. Ignores every other reply. */
  hear(profile: string, operation: Operation, reply: unknown): void;
  of(profile: string): ReadonlyMap<string, string>;
}

export function createHeardNames(): HeardNames {
  const names = new Map<string, Map<string, string>>();
  const keep = (profile: string, id: unknown, name: unknown) => {
    if (typeof id !== 'string' || typeof name !== 'string' || name.trim() === '') return;
    const known = names.get(profile) ?? new Map<string, string>();
    names.set(profile, known);
    if (known.size < MAXIMUM_USERS || known.has(id)) known.set(id, oneLine(name, MAXIMUM_NAME));
  };
  return {
    hear(profile, operation, reply) {
      if (!isJsonObject(reply)) return;
      if (operation === OPERATIONS.whoami) keep(profile, ownMember(reply, 'userId'), ownMember(reply, 'username'));
      if (operation === OPERATIONS.list_velocity_controls)
        for (const limit of [ownMember(reply, 'velocityControls')].flat())
          if (isJsonObject(limit)) keep(profile, ownMember(limit, 'velocityControlId'), ownMember(limit, 'name'));
      if (operation !== OPERATIONS.get_user && operation !== OPERATIONS.list_users) return;
      for (const user of [ownMember(reply, 'user') ?? ownMember(reply, 'users')].flat())
        if (isJsonObject(user)) keep(profile, ownMember(user, 'userId'), ownMember(user, 'userName'));
    },
    of: (profile) => names.get(profile) ?? new Map(),
  };
}
