import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { rlpEncode } from '../../../electron/crypto/transactions/ethereum/rlp.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

/** A user may do everything that no policy forbids, and spells requests in every way that the service takes. */
const robot = newKey();
let service: StartedService;
let robotId: string;
let walletId: string;
let addresses: readonly string[];
let keyId: string;
let keyAddresses: readonly { readonly format?: string; readonly address?: string }[];
let forbidding: string[] = [];

const bip32 = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32' } as const;
const ACCOUNTS = [
  { ...bip32, path: "m/44'/60'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' },
  { ...bip32, path: "m/84'/0'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH' },
  { ...bip32, path: "m/44'/118'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_COMPRESSED' },
] as const;

beforeAll(async () => {
  service = await startService();
  const apiKeys = [{ apiKeyName: 'Key', publicKey: robot.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const users = [{ userName: 'Robot', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
  const made = await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
  robotId = made.activity.result.createUsersResult?.userIds[0] ?? '';
  const wallet = { walletName: 'Hot', accounts: [...ACCOUNTS] };
  const { activity } = await service.client.createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', wallet));
  walletId = activity.result.createWalletResult?.walletId ?? '';
  addresses = activity.result.createWalletResult?.addresses ?? [];
  const privateKeys = [
    {
      privateKeyName: 'Key',
      curve: 'CURVE_SECP256K1' as const,
      privateKeyTags: [],
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM' as const, 'ADDRESS_FORMAT_TRON' as const],
    },
  ];
  const keys = await service.client.createPrivateKeys(
    service.envelope('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', { privateKeys }),
  );
  const [key] = keys.activity.result.createPrivateKeysResultV2?.privateKeys ?? [];
  keyId = key?.privateKeyId ?? '';
  keyAddresses = key?.addresses ?? [];
  await add('EFFECT_ALLOW', 'true');
});
afterEach(async () => {
  for (const policyId of forbidding)
    await service.client.deletePolicy(service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId }));
  forbidding = [];
});
afterAll(() => service.stop());

const add = async (effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', condition: string) => {
  const policy = { policyName: `${effect} ${forbidding.length}`, effect, condition, notes: '' };
  const { activity } = await service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', policy));
  return activity.result.createPolicyResult!.policyId;
};
const forbid = async (condition: string) => void forbidding.push(await add('EFFECT_DENY', condition));

type Hash = `HASH_FUNCTION_${'KECCAK256' | 'SHA256'}`;
const by = () => clientOf(service.ready.baseUrl, robot);
const sign = (signWith: string, payload = 'aabb', hashFunction: Hash = 'HASH_FUNCTION_KECCAK256') =>
  by().signRawPayload(
    service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith,
      payload,
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' as const,
      hashFunction,
    }),
  );
const refused = (asked: Promise<unknown>) =>
  expect(asked).rejects.toThrow('Turnkey error 7: policy engine denied request explicitly');
const signed = async (asked: Promise<{ activity: { status: string } }>) => {
  expect((await asked).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
};

describe('an identifier in capitals', () => {
  it('is the same identifier to a policy that denies', async () => {
    await forbid(`activity.params.user_id == '${service.userId}'`);
    const userId = service.userId.toUpperCase();
    const name = service.envelope('ACTIVITY_TYPE_UPDATE_USER_NAME', { userId, userName: 'Mallory' });
    await refused(by().updateUserName(name));
  });

  it('is the same in a list, and in the policy', async () => {
    await forbid(`activity.params.user_ids.contains('${robotId.toUpperCase()}')`);
    const users = service.envelope('ACTIVITY_TYPE_DELETE_USERS', { userIds: [robotId] });
    await refused(by().deleteUsers(users));
  });

  it('is the same where texts alone rule a policy out', async () => {
    await forbid(`activity.params.wallet_id == '${walletId}' && activity.resource == 'WALLET'`);
    const account = { ...ACCOUNTS[0], path: "m/44'/60'/0'/0/1" };
    const accounts = { walletId: walletId.toUpperCase(), accounts: [account] };
    await refused(by().createWalletAccounts(service.envelope('ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', accounts)));
  });
});

describe('a signing key', () => {
  it.each([1, 2])('is denied by its address in capitals: account %i', async (index) => {
    const address = addresses[index] ?? '';
    await forbid(`activity.params.sign_with == '${address}'`);
    await refused(sign(address.toUpperCase()));
    await signed(sign(addresses[0] ?? ''));
  });

  it('is denied by an account address that the policy has in capitals', async () => {
    await forbid(`wallet_account.address == '${(addresses[1] ?? '').toUpperCase()}'`);
    await refused(sign(addresses[1] ?? ''));
  });

  it('is denied by each of its names', async () => {
    const [ethereum = '', tron = ''] = keyAddresses.map(({ address }) => address);
    for (const name of [keyId, ethereum, tron]) {
      await forbid(`activity.params.sign_with in ['${name}']`);
      for (const other of [keyId.toUpperCase(), ethereum.toLowerCase(), tron]) await refused(sign(other));
      await signed(sign(addresses[0] ?? ''));
    }
  });

  it('is not denied where a policy denies all others', async () => {
    await forbid(`activity.params.sign_with != '${keyAddresses[0]?.address}'`);
    await signed(sign(keyId));
    await refused(sign(addresses[0] ?? ''));
  });

  it('has a text, of which a policy reads a part', async () => {
    await forbid("activity.params.sign_with[0..2] == '0x' && activity.params.sign_with[1] == 'x'");
    await refused(sign(addresses[0] ?? ''));
    await signed(sign(keyId));
  });
});

describe('raw bytes that are divided like a transaction', () => {
  const RECIPIENT = 'f39fd6e51aad88f6f4ce6ab8827279cfffb92266';
  /** Chain, nonce, tip, fee, gas, recipient, value, data and access list. */
  const list = (chain: string, ...more: readonly string[]) => {
    const items = [chain, '', '01', '01', '5208', RECIPIENT, '01', ''].map((digits) => hexDecode(digits));
    return hexEncode(rlpEncode([...items, [], ...more.map((digits) => hexDecode(digits))]));
  };
  /** Paid in a currency of the chain (CIP-64). */
  const CELO = `7b${list('a4ec', RECIPIENT)}`;

  it.each([
    ['of Celo', CELO],
    ['with a chain above 2^64', `02${list('ff'.repeat(9))}`],
    ['of Kaia', `7802${list('2019')}`],
  ])('are refused where a policy denies by content: %s', async (_what, payload) => {
    await forbid(`eth.tx.to == '0x${RECIPIENT}'`);
    await refused(sign(addresses[0] ?? '', payload));
  });

  it('are signed where no policy is about such content', async () => {
    await forbid("activity.resource == 'USER'");
    await signed(sign(addresses[0] ?? '', CELO));
  });

  it('are refused on Tron with a contract of an unknown kind', async () => {
    await forbid('tron.tx.contract.any(contract, contract.amount > 0)');
    const text = (value: string) => hexEncode(utf8Encode(value));
    const part = (tag: string, content: string) =>
      `${tag}${(content.length / 2).toString(16).padStart(2, '0')}${content}`;
    const owner = part('0a', `41${'ab'.repeat(20)}`);
    const parameter = `${part('0a', text('type.googleapis.com/protocol.AccountCreateContract'))}${part('12', owner)}`;
    await refused(sign(addresses[0] ?? '', part('5a', part('12', parameter)), 'HASH_FUNCTION_SHA256'));
    await signed(sign(addresses[0] ?? '', text('hello world'), 'HASH_FUNCTION_SHA256'));
  });
});

it('a transaction of Ethereum is judged as one, also where it is signed as one of Tempo', async () => {
  const recipient = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
  await forbid(`eth.tx.to == '${recipient}'`);
  const transaction = {
    signWith: addresses[0] ?? '',
    unsignedTransaction: `0x02df0101010282520894${recipient.slice(2)}0180c0`,
    type: 'TRANSACTION_TYPE_TEMPO' as const,
  };
  await refused(by().signTransaction(service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', transaction)));
});
