import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describePayload, Refusal } from '../../electron/crypto/index.ts';
import { readSigned } from '../../electron/crypto/payloads/forms/stellar/transaction.ts';
import { readTransaction } from '../../electron/crypto/payloads/forms/xrp/transaction.ts';
import { hexDecode } from '../../shared/wire/index.ts';
import { hex } from '../unit/crypto/payloads/forms/builder.ts';
import {
  asset,
  feeBump,
  int64,
  list,
  muxed,
  OTHER_KEY,
  operation,
  pay,
  RECIPIENT_KEY,
  some,
  stellar,
  account as stellarAccount,
  stellarPayment,
  uint32,
  XLM,
} from '../unit/crypto/payloads/forms/stellar-builder.ts';
import {
  account,
  claim,
  drops,
  five,
  memos,
  PAYMENT,
  signers,
  XRP_ISSUER,
  XRP_RECIPIENT,
  xrp,
  xrpOfMany,
  xrpPayment,
} from '../unit/crypto/payloads/forms/xrp-builder.ts';
import { mutatedHex } from './hex-mutations.ts';
import { fuzzRuns } from './seed.ts';

const UNHASHED = { hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' } as const;
const recipient = stellarAccount(RECIPIENT_KEY);
const SAMPLES = [
  xrp(PAYMENT, { ...xrpPayment, DestinationTag: 5, Memos: memos('Rent', 'May') }),
  xrp(PAYMENT, { Amount: five('USD'), SendMax: drops(9), Destination: account(XRP_RECIPIENT) }),
  xrp(12, { SignerQuorum: 1, SignerEntries: signers([XRP_RECIPIENT, 1], [XRP_ISSUER, 2]) }),
  xrpOfMany(XRP_RECIPIENT, PAYMENT, xrpPayment),
  claim(1000n),
  stellar([stellarPayment, pay(muxed(OTHER_KEY, 7n), asset('USD'), 5)]),
  stellar([
    operation(
      10,
      Buffer.concat([uint32(4), Buffer.from('name'), some(Buffer.concat([uint32(4), Buffer.from('data')]))]),
    ),
  ]),
  stellar([operation(14, Buffer.concat([XLM, int64(5), list(Buffer.concat([uint32(0), recipient, uint32(0)]))]))]),
  feeBump([stellarPayment]),
].map((sample) => hex(sample));

/** All that is shown of bytes that are whole. Null for others. */
function shown(digits: string): string | null {
  const meaning = describePayload('PAYLOAD_ENCODING_HEXADECIMAL', digits, UNHASHED);
  if (meaning === null || meaning.unexplained.length > 0 || !/XRP|Stellar/.test(meaning.title)) return null;
  const { title, steps, summary, fields } = meaning;
  const rows = summary.filter(({ name }) => name !== 'Transaction hash');
  return JSON.stringify([title, steps, rows, fields.map(({ name, value }) => [name, value])]);
}

const ORIGINALS = new Map(SAMPLES.map((sample) => [shown(sample), sample]));

test('no other bytes are shown as a transaction of a ledger is', { timeout: 300_000 }, () => {
  expect([...ORIGINALS.keys()].filter((text) => text === null)).toEqual([]);
  let described = 0;
  fc.assert(
    fc.property(mutatedHex(...SAMPLES), (digits) => {
      const text = shown(digits);
      if (text === null) return;
      described += 1;
      const original = ORIGINALS.get(text);
      if (original !== undefined) expect(digits).toBe(original);
    }),
    { numRuns: fuzzRuns() },
  );
  expect(described).toBeGreaterThan(0);
});

test('readers of ledgers refuse or read any bytes', { timeout: 300_000 }, () => {
  const prefix = fc.constantFrom(...SAMPLES.map((sample) => sample.slice(0, 8)), SAMPLES[5]?.slice(0, 80) ?? '');
  fc.assert(
    fc.property(prefix, fc.uint8Array({ maxLength: 400 }), (begin, rest) => {
      const bytes = Uint8Array.from([...hexDecode(begin), ...rest]);
      for (const read of [readTransaction, readSigned]) {
        try {
          read(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      }
    }),
    { numRuns: fuzzRuns() },
  );
});
