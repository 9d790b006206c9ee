import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeSignedEthereum, encodeCall, readSignedEthereum } from '../../../electron/crypto/index.ts';
import { DEPLOYER, DEPLOYER_CODE, planWrapper } from '../../../electron/custody/chains/earn/wrapper.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { eventually } from '../../tools/eventually.ts';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';
import { type MadeUpNode, startMadeUpNode } from './made-up-node.ts';

const CHAIN = 'eip155:8453';
const VAULT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const TOKEN = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const OTHER_TOKEN = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';
const ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

let node: MadeUpNode;
let service: StartedService;
let account: string;
let wrapper: string;
beforeEach(async () => {
  node = await startMadeUpNode(8453);
  service = await startService({ rpc: [`${CHAIN}=${node.url}`] });
  account = await makeAccount(service.client, service.organizationId);
  wrapper = planWrapper({
    chain: CHAIN,
    vaultAddress: VAULT,
    clientFeeBps: 100,
    clientFeeWallet: account,
  }).wrapperAddress;
  node.codes.set(DEPLOYER.toLowerCase(), DEPLOYER_CODE);
  gives(VAULT, 'asset()', TOKEN);
  gives(VAULT, 'totalAssets()', 7n);
  gives(TOKEN, 'balanceOf(address)', 500n);
  gives(wrapper, 'depositsDisabled()', 0n);
  gives(wrapper, 'assetsOf(address)', 500n);
  gives(wrapper, 'claimableFee()', 9n);
});
afterEach(async () => {
  await service.stop();
  node.end();
});

/** Has a contract give one word to every call of a function. */
function gives(contract: string, signature: string, value: bigint | string, of = node): void {
  const word = hexEncode(encodeCall('f(uint256)', value)).slice(8);
  of.gives.set(`${contract.toLowerCase()} ${selector(signature)}`, `0x${word}`);
}
const selector = (signature: string) => `0x${hexEncode(encodeCall(signature)).slice(0, 8)}`;

async function makeAccount(client: StartedService['client'], organizationId: string): Promise<string> {
  const wallet = { walletName: 'Earn', accounts: [ACCOUNT] };
  const { activity } = await client.createWallet({
    ...service.envelope('ACTIVITY_TYPE_CREATE_WALLET', wallet),
    organizationId,
  });
  return activity.result.createWalletResult?.addresses[0] ?? '';
}

interface As {
  readonly client?: StartedService['client'];
  readonly organizationId?: string;
}
const deploy = async (
  changes: object = {},
  { client = service.client, organizationId = service.organizationId }: As = {},
) => {
  const parameters = { vaultAddress: VAULT, chainCaip2: CHAIN, clientFeeBps: '100', clientFeeWallet: account } as const;
  const body = service.envelope('ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER', { ...parameters, ...changes });
  const { activity } = await client.earnDeployWrapper({ ...body, organizationId });
  const made = activity.result.earnDeployWrapperResult ?? {
    wrapperAddress: '',
    splitterAddress: '',
    deployRequestId: '',
  };
  const status = () => client.getEarnDeployStatus({ organizationId, deployRequestId: made.deployRequestId });
  return { ...made, status };
};
const deposit = async (
  changes: object = {},
  { client = service.client, organizationId = service.organizationId }: As = {},
) => {
  const parameters = { wrapperAddress: wrapper, signWith: account, assets: '500', chainCaip2: CHAIN } as const;
  const body = service.envelope('ACTIVITY_TYPE_EARN_DEPOSIT', { ...parameters, ...changes });
  const { activity } = await client.earnDeposit({ ...body, organizationId });
  const depositRequestId = activity.result.earnDepositResult?.depositRequestId ?? '';
  return () => client.getEarnDepositStatus({ organizationId, depositRequestId });
};
const claim = ({ client = service.client, organizationId = service.organizationId }: As = {}) =>
  client.claimEarnFees({
    ...service.envelope('ACTIVITY_TYPE_CLAIM_EARN_FEES', { wrapperAddress: wrapper }),
    organizationId,
  });
const becomes = (status: () => Promise<object>, expected: object) =>
  eventually(async () => {
    service.clock.now += 1000;
    expect(await status()).toMatchObject(expected);
  });
const completed = { status: 'COMPLETED' };
const refusal = (words: string) => ({ message: expect.stringContaining(words) });
/** A transaction as it reached the node. */
const decoded = (signed: string | undefined) => {
  const { fields } = describeSignedEthereum(signed ?? '', CHAIN);
  const field = (name: string) => fields.find((one) => one.name === name)?.value;
  const { sender, nonce } = readSignedEthereum(signed ?? '');
  return { sender, nonce, to: field('to'), data: field('data') };
};

