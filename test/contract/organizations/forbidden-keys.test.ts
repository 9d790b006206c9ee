import { generateP256KeyPair } from '@turnkey/crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encodeCall, p256Uncompress } from '../../../electron/crypto/index.ts';
import { DEPLOYER, DEPLOYER_CODE, planWrapper } from '../../../electron/custody/chains/earn/wrapper.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { type MadeUpNode, startMadeUpNode } from '../keys/made-up-node.ts';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

const CHAIN = 'eip155:8453';
const VAULT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const TOKEN = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const bip32 = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32' } as const;
const ethereum = { ...bip32, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' } as const;
const p256 = { ...ethereum, curve: 'CURVE_P256', addressFormat: 'ADDRESS_FORMAT_COMPRESSED' } as const;

/** A user may do everything that no policy forbids. */
const robot = newKey();
let node: MadeUpNode;
let service: StartedService;
let walletId = '';
let [account, second, elsewhere, passkeyLike]: string[] = [];
let wrapper = '';
let forbidding: string[] = [];

const selector = (signature: string) => `0x${hexEncode(encodeCall(signature)).slice(0, 8)}`;
const gives = (contract: string, signature: string, value: bigint | string) =>
  node.gives.set(
    `${contract.toLowerCase()} ${selector(signature)}`,
    `0x${hexEncode(encodeCall('f(uint256)', value)).slice(8)}`,
  );

async function makeWallet(
  walletName: string,
  accounts: Parameters<typeof service.client.createWallet>[0]['parameters']['accounts'],
) {
  const body = service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts });
  const { activity } = await service.client.createWallet(body);
  return activity.result.createWalletResult ?? { walletId: '', addresses: [] };
}

beforeAll(async () => {
  node = await startMadeUpNode(8453);
  service = await startService({ rpc: [`${CHAIN}=${node.url}`] });
  const apiKeys = [{ apiKeyName: 'Key', publicKey: robot.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const users = [{ userName: 'Robot', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
  await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
  const cold = await makeWallet('Cold', [
    { ...ethereum, path: "m/44'/60'/0'/0/0" },
    { ...ethereum, path: "m/44'/60'/0'/0/1" },
    { ...p256, path: 'm/0' },
  ]);
  walletId = cold.walletId;
  [account = '', second = '', passkeyLike = ''] = cold.addresses;
  [elsewhere = ''] = (await makeWallet('Other', [{ ...ethereum, path: "m/44'/60'/0'/0/0" }])).addresses;
  const terms = { chain: CHAIN, vaultAddress: VAULT, clientFeeBps: 100, clientFeeWallet: account };
  wrapper = planWrapper(terms).wrapperAddress;
  node.codes.set(DEPLOYER.toLowerCase(), DEPLOYER_CODE);
  gives(VAULT, 'asset()', TOKEN);
  gives(VAULT, 'totalAssets()', 7n);
  gives(TOKEN, 'balanceOf(address)', 500n);
  gives(wrapper, 'depositsDisabled()', 0n);
  gives(wrapper, 'claimableFee()', 9n);
  await add('EFFECT_ALLOW', 'true');
});
afterEach(async () => {
  for (const policyId of forbidding)
    await service.client.deletePolicy(service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId }));
  forbidding = [];
});
afterAll(async () => {
  await service.stop();
  node.end();
});

async function add(effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', condition: string): Promise<string> {
  const policy = { policyName: `${effect} ${forbidding.length}`, effect, condition, notes: '' };
  const { activity } = await service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', policy));
  return activity.result.createPolicyResult?.policyId ?? '';
}
const forbid = async (condition: string) => void forbidding.push(await add('EFFECT_DENY', condition));
const by = () => clientOf(service.ready.baseUrl, robot);
const refused = (asked: Promise<unknown>) =>
  expect(asked).rejects.toThrow('Turnkey error 7: policy engine denied request explicitly');
async function done(asked: Promise<{ activity: { status: string } }>): Promise<void> {
  expect((await asked).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
}

describe('an account that an earn wrapper signs with', () => {
  const deploy = () =>
    by().earnDeployWrapper(
      service.envelope('ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER', {
        vaultAddress: VAULT,
        chainCaip2: CHAIN,
        clientFeeBps: '100',
        clientFeeWallet: account ?? '',
      }),
    );
  const pause = () =>
    by().earnSetWrapperState(
      service.envelope('ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE', { wrapperAddress: wrapper, depositsDisabled: true }),
    );
  const claim = () =>
    by().claimEarnFees(service.envelope('ACTIVITY_TYPE_CLAIM_EARN_FEES', { wrapperAddress: wrapper }));
  const rules = () => [
    `wallet.id == '${walletId}'`,
    `wallet_account.address == '${account}'`,
    `activity.params.sign_with == '${account}'`,
  ];

  it('is denied as for every other signature, when the wrapper is deployed and when it is used', async () => {
    for (const rule of rules()) {
      await forbid(rule);
      await refused(deploy());
      await service.client.deletePolicy(
        service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId: forbidding.pop() ?? '' }),
      );
    }
    await done(deploy());
    for (const rule of rules()) {
      await forbid(rule);
      await refused(pause());
      await refused(claim());
      await service.client.deletePolicy(
        service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId: forbidding.pop() ?? '' }),
      );
    }
    // A policy about another account lets it through to the chain, where the wrapper is not yet.
    await forbid(`wallet_account.address == '${elsewhere}'`);
    await expect(pause()).rejects.toThrow('is still being deployed');
  });
});

