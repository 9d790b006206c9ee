import {
  assetName,
  chainNamed,
  chainOf,
  ENDPOINT_CHAINS,
  type EndpointChain,
  inQuotes,
  isBitcoinChain,
  isTempoChain,
  type OrganizationContent,
  type OrganizationPolicy,
  type OverTimeLimit,
  type PaymentAsset,
} from '../../../../shared/model/index.ts';
import { isMemberName, namesControl, renameControl } from '../../../../shared/policy-language/index.ts';
import { errorSentence } from '../../../language/sentence.ts';
import { unitsIn } from '../../../words/earn.ts';
import { limitSentence, namingOf, SCOPES } from './limit-words.ts';

/** A limit as it is typed. */
export interface LimitDraft {
  readonly name: string;
  readonly chain: EndpointChain;
  /** Null for the coin of the chain. */
  readonly token: string | null;
  readonly amount: string;
  /** The window in seconds. Null for one without an end. */
  readonly seconds: string | null;
  readonly scope: OverTimeLimit['scope'];
  /** The only wallet that the limit binds. Empty for all. */
  readonly walletId: string;
}

export const NEW_LIMIT: LimitDraft = {
  name: '',
  chain: 'eip155:1',
  token: null,
  amount: '',
  seconds: '86400',
  scope: 'organization',
  walletId: '',
};

/** Chains whose transfers the service can measure. */
export const LIMIT_CHAINS: readonly EndpointChain[] = ENDPOINT_CHAINS.filter(
  (chain) => chainOf(chainNamed(chain)) !== null && !isTempoChain(chain),
);

/** The windows that the form offers, in seconds. */
export const WINDOWS = ['3600', '86400', '604800', '2592000', null] as const;

/** One request of several, each with its own question. */
export interface LimitStep {
  readonly title: string;
  readonly operation: string;
  readonly parameters: Record<string, unknown>;
  /** The policy that the request overwrites, as it was when the change was planned. */
  readonly overwrites?: Pick<OrganizationPolicy, 'id' | 'name' | 'condition'>;
}

export interface LimitPlan {
  /** The limit in words, or null while it is incomplete. */
  readonly sentence: string | null;
  readonly effects: readonly string[];
  readonly problems: Readonly<Partial<Record<'name' | 'amount', string>>>;
  /** The reason why it cannot be asked. */
  readonly problem: string | null;
  readonly steps: readonly LimitStep[];
}

const MAXIMUM_DIGITS = 38;
const ROOT = 'The root quorum is not limited. Its signatures count.';
const BLIND = 'Signatures whose amount cannot be read, such as a digest, are refused.';
const EXPORTS = 'An exported key is not limited. Forbid exports with a policy.';

/** Plans a new limit: the velocity control, then the policy that binds it. */
export function planNew(
  draft: LimitDraft,
  {
    asset,
    content,
    walletName,
  }: { readonly asset: PaymentAsset | null; readonly content: OrganizationContent; readonly walletName: string | null },
): LimitPlan {
  const amount = amountIn(draft.amount, asset?.decimals ?? null);
  const problems = { ...nameProblem(draft.name), ...(amount === null ? {} : { amount }) };
  if (asset === null || Object.keys(problems).length > 0)
    return { sentence: null, effects: [], problems, problem: null, steps: [] };
  const { name, seconds, scope } = draft;
  const [threshold, operator] = [plainNumber(draft.amount), AT_MOST];
  const identifier = identifierFor(name, content);
  const words = limitSentence({ operator, threshold, unit: asset.symbol, seconds, scope });
  return {
    sentence: ofWallet(words, walletName),
    effects: [
      'Nothing is used yet: counting begins when the limit is created.',
      ROOT,
      BLIND,
      EXPORTS,
      feesText(draft.chain),
    ],
    problems,
    problem: null,
    steps: [
      {
        title: 'Create limit',
        operation: 'create_velocity_control',
        parameters: {
          name: name.trim(),
          identifier,
          dataSource: {
            chainAssetTransfer: {
              definition: [{ caip19: assetName(draft.chain, draft.token) ?? '', decimals: String(asset.decimals) }],
            },
          },
          aggregation: { method: SUM, operator, threshold, window: windowOf(seconds), groupBy: { [scope]: {} } },
        },
      },
      bindStep({ name: name.trim(), identifier }, walletName === null ? '' : draft.walletId),
    ],
  };
}

