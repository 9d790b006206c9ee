/** Names of users, wallets, policies, tags, keys and webhooks, from the activities that created them and from reads. */
import {
  chainName,
  isJsonObject,
  type JsonObject,
  type NamedId,
  ownMember,
  type ProfileRow,
  splitAsset,
  WebhookContent,
} from '../../../shared/model/index.ts';
import { type ActivityOperation, checkValue, OPERATIONS } from '../../../shared/operations/index.ts';
import { coinText, eventLabel } from '../../../shared/words/index.ts';
import { intentOf, oneLine, readActivity } from '../../client/index.ts';
import { knownAsset } from '../../crypto/index.ts';
import type { Base } from '../base.ts';
import type { ExportTargets } from '../keyring/export-targets.ts';
import { endpointName, type HeardNames } from '../queries/heard-names.ts';

/** Activities of the cache that are looked at, newest first. */
const MAXIMUM_ACTIVITIES = 1_000;
const MAXIMUM_NAME = 64;
/** Names of one meaning. */
const MAXIMUM_NAMED = 64;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A public key in hexadecimal digits: 32 bytes of Ed25519, else of a point. */
const PUBLIC_KEY = /^[0-9a-f]{64,130}$/i;

/** The activities whose result gives ids to objects that the request names. */
const CREATORS: readonly ActivityOperation[] = Object.values(OPERATIONS).flatMap((operation) =>
  operation.kind === 'activity' && namesIds(operation.result) ? [operation] : [],
);

/** Returns the names of the ids, target keys and API keys among some values. An id without a known name is left out. */
export type NameIds = (profile: ProfileRow, values: readonly string[]) => NamedId[];

export function createKnownNames(
  { cache, changes }: Pick<Base, 'cache' | 'changes'>,
  targets: Pick<ExportTargets, 'fateOf'>,
  heard: Pick<HeardNames, 'of'>,
): NameIds {
  const known = new Map<string, ReadonlyMap<string, string>>();
  for (const change of ['activities', 'accounts', 'webhooks'] as const) changes.on(change, () => known.clear());

  const namesOf = ({ name }: ProfileRow): ReadonlyMap<string, string> => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const types = CREATORS.map(({ activityType }) => activityType);
    const voters = cache.reader
      .activities(name, { search: '', offset: 0, limit: MAXIMUM_ACTIVITIES })
      .rows.flatMap(({ askedBy }) => (askedBy?.name ? [[askedBy.userId, askedBy.name] as const] : []));
    const made = cache.reader.completed(name, types, MAXIMUM_ACTIVITIES).flatMap(({ json }) => namedIn(json));
    const wallets = cache.reader.wallets(name).rows.map(({ walletId, walletName }) => [walletId, walletName] as const);
    const webhooks = webhooksIn(cache.reader.report('webhooks', name)?.kept);
    const names = new Map([...voters.toReversed(), ...made.toReversed(), ...wallets, ...webhooks]);
    known.set(name, names);
    return names;
  };

  const keyName = (profile: ProfileRow, value: string): string | null => {
    const fate = PUBLIC_KEY.test(value) ? targets.fateOf(value) : null;
    if (fate === null) return null;
    // A destroyed key keeps its name, but not that of its profile.
    const holder = fate.profile ?? profile.name;
    return holder === profile.name ? 'this machine’s vault' : `the vault of “${holder}” on this machine`;
  };

  return (profile, values) => {
    const names = namesOf(profile);
    return [...new Set(values)]
      .flatMap((id): NamedId[] => {
        const holder = keyName(profile, id);
        if (holder !== null) return [{ id, name: holder }];
        const asset = tokenText(id);
        if (asset !== null) return [{ id, name: asset }];
        if (!UUID.test(id) && !PUBLIC_KEY.test(id)) return [];
        const name = heard.of(profile.name).get(id) ?? names.get(id);
        return name === undefined ? [] : [{ id, name, ...(profile.kind === 'local' ? {} : { byService: true }) }];
      })
      .slice(0, MAXIMUM_NAMED);
  };
}

/** Returns a known token by its CAIP-19 name in words: "USDC on Base". Null for any other value. */
function tokenText(value: string): string | null {
  const { chain = '', reference = '', item } = splitAsset(value) ?? { item: '' };
  const token = item === undefined && coinText(value) === null ? knownAsset(chain, reference) : null;
  return token === null ? null : `${token.symbol} on ${chainName(chain)}`;
}

/** Returns the cached endpoints with their names and addresses, and their deliveries with the event. */
function webhooksIn(kept: unknown): (readonly [id: string, name: string])[] {
  if (checkValue(WebhookContent, kept).length > 0) return [];
  return (kept as WebhookContent).endpoints.flatMap((endpoint) => {
    const name = endpointName(endpoint);
    const event = (type: string) => oneLine(eventLabel(type), MAXIMUM_NAME);
    return [
      [endpoint.id, name] as const,
      ...endpoint.deliveries.map(({ id, eventType }) => [id, `${event(eventType)} to ${name}`] as const),
    ];
  });
}

/** Pairs the ids in a result with the names in its request: `userIds[1]` with `users[1].userName`. */
function namedIn(json: unknown): (readonly [id: string, name: string])[] {
  try {
    const activity = readActivity(json);
    const operation = CREATORS.find(({ activityType }) => activityType === activity.type);
    const result = activity.result?.[operation?.resultMember ?? ''];
    const intent = intentOf(activity, operation?.intentMember);
    return isJsonObject(result) && isJsonObject(intent) ? pairs(result, intent) : [];
  } catch {
    // A damaged row of the cache names nothing.
    return [];
  }
}

function pairs(result: JsonObject, request: JsonObject): (readonly [id: string, name: string])[] {
  const one = (id: unknown, named: unknown, base: string): (readonly [string, string])[] => {
    const name = isJsonObject(named) ? ownMember(named, `${base}Name`) : undefined;
    return typeof id === 'string' && typeof name === 'string' ? [[id, oneLine(name, MAXIMUM_NAME)]] : [];
  };
  const lists = Object.values(request).filter((value) => Array.isArray(value));
  return Object.entries(result).flatMap(([member, value]) => {
    const [, base = '', many] = /^(\w+?)Id(s?)$/.exec(member) ?? [];
    if (base !== '' && many === '') return one(value, request, base);
    if (!Array.isArray(value)) return [];
    if (base !== '') return lists.flatMap((list) => value.flatMap((id, index) => one(id, list[index], base)));
    const list = ownMember(request, member);
    return value.flatMap((item, index) =>
      isJsonObject(item) && Array.isArray(list)
        ? Object.entries(item).flatMap(([inner, id]) => one(id, list[index], inner.replace(/Id$/, '')))
        : [],
    );
  });
}

/** Returns true for a result that declares an id, by itself or in a list. */
function namesIds(result: unknown): boolean {
  return /"\w+Ids?":/.test(JSON.stringify(result));
}
