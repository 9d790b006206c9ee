import { base58 } from '@scure/base';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hexDecode, hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { solanaText } from '../../unit/crypto/transactions/solana/builder.ts';
import { rawText, TRANSFER as TRON_TRANSFER } from '../../unit/crypto/transactions/tron/builder.ts';
import { type StartedService, startService } from '../start-service.ts';
import { addRobot, type Robot } from './robot.ts';

/** A user may do everything that no policy forbids, and tries to get past one that does. */
let robot: Robot;
let service: StartedService;
let addresses: readonly string[];

const bip32 = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32' } as const;
const ACCOUNTS = [
  { ...bip32, path: "m/44'/60'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' },
  { ...bip32, path: "m/44'/195'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_TRON' },
  { ...bip32, curve: 'CURVE_ED25519', path: "m/44'/501'/0'/0'", addressFormat: 'ADDRESS_FORMAT_SOLANA' },
  { ...bip32, path: "m/86'/0'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR' },
  { ...bip32, curve: 'CURVE_ED25519', path: "m/44'/501'/1'/0'", addressFormat: 'ADDRESS_FORMAT_SOLANA' },
] as const;
const [ETHEREUM, TRON, SOLANA, TAPROOT, COLD] = [0, 1, 2, 3, 4];

beforeAll(async () => {
  service = await startService();
  robot = await addRobot(service);
  const wallet = { walletName: 'Hot', accounts: [...ACCOUNTS] };
  const { activity } = await service.client.createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', wallet));
  addresses = activity.result.createWalletResult?.addresses ?? [];
  await robot.addPolicy('EFFECT_ALLOW', { condition: 'true' });
});
afterEach(() => robot.pardon());
afterAll(() => service.stop());

const by = () => robot.client();
const submit = (path: string, type: string, parameters: object) =>
  by().request(`/public/v1/submit/${path}`, service.envelope(type, parameters));

const BOB = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
/** Keccak-256 of the chain’s id as a word. */
const HASH_OF_ETHEREUM = '0xb10e2d527612073b26eecdfd717e6a320cf44b4afac2b0732d9fcbe2b7fa0cf6';
/** The salt of a contract on a chain that no list has. */
const HASH_OF_OTHER = `0x${'c7'.repeat(32)}`;
const NOBODY = `0x${'0'.repeat(40)}`;
type Ask = () => Promise<unknown>;
const raw =
  (payload: string, hashFunction: string, account = ETHEREUM, encoding = 'PAYLOAD_ENCODING_HEXADECIMAL'): Ask =>
  () =>
    submit('sign_raw_payload', 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      ...{ signWith: addresses[account!], payload, encoding, hashFunction },
    });
const DOMAIN: Readonly<Record<string, string>> = {
  ...{ chainId: 'uint256', name: 'string', verifyingContract: 'address', salt: 'bytes32' },
};
const typed = (types: Readonly<Record<string, string>>, message: object, domain: object = { chainId: 1 }): Ask => {
  const listed = (members: Readonly<Record<string, string>>) =>
    Object.entries(members).map(([name, type]) => ({ name, type }));
  const own = Object.fromEntries(Object.keys(domain).map((name) => [name, DOMAIN[name] ?? '']));
  const payload = {
    types: { EIP712Domain: listed(own), Message: listed(types), Token: [{ name: 'token', type: 'address' }] },
    ...{ primaryType: 'Message', domain, message },
  };
  return raw(JSON.stringify(payload), 'HASH_FUNCTION_NO_OP', ETHEREUM, 'PAYLOAD_ENCODING_EIP712');
};
/** A Permit in a wrapper of ERC-7739, whose signature a smart account takes as one of the Permit. */
const wrappedPermit: Ask = () => {
  const account = [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
    { name: 'salt', type: 'bytes32' },
  ];
  const permit = [
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'name', type: 'string' },
  ];
  const payload = {
    types: {
      EIP712Domain: [{ name: 'chainId', type: 'uint256' }],
      TypedDataSign: [{ name: 'contents', type: 'Permit' }, ...account],
      Permit: permit,
    },
    ...{ primaryType: 'TypedDataSign', domain: { chainId: 1 } },
    message: {
      contents: { spender: BOB, value: '2000', name: 'inner' },
      ...{ name: 'Account', version: '1', chainId: '1', verifyingContract: NOBODY, salt: `0x${'00'.repeat(32)}` },
    },
  };
  return raw(JSON.stringify(payload), 'HASH_FUNCTION_NO_OP', ETHEREUM, 'PAYLOAD_ENCODING_EIP712')();
};
const WORD = `0x${'00'.repeat(12)}${BOB.slice(2)}`;
/** A native transaction of zkSync, which wallets sign as typed data. Members may be left out. */
const zkSync = (chainId: number | null, without: readonly string[] = [], more: object = {}): Ask => {
  const message: Readonly<Record<string, readonly [string, unknown]>> = {
    txType: ['uint256', '113'],
    from: ['uint256', '1'],
    to: ['uint256', BigInt(BOB).toString()],
    gasLimit: ['uint256', '99'],
    maxFeePerGas: ['uint256', '2000'],
    nonce: ['uint256', '7'],
    value: ['uint256', '1000000000000000000000'],
    data: ['bytes', '0x095ea7b3'],
  };
  const kept = Object.entries(message).filter(([name]) => !without.includes(name));
  const members = kept.map(([name, [type]]) => ({ name, type }));
  const domain = { name: 'zkSync', ...(chainId === null ? {} : { chainId }), ...more };
  const own = Object.keys(domain).map((name) => ({ name, type: DOMAIN[name] ?? '' }));
  const values = Object.fromEntries(kept.map(([name, [, value]]) => [name, value]));
  const types = { EIP712Domain: own, Transaction: members };
  const payload = JSON.stringify({ types, primaryType: 'Transaction', domain, message: values });
  return raw(payload, 'HASH_FUNCTION_NO_OP', ETHEREUM, 'PAYLOAD_ENCODING_EIP712');
};
const transaction =
  (type: string, unsignedTransaction: string, account = ETHEREUM): Ask =>
  () =>
    submit('sign_transaction', 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
      ...{ signWith: addresses[account!], unsignedTransaction, type: `TRANSACTION_TYPE_${type}` },
    });
