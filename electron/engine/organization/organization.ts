import { AppError, sentence, type Text } from '../../../shared/errors/index.ts';
import {
  type CredentialRow,
  type ListedThing,
  type ListedThings,
  type NamedId,
  OrganizationContent,
  type OrganizationPart,
  type ProfileRow,
} from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import { oneLine } from '../../client/index.ts';
import type { Base } from '../base.ts';
import type { NameIds } from '../naming/known-names.ts';
import { voterWith } from '../naming/own-user.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { allPages, MAXIMUM_ROWS } from '../queries/all-pages.ts';
import type { Asking, Queries } from '../queries/queries.ts';
import { readControls, readLimit } from '../queries/read-limit.ts';
import type { Credentials } from '../stamping/credentials.ts';
import { readApps } from './apps.ts';
import { readListedThings } from './listed-things.ts';
import {
  keyNamed,
  readConfiguration,
  readFactor,
  readKeyTag,
  readMember,
  readPolicy,
  readSecret,
  readSession,
  readUserTag,
} from './read.ts';
import { createRefusals, reasonOf } from './refusals.ts';
import { nameSubOrganizations } from './sub-organizations.ts';
import { unreadOrganization } from './unread.ts';

/** A UUID inside an expression. */
const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Users whose second factors are read, one query each. */
const MAXIMUM_FACTOR_READS = 100;
/** The characters of a name in a sentence. */
const SHOWN_NAME = 60;
/** Ids that are named in one step. */
const NAMED_AT_ONCE = 64;

/** The users and the rules of the current profile's organization, as its service last reported them. */
export interface Organization {
  /** From the cache. Empty before the first read, except for the operator's user of cached activities. */
  get(): OrganizationContent;
  /**
   * Reads it part by part. A part that the service refuses or leaves unanswered keeps its earlier rows, with the reason.
   * Throws the errors of a query for every other failure, and for a second part without a reply. The parts that were
   * read until then are kept.
   */
  refresh(counting?: Counting): Promise<{ parts: number }>;
  /** Reads the names of things that no copy holds from the service. Throws the errors of a query. */
  listed(of: ListedThings): Promise<ListedThing[]>;
  /** Reads the second factors of each known user. A refused user keeps the earlier ones. Throws like `refresh`. */
  refreshFactors(counting?: Counting): Promise<{ factors: number }>;
}

interface OrganizationParts {
  readonly profiles: Pick<Profiles, 'get'>;
  readonly queries: Pick<Queries, 'ask'>;
  readonly nameIds: NameIds;
  readonly credentials: Pick<Credentials, 'list'>;
}

/** The parts of one refresh, in their order. Second factors are read apart, because they take a query for each user. */
type ReadPart = Exclude<OrganizationPart, 'factors'>;
type ReadParts = Readonly<Record<ReadPart, { readonly title: string; readonly read: () => Promise<ReadContent> }>>;

/** The rows of a part. `isWhole` is false when the service may have more of them. */
interface ReadContent {
  readonly found: Partial<OrganizationContent>;
  readonly isWhole?: boolean;
}

