import { found } from '../../public-error.ts';
import type { ActingContext } from '../../request-context.ts';
import type { UserRow } from '../../store/index.ts';

/** A user of the caller's organization. Throws NOT_FOUND. */
export function findUser(userId: string, { store, caller }: ActingContext): UserRow {
  const user = store.organizations.findUser(userId);
  return found(user?.organizationId === caller.organization.organizationId ? user : undefined, 'user');
}