describe('an account of a wallet whose words are exported', () => {
  const exported = () =>
    by().exportWallet(
      service.envelope('ACTIVITY_TYPE_EXPORT_WALLET', {
        walletId,
        targetPublicKey: generateP256KeyPair().publicKeyUncompressed,
      }),
    );

  it.each([
    ['named', () => `wallet_account.address == '${second}'`],
    ['left out', () => `wallet_account.address != '${account}'`],
    ['in a list', () => `wallet_account.address in ['${elsewhere}', '${account}']`],
    ['not made yet', () => "wallet_account.address == '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'"],
  ])('is denied when it is %s', async (_how, rule) => {
    await forbid(rule());
    await refused(exported());
  });

  it('is not denied by an account of another wallet', async () => {
    await forbid(`wallet_account.address == '${elsewhere}'`);
    await done(exported());
  });
});

describe('the key that an export is encrypted to', () => {
  const { publicKey, publicKeyUncompressed } = generateP256KeyPair();
  const exported = (targetPublicKey: string) =>
    by().exportWallet(service.envelope('ACTIVITY_TYPE_EXPORT_WALLET', { walletId, targetPublicKey }));

  it.each([
    ['compressed', publicKey],
    ['uncompressed', publicKeyUncompressed],
    ['compressed and in capitals', publicKey.toUpperCase()],
  ])('is denied in each form by a policy that has it %s', async (_form, written) => {
    await forbid(`activity.params.target_public_key == '${written}'`);
    for (const sent of [publicKey, publicKeyUncompressed, publicKeyUncompressed.toUpperCase()])
      await refused(exported(sent));
    const other = generateP256KeyPair();
    for (const sent of [other.publicKey, other.publicKeyUncompressed]) await done(exported(sent));
  });

  it('is not denied in another form where a policy denies all other keys', async () => {
    await forbid(`activity.params.target_public_key != '${publicKey}'`);
    await done(exported(publicKeyUncompressed));
    await refused(exported(generateP256KeyPair().publicKey));
  });
});

describe('the key of an approval', () => {
  it.each([
    ['compressed', () => robot.publicKey],
    ['uncompressed', () => p256Uncompress(robot.publicKey)],
  ])('is denied by a policy that has it %s', async (_form, key) => {
    const consensus = `credentials.any(c, c.public_key == '${key()}')`;
    const policy = { policyName: 'No robot', effect: 'EFFECT_DENY' as const, condition: 'true', consensus, notes: '' };
    const { activity } = await service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', policy));
    forbidding.push(activity.result.createPolicyResult?.policyId ?? '');
    const body = service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Robot', accounts: [] });
    await refused(by().createWallet(body));
  });
});

describe('a P-256 signature that Tempo takes', () => {
  const sign = (payload: string, signWith: string) =>
    by().signRawPayload(
      service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
        signWith,
        payload,
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_SHA256',
      }),
    );
  const DIGEST = '5c'.repeat(32);
  const assertion = (flags: string) => `${'49'.repeat(32)}${flags}00000001${DIGEST}`;

  it('is opaque to a policy that denies Tempo transactions, over a digest and over an assertion', async () => {
    await forbid(`tempo.tx.calls.any(call, call.to == '${elsewhere}')`);
    await refused(sign(DIGEST, passkeyLike ?? ''));
    await refused(sign(assertion('05'), passkeyLike ?? ''));
    await done(sign(assertion('04'), passkeyLike ?? ''));
    await done(sign(DIGEST, account ?? ''));
  });
});
