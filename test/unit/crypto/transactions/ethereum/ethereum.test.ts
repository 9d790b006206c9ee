import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { preimageOf, readUnsigned } from '../../../../../electron/crypto/transactions/ethereum/read.ts';
import * as rlp from '../../../../../electron/crypto/transactions/ethereum/rlp.ts';
import { verifyTransaction } from '../../../../../electron/crypto/transactions/index.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import { outcome } from '../../../../fuzz/only-app-errors.ts';
import vectors from '../../../../vectors/transactions.json' with { type: 'json' };
import '../../../../fuzz/seed.ts';
import { textsOf } from '../../../findings.ts';
import { asking } from '../asking.ts';
import { developmentKey, ethereumText, leavesOf } from './arbitrary.ts';

const ethereum = asking('TRANSACTION_TYPE_ETHEREUM');
const key = developmentKey();
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const simple = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';

const none = new Uint8Array(0);
const number = (value: number | bigint) => rlp.numberBytes(BigInt(value));
const account = new Uint8Array(20).fill(0x70);
const hash = (first: number) => Uint8Array.of(first, ...new Uint8Array(31));
const authorization = [number(1), account, none, number(1), number(5), number(6)];

const list = (items: readonly rlp.RlpItem[]) => hexEncode(rlp.rlpEncode(items));
const typed = (type: number, items: readonly rlp.RlpItem[]) =>
  number(type).length === 1 ? hexEncode(number(type)) + list(items) : '';

/** Items in wire order by name, so that a test can change one. */
const LEGACY = { nonce: number(1), gasPrice: number(2), gasLimit: number(21000), to: account, value: none, data: none };
const DYNAMIC = {
  chainId: number(1),
  nonce: number(1),
  maxPriorityFeePerGas: number(1),
  maxFeePerGas: number(2),
  gasLimit: number(21000),
  to: account,
  value: none,
  data: none,
  accessList: [] as rlp.RlpItem,
};
const BLOB = { ...DYNAMIC, maxFeePerBlobGas: number(3), blobVersionedHashes: [hash(1)] as rlp.RlpItem };
const DELEGATION = { ...DYNAMIC, authorizationList: [authorization] as rlp.RlpItem };

const legacy = (
  changes: Partial<Record<keyof typeof LEGACY, rlp.RlpItem>> = {},
  tail: readonly rlp.RlpItem[] = [number(1), none, none],
) => list([...Object.values({ ...LEGACY, ...changes }), ...tail]);
const dynamic = (changes: Partial<Record<keyof typeof DYNAMIC, rlp.RlpItem>> = {}) =>
  typed(2, Object.values({ ...DYNAMIC, ...changes }));
const blob = (changes: Partial<Record<keyof typeof BLOB, rlp.RlpItem>> = {}) =>
  typed(3, Object.values({ ...BLOB, ...changes }));
const delegation = (changes: Partial<Record<keyof typeof DELEGATION, rlp.RlpItem>> = {}) =>
  typed(4, Object.values({ ...DELEGATION, ...changes }));

