import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const KEY = `04${'ab'.repeat(64)}04${'cd'.repeat(64)}`;
const createApp = async (change: object = {}) => {
  const params = { name: 'Operators', newOperators: [{ name: 'One', publicKey: KEY }], threshold: 1 };
  const parameters = {
    name: 'Signer',
    quorumPublicKey: KEY,
    manifestSetParams: params,
    shareSetParams: params,
    ...change,
  };
  const { activity } = await service.client.createTvcApp(service.envelope('ACTIVITY_TYPE_CREATE_TVC_APP', parameters));
  return activity.result.createTvcAppResult!;
};
const deploy = async (appId: string, change: object = {}) => {
  const { activity } = await service.client.createTvcDeployment(
    service.envelope('ACTIVITY_TYPE_CREATE_TVC_DEPLOYMENT', {
      appId,
      qosVersion: '1.0.0',
      pivotContainerImageUrl: 'registry.example.com/signer:1',
      pivotPath: '/signer',
      pivotArgs: ['--port', '3000'],
      expectedPivotDigest: 'ab'.repeat(32),
      healthCheckType: 'TVC_HEALTH_CHECK_TYPE_HTTP' as const,
      healthCheckPort: 3000,
      publicIngressPort: 3000,
      ...change,
    }),
  );
  return activity.result.createTvcDeploymentResult!;
};
const deploymentsOf = async (appId: string) => {
  const { organizationId } = service;
  return (await service.client.getTvcAppDeployments({ organizationId, appId })).tvcDeployments;
};

it('stores an application with its operators and deployments until they are marked for deletion', async () => {
  const { organizationId } = service;
  const { appId, manifestSetId, manifestSetOperatorIds, shareSetThreshold } = await createApp();
  const { tvcApp } = await service.client.getTvcApp({ organizationId, tvcAppId: appId });
  expect(tvcApp).toMatchObject({
    id: appId,
    name: 'Signer',
    quorumPublicKey: KEY,
    enableEgress: false,
    manifestSet: {
      id: manifestSetId,
      threshold: 1,
      operators: [
        {
          id: manifestSetOperatorIds[0],
          name: 'One',
          publicKey: KEY,
          encryptPublicKey: KEY.slice(0, 130),
          signPublicKey: KEY.slice(130),
        },
      ],
    },
  });
  expect(shareSetThreshold).toBe(1);
  const { deploymentId, manifestId } = await deploy(appId, {
    pivotContainerEncryptedPullSecret: 'sealed',
    replicas: 2,
  });
  const [deployment] = await deploymentsOf(appId);
  expect(deployment).toMatchObject({
    id: deploymentId,
    appId,
    manifest: { id: manifestId },
    pivotContainer: { path: '/signer', args: ['--port', '3000'], hasPullSecret: true },
    delete: false,
  });
  expect(JSON.stringify(deployment)).not.toContain('sealed');

  const shared = await createApp({ name: 'Other', manifestSetParams: undefined, manifestSetId });
  expect(shared.manifestSetOperatorIds).toEqual(manifestSetOperatorIds);
  const kept = await deploy(shared.appId);
  await service.client.deleteTvcAppAndDeployments(
    service.envelope('ACTIVITY_TYPE_DELETE_TVC_APP_AND_DEPLOYMENTS', { appId }),
  );
  expect((await deploymentsOf(appId)).map((one) => one.delete)).toEqual([true]);
  expect((await deploymentsOf(shared.appId)).map((one) => [one.id, one.delete])).toEqual([[kept.deploymentId, false]]);
  await expect(deploy(appId)).rejects.toThrow('marked for deletion');
  const { tvcApps } = await service.client.getTvcApps({ organizationId });
  expect(tvcApps.map(({ name }) => name)).toEqual(['Signer', 'Other']);
});

