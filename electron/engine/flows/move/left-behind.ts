import { AppError } from '../../../../shared/errors/index.ts';
import type { ProfileRow } from '../../../../shared/model/index.ts';
import type { Policy } from '../../../../shared/operations/index.ts';
import { allPages } from '../../queries/all-pages.ts';
import type { Queries } from '../../queries/queries.ts';
import type { Listed, Movable } from './ends.ts';

/** The parts of an organization that guard or name an object and that no operation moves. The operator makes them again. */
export interface LeftBehind {
  /** Names of the policies that name the object, an address of it, or a tag of it, then of those that apply to all. */
  readonly policies: readonly string[];
  /** Names of the policies that name only other wallets and private keys. */
  readonly otherPolicies: readonly string[];
  /** Names of its tags. */
  readonly tags: readonly string[];
  /** Names of the other users of the organization. Their rights are not moved. */
  readonly users: readonly string[];
  /** Names of the webhook endpoints. */
  readonly webhooks: readonly string[];
  /** Names of the limits over time. */
  readonly velocityControls: readonly string[];
  /** Names of the MFA policies of all users. */
  readonly mfaPolicies: readonly string[];
  /** The address ranges of the organization's allowlist. */
  readonly ipRanges: readonly string[];
  /** The lists that the service did not give, in words. Their content is not known. */
  readonly unread: readonly string[];
  /**
   * True when the service had marked it as exported before the move. The other service does not. Null for a mark that an
   * earlier run of this move may have set.
   */
  readonly exportedBefore: boolean | null;
}

interface Reading {
  /** Every wallet and private key of the organization. */
  readonly listed: readonly Listed[];
  readonly signal?: AbortSignal | undefined;
}

const MAXIMUM_CONTROLS = 10_000;

/**
 * Returns a function that lists what stays behind of an object. `wasMoved` is true when an earlier run may have exported
 * it. It reads the organization once.
 */
export async function readLeftBehind(
  profile: ProfileRow,
  queries: Pick<Queries, 'ask'>,
  { listed, signal }: Reading,
): Promise<(moved: Movable, wasMoved: boolean) => LeftBehind> {
  const asking = { profile, signal };
  const { policies } = await queries.ask('list_policies', {}, asking);
  const { users } = await queries.ask('list_users', {}, asking);
  const { userId } = await queries.ask('whoami', {}, asking);
  const { privateKeyTags } = await queries.ask('list_private_key_tags', {}, asking);
  const { webhookEndpoints } = await queries.ask('list_webhook_endpoints', {}, asking);
  const unread: string[] = [];
  /** Not every service has these lists. */
  const read = async (what: string, names: () => Promise<string[]>): Promise<string[]> => {
    try {
      return await names();
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error;
      unread.push(what);
      return [];
    }
  };
  const velocityControls = await read('velocity controls', async () => {
    const { rows, isWhole } = await allPages(
      async (paginationOptions) =>
        (await queries.ask('list_velocity_controls', { paginationOptions }, asking)).velocityControls,
      ({ velocityControlId }) => velocityControlId,
      { maximum: MAXIMUM_CONTROLS },
    );
    if (!isWhole) unread.push('velocity controls');
    return rows.map(({ name }) => name);
  });
  const mfaPolicies = await read('MFA policies', async () => {
    const names: string[] = [];
    for (const user of users) {
      const found = await queries.ask('get_mfa_policies', { userId: user.userId }, asking);
      names.push(...found.mfaPolicies.map(({ mfaPolicyName }) => mfaPolicyName));
    }
    return names;
  });
  const ipRanges = await read('IP allowlist', async () => {
    const { allowlist } = await queries.ask('get_ip_allowlist', {}, asking);
    return allowlist.rules.map(({ cidr }) => cidr);
  });
  return (moved, wasMoved) => {
    const named = policies.filter((policy) => names(policy, moved));
    const others = listed
      .filter(({ kind, id }) => kind !== moved.kind || id !== moved.id)
      .map((other) => ({ ...other, addresses: [] }));
    const rest = policies.filter((policy) => !named.includes(policy));
    const isAboutOthers = (policy: Policy) => others.some((other) => names(policy, other));
    return {
      policies: [...named, ...rest.filter((policy) => !isAboutOthers(policy))].map(({ policyName }) => policyName),
      otherPolicies: rest.filter(isAboutOthers).map(({ policyName }) => policyName),
      tags: privateKeyTags.filter(({ tagId }) => moved.tagIds.includes(tagId)).map(({ tagName }) => tagName),
      users: users.filter((user) => user.userId !== userId).map(({ userName }) => userName),
      webhooks: webhookEndpoints.map(({ name }) => name),
      velocityControls,
      mfaPolicies,
      ipRanges,
      unread,
      exportedBefore: moved.exported && wasMoved ? null : moved.exported,
    };
  };
}

type Named = Pick<Movable, 'id' | 'name' | 'tagIds' | 'addresses'>;

/** Reports whether a policy has the object's id, an address, a tag, or its quoted name in its text. */
function names({ condition = '', consensus = '' }: Policy, { id, name, tagIds, addresses }: Named): boolean {
  const text = `${condition}\n${consensus}`.toLowerCase();
  const terms = [id, ...tagIds, ...addresses.map(({ address }) => address)].map((term) => term.toLowerCase());
  const quoted = [`'${name}'`, `"${name}"`].map((term) => term.toLowerCase());
  return [...terms, ...quoted].some((term) => term !== '' && text.includes(term));
}
