import { type Effect, inQuotes } from '../../model/index.ts';
import { findActivityByType, OPERATIONS, type Operation } from '../../operations/index.ts';
import { checksumFaults } from '../checksums.ts';
import type { Clause } from '../clauses.ts';
import { PARTS, type PolicyPart } from '../members.ts';
import { leftToRight, scopeOf, termOf } from '../terms.ts';
import { activityFaults, valueFaults } from '../values.ts';
import type { PolicyText } from '../words/explain.ts';
import { coveredTermIn, holdsAlways } from './everything.ts';
import type { OrganizationFacts } from './facts.ts';
import { about, aboutAll, clausesOfPolicy, neverMatching, type PolicyAdvice, type PolicyClauses } from './finding.ts';
import { boundOf, firstNever, type Proof } from './never.ts';
import { onePerson } from './one-person.ts';
import { openLists, pathsIn } from './open-lists.ts';
import { adviseOnOrganization } from './organization.ts';
import { type OtherPolicy, shadowing } from './shadow.ts';

/** The most findings of one policy. */
const MAXIMUM_ADVICE = 50;

/**
 * Returns advice about a policy: on clauses that can never or always hold, on a wider policy, on a denial that does not
 * bind. Each rule is sound: what is not proven is not reported. Never throws. With `facts` of the
 * organization, its people, tags, wallets and policies are compared too.
 *
 * @example
 * const policy = { effect: 'EFFECT_ALLOW', consensus: '', time: '' };
 * advisePolicy({ ...policy, condition: 'eth.tx.value > 5 && eth.tx.value < 3' })[0].message;
 * // 'Clause 2 contradicts clause 1, so the policy can never match.'
 */
export function advisePolicy(policy: PolicyText, facts?: OrganizationFacts): readonly PolicyAdvice[] {
  const clauses = clausesOfPolicy(policy);
  const { effect } = policy;
  return [
    ...everything(policy, clauses),
    ...PARTS.flatMap((part) => [
      ...neverHolds(part, clauses[part], effect),
      ...clauses[part].flatMap((clause) => valuesOf(part, clause, effect)),
    ]),
    ...PARTS.flatMap((part) => alwaysHolds(part, clauses[part], effect)),
    ...mistyped(clauses),
    ...(effect === 'EFFECT_ALLOW'
      ? [...unlimited(clauses), ...openLists(clauses), ...onePerson(clauses)]
      : [...lifted(clauses), ...leftOpen(clauses)]),
    ...(facts === undefined ? [] : adviseOnOrganization(policy, clauses, facts)),
    ...(facts === undefined ? [] : shadowed(policy, clauses, facts.policies)),
  ].slice(0, MAXIMUM_ADVICE);
}

/**
 * Returns the advice on clauses of one part that can never or always hold. Advice on single values is not among it:
 * `valueFaults` has that. `clauses` are those of a sound expression.
 */
export function adviseOnPart(part: PolicyPart, clauses: readonly Clause[], effect: Effect): readonly PolicyAdvice[] {
  return [...neverHolds(part, clauses, effect), ...alwaysHolds(part, clauses, effect)];
}

/** Returns the advice on a policy whose every clause always holds, or that has none. `clauses` are its own. */
export function everything(policy: PolicyText, clauses: PolicyClauses): readonly PolicyAdvice[] {
  const isAll = PARTS.every((part) =>
    clauses[part].length === 0
      ? policy[part].trim() === ''
      : clauses[part].every(({ expression }) => holdsAlways(expression, scopeOf(part))),
  );
  if (!isAll) return [];
  const message =
    policy.effect === 'EFFECT_DENY' ? 'The policy denies every request.' : 'The policy allows every request.';
  return [aboutAll('always', 'care', message)];
}

function neverHolds(part: PolicyPart, clauses: readonly Clause[], effect: Effect): readonly PolicyAdvice[] {
  const expressions = clauses.map(({ expression }) => expression);
  const proven = (proof: Proof) => firstNever(expressions, scopeOf(part), proof);
  const always = proven(effect);
  const never = always ?? (effect === 'EFFECT_DENY' ? proven('readable') : null);
  const found = never === null ? undefined : clauses[never.index];
  if (never === null || found === undefined)
    return [...impossibleActivity(part, clauses), ...onlyQuorum(part, clauses)];
  const other = never.with === null ? undefined : clauses[never.with];
  const message = `${named(part, found)} ${other === undefined ? 'can never hold' : `contradicts clause ${other.number}`}`;
  if (always !== null) return [neverMatching('never', 'care', part, found, message)];
  const hidden = `${message}, so the policy denies only requests whose contents are hidden, such as a digest.`;
  return [about('never', 'care', part, found, hidden)];
}

