import { AppError, type ErrorCode } from '../../../shared/errors/index.ts';
import { type AccessAct, type Finding, isJsonObject, ownMember, type ProfileRow } from '../../../shared/model/index.ts';
import { care, information } from '../../crypto/index.ts';
import type { Queries } from '../queries/queries.ts';
import { type Probe, probeRequest, readProbes } from './access-probes.ts';
import { type AffectedUser, type AskedChange, changeOf, changesPower } from './organization-changes.ts';
import type { ComparedDecision, PolicyTrials } from './policy-trials.ts';

/** Requests that are tried for one question. Users beyond the limit are counted. */
const MAXIMUM_TRIALS = 600;
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
 * leave it. A finding says so where that cannot be proven. Empty for every other request. Throws CANCELLED.
 */
export type FindEffects = (asked: AskedBody) => Promise<readonly Finding[]>;

interface EffectParts {
  readonly queries: Pick<Queries, 'ask'>;
  readonly policyTrials: Pick<PolicyTrials, 'compare'>;
}

export function createEffects({ queries, policyTrials }: EffectParts): FindEffects {
  const tried = async ({ users, change }: AskedChange, asking: Pick<AskedBody, 'profile' | 'signal'>) => {
    const { probes, untried } = await readProbes(queries, asking);
    const limit = Math.max(1, Math.floor(MAXIMUM_TRIALS / probes.length));
    const some = users.slice(0, limit);
    const requests = some.flatMap(({ userId }) => probes.map((probe) => probeRequest(probe, userId)));
    const decisions = await policyTrials.compare(requests, change, asking);
    const found = some.map((user, at) => {
      const own = decisions.slice(at * probes.length, (at + 1) * probes.length);
      return { user, findings: findingsOf(user, probes, own) };
    });
    return { found, untriedUsers: users.length - some.length, untriedKeys: untried };
  };

  return async ({ profile, operation, body, signal }) => {
    if (operation === null || !changesPower(operation)) return [];
    const asking = { profile, signal };
    try {
      const { organizationData } = await queries.ask('get_organization', {}, asking);
      const asked = changeOf(operation, parametersOf(body), organizationData);
      if (asked === null) return [notKnown('every user', 'the request changes several things at once')];
      const losses = asked.losses.map((loss) => care(loss));
      if (asked.users.length === 0) return losses;
      const names = asked.users.length > MAXIMUM_NAMED ? 'every user' : asked.users.map(({ name }) => name).join(', ');
      return [...losses, ...(await tried(asked, asking).then(told, (error: unknown) => [unproven(names, error)]))];
    } catch (error) {
      return [unproven('every user', error)];
    }
  };
}

/** Returns the findings about the users whose power changes. The others are one sentence. */
function told({
  found,
  untriedUsers,
  untriedKeys,
}: {
  readonly found: readonly { readonly user: AffectedUser; readonly findings: readonly Finding[] }[];
  readonly untriedUsers: number;
  readonly untriedKeys: number;
}): readonly Finding[] {
  const changed = found.filter(({ findings }) => findings.length > 0);
  const more = changed.length - MAXIMUM_NAMED;
  const same = found.filter(({ user, findings }) => user.how === 'compared' && findings.length === 0);
  return [
    ...changed.slice(0, MAXIMUM_NAMED).flatMap(({ findings }) => findings),
    ...(more > 0 ? [care(`The power of ${more} more ${more === 1 ? 'user' : 'users'} changes too.`)] : []),
    ...(untriedUsers > 0 ? [notKnown(`${untriedUsers} more users`, 'so many were not tried')] : []),
    ...(untriedKeys > 0 ? [care(`${untriedKeys} more wallets or keys were not tried.`)] : []),
    ...(same.length === 0 || changed.length > 0
      ? []
      : [information('No user gains or loses a request that was tried: one of each kind, for each wallet and key.')]),
  ];
}

const notKnown = (names: string, why: string): Finding => care(`What ${names} can then do is not known: ${why}.`);

const REASONS: Readonly<Partial<Record<ErrorCode, string>>> = {
  NOT_SUPPORTED: 'only the service inside Castellan tries policies',
  ALREADY_RUNNING: 'another Castellan runs the local service',
  INVALID_INPUT: 'the policy has a fault',
};

