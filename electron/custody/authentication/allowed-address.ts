import { isInBlock } from '../../../shared/network/index.ts';
import type { ServiceContext } from '../context.ts';
import { publicError } from '../public-error.ts';
import type { Caller } from './authenticate.ts';

/**
 * Refuses a request from an address that the allowlist of the caller's organization does not admit. The list of an API key takes
 * the place of the organization's while that one is enabled. Users of an organization below another have no list.
 * An address that cannot be read is in no block. Throws REQUEST_NOT_AUTHORIZED.
 */
export function requireAllowedAddress(
  { user, credential }: Pick<Caller, 'user' | 'credential'>,
  address: string,
  { store }: ServiceContext,
): void {
  const lists = store.ipAllowlists.of(user.organizationId);
  const ofOrganization = lists.find(({ publicKey }) => publicKey === null);
  if (ofOrganization === undefined || !ofOrganization.isEnabled) return;
  const { rules } = lists.find(({ publicKey }) => publicKey === credential.publicKey) ?? ofOrganization;
  if (rules.some(({ cidr }) => isInBlock(address, cidr))) return;
  throw publicError(
    'REQUEST_NOT_AUTHORIZED',
    `request not authorized: the IP allowlist does not admit requests from ${address === '' ? 'an unknown address' : address}`,
  );
}