const named = (part: PolicyPart, { number }: Clause): string =>
  part === 'condition' ? `Clause ${number}` : `Clause ${number} of the ${part}`;

/** The comparisons whose value can never be equal, however they are joined. */
function valuesOf(part: PolicyPart, clause: Clause, effect: Effect): PolicyAdvice[] {
  return valueFaults(clause.expression, effect).map(({ message }) =>
    about('never', 'care', part, clause, `In ${named(part, clause).toLowerCase()}, ${message}.`),
  );
}

/** Reports clauses that no activity satisfies together. `valuesOf` reports contradictions within one clause. */
function impossibleActivity(part: PolicyPart, clauses: readonly Clause[]): PolicyAdvice[] {
  return activityFaults(clauses.map(({ expression }) => expression)).flatMap(({ start, end, message }) => {
    const clause = clauses.find(({ expression }) => expression.start <= start && end <= expression.end);
    if (clause === undefined) return [];
    return [about('never', 'care', part, clause, `In ${named(part, clause).toLowerCase()}, ${message}.`)];
  });
}

/** A clause that only requests fulfil which the root quorum alone decides. No policy is asked about them. */
function onlyQuorum(part: PolicyPart, clauses: readonly Clause[]): PolicyAdvice[] {
  if (part !== 'condition') return [];
  const scope = scopeOf(part);
  return clauses.flatMap((clause) => {
    const bound = boundOf(clause.expression, scope, 0);
    const allowed = bound?.bounds.allowed;
    if (!bound || !allowed || allowed.size === 0) return [];
    const isAsked = { 'activity.type': isTypeAsked, 'activity.kind': isKindAsked }[bound.term.path];
    if (isAsked === undefined || [...allowed].some(isAsked)) return [];
    const message = `${named(part, clause)} names a request that only the root quorum decides`;
    return [neverMatching('quorum', 'care', part, clause, message)];
  });
}

/** True unless every operation of the name is known, and none is decided by policies. */
const isTypeAsked = (type: string): boolean => {
  const operation = findActivityByType(type);
  return operation === undefined || operation.governed.by === 'policies';
};
const isKindAsked = (kind: string): boolean => {
  const operation = Object.values<Operation>(OPERATIONS).find(({ name }) => name.toUpperCase() === kind);
  return operation?.kind !== 'activity' || operation.governed.by === 'policies';
};

/**
 * A clause that holds for every request, or with two tests of one value that `||` joins, of which one always holds.
 * Mostly, `&&` was meant. A denial of everybody has a consensus that always holds.
 */
function alwaysHolds(part: PolicyPart, clauses: readonly Clause[], effect: Effect): readonly PolicyAdvice[] {
  const scope = scopeOf(part);
  const level = part === 'consensus' && effect === 'EFFECT_DENY' ? 'information' : 'care';
  return clauses.flatMap((clause) => {
    const term = coveredTermIn(clause.expression, scope, effect);
    if (term === null)
      return holdsAlways(clause.expression, scope)
        ? [about('always', level, part, clause, `${named(part, clause)} holds for every request.`)]
        : [];
    const { start } = clause.expression;
    const path = clause.text.slice(term.start - start, term.end - start);
    const message = `In ${named(part, clause).toLowerCase()}, one of the tests of ${path} always holds, so together they limit nothing; write && for ||.`;
    return [about('always', 'care', part, clause, message)];
  });
}

/** Addresses whose capital letters do not fit their checksum. */
function mistyped(clauses: PolicyClauses): PolicyAdvice[] {
  return PARTS.flatMap((part) =>
    clauses[part].flatMap((clause) =>
      checksumFaults(clause.expression).map(({ message }) =>
        about('checksum', 'care', part, clause, `In ${named(part, clause).toLowerCase()}, ${message}.`),
      ),
    ),
  );
}

