import { isLoopback, type ProfileRow } from '../../../shared/model/index.ts';
import { PUBLIC_SERVICE } from './public-service.ts';

/** The members of a profile that name its service. */
export type ServiceMembers = Pick<ProfileRow, 'kind' | 'signerKey' | 'baseUrl' | 'authUrl'>;

/** The addresses of the embedded service, and its key for exports. */
export interface EmbeddedService {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly keys: { readonly signer: string };
}

export type ServiceHost = 'baseUrl' | 'authUrl';

/**
 * Returns true for a profile that names the embedded service by its address, and pins no other service's signer key. A
 * profile that was given no signer key pins the public service's, which has no address on this machine.
 */
export function isServedHere(profile: ServiceMembers, service: EmbeddedService, host: ServiceHost): boolean {
  const { kind, signerKey } = profile;
  return (
    kind === 'remote' &&
    (signerKey === service.keys.signer || signerKey === PUBLIC_SERVICE.signerKey) &&
    isSamePort(profile[host], service[host])
  );
}

/** Returns true for an address on this machine. Null for a host that the profile does not name. */
export const isOnThisMachine = (url: string | null): boolean => isLoopback(URL.parse(url ?? '')?.hostname ?? '');

/** Returns true for two addresses of one port on this machine. `localhost` and `127.0.0.1` are the same. */
const isSamePort = (url: string | null, other: string): boolean =>
  isOnThisMachine(url) && isOnThisMachine(other) && URL.parse(url ?? '')?.port === URL.parse(other)?.port;
