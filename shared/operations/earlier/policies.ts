import Type from 'typebox';
import { updatePolicy } from '../organizations/policies.ts';
import { earlier, same } from './define.ts';

const { time: _time, ...policyMembers } = updatePolicy.parameters.properties;

export const updatePolicyV1 = earlier(updatePolicy, {
  name: 'update_policy_v1',
  parameters: Type.Object(policyMembers),
  result: updatePolicy.result,
  becomes: same,
  gives: same,
  example: updatePolicy.example,
});