/** Contents that a request may lack, with the words for a request without them. */
const CONTENTS: Readonly<Record<string, string>> = {
  eth: 'without that Ethereum content',
  solana: 'without a Solana transaction',
  bitcoin: 'without a Bitcoin transaction',
  tron: 'without a Tron transaction',
  tempo: 'without a Tempo transaction',
  wallet: 'without a wallet, such as one that signs with a private key,',
  wallet_account: 'without a wallet account, such as one that signs with a private key,',
  private_key: 'without a private key, such as one that signs with a wallet,',
};

/** A denial whose negative test is about contents that a request may lack. Such a request is not denied. */
function lifted({ condition }: PolicyClauses): PolicyAdvice[] {
  const scope = scopeOf('condition');
  return condition.flatMap((clause) => {
    const part = clause.expression;
    if (part.is !== 'compare') return [];
    const { operator, left, right } = leftToRight(part);
    const isNegative = operator === '!=' || (operator === '==' && right.is === 'literal' && right.value === false);
    const root = isNegative ? termOf(left, scope)?.root : undefined;
    const without = root === undefined || !Object.hasOwn(CONTENTS, root) ? undefined : CONTENTS[root];
    if (without === undefined) return [];
    const message = `A request ${without} is not denied: clause ${clause.number} is neither true nor false there.`;
    return [about('lifted', 'information', 'condition', clause, message)];
  });
}

/** The keys of a request, and the words for what a denial about them leaves open. */
const KEYS: Readonly<Record<string, string>> = { wallet: 'the wallet', private_key: 'the private key' };

/** A denial about a wallet or private key alone: it covers what is signed and exported, and not what changes the key. */
function leftOpen({ condition }: PolicyClauses): PolicyAdvice[] {
  const scope = scopeOf('condition');
  const terms = condition.map(({ expression }) => boundOf(expression, scope, 0)?.term ?? null);
  if (terms.length === 0 || !terms.every((term) => term !== null && Object.hasOwn(KEYS, term.root))) return [];
  return condition.flatMap((clause, index) => {
    const { path = '', root = '' } = terms[index] ?? {};
    const key = KEYS[root] ?? '';
    const changed = path.endsWith('.label')
      ? ` Whoever may rename ${key} lifts it; compare the id.`
      : ' Deny its deletion by activity.kind too.';
    const message = `Clause ${clause.number} denies signatures and exports. Changing or deleting ${key} is not denied.${changed}`;
    return index === 0 ? [about('left open', 'information', 'condition', clause, message)] : [];
  });
}

/** Members that can limit a token, by the content. A policy with one of them is not reported. */
const TOKEN_LIMITS = /^(?:eth\.tx\.(?:to|data|function_|contract_call_args)|controls|activity\.params)/;

/** An amount of the coin that is limited, where nothing limits the tokens that a call moves. */
function unlimited({ condition }: PolicyClauses): PolicyAdvice[] {
  const scope = scopeOf('condition');
  const limit = condition.find(({ expression }) => {
    const bound = boundOf(expression, scope, 0);
    return bound?.term.path === 'eth.tx.value' && bound.bounds.high !== null;
  });
  if (limit === undefined) return [];
  const paths = condition.flatMap(({ expression }) => pathsIn(expression));
  const demandsCoin = condition.some(({ expression }) => {
    const bound = boundOf(expression, scope, 0);
    return bound?.term.path === 'eth.tx.value' && bound.bounds.low !== null && bound.bounds.low > 0n;
  });
  if (demandsCoin || paths.some((path) => TOKEN_LIMITS.test(path))) return [];
  const message = `Clause ${limit.number} limits the chain’s coin only. A call that moves tokens has the value 0 and is allowed.`;
  return [about('unlimited', 'care', 'condition', limit, message)];
}

function shadowed(policy: PolicyText, clauses: PolicyClauses, others: readonly OtherPolicy[]): PolicyAdvice[] {
  const wider = shadowing(policy, clauses, others);
  if (wider === null) return [];
  const does = policy.effect === 'EFFECT_ALLOW' ? 'allows' : 'denies';
  const message = `The policy ${inQuotes(wider.policyName)} already ${does} everything that this one ${does}.`;
  return [aboutAll('shadowed', 'information', message)];
}
