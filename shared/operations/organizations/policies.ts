import Type from 'typebox';
import { EFFECTS } from '../../model/enums.ts';
import { LIMITS } from '../../model/limits.ts';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, IdTexts, Label, Policy, SomeIds, Text, Uuid } from '../fields.ts';

const Expression = (title: string, help: string) =>
  Type.Optional(Type.String({ title, help, maxLength: LIMITS.expression }));
const Notes = (title: string) => Type.Optional(Type.String({ title, maxLength: 10_000 }));

/** The service stores an absent expression as empty text, which always holds. */
const ALWAYS = 'in the policy language. Always true when absent';
/** An update keeps an absent expression. Empty text removes the expression, so the policy applies to more. */
const UNCHANGED = 'in the policy language. Unchanged when absent, always true when empty';

const NewPolicy = Type.Object({
  policyName: Label('Policy name'),
  effect: Type.Enum(EFFECTS, { title: 'Effect' }),
  condition: Expression('Condition', ALWAYS),
  consensus: Expression('Consensus', ALWAYS),
  notes: Notes('Notes'),
  time: Expression('Time', 'when it is active. Always when absent'),
});

const examplePolicy = {
  policyName: 'Robots make wallets',
  effect: 'EFFECT_ALLOW',
  condition: "activity.resource == 'WALLET' && activity.action == 'CREATE'",
  consensus: `approvers.any(user, user.id == '${EXAMPLE.userId}')`,
  notes: '',
} as const;
const exampleReply = {
  ...examplePolicy,
  policyId: EXAMPLE.policyId,
  createdAt: EXAMPLE.timestamp,
  updatedAt: EXAMPLE.timestamp,
};

export const createPolicy = activity({
  name: 'create_policy',
  version: 3,
  title: 'Create policy',
  summary: 'Adds a rule that allows or denies activities.',
  specified: false,
  governed: policies('POLICY', 'CREATE'),
  parameters: NewPolicy,
  result: Type.Object({ policyId: BytesText('Policy id') }),
  example: { parameters: examplePolicy, result: { policyId: EXAMPLE.policyId } },
});

export const createPolicies = activity({
  name: 'create_policies',
  severalOf: createPolicy.name,
  title: 'Create policies',
  summary: 'Adds several rules that allow or deny activities: all of them or none.',
  specified: false,
  governed: policies('POLICY', 'CREATE'),
  parameters: Type.Object({
    policies: Type.Array(NewPolicy, { title: 'Policies', minItems: 1, maxItems: 100 }),
  }),
  result: Type.Object({ policyIds: IdTexts('Policy ids') }),
  example: { parameters: { policies: [examplePolicy] }, result: { policyIds: [EXAMPLE.policyId] } },
});

export const updatePolicy = activity({
  name: 'update_policy',
  version: 2,
  resultVersion: 2,
  title: 'Update policy',
  summary: 'Changes the given members of a rule.',
  specified: false,
  governed: policies('POLICY', 'UPDATE'),
  parameters: Type.Object({
    policyId: Uuid('Policy id'),
    policyName: Type.Optional(Label('Policy name')),
    policyEffect: Type.Optional(Type.Enum(EFFECTS, { title: 'Policy effect' })),
    policyCondition: Expression('Policy condition', UNCHANGED),
    policyConsensus: Expression('Policy consensus', UNCHANGED),
    policyNotes: Notes('Policy notes'),
    time: Expression('Time', 'when it is active. Unchanged when absent, always when empty'),
  }),
  result: Type.Object({ policyId: BytesText('Policy id') }),
  example: {
    parameters: { policyId: EXAMPLE.policyId, policyEffect: 'EFFECT_DENY' },
    result: { policyId: EXAMPLE.policyId },
  },
});

export const deletePolicy = activity({
  name: 'delete_policy',
  title: 'Delete policy',
  summary: 'Removes a rule.',
  specified: false,
  governed: policies('POLICY', 'DELETE'),
  parameters: Type.Object({ policyId: Uuid('Policy id') }),
  result: Type.Object({ policyId: BytesText('Policy id') }),
  example: { parameters: { policyId: EXAMPLE.policyId }, result: { policyId: EXAMPLE.policyId } },
});

export const deletePolicies = activity({
  name: 'delete_policies',
  severalOf: deletePolicy.name,
  title: 'Delete policies',
  summary: 'Removes several rules: all of them or none.',
  specified: false,
  governed: policies('POLICY', 'DELETE'),
  parameters: Type.Object({ policyIds: SomeIds('Policy ids') }),
  result: Type.Object({ policyIds: IdTexts('Policy ids') }),
  example: { parameters: { policyIds: [EXAMPLE.policyId] }, result: { policyIds: [EXAMPLE.policyId] } },
});

export const getPolicy = query({
  name: 'get_policy',
  title: 'Policy',
  summary: 'Shows one rule of the organization.',
  specified: false,
  request: { policyId: Uuid('Policy id') },
  response: Type.Object({ policy: Policy }),
  example: { request: { policyId: EXAMPLE.policyId }, response: { policy: exampleReply } },
});

export const getActivePolicies = query({
  name: 'get_active_policies',
  title: 'Active policies',
  summary: 'Shows which rules are active at this time.',
  specified: false,
  request: {},
  response: Type.Object({
    statuses: Type.Array(
      Type.Object({
        organizationId: BytesText('Organization id'),
        policyId: BytesText('Policy id'),
        active: Type.Boolean({ title: 'Active' }),
        timeExpr: Type.Optional(Text('Time')),
        error: Type.Optional(Text('Error')),
      }),
      { title: 'Statuses' },
    ),
    evaluatedAtMs: Type.String({ title: 'Evaluated at', kind: 'time' }),
  }),
  example: {
    request: {},
    response: {
      statuses: [{ organizationId: EXAMPLE.organizationId, policyId: EXAMPLE.policyId, active: true }],
      evaluatedAtMs: '1745383555000',
    },
  },
});

export const listPolicies = query({
  name: 'list_policies',
  title: 'Policies',
  summary: 'Lists the rules of the organization.',
  specified: false,
  request: {},
  response: Type.Object({ policies: Type.Array(Policy, { title: 'Policies' }) }),
  example: { request: {}, response: { policies: [exampleReply] } },
});
