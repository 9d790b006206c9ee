import { isInBlock } from '../../../shared/network/index.ts';
import type { ServiceContext } from '../context.ts';
import { publicError } from '../public-error.ts';

/**
 * Refuses a request from an address outside the IP allowlist of the organization. While that list is enabled, the list
 * of an API key replaces it. A sub-organization has no list. An unreadable address is in no block. Throws
 * REQUEST_NOT_AUTHORIZED.
 * @param publicKey of the API key that stamped, or null for a request without a stamp
 */
export function requireAllowedAddress(
  organizationId: string,
  publicKey: string | null,
  address: string,
  { store }: ServiceContext,
): void {
  const ofOrganization = store.ipAllowlists.find(organizationId, null);
  if (ofOrganization === undefined || !ofOrganization.isEnabled) return;
  const ofKey = publicKey === null ? undefined : store.ipAllowlists.find(organizationId, publicKey);
  const { rules } = ofKey ?? ofOrganization;
  if (rules.some(({ cidr }) => isInBlock(address, cidr))) return;
  throw publicError(
    'REQUEST_NOT_AUTHORIZED',
    `request not authorized: the IP allowlist does not admit requests from ${address === '' ? 'an unknown address' : address}`,
  );
}