/** Returns the finding of a change whose effect could not be tried. Throws CANCELLED. */
function unproven(names: string, error: unknown): Finding {
  if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error;
  return notKnown(names, REASONS[error.code] ?? 'policies were not read');
}

function parametersOf(body: string): unknown {
  const root: unknown = JSON.parse(body);
  return isJsonObject(root) ? ownMember(root, 'parameters') : undefined;
}

type Outcome = ComparedDecision['before']['outcome'] | 'unknown';
/** One request of a user, before and after. */
interface Tried extends Pick<Probe, 'act' | 'key'> {
  readonly before: Outcome;
  readonly after: Outcome;
}

/** Acts that are no signature, as they follow "can". */
const ACTS: Readonly<Partial<Record<AccessAct, string>>> = {
  'create accounts': 'create accounts',
  export: 'export keys',
  'create wallet': 'create wallets',
  'add user': 'add users',
  'write policy': 'write policies',
  'change quorum': 'change the root quorum',
};

function findingsOf(
  { name, how }: AffectedUser,
  probes: readonly Probe[],
  decisions: readonly (ComparedDecision | null)[],
): readonly Finding[] {
  const tried = probes.map(({ act, key }, at): Tried => {
    const decision = decisions[at] ?? null;
    if (decision === null) return { act, key, before: 'unknown', after: 'unknown' };
    const { before, after } = decision;
    return { act, key, before: how === 'compared' ? before.outcome : 'deny', after: after.outcome };
  });
  const who = how === 'shared' ? `Anyone with a credential of ${name}` : name;
  const then = how === 'shared' ? 'can' : 'can then';
  const unknown = tried.filter(({ after }) => after === 'unknown').length;
  return [
    ...signing(`${who} ${then}`, tried),
    ...acting(`${who} ${then}`, tried),
    ...(unknown === 0
      ? []
      : [care(`The effect of ${unknown} requests of ${name} is not known: the service did not decide them.`)]),
  ];
}

/** Returns the change in the wallets and keys that a user signs with. */
function signing(who: string, tried: readonly Tried[]): readonly Finding[] {
  const signs = tried.filter(({ act }) => act === 'send' || act === 'sign message');
  const wallets = new Set(tried.filter(({ act }) => act === 'create accounts').map(({ key }) => key));
  const keysOf = (when: 'before' | 'after', outcome: Outcome) =>
    new Set(signs.filter((one) => one[when] === outcome).map(({ key }) => key));
  const wordsOf = (keys: ReadonlySet<string | null>) => {
    const noun = [...keys].every((key) => wallets.has(key))
      ? ['wallet', 'wallets']
      : ['wallet or key', 'wallets or keys'];
    return `${keys.size} ${noun[keys.size === 1 ? 0 : 1]}`;
  };
  const sentence = (outcome: 'allow' | 'consensus', how: string): readonly Finding[] => {
    const [before, after] = [keysOf('before', outcome), keysOf('after', outcome)];
    const isGained = [...after].some((key) => !before.has(key));
    const isLost = [...before].some((key) => !after.has(key));
    if (!isGained && !isLost) return [];
    if (after.size === 0) return [care(`${who} no longer sign ${how}.`)];
    return [
      care(`${who} sign ${how} with ${wordsOf(after)}${before.size === 0 ? '' : `, today with ${wordsOf(before)}`}.`),
    ];
  };
  return [...sentence('allow', 'alone'), ...sentence('consensus', 'with more votes')];
}

/** Returns the changes in everything else that a user can do. */
function acting(who: string, tried: readonly Tried[]): readonly Finding[] {
  const namesOf = (is: (one: Tried) => boolean) => {
    const names = [...new Set(tried.filter(is).flatMap(({ act }) => ACTS[act] ?? []))];
    return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  };
  const changed = (outcome: Outcome, how: string): readonly Finding[] => {
    const gained = namesOf(({ before, after }) => before !== outcome && after === outcome);
    const lost = namesOf(({ before, after }) => before === outcome && after !== outcome);
    return [
      ...(gained === '' ? [] : [care(`${who} ${gained} ${how}.`)]),
      ...(lost === '' ? [] : [care(`${who} no longer ${lost} ${how}.`)]),
    ];
  };
  return [...changed('allow', 'alone'), ...changed('consensus', 'with more votes')];
}
