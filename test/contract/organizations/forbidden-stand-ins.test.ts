import { base58 } from '@scure/base';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { rlpEncode } from '../../../electron/crypto/transactions/ethereum/rlp.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { solanaText } from '../../unit/crypto/transactions/solana/builder.ts';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

/** A user may do everything that no policy forbids, and sends content that stands for other content. */
const robot = newKey();
let service: StartedService;
let walletId: string;
let addresses: readonly string[];
let forbidding: string[] = [];

const ACCOUNTS = [
  {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  },
  {
    curve: 'CURVE_ED25519',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/501'/0'/0'",
    addressFormat: 'ADDRESS_FORMAT_SOLANA',
  },
] as const;

beforeAll(async () => {
  service = await startService();
  const apiKeys = [{ apiKeyName: 'Key', publicKey: robot.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const users = [{ userName: 'Robot', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
  await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
  const wallet = { walletName: 'Hot', accounts: [...ACCOUNTS] };
  const { activity } = await service.client.createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', wallet));
  walletId = activity.result.createWalletResult?.walletId ?? '';
  addresses = activity.result.createWalletResult?.addresses ?? [];
  await add('EFFECT_ALLOW', 'true');
});
afterEach(async () => {
  for (const policyId of forbidding)
    await service.client.deletePolicy(service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId }));
  forbidding = [];
});
afterAll(() => service.stop());

const add = async (effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', condition: string) => {
  const policy = { policyName: `${effect} ${condition}`.slice(0, 200), effect, condition, notes: '' };
  const { activity } = await service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', policy));
  return activity.result.createPolicyResult!.policyId;
};
const forbid = async (condition: string) => void forbidding.push(await add('EFFECT_DENY', condition));
const submit = (path: string, type: string, parameters: object) =>
  clientOf(service.ready.baseUrl, robot).request(`/public/v1/submit/${path}`, service.envelope(type, parameters));

const raw = (payload: string, encoding: string, hashFunction: string) =>
  submit('sign_raw_payload', 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
    signWith: addresses[0],
    payload,
    encoding: `PAYLOAD_ENCODING_${encoding}`,
    hashFunction: `HASH_FUNCTION_${hashFunction}`,
  });
const CHAIN = [{ name: 'chainId', type: 'uint256' }];
const typed = (primaryType: string, types: Readonly<Record<string, readonly object[]>>, message: object) => () =>
  raw(
    JSON.stringify({ types: { EIP712Domain: CHAIN, ...types }, primaryType, domain: { chainId: 1 }, message }),
    ...(['EIP712', 'NO_OP'] as const),
  );
const HASH = `0x${'ab'.repeat(32)}`;
const hexOf = (text: string) => `0x${hexEncode(utf8Encode(text))}`;
const SAFE = { SafeMessage: [{ name: 'message', type: 'bytes' }] };
const safeMessage = (message: string) => typed('SafeMessage', SAFE, { message });
const personal = (text: string) => () => raw(`\u0019Ethereum Signed Message:\n${text}`, 'TEXT_UTF8', 'KECCAK256');

type Ask = () => Promise<unknown>;
const refused = (ask: Ask) => expect(ask()).rejects.toThrow('policy engine denied request explicitly');

describe('typed data that a contract takes by its hash alone', () => {
  const HASHES: readonly [string, Ask][] = [
    ['a message of a Safe', safeMessage(HASH)],
    [
      'a message of a Safe in a wrapper',
      typed(
        'TypedDataSign',
        {
          ...SAFE,
          TypedDataSign: [
            { name: 'contents', type: 'SafeMessage' },
            { name: 'name', type: 'string' },
          ],
        },
        { contents: { message: HASH }, name: 'Account' },
      ),
    ],
    ['a hash of a smart wallet', typed('Replay', { Replay: [{ name: 'hash', type: 'bytes32' }] }, { hash: HASH })],
    ['a hash in a personal message', personal(`32${'a'.repeat(32)}`)],
    ['a digest', () => raw(HASH, 'HEXADECIMAL', 'NO_OP')],
  ];

  it.each(HASHES)('is refused where a policy denies by content: %s', async (_name, ask) => {
    for (const condition of [
      "eth.eip_712.primary_type == 'Permit'",
      "eth.eip_712.message.spender == '0x00000000000000000000000000000000000000aa'",
      "(eth.eip_712.primary_type == 'Order') == false",
      'eth.eip_712.domain.chain_id == 10',
    ]) {
      await forbid(condition);
      await refused(ask);
    }
  });

  it.each(HASHES)('is signed where no policy is about such content: %s', async (_name, ask) => {
    await forbid("activity.resource == 'USER' || activity.kind == 'CREATE_WALLET'");
    await forbid("eth.eip_712.primary_type == 'Permit' && activity.resource == 'USER'");
    await expect(ask()).resolves.toBeDefined();
  });

  it('is denied by its own type, and does not deny messages that say what they are', async () => {
    await forbid("eth.eip_712.primary_type == 'SafeMessage'");
    await refused(safeMessage(hexOf('hello')));
    await forbid("eth.eip_712.primary_type == 'Permit'");
    const order = typed(
      'Order',
      {
        Order: [
          { name: 'salt', type: 'bytes32' },
          { name: 'to', type: 'address' },
        ],
      },
      {
        salt: HASH,
        to: `0x${'11'.repeat(20)}`,
      },
    );
    await expect(order()).resolves.toBeDefined();
    await expect(personal('5hello')()).resolves.toBeDefined();
    await forbid("eth.eip_712.primary_type == 'Order'");
    await refused(order);
  });

  it('is no transaction', async () => {
    await forbid("eth.tx.to == '0x00000000000000000000000000000000000000aa'");
    await expect(safeMessage(HASH)()).resolves.toBeDefined();
    await refused(() => raw(HASH, 'HEXADECIMAL', 'NO_OP'));
  });
});

describe('the chain that a request claims', () => {
  const CHAIN_OF = 'activity.params.chain';
  const send = (caip2: string) => () =>
    submit('sol_send_transaction', 'ACTIVITY_TYPE_SOL_SEND_TRANSACTION', {
      signWith: addresses[1],
      caip2,
      unsignedTransaction: solanaText({
        header: [1, 0, 1],
        keys: [base58.decode(addresses[1]!), new Uint8Array(32).fill(0x51)],
        instructions: [{ program: 1, accounts: [0], data: '07' }],
      }),
    });
  const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

  it.each([MAINNET, 'solana:devnet'])('is denied by another name, and may be another network: %s', async (caip2) => {
    await forbid(`${CHAIN_OF} == 'solana:mainnet'`);
    await refused(send(caip2));
  });

  it('is judged for each request that names one', async () => {
    await forbid(`${CHAIN_OF} != 'solana:mainnet' || ${CHAIN_OF} == 'eip155:1'`);
    await expect(send(MAINNET)()).rejects.toThrow('no endpoint is configured');
    await refused(send('solana:devnet'));
    const calls = [{ to: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' }];
    const parameters = { from: addresses[0], calls, caip2: 'eip155:1' };
    await refused(() => submit('eth_send_transaction', 'ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2', parameters));
  });
});

describe('a call of a program that nobody decodes', () => {
  const STRANGER = new Uint8Array(32).fill(0x51);
  const call = (accounts: readonly number[]) => () =>
    submit('sign_transaction', 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
      signWith: addresses[1],
      unsignedTransaction: solanaText({
        header: [1, 0, 1],
        keys: [base58.decode(addresses[1]!), STRANGER, new Uint8Array(32).fill(0x61)],
        instructions: [{ program: 2, accounts, data: 'ff' }],
      }),
      type: 'TRANSACTION_TYPE_SOLANA',
    });

  it.each([
    `solana.tx.transfers.any(t, t.to == '${base58.encode(STRANGER)}')`,
    'solana.tx.spl_transfers.any(t, t.amount > 1)',
    'solana.tx.transfers.count() == 0',
  ])('is refused with a signature or a writable account: %s', async (condition) => {
    await forbid(condition);
    await refused(call([0]));
    await refused(call([1]));
  });

  it('is signed with accounts that it only reads', async () => {
    await forbid('solana.tx.transfers.any(t, t.amount > 1)');
    await expect(call([2])()).resolves.toBeDefined();
  });
});

describe('another account of a key', () => {
  it.each(['ADDRESS_FORMAT_TRON', 'ADDRESS_FORMAT_COMPRESSED'] as const)('is denied as the key: %s', async (format) => {
    const more = { walletId, accounts: [{ ...ACCOUNTS[0], addressFormat: format }] };
    const { activity } = await clientOf(service.ready.baseUrl, robot).createWalletAccounts(
      service.envelope('ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', more),
    );
    const [other = ''] = activity.result.createWalletAccountsResult?.addresses ?? [];
    const sign = (signWith: string) => () =>
      submit('sign_raw_payload', 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
        signWith,
        payload: 'aa',
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_KECCAK256',
      });
    for (const member of ['wallet_account.address', 'activity.params.sign_with']) {
      await forbid(`${member} == '${addresses[0]}'`);
      await refused(sign(other));
      await forbid(`${member} == '${other}'`);
      await refused(sign(addresses[0]!));
    }
  });
});

describe('a policy that is spelled otherwise', () => {
  it('denies each version of a type that stands in parentheses', async () => {
    await forbid("(activity).type == 'ACTIVITY_TYPE_CREATE_USERS_V4'");
    const apiKeys = [{ apiKeyName: 'Key', publicKey: newKey().publicKey }];
    const users = [{ userName: 'More', apiKeys, authenticators: [], userTags: [] }];
    await refused(() => submit('create_users', 'ACTIVITY_TYPE_CREATE_USERS_V2', { users }));
  });

  const items = ['01', '', '01', '01', '5208', '11'.repeat(20), '', 'a9059cbb'].map((digits) => hexDecode(digits));
  const call = () =>
    submit('sign_transaction', 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
      signWith: addresses[0],
      type: 'TRANSACTION_TYPE_ETHEREUM',
      unsignedTransaction: `02${hexEncode(rlpEncode([...items, []]))}`,
    });
  it.each(["eth.tx.data[2..10] == 'A9059CBB'", "eth.tx.data[2..10] in ['A9059cbb']", "eth.tx.data[2] == 'A'"])(
    'denies digits in any letter case: %s',
    async (condition) => {
      await forbid("eth.tx.data[2..10] == 'A9059CBC'");
      await expect(call()).resolves.toBeDefined();
      await forbid(condition);
      await refused(call);
    },
  );
});

