import { inQuotes, type OrganizationPolicy } from '../../../../shared/model/index.ts';
import { idFact } from '../../../parts/copy.tsx';
import { askedWhole } from '../../../state/asked.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Mono } from '../../../ui/visible.tsx';
import { day } from '../../../words/ends.ts';
import { nameWords } from '../cells.tsx';
import { careOf, judgePolicies, type PolicyCare } from '../policy-care.ts';
import { type ExpressionWords, policyWords } from '../policy-words.ts';
import { isReachable, quorumWords } from '../quorum/quorum-rules.ts';
import { type Line, section } from '../section.ts';

interface PolicyRow extends OrganizationPolicy {
  readonly who: ExpressionWords;
  readonly what: ExpressionWords;
  /** The most serious finding in a few words. Empty for none. */
  readonly care: string;
}

const words = ({ text, isExact }: ExpressionWords) => (isExact ? <Mono text={text} /> : <span lang="en">{text}</span>);

/** The policies of an effect under its heading. */
const group = (
  rows: readonly PolicyRow[],
  effect: PolicyRow['effect'],
  heading: Extract<Line<PolicyRow>, { heading: string }>,
): readonly Line<PolicyRow>[] => {
  const members = rows.filter((row) => row.effect === effect);
  return members.length === 0 ? [] : [heading, ...members.map((row) => ({ row }))];
};

export const policies = section<PolicyRow>({
  name: 'policies',
  part: 'policies',
  one: 'policy',
  many: 'policies',
  columns: [
    { key: 'name', title: 'Name', width: 'minmax(0, 0.9fr)', cell: ({ name }) => nameWords(name) },
    { key: 'who', title: 'Who', soft: true, width: 'minmax(0, 0.9fr)', from: 421, cell: ({ who }) => words(who) },
    { key: 'what', title: 'What', width: 'minmax(0, 1.6fr)', from: 361, cell: ({ what }) => words(what) },
    {
      key: 'finding',
      title: 'Finding',
      end: true,
      width: '148px',
      cell: ({ care }) => (care === '' ? null : <span className="tone-care-text">{care}</span>),
    },
  ],
  prepare: judgePolicies,
  rows: ({ content, names }) =>
    content.policies.map((policy) => ({
      ...policy,
      ...policyWords(policy, names),
      care: policy.unknownEffect === undefined ? (careOf(content, policy.id)?.words ?? '') : 'has an unknown effect',
    })),
  // The order in which the service decides. The steps without policies are shown while nothing is searched for.
  lines(rows, { content: { quorum } }, isSearching) {
    const policiesOf = [
      ...group(rows, 'EFFECT_DENY', { number: '2', heading: 'Deny', note: 'One match refuses the request.' }),
      ...group(rows, 'EFFECT_ALLOW', {
        number: '3',
        heading: 'Allow',
        note: 'One match with its votes lets the request through.',
      }),
    ];
    if (isSearching) return policiesOf;
    const root =
      quorum === null
        ? 'Root users can do everything. No policy limits them.'
        : isReachable(quorum)
          ? `${quorumWords(quorum)} root users can do everything. No policy limits them.`
          : `The root quorum ${quorumWords(quorum)}, so it can decide nothing.`;
    return [
      { number: '1', heading: 'Root quorum', note: root },
      ...policiesOf,
      { number: '4', heading: 'Everything else', note: 'is refused.' },
    ];
  },
  textOf: ({ name, who, what, care, consensus, condition, notes, id }) =>
    [name, who.text, what.text, care, consensus, condition, notes, id].join(' '),
  orders: {
    name: ({ name }) => name,
    who: ({ who }) => who.text,
    what: ({ what }) => what.text,
    finding: ({ care }) => care || null,
  },
  filters: {
    effect: ({ effect }, value) => effect.toLowerCase().includes(value),
    who: ({ who }, value) => who.text.toLowerCase().includes(value),
    finding: ({ care }, value) =>
      value === 'yes' ? care !== '' : value === 'none' ? care === '' : care.includes(value.replaceAll('-', ' ')),
  },
  inspect: (policy, { content }) => ({
    title: nameWords(policy.name),
    notices: (
      <>
        {policy.unknownEffect === undefined ? null : <UnknownEffect effect={policy.unknownEffect} />}
        {noticeOf(careOf(content, policy.id))}
      </>
    ),
    under: underOf(policy),
    tables: [
      {
        title: 'Policy',
        facts: [
          { label: 'Who', value: words(policy.who) },
          { label: 'What', value: words(policy.what) },
          ...(policy.notes === '' ? [] : [{ label: 'Notes', value: policy.notes }]),
          ...(policy.createdAt === null ? [] : [{ label: 'Added', value: day(policy.createdAt) }]),
          idFact('Policy id', policy.id),
        ],
      },
    ],
    texts: [
      { label: 'Condition', text: policy.condition },
      { label: 'Consensus', text: policy.consensus },
      { label: 'Active', text: policy.time },
    ].filter(({ text }) => text !== ''),
  }),
  primary: () => ({ label: 'Write policy', page: { name: 'policy', id: null } }),
  acts: (policy) => [
    { label: 'Edit policy…', page: { name: 'policy', id: policy.id } },
    {
      label: 'Delete policy…',
      asked: askedWhole(
        `Delete ${policy.name}`,
        'delete_policy',
        { policyId: policy.id },
        policy.effect === 'EFFECT_DENY'
          ? `Deletes the policy ${inQuotes(policy.name)}. Requests that it refuses today may then be allowed.`
          : `Deletes the policy ${inQuotes(policy.name)}. Requests that only it allows are then refused.`,
      ),
    },
  ],
  empty: 'No policy: only root users act.',
});

function underOf({ effect, unknownEffect }: OrganizationPolicy): string {
  if (unknownEffect !== undefined) return 'Its effect is not known here.';
  return effect === 'EFFECT_DENY' ? 'Denies. One match refuses the request.' : 'Allows, with its votes.';
}

function UnknownEffect({ effect }: { readonly effect: string }) {
  return (
    <Notice tone="care" title="Castellan does not know the effect of this policy">
      The service states “{effect}”. The policy is listed under Deny, and what it decides is not known.
    </Notice>
  );
}

function noticeOf(care: PolicyCare | null) {
  if (care === null) return null;
  return (
    <Notice tone="care" title={`This policy ${care.words}`}>
      {care.messages.join(' ')}
    </Notice>
  );
}
