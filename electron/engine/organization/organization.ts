import { AppError } from '../../../shared/errors/index.ts';
import {
  ORGANIZATION_PARTS,
  OrganizationContent,
  type OrganizationPart,
  type ProfileRow,
} from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import type { Base } from '../base.ts';
import type { NameIds } from '../naming/known-names.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Asking, Queries } from '../queries/queries.ts';
import { readLimit } from '../queries/read-limit.ts';
import { readApps } from './apps.ts';
import { readConfiguration, readFactor, readMember, readPolicy, readSecret, readSession, readTag } from './read.ts';
import { reasonOf } from './refusals.ts';

/** Sub-organizations that are listed. The interface returns at most 100 a page. */
const MAXIMUM_SUB_ORGANIZATIONS = 100;
/** Limits over time that are listed. The interface returns at most 100 a page. */
const MAXIMUM_LIMITS = 100;
/** Secrets of a page, and the most pages that are read. */
const SECRETS_A_PAGE = 100;
const MAXIMUM_SECRET_PAGES = 50;
/** A UUID inside an expression. */
const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Users whose second factors are read, one query each. */
const MAXIMUM_FACTOR_READS = 100;

/** The users and the rules of the current profile's organization, as its service last reported them. */
export interface Organization {
  /** From the cache. Empty before the first read. */
  get(): OrganizationContent;
  /**
   * Reads it part by part. A part that the service refuses keeps its earlier rows, with the reason. Throws the errors of
   * a query for every other failure, and then keeps the cached data.
   */
  refresh(counting?: Counting): Promise<{ parts: number }>;
  /** Reads the second factors of each known user. Throws like `refresh`. */
  refreshFactors(counting?: Counting): Promise<{ factors: number }>;
}

interface OrganizationParts {
  readonly profiles: Pick<Profiles, 'get'>;
  readonly queries: Pick<Queries, 'ask'>;
  readonly nameIds: NameIds;
}

/** The parts of one refresh, in their order. Second factors are read apart, because they take a query for each user. */
type ReadPart = Exclude<OrganizationPart, 'factors'>;
type ReadParts = Readonly<
  Record<ReadPart, { readonly title: string; readonly read: () => Promise<Partial<OrganizationContent>> }>
>;

