import { isJsonObject, type JsonObject, ownMember } from '../../../shared/model/index.ts';
import { OPERATIONS, type Operation } from '../../../shared/operations/index.ts';
import { oneLine } from '../../client/index.ts';

const MAXIMUM_NAME = 64;
const MAXIMUM_URL = 128;
/** Names of a profile that are kept. */
const MAXIMUM_NAMES = 10_000;
/** Lists inside lists that are read: the keys of a user in the list of users. */
const MAXIMUM_DEPTH = 4;

/** The reads whose replies name users with their credentials, tags, private keys and policies. */
const READS: ReadonlySet<Operation> = new Set<Operation>([
  OPERATIONS.get_user,
  OPERATIONS.list_users,
  OPERATIONS.list_user_tags,
  OPERATIONS.list_private_key_tags,
  OPERATIONS.list_private_keys,
  OPERATIONS.list_policies,
]);

/** Lists whose items name themselves otherwise than `policyId` with `policyName`. */
const LISTS = [
  { read: OPERATIONS.list_velocity_controls, list: 'velocityControls', id: 'velocityControlId', name: 'name' },
  { read: OPERATIONS.list_secrets, list: 'secrets', id: 'secretId', name: 'name' },
  { read: OPERATIONS.list_tvc_apps, list: 'tvcApps', id: 'id', name: 'name' },
  {
    read: OPERATIONS.list_smart_contract_interfaces,
    list: 'smartContractInterfaces',
    id: 'smartContractInterfaceId',
    name: 'label',
  },
  { read: OPERATIONS.list_oauth2_credentials, list: 'oauth2Credentials', id: 'oauth2CredentialId', name: 'clientId' },
  {
    read: OPERATIONS.list_fiat_on_ramp_credentials,
    list: 'fiatOnRampCredentials',
    id: 'fiatOnrampCredentialId',
    name: 'publishableApiKey',
  },
] as const;

/** Returns the name of a webhook endpoint with its address: “Ledger at https://hooks.example.com”. */
export const endpointName = ({ name, url }: { readonly name: string; readonly url: string }): string =>
  `${oneLine(name, MAXIMUM_NAME)} at ${oneLine(url, MAXIMUM_URL)}`;

/** The names in the replies of a profile's service, by id, and of API keys also by public key. They are the service's word and decide nothing. */
export interface HeardNames {
  /**
   * Keeps the names of users, credentials, tags, private keys, policies, limits, secrets, applications and webhook
   * endpoints in the reply to a read. Also those of contract interfaces and credentials of providers. Ignores every
   * other reply.
   */
  hear(profile: string, operation: Operation, reply: unknown): void;
  of(profile: string): ReadonlyMap<string, string>;
}

export function createHeardNames(): HeardNames {
  const names = new Map<string, Map<string, string>>();
  const keep = (profile: string, id: unknown, name: unknown, maximum = MAXIMUM_NAME) => {
    if (typeof id !== 'string' || typeof name !== 'string' || name.trim() === '') return;
    const known = names.get(profile) ?? new Map<string, string>();
    names.set(profile, known);
    if (known.size < MAXIMUM_NAMES || known.has(id)) known.set(id, oneLine(name, maximum));
  };
  /** Keeps each `policyId` with the `policyName` beside it. */
  const keepIn = (profile: string, value: unknown, depth: number) => {
    if (depth > MAXIMUM_DEPTH) return;
    if (Array.isArray(value)) for (const item of value) keepIn(profile, item, depth + 1);
    if (!isJsonObject(value)) return;
    for (const [member, inner] of Object.entries(value)) {
      if (member.endsWith('Id')) keep(profile, inner, ownMember(value, member.replace(/Id$/, 'Name')));
      else if (typeof inner === 'object') keepIn(profile, inner, depth + 1);
    }
    // Some requests name an API key by its public key.
    const credential = ownMember(value, 'credential');
    if (isJsonObject(credential)) keep(profile, ownMember(credential, 'publicKey'), ownMember(value, 'apiKeyName'));
  };
  const keepEndpoint = (profile: string, endpoint: JsonObject) => {
    const [name, url] = [ownMember(endpoint, 'name'), ownMember(endpoint, 'url')];
    if (typeof name !== 'string' || typeof url !== 'string') return;
    keep(profile, ownMember(endpoint, 'endpointId'), endpointName({ name, url }), 2 * MAXIMUM_URL);
  };
  return {
    hear(profile, operation, reply) {
      if (!isJsonObject(reply)) return;
      if (operation === OPERATIONS.whoami) keep(profile, ownMember(reply, 'userId'), ownMember(reply, 'username'));
      for (const { read, list, id, name } of LISTS)
        if (operation === read)
          for (const item of [ownMember(reply, list)].flat())
            if (isJsonObject(item)) keep(profile, ownMember(item, id), ownMember(item, name));
      if (operation === OPERATIONS.list_webhook_endpoints)
        for (const endpoint of [ownMember(reply, 'webhookEndpoints')].flat())
          if (isJsonObject(endpoint)) keepEndpoint(profile, endpoint);
      if (READS.has(operation)) keepIn(profile, reply, 0);
    },
    of: (profile) => names.get(profile) ?? new Map(),
  };
}
