import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  type ChangedPeople,
  type ComposedRequest,
  type DraftPolicy,
  type PolicyTrial,
  type ProfileRow,
  readTimestamp,
  type UntriedRequest,
} from '../../../shared/model/index.ts';
import type { QueryResponse } from '../../../shared/operations/index.ts';
import {
  namesOfKinds,
  type OrganizationFacts,
  type OtherPolicy,
  type PolicyNames,
} from '../../../shared/policy-language/index.ts';
import { TRIED_AT_ONCE } from '../../../shared/processes/index.ts';
import { limitText } from '../../../shared/words/index.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { activityPages } from '../queries/activity-pages.ts';
import { allPages } from '../queries/all-pages.ts';
import type { Queries } from '../queries/queries.ts';
import { readControls, readLimit } from '../queries/read-limit.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';

/** The most accounts that are read. Of more accounts, no address is called unknown. */
const MAXIMUM_ACCOUNTS = 2_000;

/** A policy that never matches. Only the decision without it is read. */
const NO_POLICY: DraftPolicy = {
  policyId: null,
  policyName: 'None',
  effect: 'EFFECT_ALLOW',
  condition: 'false',
  consensus: '',
  time: '',
};

/** The organization of a profile: its facts, and the names of its identifiers and addresses in lower case. */
export interface PolicyOrganization {
  readonly facts: OrganizationFacts;
  readonly names: PolicyNames;
}

/** The requests on which a policy is tried: the newest activities, and one that was never sent. */
export interface WantedTrials {
  readonly activities: number;
  /** Only activities of this time and later, in milliseconds since the epoch. All when absent. */
  readonly since?: number | null;
  /** Without approvers, the profile's own user asks. */
  readonly request: (Omit<ComposedRequest, 'approvers'> & { readonly approvers: readonly string[] }) | null;
}

/** A change of the organization that is not stored. Null for no change. */
export interface OrganizationChange {
  readonly policy: DraftPolicy | null;
  readonly people: ChangedPeople | null;
}

export const NO_CHANGE: OrganizationChange = { policy: null, people: null };

export type ComparedDecision = Pick<PolicyTrial, 'before' | 'after'>;

interface Trying {
  readonly profile?: ProfileRow | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: (done: number) => void;
}

/** Policies that may not exist yet: the organization around them, and their effect on its requests. */
export interface PolicyTrials {
  /** Reads the organization as it is now. Throws what a query throws. */
  organization(trying?: Trying): Promise<PolicyOrganization>;
  /**
   * Has the service inside this program decide requests with and without a policy. Nothing is stored.
   * Throws NOT_SUPPORTED for another service, ALREADY_RUNNING where another Castellan runs it, CANCELLED.
   */
  try(policy: DraftPolicy, wanted: WantedTrials, trying?: Trying): Promise<(PolicyTrial | UntriedRequest)[]>;
  /**
   * Has the service inside this program decide requests that are never sent, as the organization is and as a change
   * would leave it. Returns null for one that it cannot decide. Throws like `try`.
   */
  compare(
    requests: readonly ComposedRequest[],
    change: OrganizationChange,
    trying?: Trying,
  ): Promise<(ComparedDecision | null)[]>;
}

interface TrialParts {
  readonly profiles: Pick<Profiles, 'get'>;
  readonly queries: Pick<Queries, 'ask'>;
  readonly service: Pick<ServiceKeeper, 'own' | 'state'>;
}