it('sets a deployment live, and marks only others for deletion', async () => {
  const { organizationId } = service;
  const { appId } = await createApp();
  const [first, second] = [(await deploy(appId)).deploymentId, (await deploy(appId)).deploymentId];
  const setLive = (deploymentId: string) =>
    service.client.updateTvcAppLiveDeployment(
      service.envelope('ACTIVITY_TYPE_UPDATE_TVC_APP_LIVE_DEPLOYMENT', { deploymentId }),
    );
  const mark = (deploymentId: string) =>
    service.client.deleteTvcDeployment(service.envelope('ACTIVITY_TYPE_DELETE_TVC_DEPLOYMENT', { deploymentId }));
  const restore = (deploymentId: string) =>
    service.client.restoreTvcDeployment(service.envelope('ACTIVITY_TYPE_RESTORE_TVC_DEPLOYMENT', { deploymentId }));
  const live = async () =>
    (await service.client.getTvcApp({ organizationId, tvcAppId: appId })).tvcApp.liveDeploymentId;
  expect(await live()).toBeUndefined();
  await setLive(first);
  expect(await live()).toBe(first);
  await expect(mark(first)).rejects.toThrow('it is live');
  await mark(second);
  expect((await deploymentsOf(appId)).map((one) => one.delete)).toEqual([false, true]);
  await expect(setLive(second)).rejects.toThrow('marked for deletion');
  await restore(second);
  await setLive(second);
  expect(await live()).toBe(second);
  expect((await deploymentsOf(appId)).map((one) => one.delete)).toEqual([false, false]);
  await service.client.deleteTvcAppAndDeployments(
    service.envelope('ACTIVITY_TYPE_DELETE_TVC_APP_AND_DEPLOYMENTS', { appId }),
  );
  await expect(restore(second)).rejects.toThrow('marked for deletion');
});

it.each([
  ['no operator set', { shareSetParams: undefined }, 'exactly one of /shareSetId and /shareSetParams'],
  ['fewer operators than approvals', { shareSetParams: { name: 'None', threshold: 2 } }, 'invalid operator set'],
  [
    'a set of nobody',
    { shareSetParams: undefined, shareSetId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10' },
    'no operator set found',
  ],
])('refuses an application with %s and stores nothing', async (_what, change, why) => {
  const { organizationId } = service;
  const before = await service.client.getTvcApps({ organizationId });
  await expect(createApp(change)).rejects.toThrow(why);
  expect(await service.client.getTvcApps({ organizationId })).toEqual(before);
});

it('stores interfaces of contracts and lists them with the organization', async () => {
  const { organizationId } = service;
  const smartContractInterface = '[{"type":"function","name":"pause","inputs":[],"outputs":[]}]';
  const create = (text: string) =>
    service.client.createSmartContractInterface(
      service.envelope('ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE', {
        smartContractAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        smartContractInterface: text,
        type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM' as const,
        label: 'Treasury',
      }),
    );
  await expect(create('no JSON')).rejects.toThrow('invalid smart contract interface');
  const { activity } = await create(smartContractInterface);
  const { smartContractInterfaceId } = activity.result.createSmartContractInterfaceResult!;
  const kept = await service.client.getSmartContractInterface({ organizationId, smartContractInterfaceId });
  expect(kept.smartContractInterface).toMatchObject({ smartContractInterface, label: 'Treasury', notes: '' });
  const listed = await service.client.getSmartContractInterfaces({ organizationId });
  expect(listed.smartContractInterfaces).toEqual([kept.smartContractInterface]);
  const { organizationData } = await service.client.getOrganization({ organizationId });
  expect(organizationData.smartContractInterfaceReferences).toMatchObject([
    { smartContractInterfaceId, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  await service.client.deleteSmartContractInterface(
    service.envelope('ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE', { smartContractInterfaceId }),
  );
  const asking = service.client.getSmartContractInterface({ organizationId, smartContractInterfaceId });
  await expect(asking).rejects.toThrow('no smart contract interface found');
});
