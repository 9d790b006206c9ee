import type { ChangedPeople } from '../../../shared/model/index.ts';
import type { ServiceContext } from '../context.ts';
import type { UserRow } from '../store/index.ts';

/** Returns a context whose store shows the users and the root quorum of a change. Nothing is stored. */
export function withPeople(
  context: ServiceContext,
  organizationId: string,
  change: ChangedPeople | null,
): ServiceContext {
  if (change === null) return context;
  const { store, now } = context;
  const { organizations, tags } = store;
  const { quorum } = change;
  const changed = new Map(change.users.map((user) => [user.userId, user]));
  const inQuorum = (user: UserRow): UserRow =>
    quorum === null || user.organizationId !== organizationId
      ? user
      : { ...user, inRootQuorum: quorum.userIds.includes(user.userId) ? 1 : 0 };
  const added = change.users.flatMap(({ userId, newName }): UserRow[] => {
    if (newName === null) return [];
    const times = { createdAt: now(), updatedAt: now() };
    return [
      {
        ...{ userId, organizationId, userName: newName, userEmail: null, userPhoneNumber: null, inRootQuorum: 0 },
        ...times,
      },
    ];
  });
  return {
    ...context,
    store: {
      ...store,
      tags: { ...tags, tagsOf: (id) => changed.get(id)?.tagIds ?? tags.tagsOf(id) },
      organizations: {
        ...organizations,
        find(id) {
          const found = organizations.find(id);
          const isOurs = found !== undefined && id === organizationId && quorum !== null;
          return isOurs ? { ...found, rootQuorumThreshold: quorum.threshold } : found;
        },
        findUser(id) {
          const user = organizations.findUser(id) ?? added.find(({ userId }) => userId === id);
          return user === undefined ? undefined : inQuorum(user);
        },
        usersOf: (id) => [...organizations.usersOf(id), ...(id === organizationId ? added : [])].map(inQuorum),
      },
    },
  };
}