export function createPolicyTrials({ profiles, queries, service }: TrialParts): PolicyTrials {
  const checkSignal = (signal: AbortSignal | undefined) => {
    if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. Nothing was stored or sent.');
  };

  /** Returns the newest activities' ids, at most `limit`, and none before `since`. */
  const newest = async (
    { activities: limit, since }: WantedTrials,
    asking: { readonly profile: ProfileRow; readonly signal?: AbortSignal },
  ) => {
    const ids: string[] = [];
    if (limit === 0) return ids;
    for await (const { activities } of activityPages(queries, asking)) {
      const wanted = activities.filter((one) => since == null || (readTimestamp(one.createdAt) ?? 0) >= since);
      ids.push(...wanted.map(({ id }) => id));
      if (ids.length >= limit || wanted.length < activities.length) break;
      checkSignal(asking.signal);
    }
    return ids.slice(0, limit);
  };

  /** Returns the addresses of all accounts, or null when there are too many to read. */
  const accountsOf = async (asking: Pick<Trying, 'profile' | 'signal'>): Promise<readonly string[] | null> => {
    const { rows, isWhole } = await allPages(
      async (paginationOptions) => (await queries.ask('list_wallet_accounts', { paginationOptions }, asking)).accounts,
      ({ walletAccountId }) => walletAccountId,
      { signal: asking.signal, maximum: MAXIMUM_ACCOUNTS },
    );
    return isWhole ? rows.map(({ address }) => address) : null;
  };

  /** Returns the limits over time in words, by `controls.` and the identifier. None for a service without them. */
  const limitNames = async (asking: Pick<Trying, 'profile' | 'signal'>): Promise<(readonly [string, string])[]> => {
    try {
      return (await readControls(queries, asking)).rows.map((control) => {
        const limit = readLimit(control, null);
        return [`controls.${limit.identifier}`, `${limit.name}, ${limitText(limit)}`];
      });
    } catch (error) {
      if (error instanceof AppError && (error.code === 'SERVICE_REFUSED' || error.code === 'NOT_FOUND')) return [];
      throw error;
    }
  };

  /** Returns the service inside this program. It starts with a query before. Throws like `try`. */
  const ownService = (profile: ProfileRow) => {
    if (profile.kind !== 'local' && profile.baseUrl !== service.state().baseUrl)
      throw new AppError(
        'NOT_SUPPORTED',
        sentence`The profile “${profile.name}” names a service that cannot try a policy. Nothing was tried. Use a profile of the service inside Castellan.`,
      );
    const own = service.own();
    if (own !== null) return own;
    throw new AppError(
      'ALREADY_RUNNING',
      'Another Castellan runs the local service. Nothing was tried. Close that window, then try the policy again.',
    );
  };

  return {
    async organization({ profile = profiles.get(), signal } = {}) {
      const asking = { profile, signal };
      const { organizationData: data } = await queries.ask('get_organization', {}, asking);
      const { facts, names } = describe(data, await accountsOf(asking));
      return { facts, names: new Map([...names, ...(await limitNames(asking))]) };
    },
    async try(policy, wanted, { profile = profiles.get(), signal, progress } = {}) {
      // The embedded service starts with the first query.
      const asking = { profile, ...(signal && { signal }) };
      const { userId } = await queries.ask('whoami', {}, asking);
      const own = ownService(profile);
      const { organizationId } = profile;
      const { request } = wanted;
      const ids = await newest(wanted, asking);
      const trials: (PolicyTrial | UntriedRequest)[] = [];
      for (let at = 0; at < ids.length; at += TRIED_AT_ONCE) {
        checkSignal(signal);
        const activityIds = ids.slice(at, at + TRIED_AT_ONCE);
        const answer = await own.call('tryPolicy', {
          organizationId,
          policy,
          activityIds,
          request: null,
          people: null,
        });
        trials.push(...answer.trials);
        progress?.(trials.length);
      }
      if (request === null) return trials;
      const approvers = request.approvers.length > 0 ? [...request.approvers] : [userId];
      const composed = { organizationId, policy, activityIds: [], request: { ...request, approvers }, people: null };
      return [...trials, ...(await own.call('tryPolicy', composed)).trials];
    },
    async compare(requests, { policy, people }, { profile = profiles.get(), signal, progress } = {}) {
      await queries.ask('whoami', {}, { profile, ...(signal && { signal }) });
      const own = ownService(profile);
      const decisions: (ComparedDecision | null)[] = [];
      for (const request of requests) {
        checkSignal(signal);
        const { organizationId } = profile;
        const wanted = { organizationId, policy: policy ?? NO_POLICY, activityIds: [], request, people };
        const [trial] = (await own.call('tryPolicy', wanted)).trials;
        decisions.push(trial === undefined || 'problem' in trial ? null : { before: trial.before, after: trial.after });
        progress?.(decisions.length);
      }
      return decisions;
    },
  };
}

type OrganizationData = QueryResponse<'get_organization'>['organizationData'];

/** Returns the facts and names of an organization. A list that the service leaves out is not known. */
function describe(data: OrganizationData, accounts: readonly string[] | null): PolicyOrganization {
  const { users, tags, wallets, privateKeys, policies = [], rootQuorum, smartContractInterfaceReferences } = data;
  const tagsOf = (type: string) =>
    tags?.filter(({ tagType }) => tagType === type).map(({ tagId, tagName }) => ({ id: tagId, name: tagName })) ?? null;
  const contracts = smartContractInterfaceReferences?.flatMap(({ smartContractAddress }) => smartContractAddress ?? []);
  const keyAddresses = privateKeys?.flatMap(({ addresses }) => addresses.flatMap(({ address }) => address ?? []));
  const addresses =
    accounts === null || keyAddresses === undefined ? null : [...accounts, ...keyAddresses, ...(contracts ?? [])];
  const facts: OrganizationFacts = {
    users: users?.map(({ userId, userName, userTags }) => ({ id: userId, name: userName, tagIds: userTags })) ?? null,
    userTags: tagsOf('TAG_TYPE_USER'),
    privateKeyTags: tagsOf('TAG_TYPE_PRIVATE_KEY'),
    wallets: wallets?.map(({ walletId, walletName }) => ({ id: walletId, name: walletName })) ?? null,
    privateKeys:
      privateKeys?.map(({ privateKeyId, privateKeyName }) => ({ id: privateKeyId, name: privateKeyName })) ?? null,
    addresses: addresses === null ? null : new Set(addresses.map((address) => address.toLowerCase())),
    rootQuorum: rootQuorum ?? null,
    policies: policies.map(otherPolicy),
  };
  const entities = [facts.users, facts.userTags, facts.privateKeyTags, facts.wallets, facts.privateKeys];
  return { facts, names: namesOfKinds(entities.map((list) => list ?? [])) };
}

const otherPolicy = (policy: NonNullable<OrganizationData['policies']>[number]): OtherPolicy => ({
  policyId: policy.policyId,
  policyName: policy.policyName,
  effect: policy.effect === 'EFFECT_DENY' ? 'EFFECT_DENY' : 'EFFECT_ALLOW',
  condition: policy.condition ?? '',
  consensus: policy.consensus ?? '',
  time: policy.time ?? '',
});
