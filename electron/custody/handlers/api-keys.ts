import { wireApiKey } from '../activities/wire-activity.ts';
import { notFound } from '../public-error.ts';
import type { QueryHandler } from './types.ts';

export const getApiKey: QueryHandler<'get_api_key'> = ({ apiKeyId }, { store, caller }) => {
  const apiKey = store.organizations.findApiKey(caller.organization.organizationId, apiKeyId);
  if (apiKey === undefined) throw notFound('no api key found with the given ID');
  return { apiKey: wireApiKey(apiKey) };
};