export function createOrganization(
  { ports, cache, changes }: Pick<Base, 'ports' | 'cache' | 'changes'>,
  { profiles, queries, nameIds, credentials }: OrganizationParts,
): Organization {
  const keptOf = (profile: ProfileRow): OrganizationContent => {
    const kept = cache.reader.report('organization', profile.name)?.kept;
    return checkValue(OrganizationContent, kept).length === 0
      ? (kept as OrganizationContent)
      : unreadOrganization(profile);
  };
  const keep = (profile: ProfileRow, content: OrganizationContent) => {
    cache.writer.putReport('organization', profile.name, content, ports.clock.now());
    changes.announce('organization');
  };
  /** `missing` is why rows are missing, null when all were read. */
  const settled = (
    content: OrganizationContent,
    part: OrganizationPart,
    found: Partial<OrganizationContent>,
    missing: Text | null = null,
  ) => ({
    ...content,
    ...found,
    parts: {
      ...content.parts,
      [part]: { readAt: ports.clock.now(), problem: missing, ...(missing === null ? {} : { isCut: true }) },
    },
  });
  const refused = (content: OrganizationContent, part: OrganizationPart, problem: Text) => ({
    ...content,
    parts: { ...content.parts, [part]: { readAt: content.parts[part].readAt, problem } },
  });

  /** Names the ids in parts, because one meaning takes few names. */
  const namesOf = (profile: ProfileRow, ids: readonly string[]): NamedId[] => {
    const parts = Array.from({ length: Math.ceil(ids.length / NAMED_AT_ONCE) }, (_, at) =>
      ids.slice(at * NAMED_AT_ONCE, (at + 1) * NAMED_AT_ONCE),
    );
    return parts.flatMap((part) => nameIds(profile, part));
  };

  /** Only the local service reports the used amounts. */
  const usageOrNull = async (asking: Asking) => {
    try {
      return await queries.ask('list_velocity_usage', {}, asking);
    } catch (error) {
      reasonOf(error);
      return null;
    }
  };

  /** The tags of private keys are shown also where the service lists no private keys. */
  const privateKeysOrNull = async (asking: Asking) => {
    try {
      return (await queries.ask('list_private_keys', {}, asking)).privateKeys;
    } catch (error) {
      reasonOf(error);
      return null;
    }
  };

  const partsOf = (asking: Asking, { apps, subOrganizations }: OrganizationContent): ReadParts => ({
    users: {
      title: 'users',
      read: async () => ({ found: { users: (await queries.ask('list_users', {}, asking)).users.map(readMember) } }),
    },
    tags: {
      title: 'tags',
      async read() {
        const { userTags } = await queries.ask('list_user_tags', {}, asking);
        const { privateKeyTags } = await queries.ask('list_private_key_tags', {}, asking);
        const keys = await privateKeysOrNull(asking);
        const tags = [...userTags.map(readUserTag), ...privateKeyTags.map((tag) => readKeyTag(tag, keys))];
        return { found: { tags, privateKeys: keys?.map(keyNamed) ?? null } };
      },
    },
    policies: {
      title: 'policies',
      async read() {
        const { policies } = await queries.ask('list_policies', {}, asking);
        return { found: { policies: policies.map(readPolicy) } };
      },
    },
    limits: {
      title: 'limits',
      async read() {
        const { rows, isWhole } = await readControls(queries, asking);
        const usage = rows.length === 0 ? null : await usageOrNull(asking);
        return { found: { limits: rows.map((control) => readLimit(control, usage)) }, isWhole };
      },
    },
    configuration: {
      title: 'quorum and features',
      read: async () => ({ found: readConfiguration(await queries.ask('get_organization_configs', {}, asking)) }),
    },
    subOrganizations: {
      title: 'sub-organizations',
      async read() {
        const { rows, isWhole } = await allPages(
          async (paginationOptions) =>
            (await queries.ask('list_suborgs', { paginationOptions }, asking)).organizationIds,
          (id) => id,
          asking,
        );
        const named = await nameSubOrganizations(rows, subOrganizations, queries, asking);
        return { found: { subOrganizations: named }, isWhole };
      },
    },
    sessionProfiles: {
      title: 'session profiles',
      async read() {
        const { sessionProfiles } = await queries.ask('get_session_profiles', {}, asking);
        return { found: { sessionProfiles: sessionProfiles.map(readSession) } };
      },
    },
    secrets: {
      title: 'secrets',
      async read() {
        const { rows, isWhole } = await allPages(
          async (paginationOptions) => (await queries.ask('list_secrets', { paginationOptions }, asking)).secrets,
          ({ secretId }) => secretId,
          asking,
        );
        return { found: { secrets: rows.map(readSecret) }, isWhole };
      },
    },
    apps: { title: 'TVC apps', read: async () => ({ found: { apps: await readApps(queries, apps, asking) } }) },
  });

  return {
    get() {
      const profile = profiles.get();
      const content = keptOf(profile);
      const ids = content.subOrganizations.map(({ id }) => id);
      const names = new Map(namesOf(profile, ids).map(({ id, name }) => [id, name]));
      const own = credentials.list(profile.name);
      return {
        ...content,
        me: content.me ?? voterWith(cache, profile, own),
        users: withUses(content.users, own),
        subOrganizations: content.subOrganizations.map(({ id, name }) => ({ id, name: names.get(id) ?? name })),
        named: namesOf(profile, idsIn(content)),
      };
    },

    async refresh({ signal, progress } = {}) {
      const profile = profiles.get();
      const asking = { profile, signal };
      const parts = partsOf(asking, keptOf(profile));
      const { organizationId, organizationName, userId } = await queries.ask('whoami', {}, asking);
      let content: OrganizationContent = { ...keptOf(profile), id: organizationId, name: organizationName, me: userId };
      const keepRead = () => {
        // Second factors are read apart, maybe meanwhile.
        const { factors, parts: kept } = keptOf(profile);
        content = { ...content, factors, parts: { ...content.parts, factors: kept.factors } };
        keep(profile, content);
      };
      const refusals = createRefusals();
      const names = Object.keys(parts) as ReadPart[];
      for (const [done, part] of names.entries()) {
        stopIfCancelled(signal);
        progress?.({ done, total: names.length, text: `Reading ${parts[part].title}` });
        const { readAt, problem } = content.parts[part];
        const isAwaited = readAt === null || problem !== null;
        try {
          const { found, isWhole = true } = await parts[part].read();
          refusals.succeeded();
          content = settled(content, part, found, isWhole ? null : NOT_ALL_READ);
        } catch (error) {
          content = refused(content, part, refusals.reasonOf(error));
        }
        // Awaited rows are shown while the service is slow with the next ones, and stay where the next ones fail.
        if ((isAwaited || content.parts[part].problem !== null) && done < names.length - 1) keepRead();
      }
      keepRead();
      return { parts: names.length };
    },

    listed: (of) => readListedThings(of, queries, { profile: profiles.get() }),

    async refreshFactors({ signal, progress } = {}) {
      const profile = profiles.get();
      const asking = { profile, signal };
      let { users } = keptOf(profile);
      if (users.length === 0) users = (await queries.ask('list_users', {}, asking)).users.map(readMember);
      const asked = users.slice(0, MAXIMUM_FACTOR_READS);
      const earlier = keptOf(profile).factors;
      const factors: OrganizationContent['factors'] = [];
      const failed: { readonly name: string; readonly reason: Text }[] = [];
      const refusals = createRefusals();
      for (const [done, { id, name }] of asked.entries()) {
        stopIfCancelled(signal);
        progress?.({
          done,
          total: asked.length,
          text: `Reading second factors of user ${done + 1} of ${asked.length}`,
        });
        try {
          const { mfaPolicies } = await queries.ask('get_mfa_policies', { userId: id }, asking);
          refusals.succeeded();
          factors.push(...mfaPolicies.map((factor) => readFactor(id, factor)));
        } catch (error) {
          failed.push({ name, reason: refusals.reasonOf(error) });
          factors.push(...earlier.filter(({ userId }) => userId === id));
        }
      }
      const content = keptOf(profile);
      const missing = users.length > asked.length ? factorsMissing(asked.length, users.length) : null;
      keep(
        profile,
        failed.length === 0
          ? settled(content, 'factors', { factors }, missing)
          : refused({ ...content, factors }, 'factors', factorsRefused(failed)),
      );
      return { factors: factors.length };
    },
  };
}

