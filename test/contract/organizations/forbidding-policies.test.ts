import { base58 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { solanaMessage, solanaText } from '../../unit/crypto/transactions/solana/builder.ts';
import { rawText, TARGET, TRANSFER as TRON_TRANSFER } from '../../unit/crypto/transactions/tron/builder.ts';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';
import { addRobot, type Robot } from './robot.ts';

/** One root user, and one who may do everything that no policy forbids. */
let robot: Robot;
let service: StartedService;
let addresses: readonly string[];
let allowing: string;

const bip32 = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32' } as const;
const ACCOUNTS = [
  { ...bip32, path: "m/44'/60'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' },
  { ...bip32, path: "m/44'/195'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_TRON' },
  { ...bip32, curve: 'CURVE_ED25519', path: "m/44'/501'/0'/0'", addressFormat: 'ADDRESS_FORMAT_SOLANA' },
] as const;
const [ETHEREUM, TRON, SOLANA] = [0, 1, 2];

beforeEach(async () => {
  service = await startService();
  robot = await addRobot(service);
  const wallet = { walletName: 'Hot', accounts: [...ACCOUNTS] };
  const { activity } = await service.client.createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', wallet));
  addresses = activity.result.createWalletResult?.addresses ?? [];
  allowing = await addPolicy('EFFECT_ALLOW', 'true');
});
afterEach(() => service.stop());

const addPolicy = (effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', condition: string) => robot.addPolicy(effect, { condition });
const forbid = (condition: string) => addPolicy('EFFECT_DENY', condition);
/** The messages in the operator's log. */
const reported = () => service.reports.map((one) => String((one as { error: unknown }).error)).join('\n');

type Encoding = 'PAYLOAD_ENCODING_EIP712' | 'PAYLOAD_ENCODING_HEXADECIMAL' | 'PAYLOAD_ENCODING_TEXT_UTF8';
type Hash = `HASH_FUNCTION_${'KECCAK256' | 'SHA256' | 'NO_OP' | 'NOT_APPLICABLE'}`;
const by = () => robot.client();
const signPayload = (payload: string, hashFunction: Hash, account = ETHEREUM, encoding?: Encoding) =>
  by().signRawPayload(
    service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith: addresses[account!]!,
      payload,
      encoding: encoding ?? 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction,
    }),
  );
const signTyped = (fields: Record<string, string>, message: object) =>
  signPayload(
    JSON.stringify({
      types: {
        EIP712Domain: [],
        Batch: Object.entries(fields).map(([name, type]) => ({ name, type })),
        Permitted: [{ name: 'token', type: 'address' }],
      },
      primaryType: 'Batch',
      domain: {},
      message,
    }),
    'HASH_FUNCTION_NO_OP',
    ETHEREUM,
    'PAYLOAD_ENCODING_EIP712',
  );
const refused = async (asked: Promise<unknown>) => {
  await expect(asked).rejects.toThrow('Turnkey error 7: policy engine denied request explicitly');
};
const signed = async (asked: Promise<{ activity: { status: string } }>) => {
  expect((await asked).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
};

const RECIPIENT = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
/** EIP-1559 on chain 1: 2 wei to the recipient, without data. */
const TRANSFER = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';
const ELSEWHERE = TRANSFER.replace(RECIPIENT.slice(2), 'ab'.repeat(20));

describe('a policy that denies', () => {
  it('overrides an allowing policy, but not the root quorum', async () => {
    const denying = await forbid("activity.resource == 'WALLET'");
    const wallet = () => service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Other', accounts: [] });
    const error = await by()
      .createWallet(wallet())
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 7, details: [] });
    expect(String(error)).toContain('policy engine denied request explicitly');
    expect(reported()).toContain(denying);
    await signed(service.client.createWallet(wallet()));
  });

  it('refuses when its budget is used up, and logs that', async () => {
    const others = Array.from({ length: 194 }, (_, index) => `'0x${index.toString(16).padStart(40, '0')}'`);
    const tokens = [...others, `'${RECIPIENT}'`].join(',');
    const denying = await forbid(`eth.eip_712.message.permitted.any(p, p.token in [${tokens}])`);
    const permit = (count: number) =>
      signTyped(
        { permitted: 'Permitted[]' },
        { permitted: Array.from({ length: count }, () => ({ token: RECIPIENT })) },
      );
    await refused(permit(1));
    await refused(permit(2728));
    expect(reported()).toContain(`(${denying}), it failed: evaluation takes more than`);
  });

  it('refuses when it fails, and an absent member does not disable its other comparisons', async () => {
    await forbid(`eth.eip_712.message.spender == '${RECIPIENT}' || eth.eip_712.message.value > 1000`);
    await refused(signTyped({ spender: 'address' }, { spender: RECIPIENT }));
    await signed(signTyped({ spender: 'address' }, { spender: addresses[ETHEREUM!] }));
    await refused(signTyped({ value: 'string' }, { value: 'much' }));
  });

  it('refuses nothing else', async () => {
    await forbid(`eth.tx.to == '${RECIPIENT}'`);
    await signed(by().createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'A', accounts: [] })));
    await signed(signTyped({ spender: 'address' }, { spender: RECIPIENT }));
  });

  it('refuses an earlier version of the type that it names', async () => {
    const users = () => {
      const apiKeys = [{ apiKeyName: 'Key', publicKey: newKey().publicKey }];
      return { users: [{ userName: 'New', apiKeys, authenticators: [], userTags: [] }] };
    };
    const path = '/public/v1/submit/create_users';
    const make = (type: string, key = robot.key) =>
      clientOf(service.ready.baseUrl, key).request(path, service.envelope(type, users()));
    await signed(make('ACTIVITY_TYPE_CREATE_USERS_V2') as never);
    await forbid("activity.type == 'ACTIVITY_TYPE_CREATE_USERS_V4'");
    await refused(make('ACTIVITY_TYPE_CREATE_USERS_V2'));
  });

  it.each([
    ['create_users', 'ACTIVITY_TYPE_CREATE_USERS_V2', 'ACTIVITY_TYPE_CREATE_USERS_V3'],
    ['create_users', 'ACTIVITY_TYPE_CREATE_USERS_V2', 'ACTIVITY_TYPE_CREATE_USERS'],
    ['create_users', 'ACTIVITY_TYPE_CREATE_USERS_V4', 'ACTIVITY_TYPE_CREATE_USERS_V3'],
  ])('of %s refuses %s when it names %s, and nothing when it spares only that', async (path, sent, named) => {
    const oauthProviders = sent.endsWith('V4') ? [] : undefined;
    const make = () => {
      const users = [{ userName: 'New', apiKeys: [], authenticators: [], oauthProviders, userTags: [] }];
      return by().request(`/public/v1/submit/${path}`, service.envelope(sent, { users }));
    };
    await forbid(`activity.type != '${sent}'`);
    await signed(make() as never);
    await forbid(`activity.type == '${named}'`);
    await refused(make());
  });

  it('refuses the newest version when it names an earlier one', async () => {
    await signed(signPayload('aa', 'HASH_FUNCTION_KECCAK256'));
    await forbid("activity.type in ['ACTIVITY_TYPE_SIGN_RAW_PAYLOAD']");
    await refused(signPayload('aa', 'HASH_FUNCTION_KECCAK256'));
  });

  it('has one budget for all versions of an operation', async () => {
    // Each version takes a third of the budget.
    const work = `[${"'a',".repeat(400)}'a'].all(x, [${"'b',".repeat(130)}'b'].all(y, y != x))`;
    const denying = await forbid(`activity.type == 'ACTIVITY_TYPE_DELETE_POLICY' && ${work}`);
    const users = [{ userName: 'New', apiKeys: [], authenticators: [], userTags: [] }];
    const make = () =>
      by().request('/public/v1/submit/create_users', service.envelope('ACTIVITY_TYPE_CREATE_USERS_V2', { users }));
    await refused(make());
    expect(reported()).toContain(`(${denying}), it failed: evaluation takes more than`);
    const wallet = { walletName: 'One version', accounts: [] };
    await signed(by().createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', wallet)));
  });

  it('is not needed against an earlier version of a type that no policy allows', async () => {
    const { organizationId } = service;
    const { policies } = await service.client.getPolicies({ organizationId });
    for (const { policyId } of policies)
      await service.client.deletePolicy(service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId }));
    const make = (userName: string) => {
      const apiKeys = [{ apiKeyName: 'Key', publicKey: newKey().publicKey }];
      const users = [{ userName, apiKeys, authenticators: [], userTags: [] }];
      const body = service.envelope('ACTIVITY_TYPE_CREATE_USERS_V2', { users });
      return by().request('/public/v1/submit/create_users', body);
    };
    await addPolicy('EFFECT_ALLOW', "activity.type != 'ACTIVITY_TYPE_CREATE_USERS_V4'");
    await expect(make('Excluded')).rejects.toThrow('No policies evaluated to outcome: Allow');
    await addPolicy('EFFECT_ALLOW', "activity.type != 'ACTIVITY_TYPE_CREATE_USERS_V3'");
    await expect(make('Excluded')).rejects.toThrow('No policies evaluated to outcome: Allow');
    await addPolicy('EFFECT_ALLOW', "activity.type == 'ACTIVITY_TYPE_CREATE_USERS_V2'");
    await signed(make('Named') as never);
  });

  it('judges raw bytes that are an Ethereum transaction', async () => {
    await forbid(`eth.tx.to == '${RECIPIENT}'`);
    await refused(signPayload(TRANSFER, 'HASH_FUNCTION_KECCAK256'));
    await refused(signPayload(`0x${TRANSFER.toUpperCase()}`, 'HASH_FUNCTION_KECCAK256'));
    await signed(signPayload(ELSEWHERE, 'HASH_FUNCTION_KECCAK256'));
    await signed(signPayload(hexEncode(utf8Encode('hello')), 'HASH_FUNCTION_KECCAK256'));
    await signed(signPayload('hello', 'HASH_FUNCTION_KECCAK256', ETHEREUM, 'PAYLOAD_ENCODING_TEXT_UTF8'));
  });

  it('judges each of several raw payloads', async () => {
    await forbid(`eth.tx.to == '${RECIPIENT}'`);
    const several = service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOADS', {
      signWith: addresses[ETHEREUM!]!,
      payloads: [ELSEWHERE, TRANSFER],
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' as const,
      hashFunction: 'HASH_FUNCTION_KECCAK256' as const,
    });
    await refused(by().signRawPayloads(several));
  });

  it('judges raw bytes that are a Tron transaction', async () => {
    await forbid('tron.tx.contract.any(c, c.amount >= 100)');
    await refused(signPayload(rawText(TRON_TRANSFER), 'HASH_FUNCTION_SHA256', TRON));
    const less = rawText({ ...TRON_TRANSFER, value: [...TRON_TRANSFER.value.slice(0, 1), [2, TARGET], [3, 99]] });
    await signed(signPayload(less, 'HASH_FUNCTION_SHA256', TRON));
  });

  it('judges raw bytes that are a Solana message', async () => {
    const program = new Uint8Array(32).fill(0x51);
    await forbid(`solana.tx.program_keys.contains('${base58.encode(program)}')`);
    const message = (of: Uint8Array, version?: 0 | 1) =>
      hexEncode(
        solanaMessage({
          ...(version === undefined ? {} : { version }),
          header: [1, 0, 1],
          keys: [base58.decode(addresses[SOLANA!]!), of],
          instructions: [{ program: 1, accounts: [0], data: '07' }],
        }),
      );
    for (const version of [undefined, 0, 1] as const)
      await refused(signPayload(message(program, version), 'HASH_FUNCTION_NOT_APPLICABLE', SOLANA));
    // No reader takes a byte behind the message, or a version to come. Other networks may.
    const read = message(new Uint8Array(32).fill(0x52), 0);
    for (const unread of [`${read}00`, `82${read.slice(2)}`])
      await refused(signPayload(unread, 'HASH_FUNCTION_NOT_APPLICABLE', SOLANA));
    await signed(signPayload('hello', 'HASH_FUNCTION_NOT_APPLICABLE', SOLANA, 'PAYLOAD_ENCODING_TEXT_UTF8'));
    await signed(signPayload(message(new Uint8Array(32).fill(0x52), 1), 'HASH_FUNCTION_NOT_APPLICABLE', SOLANA));
    await signed(signPayload(message(new Uint8Array(32).fill(0x52)), 'HASH_FUNCTION_NOT_APPLICABLE', SOLANA));
  });

  it('judges a Solana transaction that is to be sent, in hexadecimal digits and in base64', async () => {
    const program = new Uint8Array(32).fill(0x51);
    const send = (of: Uint8Array, encoding: 'hex' | 'base64') => {
      const unsigned = solanaText({
        header: [1, 0, 1],
        keys: [base58.decode(addresses[SOLANA!]!), of],
        instructions: [{ program: 1, accounts: [0], data: '07' }],
      });
      const parameters = {
        signWith: addresses[SOLANA!]!,
        unsignedTransaction: encoding === 'hex' ? unsigned : Buffer.from(unsigned, 'hex').toString('base64'),
        caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const,
      };
      return by().request(
        '/public/v1/submit/sol_send_transaction',
        service.envelope('ACTIVITY_TYPE_SOL_SEND_TRANSACTION', parameters),
      );
    };
    await forbid(`solana.tx.program_keys.contains('${base58.encode(program)}')`);
    for (const encoding of ['hex', 'base64'] as const) {
      await refused(send(program, encoding));
      // No policy denies the transaction, but no node can send it.
      await expect(send(new Uint8Array(32).fill(0x52), encoding)).rejects.toThrow('no endpoint is configured');
    }
  });

  it('judges each call of a transaction that the service makes, and the wallet that signs it', async () => {
    const send = (to: string) => {
      const sending = { from: addresses[ETHEREUM!]!, caip2: 'eip155:1' as const, calls: [{ to }] };
      return by().ethSendTransaction(service.envelope('ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2', sending));
    };
    await forbid(`eth.tx.to == '${RECIPIENT}' && eth.tx.chain_id == 1 && eth.tx.value == 0`);
    await refused(send(RECIPIENT));
    // No policy denies the transaction, but no node can send it.
    await expect(send(addresses[ETHEREUM!]!)).rejects.not.toThrow('policy engine denied');
    await forbid("wallet.label == 'Hot'");
    await refused(send(addresses[ETHEREUM!]!));
  });

  it('refuses a transaction whose calls only the service knows', async () => {
    await forbid(`eth.tx.to == '${RECIPIENT}'`);
    const undelegating = { from: addresses[ETHEREUM!]!, caip2: 'eip155:1' as const };
    await refused(by().ethUndelegate7702(service.envelope('ACTIVITY_TYPE_ETH_UNDELEGATE_7702', undelegating) as never));
  });

  it.each([
    ['a digest', 'ab'.repeat(32), 'HASH_FUNCTION_NO_OP'],
    ['a digest without a hash function', 'ab'.repeat(32), 'HASH_FUNCTION_NOT_APPLICABLE'],
    ['the digest of typed data', `1901${'ab'.repeat(64)}`, 'HASH_FUNCTION_KECCAK256'],
    ['an authorization', `05${'c0'}`, 'HASH_FUNCTION_KECCAK256'],
  ] as const)('refuses %s, which may stand for what it forbids', async (_what, payload, hash) => {
    await forbid(`eth.tx.to == '${RECIPIENT}' || eth.eip_712.primary_type == 'Permit'`);
    await refused(signPayload(payload, hash));
  });

  it('ignores a digest when its condition is about something else', async () => {
    await forbid("activity.resource == 'USER'");
    await signed(signPayload('ab'.repeat(32), 'HASH_FUNCTION_NO_OP'));
  });
});

