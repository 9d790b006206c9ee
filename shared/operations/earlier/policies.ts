import Type from 'typebox';
import { EXAMPLE } from '../example.ts';
import { createPolicy, updatePolicy } from '../organizations/policies.ts';
import { earlier, same } from './define.ts';
import { expressionsOf, FirstSelectors, firstParts, SecondSelectors } from './selectors.ts';

const { policyName, effect, notes } = createPolicy.parameters.properties;
const WALLETS = 'ACTIVITY_TYPE_CREATE_WALLET';

export const createPolicyV1 = earlier(createPolicy, {
  name: 'create_policy_v1',
  parameters: Type.Object({ policyName, selectors: FirstSelectors, effect, notes }),
  result: createPolicy.result,
  becomes: ({ selectors, ...others }) => ({ ...others, ...expressionsOf(selectors.map(firstParts)) }),
  gives: same,
  example: {
    parameters: {
      policyName: 'One robot makes wallets',
      effect: 'EFFECT_ALLOW',
      selectors: [
        { subject: 'user.id', operator: 'OPERATOR_EQUAL', target: EXAMPLE.userId },
        { subject: 'activity.type', operator: 'OPERATOR_EQUAL', target: WALLETS },
      ],
    },
    result: createPolicy.example.result,
  },
});

export const createPolicyV2 = earlier(createPolicy, {
  name: 'create_policy_v2',
  version: 2,
  parameters: Type.Object({ policyName, selectors: SecondSelectors, effect, notes }),
  result: createPolicy.result,
  becomes: ({ selectors, ...others }) => ({ ...others, ...expressionsOf(selectors) }),
  gives: same,
  example: {
    parameters: {
      policyName: 'Several robots make wallets',
      effect: 'EFFECT_ALLOW',
      selectors: [
        { subject: 'user.id', operator: 'OPERATOR_IN', targets: [EXAMPLE.userId] },
        { subject: 'activity.type', operator: 'OPERATOR_EQUAL', targets: [WALLETS] },
      ],
    },
    result: createPolicy.example.result,
  },
});

const { time: _time, ...policyMembers } = updatePolicy.parameters.properties;

export const updatePolicyV1 = earlier(updatePolicy, {
  name: 'update_policy_v1',
  parameters: Type.Object(policyMembers),
  result: updatePolicy.result,
  becomes: same,
  gives: same,
  example: updatePolicy.example,
});
