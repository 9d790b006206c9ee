import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  numberBytes,
  type RlpItem,
  rlpDecode,
  rlpEncode,
} from '../../../../../electron/crypto/transactions/ethereum/rlp.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import { outcome } from '../../../../fuzz/only-app-errors.ts';
import '../../../../fuzz/seed.ts';
import { textsOf } from '../../../findings.ts';
import { asking } from '../asking.ts';
import { developmentKey, leavesOf, tempoText } from '../ethereum/arbitrary.ts';

const ethereum = asking('TRANSACTION_TYPE_ETHEREUM');
const tempo = asking('TRANSACTION_TYPE_TEMPO');
const key = developmentKey();
const none = new Uint8Array(0);
const number = (value: number | bigint) => numberBytes(BigInt(value));
const account = new Uint8Array(20).fill(0x70);
const token = new Uint8Array(20).fill(0x20);
const word = new Uint8Array(32).fill(9);
const marker = Uint8Array.of(0);
const payerSigned = [number(1), word, word];
const signature = new Uint8Array(65).fill(3);
const call = (to: RlpItem = account, data: RlpItem = none): RlpItem => [to, number(5), data];

const BASE = {
  chainId: number(4217),
  maxPriorityFeePerGas: number(1),
  maxFeePerGas: number(4),
  gasLimit: number(100_000),
  calls: [call()] as RlpItem,
  accessList: [] as RlpItem,
  nonceKey: none as RlpItem,
  nonce: number(7),
  validBefore: none as RlpItem,
  validAfter: none as RlpItem,
  feeToken: none as RlpItem,
  feePayerSignature: none as RlpItem,
  authorizationList: [] as RlpItem,
};
type Changes = Partial<Record<keyof typeof BASE, RlpItem>>;

const write = (items: readonly RlpItem[]) => `76${hexEncode(rlpEncode(items))}`;
const unsigned = (changes: Changes = {}, ...more: RlpItem[]) =>
  write([...Object.values({ ...BASE, ...changes }), ...more]);
const itemsOf = (text: string) => rlpDecode(hexDecode(text).subarray(1)) as readonly RlpItem[];

const authorization = [number(1), account, none, signature];
const keyAuthorization: RlpItem = [
  [
    number(4217),
    number(1),
    account,
    number(99),
    [[token, number(3), number(60)]],
    [[account, [[hexDecode('a9059cbb'), [token]]]]],
    word,
    number(1),
    token,
  ],
  signature,
];

