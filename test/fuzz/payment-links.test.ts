import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPaymentUri } from '../../shared/model/index.ts';
import { fuzzRuns } from './seed.ts';

const TO = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const PAYEE = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN';

/** The words of links, and characters that end or escape them. */
const part = fc.constantFrom(
  ...['ethereum:', 'bitcoin:', 'solana:', 'tron:', 'eip155:1:', 'base:', 'pay-', '//', '/transfer', 'https://'],
  ...['?', '&', '=', '@', '/', '%', '%3', '%c3%bc', ' ', '+', '.', '-', 'e', 'E', '\u202e', '\ud800', '\u0000'],
  ...['amount', 'value', 'uint256', 'address', 'spl-token', 'memo', 'reference', 'req-', '__proto__', 'constructor'],
  ...[TO, PAYEE, '0', '1', '18', '99', '1e18', '0.5', '9'.repeat(78)],
);
const link = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''));

test('any text is a payment, a reason or neither, and an amount is never guessed', () => {
  fc.assert(
    fc.property(fc.oneof(link, fc.string({ unit: 'binary' })), (text) => {
      const read = readPaymentUri(text);
      if (read === null) return;
      if (typeof read === 'string') {
        expect(read).toMatch(/Nothing was taken from it\./);
        return;
      }
      expect(text).toContain(read.address);
      expect(read.address).toMatch(/^[-.%0-9a-zA-Z]+$/);
      if (read.token !== null) expect(decodeURIComponent(text)).toContain(read.token);
      if (read.amount === null) return;
      expect(read.hasAsset).toBe(true);
      expect(read.amount.text).toMatch(read.amount.in === 'whole' ? /^\d+(\.\d+)?$/ : /^(0|[1-9]\d{0,77})$/);
    }),
    { numRuns: fuzzRuns(10) },
  );
});

test('a whole number of wei keeps its value in every spelling', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat(40), (units, places) => {
      const digits = String(units).padStart(places + 1, '0');
      const spelled = `${digits.slice(0, digits.length - places)}.${digits.slice(digits.length - places)}0e${places}`;
      expect(readPaymentUri(`ethereum:${TO}@1?value=${spelled}`)).toMatchObject({
        amount: { text: String(units), in: 'smallest' },
      });
    }),
    { numRuns: fuzzRuns(10) },
  );
});

test('a megabyte of hostile text is refused by its length', () => {
  for (const start of ['ethereum:', 'bitcoin:', 'solana:', 'solana:?memo=', 'eip155:1:', ''])
    for (const unit of ['1', '?', '&', '%', '=', '/', ':', '@1', ' ']) {
      const read = readPaymentUri(start + unit.repeat(1_000_000));
      expect(read === null || typeof read === 'string').toBe(true);
    }
});
