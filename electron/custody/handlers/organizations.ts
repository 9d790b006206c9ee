import type { QueryHandler } from './types.ts';

export const whoami: QueryHandler<'whoami'> = (_request, { caller: { organization, user } }) => ({
  organizationId: organization.organizationId,
  organizationName: organization.organizationName,
  userId: user.userId,
  username: user.userName,
});
