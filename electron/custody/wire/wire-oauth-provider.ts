import { toTimestamp } from '../../../shared/model/index.ts';
import type { OauthProvider } from '../../../shared/operations/index.ts';
import type { OauthProviderRow } from '../store/index.ts';

export function wireOauthProvider(row: OauthProviderRow): OauthProvider {
  const { organizationId: _, userId: __, createdAt, updatedAt, ...provider } = row;
  return { ...provider, createdAt: toTimestamp(createdAt), updatedAt: toTimestamp(updatedAt) };
}
