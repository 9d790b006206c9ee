import { plainError, publicError } from '../public-error.ts';
import type { DiscoveryHandler, QueryHandler } from './types.ts';

/** Throws 503 after a failed sync, because the service then refuses every request until its next start. */
export const health: DiscoveryHandler<'health'> = ({ observation, store }) => {
  if (store.hasFailed())
    throw plainError(503, 14, 'the disk did not confirm the last changes: check the disk and start the service again');
  return {
    document: { ready: true, version: observation.version, damagedRows: observation.damagedRows().length },
    cacheControl: 'no-store',
  };
};

/**
 * Choice (status-readers): the state of the whole service is shown to users of an organization that is below no other.
 * Its counters include the requests of every sub-organization.
 */
export const getServiceStatus: QueryHandler<'get_service_status'> = (_request, { caller, observation }) => {
  if (caller.organization.parentOrganizationId !== null)
    throw publicError(
      'REQUEST_NOT_AUTHORIZED',
      'request not authorized: the status of the service is for users of an organization that is below no other',
    );
  return observation.readStatus();
};