describe('the explanation of a transaction', () => {
  test('an EIP-1559 transaction: every field by its name', () => {
    expect(ethereum.describe(simple)).toMatchObject({
      title: 'EIP-1559 transaction',
      fields: [
        { name: 'chainId', value: '1', kind: 'text' },
        { name: 'nonce', value: '1', kind: 'text' },
        { name: 'maxPriorityFeePerGas', value: '1', kind: 'amount' },
        { name: 'maxFeePerGas', value: '2', kind: 'amount' },
        { name: 'gasLimit', value: '21000', kind: 'amount' },
        { name: 'to', value: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', kind: 'address' },
        { name: 'value', value: '1', kind: 'amount' },
        { name: 'data', value: '0x', kind: 'bytes' },
        { name: 'accessList', value: '[]', kind: 'text' },
      ],
      steps: ['Send 0.000000000000000001 ETH to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
      summary: [
        { name: 'To', value: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', kind: 'address' },
        { name: 'Amount', value: '0.000000000000000001 ETH', kind: 'amount' },
        { name: 'Chain', value: 'Ethereum (1)', kind: 'text' },
        { name: 'Fee at most', value: '0.000000000000042 ETH', kind: 'amount' },
        { name: 'Nonce', value: '1', kind: 'text' },
      ],
      findings: [],
    });
  });

  test('lists are shown entry by entry', () => {
    const accessList = [[account, [hash(1), hash(2)]]];
    const { fields } = ethereum.describe(delegation({ accessList }));
    expect(fields.slice(8).map(({ name }) => name)).toEqual([
      'accessList[0].address',
      'accessList[0].storageKeys[0]',
      'accessList[0].storageKeys[1]',
      'authorizationList[0].chainId',
      'authorizationList[0].address',
      'authorizationList[0].nonce',
      'authorizationList[0].yParity',
      'authorizationList[0].r',
      'authorizationList[0].s',
    ]);
  });

  test.each([
    ['the chain of a legacy transaction', legacy(), 'chainId', '1', 'text'],
    ['no chain', legacy({}, []), 'chainId', 'none', 'text'],
    ['a contract creation', dynamic({ to: none }), 'to', 'none', 'text'],
    ['the largest amount', dynamic({ value: number(2n ** 256n - 1n) }), 'value', String(2n ** 256n - 1n), 'amount'],
    ['data', dynamic({ data: Uint8Array.of(1, 2, 0) }), 'data', '0x010200', 'bytes'],
    ['a blob hash', blob(), 'blobVersionedHashes[0]', `0x01${'00'.repeat(31)}`, 'hash'],
  ])('%s', (_, text, name, value, kind) => {
    expect(ethereum.describe(text).fields).toContainEqual(expect.objectContaining({ name, value, kind }));
  });

  test.each([
    ['an ordinary payment', dynamic(), []],
    ['no chain', legacy({}, []), [/^It names no chain/]],
    ['chain 0', dynamic({ chainId: none }), [/^Its chain number \(chainId\) is 0, which is not a chain/]],
    ['a contract creation', dynamic({ to: none, data: Uint8Array.of(1) }), [/^It creates a contract/]],
    ['too little gas', dynamic({ gasLimit: number(20999) }), [/^Its gas limit is below 21000/]],
    [
      'a fee of one coin and a half',
      dynamic({ gasLimit: number(10n ** 6n), maxFeePerGas: number(15n * 10n ** 11n) }),
      [/^The fee can be as high as 1\.5 ETH\.$/],
    ],
    ['a blob', blob(), [/^It pays for 1 blob that is not shown/]],
    ['an expensive blob', blob({ maxFeePerBlobGas: number(10n ** 13n) }), [/^The fee can be as high as/, /1 blob/]],
  ])('warns about %s', (_, text, warnings) => {
    const { findings } = ethereum.describe(text);
    const grave = findings.filter(({ level }) => level !== 'information');
    expect(textsOf({ findings: grave })).toEqual(warnings.map((warning) => expect.stringMatching(warning)));
  });
});

describe('a refused transaction', () => {
  test.each<[string, string, string]>([
    ['nothing', '', 'it is empty'],
    ['a prefix alone', '0x', 'it is empty'],
    ['no hex', 'zz', 'it is not hexadecimal text'],
    ['half a byte', '02c', 'it is not hexadecimal text'],
    ['more than a mebibyte', '0'.repeat(1024 * 1024 + 2), 'it has more than 524288 bytes'],
    ['a string', '83646f67', 'it begins with 0x83'],
    ['a string after the type', '0280', 'it is not a list'],
    ['bytes after the end', `${simple}00`, '1 byte follows its end'],
    [
      'a field too few',
      typed(2, Object.values(DYNAMIC).slice(1)),
      'an unsigned EIP-1559 transaction has 9 items, not 8',
    ],
    ['a signed transaction', ethereum.sign(simple, key), 'it already contains a signature (yParity, r and s)'],
    ['a signed legacy transaction', ethereum.sign(legacy(), key), 'it already contains a signature (v, r and s)'],
    ['seven legacy items', legacy({}, [number(1)]), 'an unsigned legacy transaction has 6 items, not 7'],
    ['chain 0 of a legacy transaction', legacy({}, [none, none, none]), 'chainId is 0'],
    ['a list behind the chain', legacy({}, [number(1), [], none]), 'it has a list instead of a number'],
    ['a chain above EIP-2294', dynamic({ chainId: number(2n ** 63n - 36n) }), 'chainId is above 9223372036854775771'],
    ['the last nonce of 64 bits', dynamic({ nonce: number(2n ** 64n - 1n) }), 'nonce is above 18446744073709551614'],
    ['gas of 65 bits', dynamic({ gasLimit: number(2n ** 64n) }), 'gasLimit does not fit into 64 bits'],
    ['value of 257 bits', dynamic({ value: number(2n ** 256n) }), 'value does not fit into 256 bits'],
    ['leading zeros', dynamic({ value: Uint8Array.of(0, 1) }), 'value has leading zeros'],
    ['zero as a byte', dynamic({ value: Uint8Array.of(0) }), 'value has leading zeros'],
    ['a number as a list', dynamic({ nonce: [] }), 'nonce is a list'],
    ['a short address', dynamic({ to: account.subarray(1) }), 'to has 19 bytes'],
    ['a tip above the cap', dynamic({ maxPriorityFeePerGas: number(3) }), 'maxPriorityFeePerGas is above maxFeePerGas'],
    [
      'a fee of 257 bits',
      dynamic({ maxFeePerGas: number(2n ** 255n), gasLimit: number(2) }),
      'does not fit into 256 bits',
    ],
    ['an access list that is a string', dynamic({ accessList: none }), 'accessList is not a list'],
    ['half an access list entry', dynamic({ accessList: [[account]] }), 'accessList[0] has 1 items instead of 2'],
    [
      'a short storage key',
      dynamic({ accessList: [[account, [account]]] }),
      'accessList[0].storageKeys[0] has 20 bytes instead of 32',
    ],
    ['a blob transaction without blobs', blob({ blobVersionedHashes: [] }), 'blobVersionedHashes is empty'],
    [
      'a blob hash of another version',
      blob({ blobVersionedHashes: [hash(1), hash(2)] }),
      'blobVersionedHashes[1] does not begin with 01',
    ],
    ['a blob transaction that creates a contract', blob({ to: none }), 'to is empty'],
    ['the network form', typed(3, [Object.values(BLOB), [], [], []]), 'it is the network form of a blob transaction'],
    [
      'the network form of EIP-7594',
      typed(3, [Object.values(BLOB), number(1), [], [], []]),
      'it is the network form of a blob transaction',
    ],
    ['no authorization', delegation({ authorizationList: [] }), 'authorizationList is empty'],
    [
      'an unsigned authorization',
      delegation({ authorizationList: [authorization.slice(0, 3)] }),
      'authorizationList[0] has 3 items instead of 6',
    ],
    ['a delegation that creates a contract', delegation({ to: none }), 'to is empty'],
  ])('%s', (_, text, reason) => {
    for (const work of [
      () => ethereum.describe(text),
      () => ethereum.sign(text, key),
      () => ethereum.verify(text, simple, key),
    ]) {
      expect(work).toThrowError(reason);
      expect(work).toThrowError(expect.objectContaining({ code: 'TRANSACTION_INVALID' }));
      expect(work).toThrowError(/^failed to parse transaction: .*\. Nothing was signed\.$/);
    }
  });

  test.each(['00c0', '05c0', '7fc0', `76${list([])}`])('type of %s is not offered', (text) => {
    expect(() => ethereum.describe(text)).toThrowError(expect.objectContaining({ code: 'TRANSACTION_UNSUPPORTED' }));
  });

  test('a Tempo transaction gets advice to use its own type', () => {
    expect(() => ethereum.sign('76c0', key)).toThrowError('ask for TRANSACTION_TYPE_TEMPO');
  });

  test('a key of another curve', () => {
    const other = { ...key, curve: 'CURVE_P256' } as const;
    expect(() => ethereum.sign(simple, other)).toThrowError('not with CURVE_P256');
  });
});

/** Replacements of a leaf. For every kind of field, one of them makes a transaction again. */
function variants(leaf: rlp.RlpItem): rlp.RlpItem[] {
  if (!(leaf instanceof Uint8Array)) return [[[account, []]], [hash(1)]];
  if (leaf.length === 0) return [number(1), account];
  return [...[1, 2].map((bit) => leaf.with(leaf.length - 1, (leaf.at(-1) ?? 0) ^ bit)), none];
}

describe('verify after sign', () => {
  const samples = [...vectors.evm.filter(({ type }) => type === 'TRANSACTION_TYPE_ETHEREUM')];

  test.each(samples)('$name: no field can be changed, and the changed one is named', ({ unsigned }) => {
    const bytes = hexDecode(unsigned);
    const prefix = (bytes[0] ?? 0) >= 0xc0 ? '' : unsigned.slice(0, 2);
    const items = rlp.rlpDecode(bytes.subarray(prefix.length / 2));
    const { fields } = ethereum.describe(unsigned);
    const leaves = leavesOf(items).slice(0, fields.length);
    const named = fields.slice(0, leaves.length);
    for (const [index, { leaf, put }] of leaves.entries()) {
      const changed = variants(leaf)
        .map((variant) => prefix + hexEncode(rlp.rlpEncode(put(variant))))
        .find((text) => text !== unsigned && 'value' in outcome(() => ethereum.describe(text)));
      const name = named[index]?.name ?? '';
      expect(changed, name).toBeDefined();
      const verify = () => ethereum.verify(unsigned, ethereum.sign(changed ?? '', key), key);
      expect(verify).toThrowError(expect.objectContaining({ code: 'SIGNATURE_MISMATCH' }));
      expect(verify).toThrowError(
        new RegExp(`refused: ${name.replace(/[[\].]/g, '\\$&')}(\\[0\\](\\.address)?)? differs: asked .*, got `),
      );
    }
  });

  const signed = hexDecode(ethereum.sign(simple, key));
  const parts = rlp.rlpDecode(signed.subarray(1)) as readonly Uint8Array[];
  const forged = (parity: rlp.RlpItem, r: rlp.RlpItem, s: rlp.RlpItem) =>
    typed(2, [...parts.slice(0, 9), parity, r, s]);
  const [parity = none, r = none, s = none] = parts.slice(9);
  const high = number(ORDER - BigInt(`0x${hexEncode(s)}`));
  const flipped = parity.length === 0 ? number(1) : none;

  test.each<[string, string, string]>([
    [
      'another type',
      ethereum.sign(typed(1, [number(1), number(1), number(2), number(21000), account, number(1), none, []]), key),
      'type differs: asked 0x02, got 0x01',
    ],
    [
      'a longer list',
      ethereum.sign(
        dynamic({
          accessList: [[account, []]],
          to: hexDecode('f39fd6e51aad88f6f4ce6ab8827279cfffb92266'),
          value: number(1),
        }),
        key,
      ),
      'accessList[0].address differs: asked nothing',
    ],
    ['the other point', forged(flipped, r, s), 'it is signed by another account'],
    ['a high S', forged(flipped, r, high), 's is in the upper half of the order'],
    ['a parity of two', forged(number(2), r, s), 'yParity is 2'],
    ['no r', forged(parity, none, s), 'r or s is out of range'],
    ['r at the order', forged(parity, number(ORDER), s), 'r or s is out of range'],
    ['no s', forged(parity, r, none), 'r or s is out of range'],
    ['an r of no point', forged(parity, number(5), s), 'no account can have made the signature'],
    ['zeros before r', forged(parity, Uint8Array.of(0, ...r), s), 'r has leading zeros'],
    ['no signature', simple, 'a signed EIP-1559 transaction has 12 items, not 9'],
    ['a PSBT', '70736274ff01', 'it is a Bitcoin transaction (PSBT): ask for TRANSACTION_TYPE_BITCOIN'],
    ['an unknown type', '05c0', '0x05 is not one of the offered types'],
    ['nothing', '', 'it is empty'],
  ])('refuses %s', (_, text, reason) => {
    const verify = () => ethereum.verify(simple, text, key);
    expect(verify).toThrowError(reason);
    expect(verify).toThrowError(expect.objectContaining({ code: 'SIGNATURE_MISMATCH' }));
  });

  test('refuses the signature of another account', () => {
    const other = { ...key, publicKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' };
    expect(() => verifyTransaction('TRANSACTION_TYPE_ETHEREUM', simple, hexEncode(signed), other)).toThrowError(
      'it is signed by another account',
    );
  });

  test.each([
    [0n, 'v is 0'],
    [26n, 'v is 26'],
    [34n, 'v is 34'],
    [35n, 'chainId is 0'],
    [27n, 'chainId differs: asked 1, got none'],
    [39n, 'chainId differs: asked 1, got 2'],
  ])('refuses the v %s of a legacy transaction', (v, reason) => {
    const items = rlp.rlpDecode(hexDecode(ethereum.sign(legacy(), key))) as rlp.RlpItem[];
    const text = list(items.with(6, number(v)));
    expect(() => ethereum.verify(legacy(), text, key)).toThrowError(reason);
  });

  test('a long value is shortened in the message, not in the comparison', () => {
    const data = new Uint8Array(200);
    const verify = () =>
      ethereum.verify(dynamic({ data }), ethereum.sign(dynamic({ data: data.with(199, 1) }), key), key);
    expect(verify).toThrowError(
      /data differs: asked 0x0{98}… \(302 more characters\), got 0x0{98}… \(302 more characters\)/,
    );
  });
  test('every readable transaction encodes to its own bytes, is signed and verified', () => {
    let read = 0;
    fc.assert(
      fc.property(ethereumText, (text) => {
        const transaction = outcome(() => readUnsigned(hexDecode(text), null));
        if ('error' in transaction) return;
        read += 1;
        expect(hexEncode(preimageOf(transaction.value))).toBe(text);
        expect(ethereum.verify(text, ethereum.sign(text, key), key).compared.length).toBeGreaterThan(6);
      }),
      { numRuns: 400 },
    );
    expect(read).toBeGreaterThan(100);
  });
});
