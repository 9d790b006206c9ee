import { isBlock, isInBlock, LOOPBACK_ADDRESS } from '../../../../shared/network/index.ts';
import { isExpired, stampSpellings } from '../../authentication/api-key.ts';
import { found, requestInvalid } from '../../public-error.ts';
import type { ActingContext } from '../../request-context.ts';
import type { ApiKeyRow, IpAllowlistRow } from '../../store/index.ts';
import type { ActivityHandler, QueryHandler } from '../types.ts';

/**
 * Choice (ip-allowlists): a list that takes effect has to admit 127.0.0.1. Programs of this machine come from that
 * address, and the service has no dashboard to repair a list with. The list of an API key is always enabled. Members
 * that a later list omits stay as they were.
 */
export const setIpAllowlist: ActivityHandler<'set_ip_allowlist'> = (parameters, context) => {
  const { enabled, rules, onEvaluationError = 'DENY' } = parameters;
  requireTop(context);
  if (parameters.publicKey !== undefined && enabled === false)
    throw requestInvalid('invalid IP allowlist: that of an API key is always enabled; remove it instead');
  if (onEvaluationError !== 'DENY')
    throw requestInvalid('invalid IP allowlist: this service refuses a request whose address cannot be read');
  for (const { cidr } of rules ?? [])
    if (!isBlock(cidr)) throw requestInvalid('invalid IP allowlist: a rule is no CIDR block such as 192.168.1.0/24');
  return () => {
    const { store, caller, requestedAt } = context;
    const { organizationId } = caller.organization;
    const publicKey = parameters.publicKey === undefined ? null : findKey(parameters.publicKey, context);
    const before = store.ipAllowlists.find(organizationId, publicKey);
    const createdAt = String(requestedAt);
    const list = {
      organizationId,
      publicKey,
      isEnabled: publicKey !== null || (enabled ?? before?.isEnabled ?? true),
      rules: rules?.map((rule) => ({ ...rule, createdAt })) ?? before?.rules ?? [],
    };
    if (list.isEnabled && !list.rules.some(({ cidr }) => isInBlock(LOOPBACK_ADDRESS, cidr)))
      throw requestInvalid(
        `invalid IP allowlist: it does not admit ${LOOPBACK_ADDRESS}, from which programs of this machine come`,
      );
    store.ipAllowlists.put(list);
    return {};
  };
};

export const removeIpAllowlist: ActivityHandler<'remove_ip_allowlist'> =
  ({ publicKey }, context) =>
  () => {
    requireTop(context);
    const list = findList(publicKey, context);
    if (list === undefined) throw requestInvalid('invalid IP allowlist: there is none to remove');
    context.store.ipAllowlists.remove(list);
    return {};
  };

/** An organization without a list has an empty disabled one. An API key without one has none. */
export const getIpAllowlist: QueryHandler<'get_ip_allowlist'> = (request, context) => {
  const { organizationId } = context.caller.organization;
  const none =
    request.publicKey === undefined ? { organizationId, publicKey: null, isEnabled: false, rules: [] } : undefined;
  const { publicKey, isEnabled, rules } = found(findList(request.publicKey, context) ?? none, 'IP allowlist');
  const scope = publicKey === null ? { enabled: isEnabled } : { publicKey };
  return { allowlist: { organizationId, rules: [...rules], ...scope, onEvaluationError: 'DENY' } };
};

/** The list of the organization, or of its API key with a public key in any spelling. Undefined when none exists. */
function findList(given: string | undefined, context: ActingContext): IpAllowlistRow | undefined {
  const { store, caller } = context;
  const key = given === undefined ? null : keyOf(given, context)?.publicKey;
  return key === undefined ? undefined : store.ipAllowlists.find(caller.organization.organizationId, key);
}

/** The public key of an API key of the organization, as it is stored. Throws NOT_FOUND. */
function findKey(given: string, context: ActingContext): string {
  return found(keyOf(given, context), 'api key').publicKey;
}

/**
 * The API key of the organization with a public key in any spelling. Undefined when it does not exist or has expired.
 */
function keyOf(given: string, { store, caller, now }: ActingContext): ApiKeyRow | undefined {
  const { organizationId } = caller.organization;
  return stampSpellings(given)
    .flatMap((spelling) => store.organizations.apiKeysByPublicKey(spelling))
    .find((key) => key.organizationId === organizationId && !isExpired(key, now()));
}

function requireTop({ caller }: ActingContext): void {
  if (caller.organization.parentOrganizationId !== null)
    throw requestInvalid('invalid IP allowlist: a sub-organization has none');
}
