import type { ProfileRow } from '../../../../shared/model/index.ts';
import type { Policy } from '../../../../shared/operations/index.ts';
import type { Queries } from '../../queries/queries.ts';
import type { Movable } from './ends.ts';

/** The parts of an organization that name an object and that no operation moves. The operator makes them again. */
export interface LeftBehind {
  /** Names of the policies that name the object, an address of it, or a tag of it. */
  readonly policies: readonly string[];
  /** Names of its tags. */
  readonly tags: readonly string[];
  /** Names of the other users of the organization. Their rights are not moved. */
  readonly users: readonly string[];
  /** Names of the webhook endpoints. */
  readonly webhooks: readonly string[];
  /** True when the service had marked it as exported before the move. The other service does not. */
  readonly exportedBefore: boolean;
}

/** Returns a function that lists what stays behind of an object. It reads the organization once. */
export async function readLeftBehind(
  profile: ProfileRow,
  queries: Pick<Queries, 'ask'>,
  signal?: AbortSignal,
): Promise<(moved: Movable) => LeftBehind> {
  const asking = { profile, signal };
  const { policies } = await queries.ask('list_policies', {}, asking);
  const { users } = await queries.ask('list_users', {}, asking);
  const { userId } = await queries.ask('whoami', {}, asking);
  const { privateKeyTags } = await queries.ask('list_private_key_tags', {}, asking);
  const { webhookEndpoints } = await queries.ask('list_webhook_endpoints', {}, asking);
  return (moved) => ({
    policies: policies.filter((policy) => names(policy, moved)).map(({ policyName }) => policyName),
    tags: privateKeyTags.filter(({ tagId }) => moved.tagIds.includes(tagId)).map(({ tagName }) => tagName),
    users: users.filter((user) => user.userId !== userId).map(({ userName }) => userName),
    webhooks: webhookEndpoints.map(({ name }) => name),
    exportedBefore: moved.exported,
  });
}

/** Reports whether a policy has the object's id, an address, a tag, or its quoted name in its text. */
function names({ condition = '', consensus = '' }: Policy, { id, name, tagIds, addresses }: Movable): boolean {
  const text = `${condition}\n${consensus}`.toLowerCase();
  const terms = [id, ...tagIds, ...addresses.map(({ address }) => address)].map((term) => term.toLowerCase());
  const quoted = [`'${name}'`, `"${name}"`].map((term) => term.toLowerCase());
  return [...terms, ...quoted].some((term) => term !== '' && text.includes(term));
}