describe('a policy that allows by the payments of Solana', () => {
  const other = newKey();
  const [friend, evil] = [0x21, 0x22].map((byte) => new Uint8Array(32).fill(byte));
  const number = (value: number, bytes: number) =>
    hexEncode(Uint8Array.from({ length: bytes }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 255n)));
  const sign = (...instructions: readonly { readonly accounts: readonly number[]; readonly data: string }[]) => {
    const keys = [base58.decode(addresses[1]!), friend!, evil!, base58.decode('1'.repeat(32))];
    return clientOf(service.ready.baseUrl, other).request(
      '/public/v1/submit/sign_transaction',
      service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
        signWith: addresses[1],
        unsignedTransaction: solanaText({
          header: [1, 0, 1],
          keys,
          instructions: instructions.map((each) => ({ program: 3, ...each })),
        }),
        type: 'TRANSACTION_TYPE_SOLANA',
      }),
    );
  };
  const paid = { accounts: [0, 1], data: `02000000${number(5, 8)}` };
  const OTHERS: readonly [string, { accounts: number[]; data: string }][] = [
    [
      'an account with a seed',
      {
        accounts: [0, 2, 0],
        data: `03000000${'07'.repeat(32)}${number(1, 8)}61${number(1e9, 8)}${number(0, 8)}${'00'.repeat(32)}`,
      },
    ],
    ['a withdrawal of a nonce account', { accounts: [0, 2], data: `05000000${number(1e9, 8)}` }],
    ['an account that is given to a program', { accounts: [0], data: `01000000${'07'.repeat(32)}` }],
  ];

  beforeAll(async () => {
    const apiKeys = [{ apiKeyName: 'Key', publicKey: other.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const users = [{ userName: 'Other', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }];
    const made = await service.client.createUsers(service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', { users }));
    const [userId] = made.activity.result.createUsersResult?.userIds ?? [];
    const everything = await service.client.getPolicies({ organizationId: service.organizationId });
    for (const { policyId } of everything.policies)
      await service.client.deletePolicy(service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId }));
    const policy = {
      policyName: 'Pay',
      effect: 'EFFECT_ALLOW' as const,
      notes: '',
      consensus: `approvers.any(user, user.id == '${userId}')`,
      condition: `solana.tx.transfers.all(t, t.to == '${base58.encode(friend!)}' && t.amount < 1000)`,
    };
    await service.client.createPolicy(service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', policy));
  });

  it.each(OTHERS)('does not allow what moves past the list: %s', async (_name, instruction) => {
    await expect(sign(paid)).resolves.toBeDefined();
    await expect(sign(instruction)).rejects.toThrow();
    await expect(sign(paid, instruction)).rejects.toThrow();
  });
});
