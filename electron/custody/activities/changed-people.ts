import type { ChangedPeople } from '../../../shared/model/index.ts';
import type { ServiceContext } from '../context.ts';
import type { UserRow } from '../store/index.ts';

/** Returns true for two spellings of one id. The store ignores their letter case. */
export const isSameId = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Returns a context whose store shows the users, tags and root quorum of a change. Nothing is stored. */
export function withPeople(
  context: ServiceContext,
  organizationId: string,
  change: ChangedPeople | null,
): ServiceContext {
  if (change === null) return context;
  const { store, now } = context;
  const { organizations, tags } = store;
  const { quorum } = change;
  const changeOf = (id: string) => change.users.find(({ userId }) => isSameId(userId, id));
  /** No user has the id of a private key. */
  const tagsIn = (id: string) =>
    changeOf(id)?.tagIds ?? change.keys.find(({ privateKeyId }) => isSameId(privateKeyId, id))?.tagIds;
  const changed = (user: UserRow): UserRow => {
    const { newName = null, newEmail = null } = changeOf(user.userId) ?? {};
    const named = { ...user, userName: newName ?? user.userName, userEmail: newEmail ?? user.userEmail };
    if (quorum === null || user.organizationId !== organizationId) return named;
    return { ...named, inRootQuorum: quorum.userIds.some((id) => isSameId(id, user.userId)) ? 1 : 0 };
  };
  const added = change.users.flatMap(({ userId, newName }): UserRow[] => {
    if (newName === null || organizations.findUser(userId) !== undefined) return [];
    const times = { createdAt: now(), updatedAt: now() };
    return [
      { userId, organizationId, userName: newName, userEmail: null, userPhoneNumber: null, inRootQuorum: 0, ...times },
    ];
  });
  return {
    ...context,
    store: {
      ...store,
      tags: { ...tags, tagsOf: (id) => tagsIn(id) ?? tags.tagsOf(id) },
      organizations: {
        ...organizations,
        find(id) {
          const found = organizations.find(id);
          const isOurs = found !== undefined && id === organizationId && quorum !== null;
          return isOurs ? { ...found, rootQuorumThreshold: quorum.threshold } : found;
        },
        findUser(id) {
          const user = organizations.findUser(id) ?? added.find(({ userId }) => isSameId(userId, id));
          return user === undefined ? undefined : changed(user);
        },
        usersOf: (id) => [...organizations.usersOf(id), ...(id === organizationId ? added : [])].map(changed),
      },
    },
  };
}