const send =
  (call: object, more: object = {}): Ask =>
  () =>
    submit('eth_send_transaction', 'ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2', {
      ...{ from: addresses[ETHEREUM!], caip2: 'eip155:1', calls: [call], ...more },
    });

const SYSTEM = '1'.repeat(32);
const STRANGER = base58.encode(new Uint8Array(32).fill(0x51));
const number = (value: number, bytes: number) =>
  hexEncode(Uint8Array.from({ length: bytes }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 255n)));
/** An instruction of the System Program of that number, with the accounts payer, stranger and one more. */
const solana =
  (tag: number, data: string, accounts: readonly number[], { others = [] as readonly number[] } = {}): Ask =>
  () => {
    const keys = [addresses[SOLANA!]!, ...others.map((index) => addresses[index!]!), STRANGER, SYSTEM].map((key) =>
      base58.decode(key),
    );
    const unsigned = solanaText({
      ...{ header: [1 + others.length, 0, 1], keys },
      instructions: [{ program: keys.length - 1, accounts, data: `${number(tag, 4)}${data}` }],
    });
    const several = { signWiths: [addresses[SOLANA!], ...others.map((index) => addresses[index!])] };
    return submit('sol_send_transaction', 'ACTIVITY_TYPE_SOL_SEND_TRANSACTION_V2', {
      ...{ unsignedTransaction: unsigned, caip2: 'solana:mainnet', ...several },
    });
  };
