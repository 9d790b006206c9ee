import { describe, expect, test } from 'vitest';
import { secp256k1PublicKey } from '../../../../../electron/crypto/curves/secp256k1.ts';
import { sha256 } from '../../../../../electron/crypto/native.ts';
import {
  type SigningKey,
  signTransaction,
  verifyTransaction,
} from '../../../../../electron/crypto/transactions/index.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import vectors from '../../../../vectors/transactions.json' with { type: 'json' };
import { asking } from '../asking.ts';
import {
  type ContractParts,
  encode,
  type Field,
  OWNER,
  rawFields,
  rawText,
  TARGET,
  TRANSFER,
  trigger,
  tronKey,
} from './builder.ts';

const TYPE = 'TRANSACTION_TYPE_TRON';
const key = tronKey(1);
const ownerText = 'TBXSw8fM4jpQkGc6zZjsVABFpVN7UvXPdV';
const word = (digits: string) => digits.padStart(64, '0');
const to = word('22'.repeat(20));

const invalid = (words: string) =>
  expect.objectContaining({
    code: 'TRANSACTION_INVALID',
    message: expect.stringMatching(new RegExp(`^failed to parse transaction: .*${words}.*Nothing was signed\\.$`)),
  });

function values(parts: ContractParts): Record<string, string> {
  return Object.fromEntries(
    asking(TYPE)
      .describe(rawText(parts))
      .fields.map(({ name, value }) => [name, value]),
  );
}

describe.each(vectors.tron)('the published $name', ({ privateKey, unsigned, signature, amount }) => {
  const bytes = hexDecode(privateKey);
  const signer: SigningKey = { ...key, privateKey: bytes, publicKey: secp256k1PublicKey(bytes, 'compressed') };
  const signed = `0a8301${unsigned}1241${signature}`;

  test('is signed as published and proves itself', () => {
    expect(signTransaction(TYPE, unsigned, signer)).toBe(signed);
    expect(signTransaction(TYPE, `0x${unsigned.toUpperCase()}`, signer)).toBe(signed);
    const txID = hexEncode(sha256(hexDecode(unsigned)));
    expect(verifyTransaction(TYPE, unsigned, signed, signer)).toEqual({
      scheme: 'ECDSA secp256k1',
      signed: [txID],
      transactionId: txID,
      compared: [
        'contract[0].type',
        'contract[0].owner_address',
        'contract[0].to_address',
        'contract[0].amount',
        'ref_block_bytes',
        'ref_block_hash',
        'expiration',
        'timestamp',
      ],
    });
  });

  test('says what it does', () => {
    const { title, fields, warnings } = asking(TYPE).describe(unsigned);
    expect(title).toBe('Tron TransferContract');
    expect(fields).toContainEqual({ name: 'contract[0].amount', value: amount, kind: 'amount' });
    expect(fields.map(({ name, kind }) => [name.replace('contract[0].', ''), kind])).toEqual([
      ['type', 'text'],
      ['owner_address', 'address'],
      ['to_address', 'address'],
      ['amount', 'amount'],
      ['ref_block_bytes', 'bytes'],
      ['ref_block_hash', 'bytes'],
      ['expiration', 'time'],
      ['timestamp', 'time'],
    ]);
    expect(warnings).toEqual([]);
  });
});