/** An organization below, with an account and who may act for it. */
async function below() {
  const key = newKey();
  const user = {
    userName: 'Customer',
    authenticators: [],
    oauthProviders: [],
    apiKeys: [{ apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
  };
  const parameters = { subOrganizationName: 'Customer', rootUsers: [user], rootQuorumThreshold: 1 };
  const { activity } = await service.client.createSubOrganization(
    service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', parameters) as never,
  );
  const organizationId = activity.result.createSubOrganizationResultV8?.subOrganizationId ?? '';
  const client = clientOf(service.ready.baseUrl, key);
  return { client, organizationId, address: await makeAccount(client, organizationId) };
}

describe('a wrapper', () => {
  it('is deployed by its fee wallet with the requested terms, at the address derived from them', async () => {
    const { status, wrapperAddress } = await deploy();
    await becomes(status, completed);
    expect(wrapperAddress).toBe(wrapper);
    const { data, ...rest } = decoded(node.sent[0]);
    expect(rest).toEqual({ sender: account, nonce: 0n, to: DEPLOYER });
    expect(data).toContain(
      [VAULT, account].map((one) => one.slice(2).toLowerCase().padStart(64, '0')).join(`${'64'.padStart(64, '0')}`),
    );
    expect((await deploy()).wrapperAddress).toBe(wrapper);
    expect(node.sent).toHaveLength(1);
  });

  it('is deployed again after a failure', async () => {
    node.outcome = 'failed';
    const first = await deploy();
    await becomes(first.status, { status: 'FAILED', error: expect.stringContaining('it failed') });
    await expect(deposit()).rejects.toMatchObject(refusal('could not be deployed'));
    node.outcome = 'carried out';
    const second = await deploy();
    expect(second.deployRequestId).not.toBe(first.deployRequestId);
    await becomes(second.status, completed);
  });

  it('is used without a transaction when it exists already', async () => {
    node.codes.set(wrapper.toLowerCase(), '0x00');
    expect(await (await deploy()).status()).toEqual(completed);
    expect(node.sent).toEqual([]);
  });

  it('cannot be created by any contract but the one in its address', async () => {
    node.codes.set(DEPLOYER.toLowerCase(), `${DEPLOYER_CODE.slice(0, -2)}f4`);
    await expect(deploy()).rejects.toMatchObject(refusal('does not have the contract'));
  });

  it.each<[string, string, string | null]>([
    ['names no token', 'asset()', null],
    ['names what is no address', 'asset()', `0x${'ff'.repeat(32)}`],
    ['names half of an address', 'asset()', `0x${'11'.repeat(10)}`],
    ['holds no amount', 'totalAssets()', '0x01'],
  ])('is made around no vault that %s', async (_what, signature, given) => {
    node.gives.set(`${VAULT.toLowerCase()} ${selector(signature)}`, given ?? '0x');
    await expect(deploy()).rejects.toMatchObject(refusal('does not answer as a vault'));
    expect(node.sent).toEqual([]);
  });
});

describe('a deposit', () => {
  beforeEach(async () => becomes((await deploy()).status, completed));

  it('approves exactly its amount of the token that the vault named at first', async () => {
    gives(VAULT, 'asset()', OTHER_TOKEN);
    await becomes(await deposit(), completed);
    const [, approval, paid] = node.sent.map(decoded);
    expect(approval).toEqual({
      sender: account,
      nonce: 1n,
      to: TOKEN,
      data: `0x${hexEncode(encodeCall('approve(address,uint256)', wrapper, 500n))}`,
    });
    expect(paid).toEqual({
      sender: account,
      nonce: 2n,
      to: wrapper,
      data: `0x${hexEncode(encodeCall('deposit(uint256,address)', 500n, account))}`,
    });
  });

  it('uses the node’s gas estimate, or the maximum without one', async () => {
    const limits = () =>
      node.sent.slice(1).map((signed) =>
        describeSignedEthereum(signed, CHAIN)
          .fields.find(({ name }) => name === 'gasLimit')
          ?.value.replaceAll(/\D/g, ''),
      );
    await becomes(await deposit(), completed);
    node.gives.set(`${account.toLowerCase()} 0x01`, `0x${'ca57e11a'.padStart(64, '0')}`);
    await becomes(await deposit(), completed);
    // 50,000 and a fifth, and as much for a fee that becomes due meanwhile.
    expect(limits()).toEqual(['85000', '1500000', '85000', '110000']);
  });

  it('is not sent after a failed approval, and frees its nonce', async () => {
    node.outcome = 'failed';
    await becomes(await deposit(), { status: 'FAILED', error: expect.stringContaining('it was not sent') });
    expect(node.sent).toHaveLength(2);
    const nonces = { organizationId: service.organizationId, address: account, caip2: CHAIN, nonce: true } as const;
    expect(await service.client.getNonces(nonces)).toEqual({ nonce: '2' });
  });

  it('is sent once after its approval, however often the service restarts', async () => {
    node.outcome = 'waiting';
    await deposit();
    await eventually(() => expect(node.sent).toHaveLength(2));
    for (let times = 0; times < 3; times += 1) {
      await service.restart();
      service.clock.now += 60_000;
    }
    expect(node.sent).toHaveLength(2);
    node.outcome = 'carried out';
    await eventually(() => {
      service.clock.now += 1000;
      expect(node.sent.map((signed) => decoded(signed).nonce)).toEqual([0n, 1n, 2n]);
    });
  });

  it('is refused without the requested sponsor, and when the wrapper takes no deposits', async () => {
    await expect(deposit({ sponsor: true })).rejects.toMatchObject(refusal('this service sponsors no fees'));
    await expect(deposit({ assets: '501' })).rejects.toMatchObject(refusal('which is less'));
    gives(wrapper, 'depositsDisabled()', 1n);
    await expect(deposit()).rejects.toMatchObject(refusal('takes no deposits'));
    node.gives.delete(`${wrapper.toLowerCase()} ${selector('depositsDisabled()')}`);
    await expect(deposit()).rejects.toMatchObject(refusal('takes no deposits'));
    expect(node.sent).toHaveLength(1);
  });
});

describe('a wrapper on a chain without an endpoint', () => {
  const listed = async () => {
    const { organizationId, client } = service;
    const { enabledVaults = [] } = await client.listEarnEnabledVaults({ organizationId });
    const { positions = [] } = await client.listEarnPositions({ organizationId, walletAddress: account });
    return { enabledVaults, positions };
  };

  it('is listed from the recorded data', async () => {
    const other = await startMadeUpNode(1);
    const both = await startService({ rpc: [`${CHAIN}=${node.url}`, `eip155:1=${other.url}`] });
    await service.stop();
    service = both;
    account = await makeAccount(service.client, service.organizationId);
    const plan = (chain: string) =>
      planWrapper({ chain, vaultAddress: VAULT, clientFeeBps: 100, clientFeeWallet: account }).wrapperAddress;
    const elsewhere = plan('eip155:1');
    wrapper = plan(CHAIN);
    for (const [of, at] of [
      [node, wrapper],
      [other, elsewhere],
    ] as const) {
      of.codes.set(DEPLOYER.toLowerCase(), DEPLOYER_CODE);
      gives(VAULT, 'asset()', TOKEN, of);
      gives(VAULT, 'totalAssets()', 7n, of);
      gives(TOKEN, 'balanceOf(address)', 500n, of);
      gives(at, 'depositsDisabled()', 0n, of);
      gives(at, 'assetsOf(address)', 500n, of);
      gives(at, 'claimableFee()', 9n, of);
    }
    await becomes((await deploy()).status, completed);
    await becomes((await deploy({ chainCaip2: 'eip155:1' })).status, completed);
    for (const changes of [{}, { wrapperAddress: elsewhere, chainCaip2: 'eip155:1' }])
      await becomes(await deposit(changes), completed);
    const whole = { currentValue: '500', totalDeposited: '500', totalWithdrawn: '0' };
    expect((await listed()).positions).toMatchObject([whole, { ...whole, wrapperAddress: elsewhere }]);

    other.end();
    const down = await listed();
    const why = { chainError: expect.stringContaining('the node of eip155:1 cannot be used') };
    const kept = { wrapperAddress: elsewhere, totalDeposited: '500', totalWithdrawn: '0', ...why };
    expect(down.positions).toMatchObject([whole, kept]);
    expect(down.enabledVaults).toMatchObject([{ claimableClientFee: '9' }, { deployStatus: 'COMPLETED', ...why }]);

    await service.restart('eip155:1');
    const { enabledVaults, positions } = await listed();
    expect(positions).toMatchObject([whole, {}]);
    expect(positions[1]).toEqual({
      vaultAddress: VAULT,
      wrapperAddress: elsewhere,
      caip19: `eip155:1/erc20:${TOKEN}`,
      totalDeposited: '500',
      totalWithdrawn: '0',
    });
    expect(enabledVaults).toMatchObject([
      { claimableClientFee: '9' },
      { deployStatus: 'COMPLETED', clientFeeBps: '100' },
    ]);
    for (const member of ['claimableClientFee', 'totalDeposited', 'depositsDisabled', 'name'])
      expect(enabledVaults[1]).not.toHaveProperty(member);
  });
});

describe('a wrapper of another organization', () => {
  it('can be used by sub-organizations, which cannot claim its fees or change it', async () => {
    await becomes((await deploy()).status, completed);
    const as = await below();
    await becomes(await deposit({ signWith: as.address }, as), completed);
    await expect(claim(as)).rejects.toMatchObject(refusal('is not a deployed wrapper of this organization'));
    await expect(deposit({ signWith: account }, as)).rejects.toMatchObject(refusal('Could not find any resource'));
    await becomes(claim, {});
  });

  it('cannot be used by the parent organization', async () => {
    const as = await below();
    wrapper = planWrapper({
      chain: CHAIN,
      vaultAddress: VAULT,
      clientFeeBps: 100,
      clientFeeWallet: as.address,
    }).wrapperAddress;
    await becomes((await deploy({ clientFeeWallet: as.address }, as)).status, completed);
    await expect(deposit()).rejects.toMatchObject(refusal('is not a deployed wrapper of this organization'));
    await expect(claim()).rejects.toMatchObject(refusal('is not a deployed wrapper of this organization'));
  });
});
