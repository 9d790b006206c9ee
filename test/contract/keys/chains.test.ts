import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS, type OperationName } from '../../../shared/operations/index.ts';
import { type StartedService, startService } from '../start-service.ts';

/** Tests that work on a chain is checked to its end, then refused without an endpoint, and leaves nothing stored. */
let service: StartedService;
const own: Record<'ethereum' | 'solana' | 'bitcoin' | 'key' | 'keyId', string> = {
  ethereum: '',
  solana: '',
  bitcoin: '',
  key: '',
  keyId: '',
};
const STRANGER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const VAULT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

beforeAll(async () => {
  service = await startService();
  const { activity } = await service.client.createWallet(
    service.envelope('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'Chains',
      accounts: [
        ['CURVE_SECP256K1', "m/44'/60'/0'/0/0", 'ADDRESS_FORMAT_ETHEREUM'] as const,
        ['CURVE_ED25519', "m/44'/501'/0'/0'", 'ADDRESS_FORMAT_SOLANA'] as const,
        ['CURVE_SECP256K1', "m/84'/0'/0'/0/0", 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'] as const,
      ].map(([curve, path, addressFormat]) => ({
        curve,
        path,
        addressFormat,
        pathFormat: 'PATH_FORMAT_BIP32' as const,
      })),
    }),
  );
  [own.ethereum = '', own.solana = '', own.bitcoin = ''] = activity.result.createWalletResult?.addresses ?? [];
  const keys = await service.client.createPrivateKeys(
    service.envelope('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
      privateKeys: [
        {
          privateKeyName: 'Single',
          curve: 'CURVE_SECP256K1' as const,
          privateKeyTags: [],
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM' as const],
        },
      ],
    }),
  );
  const [key] = keys.activity.result.createPrivateKeysResultV2?.privateKeys ?? [];
  own.key = key?.addresses?.[0]?.address ?? '';
  own.keyId = key?.privateKeyId ?? '';
});
afterAll(() => service.stop());

interface Answer {
  readonly message: string;
  readonly code: number;
}

/** Asks as the official client does. Returns the refusal that the client throws. */
async function refused(name: OperationName, given: Record<string, unknown>): Promise<Answer> {
  const operation = OPERATIONS[name];
  const body =
    operation.kind === 'activity'
      ? service.envelope(operation.activityType, given)
      : { organizationId: service.organizationId, ...given };
  return service.client.request(operation.path, body).then(
    () => Promise.reject(new Error(`${name} was not refused`)),
    (error: Answer) => error,
  );
}

const noEndpoint = (chain: string) =>
  expect.stringMatching(
    new RegExp(`no endpoint is configured for ${chain}, so no chain was asked.*RPC_CALL_ERROR`, 's'),
  );
const send = (changes: object = {}) => ({
  from: own.ethereum,
  caip2: 'eip155:1',
  calls: [{ to: STRANGER, value: '1', data: '0x' }],
  ...changes,
});
const withdraw = (changes: object = {}) => ({
  wrapperAddress: VAULT,
  signWith: own.ethereum,
  chainCaip2: 'eip155:8453',
  amountValue: 'MAX',
  ...changes,
});
/** A transfer of one lamport from the organization's account, as libraries serialise it. */
const solana = async () => {
  const { base58 } = await import('@scure/base');
  const payer = Buffer.from(base58.decode(own.solana)).toString('hex');
  return `01${'00'.repeat(64)}01000102${payer}${'00'.repeat(32)}${'09'.repeat(32)}01010200000c020000000100000000000000`;
};

