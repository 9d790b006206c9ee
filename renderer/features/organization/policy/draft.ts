import { LIMITS, type OrganizationPolicy } from '../../../../shared/model/index.ts';
import { checkExpression, type PolicyFinding, type PolicyPart } from '../../../../shared/policy-language/index.ts';
import { createDraft } from '../../../state/draft.ts';

/** A policy as it is typed. */
export type PolicyDraft = Pick<OrganizationPolicy, 'name' | 'effect' | 'condition' | 'consensus' | 'time' | 'notes'>;

/** The longest texts that the service accepts. */
export const MAXIMUM = { name: 256, expression: LIMITS.expression, notes: 10_000 } as const;

export const NEW_POLICY: PolicyDraft = {
  name: '',
  effect: 'EFFECT_ALLOW',
  condition: '',
  consensus: '',
  time: '',
  notes: '',
};

/** Drafts by the id of the policy. A new policy has an empty id. */
export const usePolicyDrafts = createDraft<Readonly<Record<string, PolicyDraft>>>({}, 'policies');

/** The expressions in the order of the page, with their titles. */
export const PARTS: readonly { readonly part: PolicyPart; readonly title: string }[] = [
  { part: 'condition', title: 'Condition' },
  { part: 'consensus', title: 'Consensus' },
  { part: 'time', title: 'Active times' },
];

/** Returns the faults of each expression. An empty expression always holds. */
export const faultsOf = (draft: PolicyDraft): Readonly<Record<PolicyPart, readonly PolicyFinding[]>> => ({
  condition: faultsIn('condition', draft.condition),
  consensus: faultsIn('consensus', draft.consensus),
  time: faultsIn('time', draft.time),
});

const faultsIn = (part: PolicyPart, text: string) => (text.trim() === '' ? [] : checkExpression(part, text));

interface Request {
  readonly operation: 'create_policy' | 'update_policy';
  readonly parameters: Record<string, unknown>;
}

/** The name of each member in a change of a policy. */
const CHANGED = {
  name: 'policyName',
  effect: 'policyEffect',
  condition: 'policyCondition',
  consensus: 'policyConsensus',
  time: 'time',
  notes: 'policyNotes',
} as const satisfies Record<keyof PolicyDraft, string>;

/** Returns the request for a draft. A change has only the members that differ. Null when none differs. */
export function requestOf(typed: PolicyDraft, today: (PolicyDraft & { readonly id: string }) | null): Request | null {
  const draft = withoutBlanks(typed);
  const { name, effect, condition, consensus, time, notes } = draft;
  if (today === null) {
    const optional = Object.entries({ condition, consensus, time, notes }).filter(([, text]) => text !== '');
    return { operation: 'create_policy', parameters: { policyName: name, effect, ...Object.fromEntries(optional) } };
  }
  const members = Object.keys(CHANGED) as (keyof PolicyDraft)[];
  const changes = members.filter((member) => draft[member] !== today[member]);
  if (changes.length === 0) return null;
  const values = changes.map((member) => [CHANGED[member], draft[member]]);
  return { operation: 'update_policy', parameters: { policyId: today.id, ...Object.fromEntries(values) } };
}

/** An expression of blanks alone is empty. Every other text goes out as it is typed. */
function withoutBlanks(draft: PolicyDraft): PolicyDraft {
  const plain = (text: string) => (text.trim() === '' ? '' : text);
  const { condition, consensus, time } = draft;
  return { ...draft, condition: plain(condition), consensus: plain(consensus), time: plain(time) };
}