describe('the numbers of a message', () => {
  it('can be compared with texts and with numbers', async () => {
    const value = 'eth.eip_712.message.value';
    await forbid(`${value} == '0' && ${value} == 0 && ${value} in ['0', '1']`);
    await refused(signTyped({ value: 'uint256' }, { value: 0 }));
    await signed(signTyped({ value: 'uint256' }, { value: 1 }));
  });
});

describe('the key that a request signs with', () => {
  it('is forbidden under every member that names it', async () => {
    const send = () => {
      const sending = { from: addresses[ETHEREUM!]!, caip2: 'eip155:1' as const, calls: [{ to: RECIPIENT }] };
      return by().ethSendTransaction(service.envelope('ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2', sending));
    };
    const denying = await forbid(`activity.params.sign_with == '${addresses[ETHEREUM!]}'`);
    await refused(send());
    await refused(signPayload('aa', 'HASH_FUNCTION_KECCAK256'));
    await service.client.deletePolicy(service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId: denying }));
    await forbid(`activity.params.sign_with == '${addresses[TRON!]}'`);
    await expect(send()).rejects.toThrow('no endpoint is configured');
  });
});

describe('a parameter that the public documentation does not list for an operation', () => {
  const rename = (userId: string) =>
    by().updateUserName(service.envelope('ACTIVITY_TYPE_UPDATE_USER_NAME', { userId, userName: 'Mallory' }));

  it('is visible to a denying policy', async () => {
    await forbid(`activity.params.user_id == '${service.userId}'`);
    await refused(rename(service.userId));
    await signed(rename(robot.userId));
  });

  it('is not visible to an allowing policy', async () => {
    await service.client.deletePolicy(service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId: allowing }));
    await addPolicy('EFFECT_ALLOW', `activity.params.user_id == '${robot.userId}'`);
    await expect(rename(robot.userId)).rejects.toThrow('Turnkey error 7');
  });
});