describe('the explanation of a Tempo transaction', () => {
  test('every field by its name', () => {
    const meaning = tempo.describe(
      unsigned({
        calls: [call(), call(token, hexDecode('a9059cbb00'))],
        validBefore: number(20),
        validAfter: number(10),
      }),
    );
    expect(meaning.title).toBe('Tempo transaction');
    expect(meaning.fields.map(({ name, value }) => `${name} ${value}`)).toEqual([
      'chainId 4217',
      'maxPriorityFeePerGas 1',
      'maxFeePerGas 4',
      'gasLimit 100000',
      'calls[0].to 0x7070707070707070707070707070707070707070',
      'calls[0].value 5',
      'calls[0].data 0x',
      'calls[1].to 0x2020202020202020202020202020202020202020',
      'calls[1].value 5',
      'calls[1].data 0xa9059cbb00',
      'accessList []',
      'nonceKey 0',
      'nonce 7',
      'validBefore 20',
      'validAfter 10',
      'feeToken none',
      'feePayerSignature none',
      'authorizationList []',
    ]);
    expect(meaning.summary.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Calls: 2, all of them or none',
      'To (call 1): 0x7070707070707070707070707070707070707070',
      'Amount (call 1): 5 of a coin that Tempo does not have',
      'Contract (call 2): 0x2020202020202020202020202020202020202020',
      'Amount (call 2): 5 of a coin that Tempo does not have',
      'Chain: Tempo (4217)',
      'Fee at most: 0.000001 USD',
      'Nonce: 7 of key 0',
      'Valid before: 1 Jan 1970, 00:00:20 UTC',
      'Valid after: 1 Jan 1970, 00:00:10 UTC',
    ]);
    expect(textsOf(meaning)).toEqual(
      [0, 1].map((call) => `Call ${call + 1} sends an amount (value), but Tempo has no coin of its own.`),
    );
  });

  test('a key authorization to its last recipient', () => {
    const meaning = tempo.describe(unsigned({}, keyAuthorization));
    expect(meaning.fields.slice(15).map(({ name }) => name.replace('keyAuthorization.authorization.', ''))).toEqual([
      'chainId',
      'keyType',
      'keyId',
      'expiry',
      'limits[0].token',
      'limits[0].limit',
      'limits[0].period',
      'scopes[0].address',
      'scopes[0].selectors[0].selector',
      'scopes[0].selectors[0].recipients[0]',
      'witness',
      'isAdmin',
      'account',
      'keyAuthorization.signature',
    ]);
    expect(textsOf(meaning)[0]).toBe(
      'Its authorization gives the key 0x7070707070707070707070707070707070707070 (P-256) power over the account that signed it, until 1 Jan 1970, 00:01:39 UTC: it may give and take the keys of the account.',
    );
  });

  test('an omitted field of a key authorization is shown as none, and an empty list as a list', () => {
    const short: RlpItem = [[number(1), none, account, none, [], none, word], signature];
    const fields = tempo.describe(unsigned({}, short)).fields.slice(18);
    expect(fields.map(({ name, value, kind }) => ({ name, value, kind }))).toEqual([
      { name: 'keyAuthorization.authorization.expiry', value: 'none', kind: 'text' },
      { name: 'keyAuthorization.authorization.limits', value: '[]', kind: 'text' },
      { name: 'keyAuthorization.authorization.scopes', value: 'none', kind: 'text' },
      { name: 'keyAuthorization.authorization.witness', value: `0x${'09'.repeat(32)}`, kind: 'hash' },
      { name: 'keyAuthorization.signature', value: `0x${'03'.repeat(65)}`, kind: 'bytes' },
    ]);
  });

  test.each<[string, Changes, RegExp]>([
    ['a contract creation', { calls: [call(none)] }, /^Call 1 creates a contract/],
    ['a fee payer to come', { feePayerSignature: marker }, /^A fee payer pays/],
    ['a fee payer who signed', { feePayerSignature: payerSigned }, /^A fee payer pays/],
    ['a delegation', { authorizationList: [authorization] }, /authorizationList\[0\]/],
    ['too little gas', { gasLimit: number(1) }, /^Its gas limit is below 21000/],
  ])('warns about %s', (_, changes, warning) => {
    expect(textsOf(tempo.describe(unsigned(changes)))).toContainEqual(expect.stringMatching(warning));
  });
});