/** Plans the policy that binds a limit that nothing names. */
export function planBinding(limit: OverTimeLimit, walletId: string, walletName: string | null): LimitPlan {
  const words = limitSentence(limit);
  return {
    sentence: ofWallet(words, walletName),
    effects: [ROOT, BLIND, EXPORTS],
    problems: {},
    problem: null,
    steps: [bindStep(limit, walletId)],
  };
}

/**
 * Plans a change. The interface cannot change a limit, so another one takes its place in each policy before the old one
 * is deleted. At no time is a policy without a limit.
 */
export function planChange(
  limit: OverTimeLimit,
  draft: Pick<LimitDraft, 'name' | 'amount' | 'seconds'>,
  content: OrganizationContent,
): LimitPlan {
  const amount = amountIn(draft.amount, decimalsFor(limit));
  const problems = { ...nameProblem(draft.name), ...(amount === null ? {} : { amount }) };
  const nothing = { effects: [], problems, steps: [] };
  if (Object.keys(problems).length > 0) return { ...nothing, sentence: null, problem: null };
  const threshold = plainNumber(draft.amount);
  const { seconds } = draft;
  const name = draft.name.trim();
  const sentence = limitSentence({ ...limit, threshold, seconds });
  if (name === limit.name && threshold === limit.threshold && seconds === limit.seconds)
    return { ...nothing, sentence, problem: 'Nothing is changed yet.' };
  const naming = namingOf(content, limit.identifier);
  const other = naming.find(({ kind }) => kind !== 'policy');
  if (other !== undefined)
    return {
      ...nothing,
      sentence,
      problem: `The ${other.kind} ${inQuotes(other.name)} names this limit. Change it there first.`,
    };
  const identifier = identifierFor(name, content);
  const policies = content.policies.filter(({ id }) => naming.some((one) => one.id === id));
  const renamed = (condition: string) => renameControl(condition, { from: limit.identifier, to: identifier });
  const fixed = policies.find(({ condition }) => namesControl(renamed(condition), limit.identifier));
  if (fixed !== undefined)
    return {
      ...nothing,
      sentence,
      problem: `The policy ${inQuotes(fixed.name)} names this limit in a way that cannot be changed here. Change the policy first.`,
    };
  const isTransfer = limit.definition.length > 0;
  const filter =
    limit.types.length === 0 ? {} : { filter: { activity: limit.types.map((activityType) => ({ activityType })) } };
  return {
    sentence,
    effects: [
      `Was: ${limitSentence(limit)}.`,
      'Counting begins again at nothing. Earlier use does not count.',
      ...policies.map((policy) => `The policy ${inQuotes(policy.name)} then names the new limit.`),
      ROOT,
    ],
    problems,
    problem: null,
    steps: [
      {
        title: 'Create changed limit',
        operation: 'create_velocity_control',
        parameters: {
          name,
          identifier,
          dataSource: isTransfer
            ? { chainAssetTransfer: { definition: limit.definition, ...filter } }
            : { activityExecution: filter },
          aggregation: {
            method: limit.method,
            operator: limit.operator,
            threshold,
            window: windowOf(seconds),
            groupBy: { [limit.scope]: {} },
          },
        },
      },
      ...policies.map(({ id, name: policyName, condition }) => ({
        title: `Change policy ${policyName}`,
        operation: 'update_policy',
        parameters: { policyId: id, policyCondition: renamed(condition) },
        overwrites: { id, name: policyName, condition },
      })),
      { title: 'Delete old limit', operation: 'delete_velocity_control', parameters: { velocityControlId: limit.id } },
    ],
  };
}

/**
 * Returns the reason why steps can no longer be asked: a policy that they overwrite is another now, or was not read.
 * Null when each is as it was planned.
 */
