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
import { textsOf } from '../../../findings.ts';
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

  test('is signed as published and verifies', () => {
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

  test('is explained', () => {
    const meaning = asking(TYPE).describe(unsigned);
    const { title, fields, steps } = meaning;
    expect(steps).toEqual([expect.stringMatching(/^Send [0-9.]+ TRX to T/)]);
    expect(title).toBe('Tron TransferContract');
    expect(fields).toContainEqual(
      expect.objectContaining({ name: 'contract[0].amount', value: amount, kind: 'amount' }),
    );
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
    expect(textsOf(meaning)).toEqual([]);
  });
});

describe('the explanation', () => {
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
    // A transfer runs no code, so the limit is of no fee.
    expect(textsOf(asking(TYPE).describe(rawText(parts)))).toEqual([]);
  });

  test('the limit of the fee of a call', () => {
    const parts = { ...trigger('01020304'), raw: [[18, 1_000_000_000]] as Field[] };
    expect(textsOf(asking(TYPE).describe(rawText(parts)))).toContain('Its fee may be up to 1000 TRX.');
  });

  test('a misleading memo stays hex', () => {
    expect(values({ ...TRANSFER, raw: [[10, 'a‮b']] }).data).toBe('61e280ae62');
  });

  test('new permissions with a warning', () => {
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
    expect(textsOf(asking(TYPE).describe(rawText(parts)))).toEqual([
      expect.stringContaining('replaces the signers of the account'),
      expect.stringMatching(/^A weight of 2 can do everything, of the keys T\w+ \(weight 1\), T\w+ \(weight 3\)\.$/),
      expect.stringMatching(
        /^A weight of 1 can do what the permission "active" allows \(TransferContract, .*AccountUpdateContract.*, \d+ kinds without a name here\), /,
      ),
      'The permission "active" can replace who can sign for the account, and so do everything.',
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
    [
      'a signed transaction',
      signTransaction(TYPE, rawText(TRANSFER), key),
      'it is a whole transaction; give its raw data alone',
    ],
  ])('%s', (_, unsigned, words) => {
    expect(() => asking(TYPE).describe(unsigned)).toThrowError(invalid(words));
    expect(() => signTransaction(TYPE, unsigned, key)).toThrowError(invalid(words));
  });

  test.each([
    ['ClearABIContract', 48],
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

test('a contract call is explained by the contract’s interface', () => {
  const { steps } = asking(TYPE).describe(rawText(trigger('deadbeef')));
  expect(steps).toEqual([expect.objectContaining({ family: 'tron', field: 'contract[0].data', value: 0n })]);
});
