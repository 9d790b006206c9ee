import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFormatsOf } from '../../electron/crypto/addresses/index.ts';
import { ADDRESS_TABLE, addressOf, publicKeyOf, sameAddress, sha256 } from '../../electron/crypto/index.ts';
import { ADDRESS_FORMATS } from '../../shared/model/index.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

const made = ADDRESS_FORMATS.map((format) => {
  const [curve = 'CURVE_SECP256K1'] = ADDRESS_TABLE[format].curves;
  return { format, address: addressOf(format, publicKeyOf(curve, sha256(new Uint8Array(32))), curve) };
});

const anyFormat = fc.constantFrom(...ADDRESS_FORMATS);
const anyMade = fc.constantFrom(...made);
const letter = fc.oneof(
  fc.constantFrom(...'0123456789abcdefGHIJKLMNOPxyzXYZ-_+/:=. \u0000\u212a\u017f\ud800'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);

/** An address with a piece replaced, cut out or put in. */
const damaged = fc
  .tuple(anyMade, fc.nat(140), fc.nat(4), fc.array(letter, { maxLength: 4 }))
  .map(([{ format, address }, place, cut, letters]) => {
    const at = place % (address.length + 1);
    return { format, address, text: address.slice(0, at) + letters.join('') + address.slice(at + cut) };
  });

const text = fc.oneof(
  fc.string({ maxLength: 150 }),
  fc.string({ unit: 'binary', maxLength: 150 }),
  fc.stringMatching(/^[0-9A-Za-z]{20,80}$/),
  fc.stringMatching(/^(0x|0:|-1:|41)?[0-9a-fA-F]{38,66}$/),
  fc.stringMatching(/^(bc|tb|bcrt|cosmos|sei|spark|sp|sparkrt)1[02-9ac-hj-np-z]{30,70}$/),
  damaged.map((one) => one.text),
);

test('any text is a spelling of one address, or invalid', () => {
  fc.assert(
    fc.property(anyFormat, text, (format, candidate) => {
      const { normalize } = ADDRESS_TABLE[format];
      const normalized = normalize(candidate);
      if (normalized !== null) expect(normalize(normalized)).toBe(normalized);
      expect(sameAddress(format, candidate, candidate)).toBe(normalized !== null);
    }),
    { numRuns: fuzzRuns() },
  );
});

test('a damaged address is refused, or another spelling of the same address', () => {
  const unchecked = ['key', 'solana', 'sui', 'aptos', 'ethereum'];
  const checked = damaged.filter(({ format }) => !unchecked.includes(ADDRESS_TABLE[format].family));
  fc.assert(
    fc.property(checked, ({ format, address, text: candidate }) => {
      expect([null, address]).toContain(ADDRESS_TABLE[format].normalize(candidate));
    }),
    { numRuns: fuzzRuns() },
  );
});

test('any key gives an address that reads back, or a typed error', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(hexEncode);
  const key = fc.oneof(
    fc.string({ maxLength: 140 }),
    bytes(32),
    bytes(32).map((x) => `02${x}`),
    bytes(32).map((x) => `03${x.toUpperCase()}`),
    bytes(64).map((point) => `04${point}`),
  );
  fc.assert(
    fc.property(anyFormat, key, (format, candidate) => {
      const result = outcome(() => addressOf(format, candidate));
      if ('value' in result) expect(ADDRESS_TABLE[format].normalize(result.value)).toBe(result.value);
      else expect(['KEY_INVALID', 'INVALID_INPUT']).toContain(result.error.code);
    }),
    { numRuns: fuzzRuns() },
  );
});

test('a megabyte of hostile text is refused by its length', () => {
  const million = 1_000_000;
  const units = ['1', 'q', 'A', '0', '-', '/', '\ud800', '\u212a', ...made.map(({ address }) => address)];
  const starts = ['', '0x', '0:', 'bc1', 'BC1', 'tb1q', 'cosmos1', 'spark1', 'G', 'UQ', '41', 'T'];
  for (const unit of units) {
    const body = unit.repeat(Math.ceil(million / unit.length));
    for (const start of starts) expect(findFormatsOf(start + body)).toEqual([]);
  }
});