describe('an operation that needs a chain endpoint', () => {
  it.each<[OperationName, () => Record<string, unknown>, string]>([
    ['eth_send_transaction', send, 'eip155:1'],
    ['eth_send_transaction', () => send({ from: own.key, caip2: 'eip155:10' }), 'eip155:10'],
    [
      'eth_send_transaction_v1',
      () => ({ from: own.ethereum, caip2: 'eip155:1', to: STRANGER, value: '1' }),
      'eip155:1',
    ],
    ['eth_undelegate_7702', () => ({ from: own.ethereum, caip2: 'eip155:1', nonce: '0' }), 'eip155:1'],
    ['earn_claim_rewards', () => ({ signWith: own.ethereum, chainCaip2: 'eip155:1' }), 'eip155:1'],
    [
      'earn_deploy_wrapper',
      () => ({ vaultAddress: VAULT, chainCaip2: 'eip155:1', clientFeeBps: '10000', clientFeeWallet: own.ethereum }),
      'eip155:1',
    ],
    ['get_nonces', () => ({ address: STRANGER, caip2: 'eip155:137', nonce: true }), 'eip155:137'],
    ['get_wallet_address_balances', () => ({ address: own.ethereum, caip2: 'eip155:56' }), 'eip155:56'],
    ['get_wallet_address_balances', () => ({ address: own.solana, caip2: 'solana:mainnet' }), 'solana:mainnet'],
    ['list_eth_transaction_history', () => ({ address: own.ethereum, caip2: 'eip155:5042002' }), 'eip155:5042002'],
    ['list_sol_transaction_history', () => ({ address: own.solana, caip2: 'solana:devnet' }), 'solana:devnet'],
    ['list_earn_vaults', () => ({ caip19: `eip155:1/erc20:${VAULT}` }), 'eip155:1'],
  ])('%s reports that no chain was queried', async (name, given, chain) => {
    await expect(refused(name, given())).resolves.toMatchObject({ code: 9, message: noEndpoint(chain) });
  });

  it('sends no Solana transaction, sponsored or not', async () => {
    const unsignedTransaction = await solana();
    for (const sponsor of [true, false]) {
      const given = { unsignedTransaction, signWiths: [own.solana], sponsor, caip2: 'solana:mainnet' };
      await expect(refused('sol_send_transaction', given)).resolves.toMatchObject({
        message: noEndpoint('solana:mainnet'),
      });
      const older = { unsignedTransaction, signWith: own.solana, sponsor, caip2: 'solana:mainnet' };
      await expect(refused('sol_send_transaction_v1', older)).resolves.toMatchObject({
        message: noEndpoint('solana:mainnet'),
      });
    }
  });

  it('sends no transaction that this service signed', async () => {
    const { activity } = await service.client.signTransaction(
      service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
        signWith: own.ethereum,
        unsignedTransaction: '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0',
        type: 'TRANSACTION_TYPE_ETHEREUM' as const,
      }),
    );
    const signedTransaction = activity.result.signTransactionResult?.signedTransaction ?? '';
    await expect(refused('eth_send_raw_transaction', { signedTransaction, caip2: 'eip155:1' })).resolves.toMatchObject({
      message: noEndpoint('eip155:1'),
    });
    await expect(
      refused('eth_send_raw_transaction', { signedTransaction, caip2: 'eip155:8453' }),
    ).resolves.toMatchObject({ code: 3, message: expect.stringContaining('is for eip155:1, not for eip155:8453') });
    await expect(
      refused('eth_send_raw_transaction', { signedTransaction: signedTransaction.slice(2), caip2: 'eip155:1' }),
    ).resolves.toMatchObject({ code: 3, message: expect.stringContaining('INVALID_TRANSACTION') });
  });
});