describe('what is refused', () => {
  test.each<[string, string, string]>([
    ['no call', unsigned({ calls: [] }), 'calls is empty'],
    ['a call of two items', unsigned({ calls: [[account, none]] }), 'calls[0] has 2 items instead of 3'],
    ['chain 0', unsigned({ chainId: none }), 'chainId is 0'],
    [
      'a window that is closed',
      unsigned({ validBefore: number(5), validAfter: number(5) }),
      'validBefore is not after validAfter',
    ],
    [
      'a tip above the cap',
      unsigned({ maxPriorityFeePerGas: number(5) }),
      'maxPriorityFeePerGas is above maxFeePerGas',
    ],
    ['a fee of 129 bits', unsigned({ maxFeePerGas: number(2n ** 128n) }), 'maxFeePerGas does not fit into 128 bits'],
    ['another marker', unsigned({ feePayerSignature: Uint8Array.of(1) }), 'feePayerSignature is neither empty'],
    [
      'the form that the fee payer signs',
      unsigned({ feePayerSignature: account }),
      'feePayerSignature has 20 bytes instead of 1',
    ],
    [
      'a fee payer’s parity of two',
      unsigned({ feePayerSignature: [number(2), word, word] }),
      'feePayerSignature.yParity is above 1',
    ],
    [
      'a contract beside a delegation',
      unsigned({ calls: [call(), call(none)], authorizationList: [authorization] }),
      'calls[1].to is empty',
    ],
    [
      'an unsigned authorization',
      unsigned({ authorizationList: [authorization.slice(0, 3)] }),
      'authorizationList[0] has 3 items instead of 4',
    ],
    [
      'an unsigned key authorization',
      unsigned({}, [[number(1), none, account]]),
      'keyAuthorization has 1 items instead of 2',
    ],
    [
      'an unknown part of a key authorization',
      unsigned({}, [[...Array.from({ length: 10 }, () => none)], signature]),
      'keyAuthorization.authorization has 10 items',
    ],
    ['twelve items', write(Object.values(BASE).slice(1)), 'has 13 or 14 items, not 12'],
    ['a signed transaction', tempo.sign(unsigned(), key), 'it already contains a signature'],
    [
      'a signed transaction with a key authorization',
      tempo.sign(unsigned({}, keyAuthorization), key),
      'it already contains a signature',
    ],
    ['a string', '7680', 'it is not a list'],
  ])('%s', (_, text, reason) => {
    for (const work of [() => tempo.describe(text), () => tempo.sign(text, key), () => tempo.verify(text, text, key)]) {
      expect(work).toThrowError(reason);
      expect(work).toThrowError(expect.objectContaining({ code: 'TRANSACTION_INVALID' }));
    }
  });

  test.each(['03c0', '78c0', '05c0', '77c0'])('type of %s is not offered', (text) => {
    for (const work of [() => tempo.describe(text), () => tempo.sign(text, key), () => tempo.verify(text, text, key)])
      expect(work).toThrowError(expect.objectContaining({ code: 'TRANSACTION_UNSUPPORTED' }));
  });

  test('a key of another curve', () => {
    expect(() => tempo.sign(unsigned(), { ...key, curve: 'CURVE_P256' })).toThrowError('not with CURVE_P256');
  });
});

test.each([
  ['02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0'],
  ['df010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180018080'],
])('%s is Ethereum’s, and signed as such', (text) => {
  const signed = ethereum.sign(text, key);
  expect(tempo.sign(text, key)).toBe(signed);
  expect(tempo.describe(text)).toEqual(ethereum.describe(text));
  expect(tempo.verify(text, signed, key)).toEqual(ethereum.verify(text, signed, key));
});

describe('the fee payer', () => {
  const digest = (text: string) => tempo.verify(text, tempo.sign(text, key), key).signed.join();

  test('is covered by the sender’s signature without its identity', () => {
    const later = digest(unsigned({ feePayerSignature: marker }));
    expect(digest(unsigned({ feePayerSignature: payerSigned, feeToken: token }))).toBe(later);
    expect(digest(unsigned({ feePayerSignature: marker, feeToken: token }))).toBe(later);
    expect(digest(unsigned())).not.toBe(later);
  });

  test('chooses the fee token, which the marker omits', () => {
    const text = unsigned({ feePayerSignature: marker, feeToken: token });
    const signed = tempo.sign(text, key);
    expect(signed).toBe(tempo.sign(unsigned({ feePayerSignature: marker }), key));
    expect(itemsOf(signed).slice(10, 12)).toEqual([none, marker]);
    expect(tempo.verify(text, signed, key).transactionId).toBeNull();
  });

  test('keeps an earlier sender’s signature and token', () => {
    const text = unsigned({ feePayerSignature: payerSigned, feeToken: token });
    const signed = tempo.sign(text, key);
    expect(itemsOf(signed).slice(10, 12)).toEqual([token, payerSigned]);
    expect(tempo.verify(text, signed, key).transactionId).toMatch(/^0x[0-9a-f]{64}$/);
  });
});