describe('what it says', () => {
  test.each<[string, number, readonly Field[], Record<string, string>]>([
    [
      'TransferAssetContract',
      2,
      [
        [1, '1002001'],
        [2, OWNER],
        [3, TARGET],
        [4, 5],
      ],
      { asset_name: '"1002001"', amount: '5' },
    ],
    [
      'FreezeBalanceV2Contract',
      54,
      [
        [1, OWNER],
        [2, 5],
        [3, 1],
      ],
      { frozen_balance: '5', resource: 'ENERGY' },
    ],
    [
      'UnfreezeBalanceV2Contract',
      55,
      [
        [1, OWNER],
        [2, 5],
      ],
      { unfreeze_balance: '5', resource: 'BANDWIDTH' },
    ],
    [
      'DelegateResourceContract',
      57,
      [
        [1, OWNER],
        [2, 1],
        [3, 5],
        [4, OWNER],
        [5, 1],
        [6, 86_400],
      ],
      { receiver_address: ownerText, balance: '5', lock: 'true', lock_period: '86400' },
    ],
    [
      'UnDelegateResourceContract',
      58,
      [
        [1, OWNER],
        [3, 5],
        [4, OWNER],
      ],
      { receiver_address: ownerText, balance: '5' },
    ],
  ])('%s', (name, type, value, wanted) => {
    const named = Object.fromEntries(Object.entries(wanted).map(([field, text]) => [`contract[0].${field}`, text]));
    expect(values({ name, type, value })).toMatchObject({
      'contract[0].type': name,
      'contract[0].owner_address': ownerText,
      ...named,
    });
  });

  test('the raw data: times as they are, a memo as text, and a permission', () => {
    const parts = {
      ...TRANSFER,
      contract: [[5, 2]] as Field[],
      raw: [
        [10, 'hello'],
        [18, 1_000_000_000],
      ] as Field[],
    };
    expect(values(parts)).toMatchObject({
      expiration: '1700000060000',
      timestamp: '1700000000000',
      ref_block_bytes: '0001',
      ref_block_hash: '1122334455667788',
      data: '"hello"',
      fee_limit: '1000000000',
      'contract[0].Permission_id': '2',
    });
    expect(asking(TYPE).describe(rawText(parts)).warnings).toEqual(['Its fee may be up to 1000 TRX.']);
  });

  test('a memo that could fool a reader stays hex', () => {
    expect(values({ ...TRANSFER, raw: [[10, 'a‮b']] }).data).toBe('61e280ae62');
  });

  test.each([
    ['a9059cbb', '5', 'transfer(address,uint256)', { to: true, amount: '5' }],
    ['095ea7b3', '5', 'approve(address,uint256)', { spender: true, amount: '5' }],
    ['23b872dd', '5', 'transferFrom(address,address,uint256)', { from: true, to: true, amount: '5' }],
  ])('the call %s of a token', (selector, amount, method, wanted) => {
    const target = values(TRANSFER)['contract[0].to_address'];
    const words = Object.keys(wanted)
      .slice(1)
      .map(() => to)
      .join('');
    const named = Object.entries({ method, ...wanted }).map(([name, value]) => [
      `contract[0].data.${name}`,
      value === true ? target : value,
    ]);
    expect(values(trigger(selector + words + word(amount)))).toMatchObject(Object.fromEntries(named));
  });

  test.each([
    ['an approval', `095ea7b3${to}${word('5')}`, 'take up to 5 base units more of'],
    ['an unlimited approval', `095ea7b3${to}${'f'.repeat(64)}`, 'take an unlimited amount of'],
    ['an unlimited increase', `d73dd623${to}8${'0'.repeat(63)}`, 'take an unlimited amount of'],
    ['another method', `deadbeef${to}${word('5')}`, 'cannot be decoded'],
    ['a call that is longer', `a9059cbb${to}${word('5')}00`, 'cannot be decoded'],
    ['an address with something before it', `a9059cbb01${to.slice(2)}${word('5')}`, 'cannot be decoded'],
    ['an address with a foreign prefix', `a9059cbb${'0'.repeat(22)}42${to.slice(24)}${word('5')}`, 'cannot be decoded'],
    ['no call', '', 'cannot be decoded'],
  ])('warns of %s', (_, data, words) => {
    expect(asking(TYPE).describe(rawText(trigger(data))).warnings).toEqual([expect.stringContaining(words)]);
  });

  test('the prefix 41 that encoders leave in an address is what the chain ignores', () => {
    const prefixed = `a9059cbb${'0'.repeat(22)}41${to.slice(24)}${word('5')}`;
    expect(values(trigger(prefixed))['contract[0].data.to']).toBe(values(TRANSFER)['contract[0].to_address']);
  });

  test('new permissions, loudly', () => {
    const keys: Field[] = [
      [
        7,
        [
          [1, OWNER],
          [2, 1],
        ],
      ],
      [
        7,
        [
          [1, TARGET],
          [2, 3],
        ],
      ],
    ];
    const parts: ContractParts = {
      name: 'AccountPermissionUpdateContract',
      type: 46,
      value: [
        [1, OWNER],
        [2, [[3, 'owner'], [4, 2], ...keys]],
        [4, [[1, 2], [3, 'active'], [4, 1], [6, new Uint8Array(32).fill(0x7f)], ...keys]],
      ],
    };
    expect(values(parts)).toMatchObject({
      'contract[0].owner.permission_name': '"owner"',
      'contract[0].owner.type': 'Owner',
      'contract[0].owner.threshold': '2',
      'contract[0].owner.keys[1].weight': '3',
      'contract[0].actives[0].type': 'Active',
      'contract[0].actives[0].operations': '7f'.repeat(32),
      'contract[0].actives[0].keys[0].address': ownerText,
    });
    expect(asking(TYPE).describe(rawText(parts)).warnings).toEqual([
      expect.stringContaining('replaces who can sign for the account'),
    ]);
  });
});

