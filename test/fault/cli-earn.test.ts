import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeCall, readSignedEthereum } from '../../electron/crypto/index.ts';
import { DEPLOYER, DEPLOYER_CODE, planWrapper } from '../../electron/custody/chains/earn/wrapper.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { newUserKey, type Service, Workstation } from '../contract/cli/support.ts';
import { type MadeUpNode, startMadeUpNode } from '../contract/keys/made-up-node.ts';
import { clientOf } from '../contract/start-service.ts';
import { eventually } from '../tools/eventually.ts';

const CHAIN = 'eip155:8453';
const VAULT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const TOKEN = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const ROUNDS = 4;
const workstation = new Workstation();
const user = newUserKey();
let node: MadeUpNode;
let service: Service;
const serving = () => ['--data', join(workstation.folder, 'data'), '--rpc', `${CHAIN}=${node.url}`];

beforeAll(async () => {
  node = await startMadeUpNode(8453);
  node.codes.set(DEPLOYER.toLowerCase(), DEPLOYER_CODE);
  service = await workstation.serveFor(user, ...serving());
});
afterAll(async () => {
  await workstation.close();
  node.end();
});

const client = () => clientOf(service.ready.baseUrl, user);
let last = 0;
const envelope = <Type extends string, Parameters>(type: Type, parameters: Parameters) => {
  last = Math.max(last + 1, Date.now());
  return { type, timestampMs: String(last), organizationId: service.ready.organizationId, parameters };
};
const gives = (contract: string, signature: string, value: bigint | string) => {
  const word = hexEncode(encodeCall('f(uint256)', value)).slice(8);
  node.gives.set(`${contract.toLowerCase()} 0x${hexEncode(encodeCall(signature)).slice(0, 8)}`, `0x${word}`);
};

it('sends each deposit and its approval once, however often the service is killed', async () => {
  const wallet = await client().createWallet(
    envelope('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'Earn',
      accounts: [
        {
          curve: 'CURVE_SECP256K1' as const,
          pathFormat: 'PATH_FORMAT_BIP32' as const,
          path: "m/44'/60'/0'/0/0",
          addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
        },
      ],
    }),
  );
  const account = wallet.activity.result.createWalletResult?.addresses[0] ?? '';
  const terms = { vaultAddress: VAULT, clientFeeWallet: account };
  const { wrapperAddress } = planWrapper({ ...terms, chain: CHAIN, clientFeeBps: 100 });
  gives(VAULT, 'asset()', TOKEN);
  gives(VAULT, 'totalAssets()', 7n);
  gives(TOKEN, 'balanceOf(address)', 10n ** 9n);
  gives(wrapperAddress, 'depositsDisabled()', 0n);
  const deployed = await client().earnDeployWrapper(
    envelope('ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER', { ...terms, chainCaip2: CHAIN, clientFeeBps: '100' } as const),
  );
  const deployRequestId = deployed.activity.result.earnDeployWrapperResult?.deployRequestId ?? '';
  const { organizationId } = service.ready;
  const completed = (status: () => Promise<{ readonly status: string }>) =>
    eventually(async () => expect((await status()).status).toBe('COMPLETED'), 200);
  await completed(() => client().getEarnDeployStatus({ organizationId, deployRequestId }));

  const requests: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const parameters = { wrapperAddress, signWith: account, assets: '500', chainCaip2: CHAIN } as const;
    const { activity } = await client().earnDeposit(envelope('ACTIVITY_TYPE_EARN_DEPOSIT', parameters));
    requests.push(activity.result.earnDepositResult?.depositRequestId ?? '');
    // Before the approval has left, between it and the deposit, or after both.
    await setTimeout((1600 * round) / ROUNDS);
    await service.kill();
    service = await workstation.serve(serving());
  }
  for (const depositRequestId of requests)
    await completed(() => client().getEarnDepositStatus({ organizationId, depositRequestId }));
  const nonces = node.sent.map((signed) => Number(readSignedEthereum(signed).nonce));
  expect(nonces.toSorted((one, other) => one - other)).toEqual([...new Array(1 + 2 * ROUNDS).keys()]);
}, 300_000);