export function changedMeanwhile(
  steps: readonly LimitStep[],
  { policies, parts }: Pick<OrganizationContent, 'policies' | 'parts'>,
): string | null {
  const overwritten = steps.flatMap(({ overwrites }) => overwrites ?? []);
  if (overwritten.length === 0) return null;
  const { readAt, problem } = parts.policies;
  if (readAt === null || problem !== null)
    return `The policies could not be read: ${problem === null ? 'the service did not report them.' : errorSentence(problem)} Nothing more was changed. Try again.`;
  const other = overwritten.find(
    ({ id, condition }) => policies.find((policy) => policy.id === id)?.condition !== condition,
  );
  return other === undefined
    ? null
    : `The policy ${inQuotes(other.name)} was changed or deleted meanwhile. Nothing more was changed. Read the policy, then begin the change again.`;
}

const SUM = 'VELOCITY_CONTROL_AGGREGATION_METHOD_SUM';
const AT_MOST = 'VELOCITY_CONTROL_AGGREGATION_OPERATOR_LESS_THAN_OR_EQUAL';

const windowOf = (seconds: string | null) => (seconds === null ? { infinite: {} } : { rolling: { duration: seconds } });

/** A policy that refuses signatures above the limit, and no other request. */
function bindStep({ name, identifier }: Pick<OverTimeLimit, 'name' | 'identifier'>, walletId: string): LimitStep {
  const where = walletId === '' ? '' : ` && wallet.id == '${walletId}'`;
  return {
    title: 'Create policy',
    operation: 'create_policy',
    parameters: {
      policyName: `Limit ${name}`.slice(0, 256),
      effect: 'EFFECT_DENY',
      condition: `activity.action == 'SIGN'${where} && controls.${identifier} == false`,
    },
  };
}

/** Names the only wallet of a limit that counts wallets apart. */
const ofWallet = (words: string, walletName: string | null): string =>
  walletName === null ? words : words.replace(SCOPES.wallet, () => `from ${walletName}, for everybody together`);

const feesText = (chain: EndpointChain): string =>
  isBitcoinChain(chain)
    ? 'Fees count. A transaction whose fee is not proven is refused.'
    : 'Fees do not count. Limit them with a policy about gas or fees.';

/** The most decimal places of an amount of a limit: of a count none. */
function decimalsFor({ method, definition }: OverTimeLimit): number {
  return method === SUM ? Math.min(18, Math.max(0, ...definition.map(({ decimals }) => Number(decimals)))) : 0;
}

function amountIn(typed: string, decimals: number | null): string | null {
  const { problem } = unitsIn(typed, decimals === null ? null : Math.min(18, decimals));
  if (problem !== undefined) return problem;
  return typed.replaceAll(/[^0-9]/g, '').length > MAXIMUM_DIGITS ? `It has at most ${MAXIMUM_DIGITS} digits.` : null;
}

/** A typed number without needless zeros: "010.50" is "10.5". */
function plainNumber(typed: string): string {
  const [whole = '', fraction = ''] = typed.trim().split('.');
  const rest = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '')}${rest === '' ? '' : `.${rest}`}`;
}

const nameProblem = (name: string) => (name.trim() === '' ? { name: 'Give the limit a name.' } : {});

/** Returns the name as an identifier that no other limit has: "Ether a day" is `ether_a_day`. */
export function identifierFor(name: string, { limits }: Pick<OrganizationContent, 'limits'>): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 48);
  const base = isMemberName(words) ? words : `limit_${words}`.replace(/_$/, '');
  const taken = new Set(limits.map(({ identifier }) => identifier));
  let identifier = base;
  for (let count = 2; taken.has(identifier); count += 1) identifier = `${base}_${count}`;
  return identifier;
}

/** Returns the typed values of a limit as it is, or of a new one. */
export const draftOf = (today: OverTimeLimit | null): LimitDraft =>
  today === null
    ? NEW_LIMIT
    : { ...NEW_LIMIT, name: today.name, amount: today.threshold, seconds: today.seconds, scope: today.scope };
