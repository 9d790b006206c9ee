import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('an empty consensus is accepted in a policy that denies, and in an update, which removes the consensus', async () => {
  const create = async (policyName: string, effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', consensus: string) => {
    const policy = { policyName, effect, consensus, notes: '' };
    const { activity } = await service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', policy));
    return activity.result.createPolicyResult?.policyId ?? '';
  };
  await create('Denial', 'EFFECT_DENY', '');
  await expect(create('Nobody', 'EFFECT_ALLOW', '')).rejects.toThrow('The consensus is empty');
  const policyId = await create('Rule', 'EFFECT_ALLOW', 'approvers.count() >= 2');
  const removal = { policyId, policyConsensus: '' };
  await service.client.updatePolicy(service.envelope('ACTIVITY_TYPE_UPDATE_POLICY_V2', removal));
  const { policies } = await service.client.getPolicies({ organizationId: service.organizationId });
  expect(policies.map(({ policyName, consensus }) => [policyName, consensus])).toEqual([
    ['Denial', ''],
    ['Rule', ''],
  ]);
});
