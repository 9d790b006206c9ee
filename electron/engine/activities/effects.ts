import { AppError, type ErrorCode } from '../../../shared/errors/index.ts';
import { type Finding, isJsonObject, ownMember, type ProfileRow } from '../../../shared/model/index.ts';
import { care } from '../../crypto/index.ts';
import { SERVICE_NAMES } from '../naming/naming.ts';
import type { Clock } from '../ports.ts';
import type { Queries } from '../queries/queries.ts';
import { probeRequest } from './access-probes.ts';
import { readEffectProbes } from './effect-probes.ts';
import { type ChangedPower, powerOf } from './effect-sentences.ts';
import { lockOutBy } from './lock-out.ts';
import { type AffectedUser, type AskedChange, UnknownEffect } from './named-in-request.ts';
import { changeOf, changesPower } from './organization-changes.ts';
import type { PolicyTrials } from './policy-trials.ts';
import { usedLimits } from './used-limits.ts';

/** Requests that are tried for one question. Users beyond the limit are counted. */
const MAXIMUM_TRIALS = 2000;
/** Users that one question names. */
const MAXIMUM_NAMED = 8;

/** A request to be asked about: its operation, and its exact body as text. */
interface AskedBody {
  readonly profile: ProfileRow;
  readonly operation: string | null;
  readonly body: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns what a request about users, credentials, tags, policies or the quorum gives and takes, as findings. The
 * service inside this program decides requests that are never sent, as the organization is and as the request would
 * leave it. The used amount of a limit over time comes first. A finding says so where that cannot be proven. Empty for every other request. Throws CANCELLED.
 */
export type FindEffects = (asked: AskedBody) => Promise<readonly Finding[]>;

interface EffectParts {
  readonly queries: Pick<Queries, 'ask'>;
  readonly policyTrials: Pick<PolicyTrials, 'compare'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function createEffects({ queries, policyTrials, clock }: EffectParts): FindEffects {
  const tried = async ({ users, change, keyIds }: AskedChange, asking: Pick<AskedBody, 'profile' | 'signal'>) => {
    const { probes, untried } = await readEffectProbes(queries, asking, keyIds);
    const limit = Math.max(1, Math.floor(MAXIMUM_TRIALS / probes.length));
    const some = users.slice(0, limit);
    const requests = some.flatMap(({ userId }) => probes.map((probe) => probeRequest(probe, userId)));
    const decisions = await policyTrials.compare(requests, change, asking);
    const found = some.map((user, at) => {
      const own = decisions.slice(at * probes.length, (at + 1) * probes.length);
      return { user, ...powerOf(user, { probes, hasAllKeys: untried === 0 }, own) };
    });
    return { found, untriedUsers: users.length - some.length, untriedKeys: untried };
  };

  const effectsOf = async (
    { operation, parameters, organizationId }: RequestBody & { readonly operation: string },
    asking: Pick<AskedBody, 'profile' | 'signal'>,
  ): Promise<readonly Finding[]> => {
    try {
      if (organizationId !== asking.profile.organizationId.toLowerCase())
        return [notKnown('every user', 'the request is for another organization')];
      const { organizationData: data } = await queries.ask('get_organization', {}, asking);
      const asked = changeOf(operation, parameters, { data, at: clock.now() });
      const losses = asked.losses.map((loss) => care(loss));
      if (asked.users.length === 0) return losses;
      const names = asked.users.length > MAXIMUM_NAMED ? 'every user' : asked.users.map(({ name }) => name).join(', ');
      return [
        ...losses,
        ...(await tried(asked, asking).then(findingsOf, (error: unknown) => [unproven(names, error)])),
      ];
    } catch (error) {
      return [unproven('every user', error)];
    }
  };

  return async ({ profile, operation, body, signal }) => {
    if (operation === null || !changesPower(operation)) return [];
    const asking = { profile, signal };
    const { parameters, organizationId } = requestOf(body);
    const used = await usedLimits(queries, { operation, parameters }, asking);
    const lockOut = lockOutBy(profile, { operation, parameters });
    const found = [
      ...(lockOut === null ? [] : [lockOut]),
      ...used,
      ...(await effectsOf({ operation, parameters, organizationId }, asking)),
    ];
    const isNamed = profile.kind !== 'local' && found.some(({ text }) => text.includes('“'));
    return isNamed ? [...found, SERVICE_NAMES] : found;
  };
}

interface TriedUsers {
  readonly found: readonly ({ readonly user: AffectedUser } & ChangedPower)[];
  readonly untriedUsers: number;
  readonly untriedKeys: number;
}

/** Returns the findings about the users whose power changes. The others are one sentence. */
function findingsOf({ found, untriedUsers, untriedKeys }: TriedUsers): readonly Finding[] {
  const changed = found.filter(({ findings }) => findings.length > 0);
  const more = changed.length - MAXIMUM_NAMED;
  const isSame = found.every(({ user, isDecidedAlike }) => user.how === 'compared' && isDecidedAlike);
  return [
    ...changed.slice(0, MAXIMUM_NAMED).flatMap(({ findings }) => findings),
    ...(more > 0 ? [care(`The power of ${more} more ${more === 1 ? 'user' : 'users'} changes too.`)] : []),
    ...(untriedUsers > 0 ? [notKnown(`${untriedUsers} more users`, 'so many were not tried')] : []),
    ...(untriedKeys > 0 ? [care(`${untriedKeys} more wallets or keys were not tried.`)] : []),
    care(`${isSame ? `${ALIKE} ` : ''}${NOT_TRIED}`),
  ];
}

const ALIKE = 'Each request that was tried is allowed, put to the vote or refused as before.';
/** The trial takes one example of each kind, at the present time, with one credential. No sentence may hide that. */
const NOT_TRIED =
  'Not tried: other accounts, operations, amounts, recipients, contents, chains, times, credentials and numbers of votes. They can be decided differently.';

const notKnown = (names: string, why: string): Finding => care(`The later rights of ${names} are not known: ${why}.`);

const REASONS: Readonly<Partial<Record<ErrorCode, string>>> = {
  NOT_SUPPORTED: 'only the service inside Castellan tries policies',
  ALREADY_RUNNING: 'another Castellan runs the local service',
  INVALID_INPUT: 'the policy has a fault',
};

/** Returns the finding of a change whose effect could not be tried. Throws CANCELLED. */
function unproven(names: string, error: unknown): Finding {
  if (error instanceof UnknownEffect) return notKnown(names, error.message);
  if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error;
  return notKnown(names, REASONS[error.code] ?? 'policies were not read');
}

interface RequestBody {
  readonly parameters: unknown;
  readonly organizationId: string | null;
}

function requestOf(body: string): RequestBody {
  const root: unknown = JSON.parse(body);
  if (!isJsonObject(root)) return { parameters: undefined, organizationId: null };
  const id = ownMember(root, 'organizationId');
  return {
    parameters: ownMember(root, 'parameters'),
    organizationId: typeof id === 'string' ? id.toLowerCase() : null,
  };
}
