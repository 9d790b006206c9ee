import { inQuotes, type SecondFactor } from '../../../../shared/model/index.ts';
import { idFact } from '../../../parts/copy.tsx';
import { asked, askedChange, askedWhole } from '../../../state/asked.ts';
import { factorsRefresh } from '../../../state/organization.ts';
import { Mono } from '../../../ui/visible.tsx';
import { day } from '../../../words/ends.ts';
import { inSentence } from '../../../words/labels.ts';
import { valueLabel } from '../../../words/values.ts';
import { type ExpressionWords, whatWords } from '../policy-words.ts';
import { section } from '../section.ts';

interface FactorRow extends SecondFactor {
  readonly user: string;
  readonly methods: string;
  readonly what: ExpressionWords;
}

/** The steps in words: "passkey or API key, then email code". */
const methodsOf = ({ steps }: SecondFactor): string =>
  steps.map((any) => any.map(({ type }) => inSentence(valueLabel(type))).join(' or ')).join(', then ');

export const factors = section<FactorRow>({
  name: 'factors',
  part: 'factors',
  one: 'second factor',
  many: 'second factors',
  refresh: factorsRefresh,
  columns: [
    { key: 'user', title: 'User', cell: ({ user }) => user },
    { key: 'name', title: 'Rule', from: 361, cell: ({ name }) => name },
    { key: 'methods', title: 'Factors', soft: true, from: 361, cell: ({ methods }) => methods },
    {
      key: 'what',
      title: 'Applies to',
      soft: true,
      from: 361,
      cell: ({ what }) => (what.isExact ? <Mono text={what.text} /> : what.text),
    },
  ],
  rows: ({ content, names }) =>
    content.factors.map((factor) => ({
      ...factor,
      user: names.of(factor.userId),
      methods: methodsOf(factor),
      what: whatWords(factor.condition, names),
    })),
  textOf: ({ name, user, methods, condition, id }) => [name, user, methods, condition, id].join(' '),
  orders: {
    user: ({ user }) => user,
    name: ({ name }) => name,
    methods: ({ methods }) => methods,
  },
  filters: { user: ({ user }, value) => user.toLowerCase().includes(value) },
  inspect: (factor) => ({
    title: factor.name,
    under: `Second factor of ${factor.user}`,
    tables: [
      {
        title: 'Second factor',
        facts: [
          { label: 'User', value: factor.user },
          { label: 'Factors', value: factor.methods },
          { label: 'Order', value: String(factor.order) },
          ...(factor.notes === '' ? [] : [{ label: 'Notes', value: factor.notes }]),
          ...(factor.createdAt === null ? [] : [{ label: 'Added', value: day(factor.createdAt) }]),
          idFact('Rule id', factor.id),
        ],
      },
    ],
    texts: [{ label: 'Condition', text: factor.condition }],
  }),
  primary: () => ({ label: 'Require second factor', asked: asked('Require second factor', 'create_mfa_policy') }),
  acts: (factor) => [
    {
      label: 'Change second factor…',
      asked: askedChange(
        `Change second factor ${factor.name}`,
        'update_mfa_policy',
        { userId: factor.userId, mfaPolicyId: factor.id },
        {
          mfaPolicyName: factor.name,
          condition: factor.condition,
          order: factor.order,
          requiredAuthenticationMethods: factor.steps.map((any) => ({
            any: any.map(({ type, id }) => ({ type, ...(id === null ? {} : { id }) })),
          })),
          ...(factor.notes === '' ? {} : { notes: factor.notes }),
        },
      ),
    },
    {
      label: 'Remove second factor…',
      asked: askedWhole(
        `Remove second factor ${factor.name}`,
        'delete_mfa_policy',
        { userId: factor.userId, mfaPolicyId: factor.id },
        `Stops requiring ${factor.methods} from ${factor.user} by the rule ${inQuotes(factor.name)}.`,
      ),
    },
  ],
  empty: 'None is required.',
});