const NOT_ALL_READ = sentence`Castellan reads at most ${MAXIMUM_ROWS} of them. Find others with a filter in All operations.`;

const factorsMissing = (read: number, all: number): Text =>
  sentence`Castellan read the second factors of ${read} of ${all} users. Read those of another user in All operations.`;

/** Returns the first reason, with the name of its user and the number of the others. */
function factorsRefused([first, ...others]: readonly { readonly name: string; readonly reason: Text }[]): Text {
  if (first === undefined) return '';
  const [name, reason] = [oneLine(first.name, SHOWN_NAME), first.reason];
  if (others.length === 0) return sentence`Second factors of “${name}”: ${reason}`;
  return sentence`Second factors of “${name}” and of ${others.length} more: ${reason}`;
}

/** Adds the last use of each key that this machine keeps. */
function withUses(users: OrganizationContent['users'], own: readonly CredentialRow[]): OrganizationContent['users'] {
  const uses = new Map(own.map(({ publicKey, lastUsedAt }) => [publicKey.toLowerCase(), lastUsedAt]));
  return users.map((user) => ({
    ...user,
    keys: user.keys.map((key) => {
      const usedAt = uses.get(key.publicKey.toLowerCase());
      return usedAt === undefined ? key : { ...key, usedAt };
    }),
  }));
}

/** Returns the ids in expressions that name no user and no tag. */
function idsIn({ users, tags, policies, factors, sessionProfiles }: OrganizationContent): readonly string[] {
  const own = new Set([...users, ...tags].map(({ id }) => id));
  const texts = [
    ...policies.flatMap(({ condition, consensus }) => [condition, consensus]),
    ...factors.map(({ condition }) => condition),
    ...sessionProfiles.map(({ scope }) => scope),
  ];
  return texts.flatMap((text) => text.match(IDS) ?? []).filter((id) => !own.has(id));
}

function stopIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. The earlier rows are still shown.');
}