describe('what is refused', () => {
  const without = (index: number) => TRANSFER.value.filter((_, at) => at !== index);
  const contracts = rawFields(TRANSFER).filter(([number]) => number === 11);

  test.each<[string, string, string]>([
    ['no hex', '0', 'not hexadecimal'],
    ['nothing', '', 'not hexadecimal'],
    ['raw data above the limit', '00'.repeat(512_001), 'more than 512000 bytes'],
    ['no contract', hexEncode(encode([[8, 1]])), 'raw_data has no contract'],
    ['two contracts', rawText({ ...TRANSFER, raw: contracts }), 'contract has more than 1 values'],
    ['a second expiration', rawText({ ...TRANSFER, raw: [[8, 1]] }), 'expiration has more than 1 values'],
    ['a field that is not known', rawText({ ...TRANSFER, raw: [[9, 'x']] }), 'a field 9, which is not known'],
    ['a type that is not that of the URL', rawText({ ...TRANSFER, type: 2 }), 'not that of its type URL'],
    ['no owner', rawText({ ...TRANSFER, value: without(0) }), 'has no owner_address'],
    ['no receiver', rawText({ ...TRANSFER, value: without(1) }), 'has no to_address'],
    [
      'an address of 20 bytes',
      rawText({
        ...TRANSFER,
        value: [
          [1, OWNER.slice(1)],
          [2, TARGET],
        ],
      }),
      'owner_address is malformed',
    ],
    [
      'an address of another prefix',
      rawText({
        ...TRANSFER,
        value: [
          [1, OWNER.with(0, 0xa0)],
          [2, TARGET],
        ],
      }),
      'owner_address is malformed',
    ],
    ['a signed transaction', signTransaction(TYPE, rawText(TRANSFER), key), 'raw_data has a field 2'],
  ])('%s', (_, unsigned, words) => {
    expect(() => asking(TYPE).describe(unsigned)).toThrowError(invalid(words));
    expect(() => signTransaction(TYPE, unsigned, key)).toThrowError(invalid(words));
  });

  test.each([
    ['CreateSmartContract', 30],
    ['TransferContractX', 1],
    ['x'.repeat(200), 1],
  ])('a contract of type %s', (name, type) => {
    expect(() => signTransaction(TYPE, rawText({ ...TRANSFER, name, type }), key)).toThrowError(
      expect.objectContaining({
        code: 'TRANSACTION_UNSUPPORTED',
        message: expect.stringContaining('Nothing was signed'),
      }),
    );
  });
});
