import Type, { type Static } from 'typebox';
import { AUTHENTICATION_TYPES } from '../../model/enums.ts';
import { LIMITS } from '../../model/limits.ts';
import { activity, policies, query } from '../define.ts';
import { EXAMPLE } from '../example.ts';
import { BytesText, EnumText, Label, Text, times, Uuid } from '../fields.ts';

const Condition = Type.String({
  title: 'Condition',
  help: 'in the policy language',
  minLength: 1,
  maxLength: LIMITS.expression,
});
/** Choice (mfa-steps): 10 steps of 10 methods at most. */
const Steps = Type.Array(
  Type.Object({
    any: Type.Array(
      Type.Object({
        type: Type.Enum(AUTHENTICATION_TYPES, { title: 'Type' }),
        id: Type.Optional(
          Uuid('Id', 'of one API key, passkey, OAuth provider or session profile', 'authenticationMethod'),
        ),
      }),
      { title: 'Any of', one: 'Method', minItems: 1, maxItems: 10 },
    ),
  }),
  { title: 'Required authentication methods', one: 'Step', help: 'all of these steps', minItems: 1, maxItems: 10 },
);
const Order = Type.Integer({ title: 'Order', help: 'the lowest is asked first', minimum: 0, maximum: 1_000_000 });
const Notes = Type.Optional(Type.String({ title: 'Notes', maxLength: 10_000 }));

const AuthenticationMethod = Type.Object({
  type: EnumText('Type', AUTHENTICATION_TYPES),
  id: Type.Optional(BytesText('Id')),
});
/** The steps of a policy. Any of a step's methods satisfies it. */
const RequiredAuthenticationMethods = Type.Array(
  Type.Object({ any: Type.Array(AuthenticationMethod, { title: 'Any of', one: 'Method' }) }),
  { title: 'Required authentication methods', one: 'Step' },
);
const MfaPolicy = Type.Object(
  {
    mfaPolicyId: BytesText('MFA policy id'),
    mfaPolicyName: Text('MFA policy name'),
    condition: Text('Condition'),
    requiredAuthenticationMethods: RequiredAuthenticationMethods,
    order: Type.Integer({ title: 'Order' }),
    notes: Type.Optional(Text('Notes')),
    ...times,
  },
  { title: 'MFA policy' },
);
export type MfaPolicy = Static<typeof MfaPolicy>;

const MfaStatus = Type.Object({
  mfaPolicyId: BytesText('MFA policy id'),
  userId: BytesText('User id'),
  satisfied: Type.Boolean({ title: 'Satisfied' }),
  satisfiedMethods: Type.Array(AuthenticationMethod, { title: 'Satisfied methods' }),
  requiredMethods: RequiredAuthenticationMethods,
});
export type MfaStatus = Static<typeof MfaStatus>;

const examplePolicy = {
  mfaPolicyName: 'Passkey to sign',
  condition: "activity.action == 'SIGN'",
  requiredAuthenticationMethods: [{ any: [{ type: 'AUTHENTICATION_TYPE_PASSKEY' as const }] }],
  order: 0,
};
const exampleReply = {
  ...examplePolicy,
  mfaPolicyId: EXAMPLE.policyId,
  createdAt: EXAMPLE.timestamp,
  updatedAt: EXAMPLE.timestamp,
};
const exampleIds = { userId: EXAMPLE.userId, mfaPolicyId: EXAMPLE.policyId };
const result = Type.Object({ mfaPolicyId: BytesText('MFA policy id') });

export const createMfaPolicy = activity({
  name: 'create_mfa_policy',
  title: 'Create MFA policy',
  summary: 'Sets the proof that a user needs, besides the stamp, for activities that match a condition.',
  specified: false,
  governed: policies('MFA_POLICY', 'CREATE'),
  parameters: Type.Object({
    userId: Uuid('User id'),
    mfaPolicyName: Label('MFA policy name'),
    condition: Condition,
    requiredAuthenticationMethods: Steps,
    order: Order,
    notes: Notes,
  }),
  result,
  example: { parameters: { userId: EXAMPLE.userId, ...examplePolicy }, result: { mfaPolicyId: EXAMPLE.policyId } },
});

export const updateMfaPolicy = activity({
  name: 'update_mfa_policy',
  title: 'Update MFA policy',
  summary: 'Changes the given members of an MFA policy.',
  specified: false,
  governed: policies('MFA_POLICY', 'UPDATE'),
  parameters: Type.Object({
    userId: Uuid('User id'),
    mfaPolicyId: Uuid('MFA policy id'),
    mfaPolicyName: Type.Optional(Label('MFA policy name')),
    condition: Type.Optional(Condition),
    requiredAuthenticationMethods: Type.Optional(Steps),
    order: Type.Optional(Order),
    notes: Notes,
  }),
  result,
  example: { parameters: { ...exampleIds, order: 1 }, result: { mfaPolicyId: EXAMPLE.policyId } },
});

export const deleteMfaPolicy = activity({
  name: 'delete_mfa_policy',
  title: 'Delete MFA policy',
  summary: 'Removes an MFA policy of a user.',
  specified: true,
  governed: policies('MFA_POLICY', 'DELETE'),
  parameters: Type.Object({ userId: Uuid('User id'), mfaPolicyId: Uuid('MFA policy id') }),
  result,
  example: { parameters: exampleIds, result: { mfaPolicyId: EXAMPLE.policyId } },
});

export const getMfaPolicy = query({
  name: 'get_mfa_policy',
  title: 'MFA policy',
  summary: 'Shows one MFA policy of a user.',
  specified: false,
  request: { userId: Uuid('User id'), mfaPolicyId: Uuid('MFA policy id') },
  response: Type.Object({ mfaPolicy: MfaPolicy }),
  example: { request: exampleIds, response: { mfaPolicy: exampleReply } },
});

export const getMfaPolicies = query({
  name: 'get_mfa_policies',
  title: 'MFA policies',
  summary: 'Lists the MFA policies of a user in the order of their checks.',
  specified: false,
  request: { userId: Uuid('User id') },
  response: Type.Object({ mfaPolicies: Type.Array(MfaPolicy, { title: 'MFA policies' }) }),
  example: { request: { userId: EXAMPLE.userId }, response: { mfaPolicies: [exampleReply] } },
});

export const getMfaStatus = query({
  name: 'get_mfa_status',
  title: 'MFA status',
  summary: 'Shows the required and the given proofs of the users who approved an activity.',
  specified: false,
  request: { activityId: Uuid('Activity id'), userId: Type.Optional(Uuid('User id', 'everybody when absent')) },
  response: Type.Object({
    mfaStatuses: Type.Array(MfaStatus, { title: 'MFA statuses' }),
  }),
  example: {
    request: { activityId: EXAMPLE.activityId },
    response: {
      mfaStatuses: [
        {
          ...exampleIds,
          satisfied: false,
          satisfiedMethods: [],
          requiredMethods: examplePolicy.requiredAuthenticationMethods,
        },
      ],
    },
  },
});
