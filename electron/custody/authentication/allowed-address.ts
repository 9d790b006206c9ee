import { isInBlock } from '../../../shared/network/index.ts';
import type { ServiceContext } from '../context.ts';
import { publicError } from '../public-error.ts';

/**
 * Refuses a request from an address that the allowlist of an organization does not admit. The list of an API key
 * replaces the organization's while that one is enabled. An organization below another has no list. An unreadable
 * address is in no block. Throws REQUEST_NOT_AUTHORIZED.
 * @param publicKey of the API key that asks, or null for a request without a stamp
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