/** Replacements of a leaf. For every kind of field, one of them makes a transaction again. */
function variants(leaf: RlpItem): RlpItem[] {
  if (!(leaf instanceof Uint8Array)) return [[[account, []]], [authorization], [account]];
  if (leaf.length === 0) return [number(1), account, marker];
  return [...[1, 2].map((bit) => leaf.with(leaf.length - 1, (leaf.at(-1) ?? 0) ^ bit)), none];
}

describe('verify after sign', () => {
  test.each([
    ['a plain one', unsigned()],
    [
      'every list filled',
      unsigned(
        {
          calls: [call(), call(token, word)],
          accessList: [[account, [word]]],
          authorizationList: [authorization],
        },
        keyAuthorization,
      ),
    ],
    ['a fee payer who signed', unsigned({ feePayerSignature: payerSigned, feeToken: token })],
  ])('%s: no field can be changed, and the changed one is named', (_, text) => {
    const { fields } = tempo.describe(text);
    const leaves = leavesOf(itemsOf(text));
    expect(leaves).toHaveLength(fields.length);
    for (const [index, { leaf, put }] of leaves.entries()) {
      const changed = variants(leaf)
        .map((variant) => write(put(variant) as readonly RlpItem[]))
        .find((other) => 'value' in outcome(() => tempo.describe(other)));
      const name = fields[index]?.name ?? '';
      expect(changed, name).toBeDefined();
      const verify = () => tempo.verify(text, tempo.sign(changed ?? '', key), key);
      expect(verify).toThrowError(expect.objectContaining({ code: 'SIGNATURE_MISMATCH' }));
      expect(verify).toThrowError(
        new RegExp(`refused: ${name.replace(/[[\].]/g, '\\$&')}(\\[0\\](\\.\\w+)?)? differs: asked .*, got `),
      );
    }
  });

  const items = itemsOf(tempo.sign(unsigned(), key));
  const envelope = items.at(-1) as Uint8Array;
  const forged = (last: RlpItem) => write([...items.slice(0, -1), last]);

  test.each<[string, string, string]>([
    [
      'another type',
      ethereum.sign('02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0', key),
      'type differs: asked 0x76, got 0x02',
    ],
    ['no signature', unsigned(), 'it has no signature at its end'],
    ['a list as the signature', forged([envelope]), 'it has no signature at its end'],
    ['sixteen items', write([...items, none, none]), 'it has no signature at its end'],
    ['a P-256 envelope', forged(new Uint8Array(130).fill(1)), 'its signature is not 65 bytes of secp256k1'],
    ['a parity instead of 27 or 28', forged(envelope.with(64, 0)), 'its signature is not 65 bytes of secp256k1'],
    ['the other point', forged(envelope.with(64, 55 - (envelope[64] ?? 0))), 'it is signed by another account'],
    ['another r', forged(envelope.with(0, (envelope[0] ?? 0) ^ 1)), 'it is signed by another account'],
    ['a high S', forged(envelope.with(32, 0xff)), 's is '],
    ['nothing', '', 'it is empty'],
  ])('refuses %s', (_, text, reason) => {
    const verify = () => tempo.verify(unsigned(), text, key);
    expect(verify).toThrowError(reason);
    expect(verify).toThrowError(expect.objectContaining({ code: 'SIGNATURE_MISMATCH' }));
  });

  test('every readable transaction is signed and verified', () => {
    let read = 0;
    fc.assert(
      fc.property(tempoText, (text) => {
        if ('error' in outcome(() => tempo.describe(text))) return;
        read += 1;
        expect(tempo.verify(text, tempo.sign(text, key), key).compared.length).toBeGreaterThan(12);
      }),
      { numRuns: 400 },
    );
    expect(read).toBeGreaterThan(20);
  });
});