describe('an operation that fails with an endpoint too', () => {
  const notFound = 'Could not find any resource to sign with';
  it.each<[string, OperationName, () => Record<string, unknown>, string]>([
    ['from a stranger’s account', 'eth_send_transaction', () => send({ from: STRANGER }), notFound],
    [
      'from the id of a key',
      'eth_send_transaction',
      () => send({ from: own.keyId }),
      '/parameters/from must be an on-chain',
    ],
    [
      'from another chain’s account',
      'eth_send_transaction',
      () => send({ from: own.bitcoin }),
      '/parameters/from is not an address',
    ],
    [
      'to an address with a wrong checksum',
      'eth_send_transaction',
      () => send({ calls: [{ to: STRANGER }, { to: STRANGER.replace('C8', 'c8') }] }),
      '/parameters/calls/1/to is not an address of ADDRESS_FORMAT_ETHEREUM',
    ],
    [
      'to an address with a wrong checksum, in version 1',
      'eth_send_transaction_v1',
      () => ({ from: own.ethereum, caip2: 'eip155:1', to: STRANGER.replace('C8', 'c8') }),
      '/parameters/to is not an address of ADDRESS_FORMAT_ETHEREUM',
    ],
    [
      'of more than there can be',
      'eth_send_transaction',
      () => send({ calls: [{ to: STRANGER, value: `2${'0'.repeat(77)}` }] }),
      '/parameters/calls/0/value has more than 256 bits',
    ],
    [
      'with a nonce beyond 64 bits',
      'eth_send_transaction',
      () => send({ nonce: String(2n ** 64n) }),
      '/parameters/nonce has more than 64 bits',
    ],
    [
      'with a tip above its fee',
      'eth_send_transaction',
      () => send({ maxFeePerGas: '1', maxPriorityFeePerGas: '2' }),
      'maxPriorityFeePerGas is more than',
    ],
    ['on a chain that is not served', 'eth_send_transaction', () => send({ caip2: 'eip155:5' }), '/parameters/caip2'],
    [
      'with 51 calls',
      'eth_send_transaction',
      () => send({ calls: Array(51).fill({ to: STRANGER }) }),
      '/parameters/calls',
    ],
    [
      'signed with the id of a key',
      'earn_withdraw',
      () => withdraw({ signWith: own.keyId }),
      '/parameters/signWith must be an on-chain address',
    ],
    ['signed with a stranger’s account', 'earn_withdraw', () => withdraw({ signWith: STRANGER }), notFound],
    ['of nothing', 'earn_withdraw', () => withdraw({ amountValue: '0' }), '/parameters/amountValue'],
    [
      'on a chain without vaults',
      'earn_withdraw',
      () => withdraw({ chainCaip2: 'eip155:10' }),
      '/parameters/chainCaip2',
    ],
    [
      'from a wrapper with a wrong checksum',
      'earn_withdraw',
      () => withdraw({ wrapperAddress: VAULT.replace('BC', 'bc') }),
      '/parameters/wrapperAddress is not an address',
    ],
    [
      'of a wrapper that nobody deployed',
      'claim_earn_fees',
      () => ({ wrapperAddress: VAULT }),
      `${VAULT} is not a deployed wrapper of this organization`,
    ],
    [
      'by a private key, from a wrapper that nobody deployed',
      'earn_withdraw',
      () => withdraw({ signWith: own.key, amountValue: '1' }),
      `${VAULT} is not a deployed wrapper of this organization or of the one above it on eip155:8453`,
    ],
    [
      'into a wrapper that nobody deployed',
      'earn_deposit',
      () => {
        const { amountValue: _, ...rest } = withdraw();
        return { ...rest, assets: '5' };
      },
      `${VAULT} is not a deployed wrapper`,
    ],
    [
      'to a wrapper that nobody deployed',
      'earn_set_wrapper_state',
      () => ({ wrapperAddress: VAULT, depositsDisabled: true }),
      `${VAULT} is not a deployed wrapper`,
    ],
    [
      'of a fee above the whole',
      'earn_deploy_wrapper',
      () => ({ vaultAddress: VAULT, chainCaip2: 'eip155:1', clientFeeBps: '10001', clientFeeWallet: own.ethereum }),
      '/parameters/clientFeeBps',
    ],
    [
      'of a private key’s address',
      'list_eth_transaction_history',
      () => ({ address: own.key, caip2: 'eip155:1' }),
      '/address is the address of a private key',
    ],
    [
      'of a stranger’s address',
      'list_eth_transaction_history',
      () => ({ address: STRANGER, caip2: 'eip155:1' }),
      `Could not find wallet account with address: ${STRANGER}`,
    ],
    [
      'of 101 at once',
      'list_eth_transaction_history',
      () => ({ address: own.ethereum, caip2: 'eip155:1', paginationOptions: { limit: '101' } }),
      '/paginationOptions/limit',
    ],
    [
      'on a chain without history',
      'list_eth_transaction_history',
      () => ({ address: own.ethereum, caip2: 'eip155:10' }),
      '/caip2',
    ],
    [
      'of an address of another chain',
      'get_wallet_address_balances',
      () => ({ address: own.ethereum, caip2: 'solana:mainnet' }),
      '/address is not an address of ADDRESS_FORMAT_SOLANA',
    ],
    [
      'of an id that is of nothing',
      'get_send_transaction_status',
      () => ({ sendTransactionStatusId: own.keyId }),
      'no send transaction status found with the given ID',
    ],
    [
      'of a withdrawal that was never made',
      'get_earn_withdraw_status',
      () => ({ withdrawRequestId: own.keyId }),
      'no earn withdrawal found with the given ID',
    ],
  ])('%s: %s', async (_what, name, given, message) => {
    await expect(refused(name, given())).resolves.toMatchObject({ message: expect.stringContaining(message) });
  });

  it('requires each signer of a Solana transaction once, and all of them when it is sponsored', async () => {
    const unsignedTransaction = await solana();
    const give = (changes: object) =>
      refused('sol_send_transaction', {
        unsignedTransaction,
        signWiths: [own.solana],
        caip2: 'solana:devnet',
        ...changes,
      });
    const cases: [object, string][] = [
      [{ signWiths: [own.solana, own.solana] }, '/parameters/signWiths/1 is there twice'],
      [{ signWiths: [own.ethereum] }, '/parameters/signWiths/0 is not an address of ADDRESS_FORMAT_SOLANA'],
      [{ unsignedTransaction: unsignedTransaction.slice(0, -2) }, 'INVALID_TRANSACTION'],
      [{ recentBlockhash: 'O0' }, '/parameters/recentBlockhash'],
    ];
    for (const [changes, message] of cases)
      await expect(give(changes)).resolves.toMatchObject({ message: expect.stringContaining(message) });
    const older = { unsignedTransaction, signWith: own.ethereum, caip2: 'solana:devnet' };
    await expect(refused('sol_send_transaction_v1', older)).resolves.toMatchObject({
      message: expect.stringContaining('/parameters/signWith is not an address of ADDRESS_FORMAT_SOLANA'),
    });
  });
});

it('stores no activity for any of these requests', async () => {
  const { activities } = await service.client.getActivities({
    organizationId: service.organizationId,
    paginationOptions: { limit: '100' },
  });
  expect(activities.map(({ type }) => type).sort()).toEqual([
    'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2',
    'ACTIVITY_TYPE_CREATE_WALLET',
    'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
  ]);
});