const lamports = number(5000, 8);
const TAP = 'f40a48df4b2a70c8b4924bf2654661ed3d95fd66a313eb87237597c628e4a031';
const to = `02df010101028252089${'4'}${BOB.slice(2)}0180c0`;
const toStranger = `solana.tx.transfers.any(t, t.to == '${STRANGER}')`;
const ofTypes = 'bitcoin.tx.outputs.any(o, o.value > 5)';

describe('a policy that denies is not lifted', () => {
  it.each<[string, string, Ask]>([
    [
      'by a message that is valid on every chain',
      'eth.eip_712.domain.chain_id == 1',
      typed({ a: 'uint256' }, { a: 1 }, { name: 'x' }),
    ],
    ['by a message without a domain', 'eth.eip_712.domain.chain_id in [1, 10]', typed({ a: 'uint256' }, { a: 1 }, {})],
    [
      'by a chain that is spelled in hexadecimal digits',
      'eth.eip_712.domain.chain_id == 1',
      typed({ a: 'uint256' }, { a: 1 }, { chainId: '0x1' }),
    ],
    [
      'by an amount that is spelled in hexadecimal digits',
      'eth.eip_712.message.a > 1000',
      typed({ a: 'uint256' }, { a: '0x3e9' }),
    ],
    ['by an amount as text', 'eth.eip_712.message.a > 1000', typed({ a: 'string' }, { a: 'much' })],
    ['by an amount as a list', 'eth.eip_712.message.a > 1000', typed({ a: 'uint256[]' }, { a: [2000] })],
    [
      'by an address in capitals',
      `eth.eip_712.message.to == '${BOB}'`,
      typed({ to: 'address' }, { to: `0x${BOB.slice(2).toUpperCase()}` }),
    ],
    [
      'by an address as a word',
      `eth.eip_712.message.to == '${BOB}'`,
      typed({ to: 'address', word: 'bytes32' }, { to: BOB, word: `0x${'00'.repeat(32)}` }),
    ],
    [
      'by a contract in capitals',
      `eth.eip_712.domain.verifying_contract == '${BOB}'`,
      typed({ a: 'bool' }, { a: true }, { verifyingContract: `0x${BOB.slice(2).toUpperCase()}`, chainId: 1 }),
    ],
    [
      'by an absent member of an item',
      `eth.eip_712.message.list.any(x, x.token == '${BOB}' || x.other == 1)`,
      typed({ list: 'Token[]' }, { list: [{ token: BOB }] }),
    ],
    [
      'by an item at another place',
      `eth.eip_712.message.list.any(x, x.token == '${BOB}')`,
      typed({ list: 'Token[]' }, { list: [{ token: NOBODY }, { token: BOB }] }),
    ],
    ['by an amount that is compared with a text', "eth.eip_712.message.a == 'much'", typed({ a: 'uint256' }, { a: 1 })],
    [
      'by a type that the message does not have',
      "eth.eip_712.primary_type != 'Other'",
      typed({ a: 'uint256' }, { a: 1 }),
    ],

    ['by a wrapper of the message', "eth.eip_712.primary_type == 'Permit'", wrappedPermit],
    ['by a member in a wrapper', `eth.eip_712.message.spender == '${BOB}'`, wrappedPermit],
    ['by an amount in a wrapper', 'eth.eip_712.message.value > 1000', wrappedPermit],
    ['by a member of a wrapper and its message', "eth.eip_712.message.name == 'inner'", wrappedPermit],
    ['by the wrapper itself', "eth.eip_712.primary_type == 'TypedDataSign'", wrappedPermit],
    ['by the path in a wrapper', `eth.eip_712.message.contents.spender == '${BOB}'`, wrappedPermit],
    ['by an address in a word', `eth.eip_712.message.to == '${BOB}'`, typed({ to: 'bytes32' }, { to: WORD })],
    [
      'by an address before zeros',
      `eth.eip_712.message.to == '${BOB}'`,
      typed({ to: 'bytes32' }, { to: `${BOB}${'00'.repeat(12)}` }),
    ],
    ['by an address as bytes', `eth.eip_712.message.to == '${WORD}'`, typed({ to: 'bytes' }, { to: BOB })],
    ['by an address as a number', `eth.eip_712.message.to == '${BOB}'`, typed({ to: 'uint256' }, { to: WORD })],
    ['by an address as text', `eth.eip_712.message.to == '${BOB}'`, typed({ to: 'string' }, { to: BOB.slice(2) })],
    [
      'by a listed address in a word',
      `eth.eip_712.message.list.any(x, x in ['${BOB}'])`,
      typed({ list: 'bytes32[]' }, { list: [WORD] }),
    ],
    [
      'by a chain whose hash is the salt',
      'eth.eip_712.domain.chain_id == 1',
      typed({ a: 'uint256' }, { a: 1 }, { chainId: 634, salt: HASH_OF_ETHEREUM }),
    ],
    [
      'by a chain whose number is the salt',
      'eth.eip_712.domain.chain_id == 137',
      typed({ a: 'uint256' }, { a: 1 }, { chainId: 1, salt: `0x${'89'.padStart(64, '0')}` }),
    ],
    [
      'by a chain that is not known, whose hash is the salt',
      'eth.eip_712.domain.chain_id == 987654321',
      typed({ a: 'uint256' }, { a: 1 }, { chainId: 634, salt: HASH_OF_OTHER }),
    ],
    ['by the chain 0', 'eth.eip_712.domain.chain_id == 1', typed({ a: 'uint256' }, { a: 1 }, { chainId: 0 })],
    ['by a recipient that is typed data', `eth.tx.to == '${BOB}'`, zkSync(324)],
    ['by a payment that is typed data', 'eth.tx.value > 1000000000000000000', zkSync(324)],
    ['by a chain that is typed data', 'eth.tx.chain_id == 324', zkSync(324)],
    ['by typed data that is a payment on every chain', 'eth.tx.chain_id == 324', zkSync(null)],
    [
      'by the salt of a payment that is typed data',
      'eth.tx.chain_id == 1',
      zkSync(324, [], { salt: HASH_OF_ETHEREUM }),
    ],
    ['by a call that is typed data', "eth.tx.data[0..10] == '0x095ea7b3'", zkSync(324)],
    ['by a type that is typed data', "eth.tx.type != 'TYPE_2'", zkSync(324)],
    ['by typed data without an amount', 'eth.tx.value > 1000', zkSync(324, ['value'])],
    ['by typed data without a call', "eth.tx.data[0..10] == '0x095ea7b3'", zkSync(324, ['data'])],
    ['by typed data without a recipient', `eth.tx.to == '${BOB}'`, zkSync(324, ['to'])],

    ['by a fee that the chain sets later', 'eth.tx.max_fee_per_gas > 1000', send({ to: BOB })],
    ['by a price that the chain sets later', 'eth.tx.gas_price > 1000', send({ to: BOB })],
    ['by a limit that the chain sets later', 'eth.tx.gas > 21000', send({ to: BOB })],
    ['by a nonce that the chain sets later', 'eth.tx.nonce == 0', send({ to: BOB })],
    ['by a call in capitals', "eth.tx.data[0..10] == '0x095ea7b3'", send({ to: BOB, data: '095EA7B3' })],
    [
      'by a second call',
      `eth.tx.to == '${BOB}'`,
      () =>
        submit('eth_send_transaction', 'ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2', {
          from: addresses[ETHEREUM!],
          caip2: 'eip155:1',
          calls: [{ to: NOBODY }, { to: BOB }],
        }),
    ],
    ['by a recipient in capitals', `eth.tx.to == '${BOB}'`, send({ to: `0x${BOB.slice(2).toUpperCase()}` })],
    ['by bytes in place of a transaction', `eth.tx.to == '${BOB}'`, raw(to, 'HASH_FUNCTION_KECCAK256')],
    [
      'by text in place of a transaction',
      'tron.tx.contract.any(c, c.amount >= 100)',
      raw(rawText(TRON_TRANSFER), 'HASH_FUNCTION_SHA256', TRON),
    ],
    ['by the hash of a transaction', `eth.tx.to == '${BOB}'`, raw('ab'.repeat(32), 'HASH_FUNCTION_NO_OP')],
    [
      'by a transaction before chains had numbers',
      'eth.tx.chain_id == 1',
      transaction('ETHEREUM', `de010182520894${BOB.slice(2)}0180`.replace(/^de/, 'dd')),
    ],

    ['by the preimage of a Taproot signature', ofTypes, raw(`${TAP}${TAP}00`, 'HASH_FUNCTION_SHA256', TAPROOT)],
    ['by the hash of a Bitcoin transaction', ofTypes, raw('cd'.repeat(32), 'HASH_FUNCTION_SHA256', TAPROOT)],

    ['by a transfer of a seed', toStranger, solana(11, `${lamports}${number(0, 8)}${'00'.repeat(32)}`, [0, 0, 1])],
    ['by an account that is created', toStranger, solana(0, `${lamports}${number(0, 8)}${'00'.repeat(32)}`, [0, 1])],
    [
      'by an account that is created with a seed',
      toStranger,
      solana(3, `${'07'.repeat(32)}${number(1, 8)}61${lamports}${number(0, 8)}${'00'.repeat(32)}`, [0, 1, 0]),
    ],
    ['by a withdrawal of a nonce account', toStranger, solana(5, lamports, [0, 1])],
    ['by an account that is created over lamports', toStranger, solana(13, `${lamports}${number(0, 40)}`, [1, 0])],
    ['by an account that is given to a program', toStranger, solana(1, '07'.repeat(32), [0])],
    ['by bytes behind a transfer', toStranger, solana(2, `${lamports}00`, [0, 1])],
    [
      'by another signer before the forbidden one',
      "activity.params.sign_with == 'COLD'",
      solana(2, lamports, [0, 2], { others: [COLD!] }),
    ],
    [
      'by work without an end',
      `eth.eip_712.message.list.any(x, [${"'a',".repeat(300)}'b'].any(y, y == x.token))`,
      typed({ list: 'Token[]' }, { list: Array.from({ length: 2000 }, () => ({ token: BOB })) }),
    ],
  ])('%s', async (_name, condition, ask) => {
    const named = condition.replace('COLD', addresses[COLD!]!);
    await robot.forbid({ condition: named });
    await expect(ask()).rejects.toThrow('policy engine denied request explicitly');
  });

  it('and denies nothing else', async () => {
    for (const condition of [toStranger, ofTypes, 'eth.eip_712.domain.chain_id == 10', 'eth.tx.gas > 100'])
      await robot.forbid({ condition: condition });
    await expect(typed({ a: 'uint256' }, { a: 1 })()).resolves.toBeDefined();
    for (const condition of [`eth.tx.to == '${NOBODY}'`, 'eth.tx.value > 10000000000000000000000'])
      await robot.forbid({ condition: condition });
    for (const condition of ["eth.eip_712.primary_type == 'Order'", `eth.eip_712.message.spender == '${NOBODY}'`])
      await robot.forbid({ condition: condition });
    await expect(wrappedPermit()).resolves.toBeDefined();
    await expect(zkSync(324)()).resolves.toBeDefined();
    await expect(send({ to: BOB }, { gasLimit: '99' })()).rejects.toThrow('no endpoint is configured');
    await expect(solana(8, number(1, 8), [0])()).rejects.toThrow('no endpoint is configured');
    const text = hexEncode(utf8Encode('hello'));
    await expect(raw(text, 'HASH_FUNCTION_SHA256', TAPROOT)()).resolves.toBeDefined();
    expect(hexDecode(TAP)).toHaveLength(32);
  });
});