export function createOrganization(
  { ports, cache, changes }: Pick<Base, 'ports' | 'cache' | 'changes'>,
  { profiles, queries, nameIds }: OrganizationParts,
): Organization {
  const keptOf = (profile: ProfileRow): OrganizationContent => {
    const kept = cache.reader.report('organization', profile.name)?.kept;
    return checkValue(OrganizationContent, kept).length === 0 ? (kept as OrganizationContent) : nothingOf(profile);
  };
  const keep = (profile: ProfileRow, content: OrganizationContent) => {
    cache.writer.putReport('organization', profile.name, content, ports.clock.now());
    changes.tell('organization');
  };
  const settled = (content: OrganizationContent, part: OrganizationPart, found: Partial<OrganizationContent>) => ({
    ...{ ...content, ...found },
    parts: { ...content.parts, [part]: { readAt: ports.clock.now(), problem: null } },
  });
  const refused = (content: OrganizationContent, part: OrganizationPart, problem: string) => ({
    ...content,
    parts: { ...content.parts, [part]: { readAt: content.parts[part].readAt, problem } },
  });

  /** Only the local service reports the used amounts. */
  const usageOrNull = async (asking: Asking) => {
    try {
      return (await queries.ask('list_velocity_usage', {}, asking)).velocityUsage;
    } catch (error) {
      reasonOf(error);
      return null;
    }
  };

  const readSecrets = async (asking: Asking): Promise<OrganizationContent['secrets']> => {
    const secrets: OrganizationContent['secrets'] = [];
    for (let page = 0; page < MAXIMUM_SECRET_PAGES; page += 1) {
      const after = secrets.at(-1)?.id;
      const paginationOptions = { limit: String(SECRETS_A_PAGE), ...(after === undefined ? {} : { after }) };
      const found = (await queries.ask('list_secrets', { paginationOptions }, asking)).secrets.map(readSecret);
      secrets.push(...found);
      if (found.length < SECRETS_A_PAGE) return secrets;
    }
    const most = MAXIMUM_SECRET_PAGES * SECRETS_A_PAGE;
    throw new AppError('TOO_LARGE', `The organization has more than ${most} secrets. They were not read.`);
  };

  const partsOf = (asking: Asking): ReadParts => ({
    users: {
      title: 'users',
      read: async () => ({ users: (await queries.ask('list_users', {}, asking)).users.map(readMember) }),
    },
    tags: {
      title: 'tags',
      async read() {
        const { userTags } = await queries.ask('list_user_tags', {}, asking);
        const { privateKeyTags } = await queries.ask('list_private_key_tags', {}, asking);
        return {
          tags: [
            ...userTags.map((tag) => readTag(tag, 'user')),
            ...privateKeyTags.map((tag) => readTag(tag, 'private key')),
          ],
        };
      },
    },
    policies: {
      title: 'policies',
      read: async () => ({ policies: (await queries.ask('list_policies', {}, asking)).policies.map(readPolicy) }),
    },
    limits: {
      title: 'limits',
      async read() {
        const paginationOptions = { limit: String(MAXIMUM_LIMITS) };
        const { velocityControls } = await queries.ask('list_velocity_controls', { paginationOptions }, asking);
        const used = velocityControls.length === 0 ? [] : await usageOrNull(asking);
        return { limits: velocityControls.map((control) => readLimit(control, used)) };
      },
    },
    configuration: {
      title: 'quorum and features',
      read: async () => readConfiguration(await queries.ask('get_organization_configs', {}, asking)),
    },
    subOrganizations: {
      title: 'sub-organizations',
      async read() {
        const paginationOptions = { limit: String(MAXIMUM_SUB_ORGANIZATIONS) };
        const { organizationIds } = await queries.ask('list_suborgs', { paginationOptions }, asking);
        return { subOrganizations: organizationIds.map((id) => ({ id, name: null })) };
      },
    },
    sessionProfiles: {
      title: 'session profiles',
      async read() {
        const { sessionProfiles } = await queries.ask('get_session_profiles', {}, asking);
        return { sessionProfiles: sessionProfiles.map(readSession) };
      },
    },
    secrets: { title: 'secrets', read: async () => ({ secrets: await readSecrets(asking) }) },
    apps: { title: 'TVC apps', read: async () => ({ apps: await readApps(queries, asking) }) },
  });

  return {
    get() {
      const profile = profiles.get();
      const content = keptOf(profile);
      const ids = content.subOrganizations.map(({ id }) => id);
      const names = new Map(nameIds(profile, ids).map(({ id, name }) => [id, name]));
      return {
        ...content,
        subOrganizations: ids.map((id) => ({ id, name: names.get(id) ?? null })),
        named: nameIds(profile, idsIn(content)),
      };
    },

    async refresh({ signal, progress } = {}) {
      const profile = profiles.get();
      const asking = { profile, signal };
      const parts = partsOf(asking);
      const { organizationId, organizationName, userId } = await queries.ask('whoami', {}, asking);
      let content: OrganizationContent = { ...keptOf(profile), id: organizationId, name: organizationName, me: userId };
      const names = Object.keys(parts) as ReadPart[];
      for (const [done, part] of names.entries()) {
        stopIfCancelled(signal);
        progress?.({ done, total: names.length, text: `Reading ${parts[part].title}` });
        try {
          content = settled(content, part, await parts[part].read());
        } catch (error) {
          content = refused(content, part, reasonOf(error));
        }
      }
      keep(profile, content);
      return { parts: names.length };
    },

    async refreshFactors({ signal, progress } = {}) {
      const profile = profiles.get();
      const asking = { profile, signal };
      let { users } = keptOf(profile);
      if (users.length === 0) users = (await queries.ask('list_users', {}, asking)).users.map(readMember);
      const asked = users.slice(0, MAXIMUM_FACTOR_READS);
      const factors: OrganizationContent['factors'] = [];
      let problem: string | null = null;
      for (const [done, { id, name }] of asked.entries()) {
        stopIfCancelled(signal);
        progress?.({
          done,
          total: asked.length,
          text: `Reading second factors of user ${done + 1} of ${asked.length}`,
        });
        try {
          const { mfaPolicies } = await queries.ask('get_mfa_policies', { userId: id }, asking);
          factors.push(...mfaPolicies.map((factor) => readFactor(id, factor)));
        } catch (error) {
          problem = `${name}: ${reasonOf(error)}`;
        }
      }
      const content = keptOf(profile);
      keep(
        profile,
        problem === null
          ? settled(content, 'factors', { factors })
          : refused({ ...content, factors: factors.length === 0 ? content.factors : factors }, 'factors', problem),
      );
      return { factors: factors.length };
    },
  };
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

/** The organization of a profile before its first read. */
function nothingOf({ organizationId, organizationName }: ProfileRow): OrganizationContent {
  const parts = Object.fromEntries(ORGANIZATION_PARTS.map((part) => [part, { readAt: null, problem: null }]));
  return {
    ...{ id: organizationId, name: organizationName ?? '', me: null, users: [], tags: [], policies: [], limits: [] },
    ...{ quorum: null, features: [], subOrganizations: [], sessionProfiles: [], secrets: [], apps: [], factors: [] },
    named: [],
    parts: parts as OrganizationContent['parts'],
  };
}
