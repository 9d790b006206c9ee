import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draftOf, provenInput, writeDraft } from '../../unit/crypto/transactions/bitcoin/drafts.ts';
import { solanaText } from '../../unit/crypto/transactions/solana/builder.ts';
import { rawText, TRANSFER } from '../../unit/crypto/transactions/tron/builder.ts';
import { newKey, type StartedService, startService } from '../start-service.ts';

let service: StartedService;
let ethereum = '';
let wallets = 0;

const bip32 = { pathFormat: 'PATH_FORMAT_BIP32' } as const;
/** An account on a curve, path and format, with every value as its own type. */
const account = <const Curve extends string, const Format extends string>(
  curve: Curve,
  path: string,
  addressFormat: Format,
) => ({ ...bip32, curve, path, addressFormat });

const ETHEREUM = account('CURVE_SECP256K1', "m/44'/60'/0'/0/0", 'ADDRESS_FORMAT_ETHEREUM');
const TAPROOT = account('CURVE_SECP256K1', "m/86'/0'/0'/0/0", 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR');
const SEGWIT = account('CURVE_SECP256K1', "m/84'/0'/0'/0/0", 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH');
const TRON = account('CURVE_SECP256K1', "m/44'/195'/0'/0/0", 'ADDRESS_FORMAT_TRON');
const SOLANA = account('CURVE_ED25519', "m/44'/501'/0'/0'", 'ADDRESS_FORMAT_SOLANA');
let addresses: readonly string[] = [];
let publicKeys: readonly string[] = [];

/** Two users who have to agree on everything. */
beforeAll(async () => {
  service = await startService();
  const wallet = { walletName: 'Hot', accounts: [ETHEREUM, TAPROOT, SOLANA, SEGWIT, TRON] };
  const made = await service.client.createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', wallet));
  addresses = made.activity.result.createWalletResult?.addresses ?? [];
  ethereum = addresses[0] ?? '';
  const { organizationId } = service;
  const { accounts } = await service.client.getWalletAccounts({ organizationId });
  publicKeys = accounts.map(({ publicKey }) => publicKey ?? '');
  const apiKeys = [{ apiKeyName: 'Key', publicKey: newKey().publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const users = [{ userName: 'Second', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
  const { activity } = await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
  const userIds = [service.userId, ...(activity.result.createUsersResult?.userIds ?? [])];
  await service.client.updateRootQuorum(
    service.envelope('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 2, userIds }),
  );
  wallets = await kept();
});
afterAll(() => service.stop());

/** The number of activities that the service has. */
async function kept(): Promise<number> {
  const { organizationId } = service;
  return (await service.client.getActivities({ organizationId, paginationOptions: { limit: '100' } })).activities
    .length;
}

const submit = (path: string, type: string, parameters: object) =>
  service.client.request<object, { activity: { status: string } }>(
    `/public/v1/submit/${path}`,
    service.envelope(`ACTIVITY_TYPE_${type}`, parameters),
  );

const BOB = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const UNSIGNED = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';
const NONE = '11111111-1111-4111-8111-111111111111';
const hexadecimal = 'PAYLOAD_ENCODING_HEXADECIMAL';
const sending = (call: object, more: object = {}) => ({ from: ethereum, caip2: 'eip155:1', calls: [call], ...more });
const signing = (more: object) => ({
  signWith: ethereum,
  unsignedTransaction: UNSIGNED,
  type: 'TRANSACTION_TYPE_ETHEREUM',
  ...more,
});
const raw = (payload: string, more: object = {}) => ({
  signWith: ethereum,
  payload,
  encoding: hexadecimal,
  hashFunction: 'HASH_FUNCTION_NO_OP',
  ...more,
});
const policy = (more: object) => ({ policyName: 'Rule', effect: 'EFFECT_ALLOW', notes: '', ...more });
const user = (publicKey: string) => ({
  userName: 'New',
  authenticators: [],
  oauthProviders: [],
  userTags: [],
  apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' }],
});

type Case = [what: string, path: string, type: string, parameters: () => object, words: string];
const CASES: Case[] = [
  [
    ...(['a recipient with a wrong checksum', 'eth_send_transaction', 'ETH_SEND_TRANSACTION_V2'] as const),
    () => sending({ to: BOB.replace('f39F', 'F39F'), value: '1' }),
    'Turnkey error 3: bad request body: /parameters/calls/0/to',
  ],
  [
    ...(['2^256 wei', 'eth_send_transaction', 'ETH_SEND_TRANSACTION_V2'] as const),
    () => sending({ to: BOB, value: String(2n ** 256n) }),
    'Turnkey error 3: bad request body: /parameters/calls/0/value has more than 256 bits',
  ],
  [
    ...(['version 1 with 2^256 wei', 'eth_send_transaction', 'ETH_SEND_TRANSACTION'] as const),
    () => ({ from: ethereum, caip2: 'eip155:1', to: BOB, value: String(2n ** 256n) }),
    'Turnkey error 3: bad request body: /parameters/value has more than 256 bits',
  ],
  [
    ...(['a sponsor', 'eth_send_transaction', 'ETH_SEND_TRANSACTION_V2'] as const),
    () => sending({ to: BOB }, { sponsor: true }),
    'Turnkey error 9: this service sponsors no fees',
  ],
  [
    ...(['the account of a stranger', 'eth_send_transaction', 'ETH_SEND_TRANSACTION_V2'] as const),
    () => sending({ to: BOB }, { from: BOB }),
    'Turnkey error 5: Could not find any resource to sign with',
  ],
  [
    ...(['a transaction that cannot be parsed', 'sign_transaction', 'SIGN_TRANSACTION_V2'] as const),
    () => signing({ unsignedTransaction: '02c0' }),
    'INVALID_TRANSACTION',
  ],
  [
    ...(['a transaction of another signer', 'sign_transaction', 'SIGN_TRANSACTION_V2'] as const),
    () => signing({ signWith: BOB }),
    'Turnkey error 5: Could not find any resource to sign with',
  ],
  [
    ...(['a payload of half a byte', 'sign_raw_payload', 'SIGN_RAW_PAYLOAD_V2'] as const),
    () => raw('abc'),
    'Turnkey error 3: invalid payload',
  ],
  [
    ...(['a digest of two bytes', 'sign_raw_payload', 'SIGN_RAW_PAYLOAD_V2'] as const),
    () => raw('abcd'),
    'expected a 32-bytes-long digest',
  ],
  [
    ...(['typed data without types', 'sign_raw_payload', 'SIGN_RAW_PAYLOAD_V2'] as const),
    () => raw('{}', { encoding: 'PAYLOAD_ENCODING_EIP712' }),
    'Turnkey error 3: invalid payload',
  ],
  [
    ...(['one bad payload of many', 'sign_raw_payloads', 'SIGN_RAW_PAYLOADS'] as const),
    () => ({ ...raw(''), payload: undefined, payloads: ['00'.repeat(32), 'ab'] }),
    'expected a 32-bytes-long digest',
  ],
  [
    ...(['a condition that cannot be parsed', 'create_policy', 'CREATE_POLICY_V3'] as const),
    () => policy({ condition: "eth.tx.to = '0x'" }),
    'Turnkey error 3: invalid policy condition: line 1, column 11',
  ],
  [
    ...(['a consensus that can never hold', 'create_policies', 'CREATE_POLICIES'] as const),
    () => ({ policies: [policy({}), policy({ policyName: 'Other', consensus: 'approvers.count() > "2"' })] }),
    'Turnkey error 3: invalid policy consensus: policies[1], line 1',
  ],
  [
    ...(['an empty consensus of one policy of many', 'create_policies', 'CREATE_POLICIES'] as const),
    () => ({ policies: [policy({}), policy({ policyName: 'Other', consensus: '' })] }),
    'Turnkey error 3: invalid policy consensus: policies[1], line 1, column 1: The consensus is empty',
  ],
  [
    ...(['a change to a blank consensus', 'update_policy', 'UPDATE_POLICY_V2'] as const),
    () => ({ policyId: NONE, policyConsensus: ' ' }),
    'Turnkey error 3: invalid policy consensus: line 1, column 1: The consensus is empty',
  ],
  [
    ...(['a change of a policy that is not there', 'update_policy', 'UPDATE_POLICY_V2'] as const),
    () => ({ policyId: NONE, policyName: 'Other' }),
    'Turnkey error 5: no policy found with the given ID',
  ],
  [
    ...(['an MFA condition that cannot be parsed', 'create_mfa_policy', 'CREATE_MFA_POLICY'] as const),
    () => ({
      userId: service.userId,
      mfaPolicyName: 'Passkey',
      condition: 'tru',
      order: 1,
      requiredAuthenticationMethods: [{ any: [{ type: 'AUTHENTICATION_TYPE_API_KEY' }] }],
    }),
    'Turnkey error 3: invalid policy condition',
  ],
  [
    ...(['a scope that cannot be parsed', 'create_session_profile', 'CREATE_SESSION_PROFILE'] as const),
    () => ({ sessionProfileName: 'Read', scope: 'activity.kind ==' }),
    'Turnkey error 3: invalid session profile scope',
  ],
  [
    ...(['an Ed25519 path that SLIP-0010 lacks', 'create_wallet', 'CREATE_WALLET'] as const),
    () => ({ walletName: 'Cold', accounts: [{ ...SOLANA, path: "m/44'/501'/0'/0" }] }),
    'Turnkey error 3: invalid path',
  ],
  [
    ...(['a public key that is no point', 'create_users', 'CREATE_USERS_V4'] as const),
    () => ({ users: [user(`02${'ff'.repeat(32)}`)] }),
    'Turnkey error 3: invalid api key',
  ],
  [
    ...(['a webhook without HTTPS', 'create_webhook_endpoint', 'CREATE_WEBHOOK_ENDPOINT'] as const),
    () => ({ url: 'ftp://example.com', name: 'Hook' }),
    'Turnkey error 3',
  ],
];

describe('an activity that nobody could carry out does not wait for votes', () => {
  it.each(CASES)('%s', async (_what, path, type, parameters, words) => {
    await expect(submit(path, type, parameters())).rejects.toThrow(words);
    expect(await kept()).toBe(wallets);
  });
});

/** A transaction that the account of that index signs. */
const bitcoin = (index: number, kind: 'P2WPKH' | 'P2TR') => {
  const inputs = [provenInput(kind, publicKeys[index] ?? '', 1, 10_000n)];
  const outputs = [{ amount: 9_000n, script: `0014${'11'.repeat(20)}`, fields: new Map<string, string>() }];
  const unsignedTransaction = writeDraft({ ...draftOf([], ''), inputs, outputs });
  return signing({ signWith: addresses[index], unsignedTransaction, type: 'TRANSACTION_TYPE_BITCOIN' });
};
const solana = () =>
  signing({
    signWith: addresses[2],
    type: 'TRANSACTION_TYPE_SOLANA',
    unsignedTransaction: solanaText({
      header: [1, 0, 1],
      keys: [addresses[2] ?? '', '4'.repeat(44), '1'.repeat(32)].map((key) => base58.decode(key)),
      instructions: [{ program: 2, accounts: [0, 1], data: '020000000500000000000000' }],
    }),
  });
const tron = () =>
  signing({ signWith: addresses[4], unsignedTransaction: rawText(TRANSFER), type: 'TRANSACTION_TYPE_TRON' });

describe('an activity that can be carried out waits for votes', () => {
  it.each<[string, string, string, () => object]>([
    ['a transaction', 'sign_transaction', 'SIGN_TRANSACTION_V2', () => signing({})],
    [
      'a digest for Taproot',
      'sign_raw_payload',
      'SIGN_RAW_PAYLOAD_V2',
      () => raw('ab'.repeat(32), { signWith: addresses[1] }),
    ],
    [
      ...(['a message for Solana', 'sign_raw_payload', 'SIGN_RAW_PAYLOAD_V2'] as const),
      () => raw('abcd', { signWith: addresses[2], hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' }),
    ],
    ['a payment', 'eth_send_transaction', 'ETH_SEND_TRANSACTION_V2', () => sending({ to: BOB, value: '1' })],
    ['a transaction of SegWit', 'sign_transaction', 'SIGN_TRANSACTION_V2', () => bitcoin(3, 'P2WPKH')],
    ['a transaction of Taproot', 'sign_transaction', 'SIGN_TRANSACTION_V2', () => bitcoin(1, 'P2TR')],
    ['a transaction of Solana', 'sign_transaction', 'SIGN_TRANSACTION_V2', solana],
    ['a transaction of Tron', 'sign_transaction', 'SIGN_TRANSACTION_V2', tron],
    ['a policy', 'create_policy', 'CREATE_POLICY_V3', () => policy({ condition: 'true' })],
    ['a wallet', 'create_wallet', 'CREATE_WALLET', () => ({ walletName: 'Cold', accounts: [SOLANA] })],
  ])('%s', async (_what, path, type, parameters) => {
    const { activity } = await submit(path, type, parameters());
    expect(activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  });
});
