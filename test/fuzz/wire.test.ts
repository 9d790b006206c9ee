import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyStamp } from '../../electron/crypto/index.ts';
import {
  base64urlDecode,
  base64urlEncode,
  decodeStamp,
  encodeStamp,
  hexDecode,
  hexEncode,
  readSealedData,
  readServerMessage,
  STAMP_SCHEMES,
  utf8Encode,
  writeSealedData,
  writeServerMessage,
} from '../../shared/wire/index.ts';
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json());
const hexText = fc.uint8Array({ maxLength: 80 }).map(hexEncode);
const runs = { numRuns: fuzzRuns() };

/** Objects with the right names and values that are right, nearly right or absurd. */
const shaped = <Name extends string>(values: Record<Name, fc.Arbitrary<unknown>>) =>
  fc.record(
    Object.fromEntries(
      Object.entries<fc.Arbitrary<unknown>>(values).map(([name, value]) => [
        name,
        fc.oneof({ weight: 3, arbitrary: value }, fc.jsonValue()),
      ]),
    ),
    { requiredKeys: [] },
  );

describe('text encodings', () => {
  test('decoded text encodes to the same text', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyText, fc.stringMatching(/^[A-Za-z0-9_-]*$/), fc.stringMatching(/^[0-9a-fA-F]*$/)),
        (text) => {
          const hex = outcome(() => hexDecode(text));
          if ('value' in hex) expect(hexEncode(hex.value)).toBe(text.toLowerCase());
          const base64 = outcome(() => base64urlDecode(text));
          if ('value' in base64) expect(base64urlEncode(base64.value)).toBe(text);
        },
      ),
      runs,
    );
  });
});

describe('stamps', () => {
  test('any header value is a stamp or throws a typed error, and checking a stamp never throws', () => {
    const value = shaped({
      publicKey: hexText,
      scheme: fc.constantFrom(...Object.keys(STAMP_SCHEMES)),
      signature: hexText,
    }).map((stamp) => base64urlEncode(utf8Encode(JSON.stringify(stamp))));
    fc.assert(
      fc.property(fc.oneof(anyText, value), fc.uint8Array({ maxLength: 40 }), (text, body) => {
        const stamp = outcome(() => decodeStamp(text));
        if (!('value' in stamp)) return;
        expect(decodeStamp(encodeStamp(stamp.value))).toEqual(stamp.value);
        expect(verifyStamp(stamp.value, body)).toBe(false);
      }),
      runs,
    );
  });

  test('a random key and signature of the right length are refused by the verifier', () => {
    const stamps = fc.constantFrom(...(Object.keys(STAMP_SCHEMES) as (keyof typeof STAMP_SCHEMES)[])).chain((scheme) =>
      fc.record({
        scheme: fc.constant(scheme),
        publicKey: fc
          .uint8Array({
            minLength: STAMP_SCHEMES[scheme].publicKeyBytes,
            maxLength: STAMP_SCHEMES[scheme].publicKeyBytes,
          })
          .map(hexEncode),
        signature: fc.uint8Array({ minLength: 64, maxLength: 72 }).map(hexEncode),
      }),
    );
    fc.assert(
      fc.property(stamps, fc.uint8Array(), (stamp, body) => {
        expect(verifyStamp(stamp, body)).toBe(false);
      }),
      runs,
    );
  });
});

describe('bundles', () => {
  const bytes = fc.uint8Array({ maxLength: 60 });
  const point = fc.uint8Array({ minLength: 65, maxLength: 65 });

  test('any text is a message or throws a typed error', () => {
    const message = shaped({
      version: fc.constant('v1.0.0'),
      data: hexText,
      dataSignature: hexText,
      enclaveQuorumPublic: point.map(hexEncode),
    }).map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(fc.oneof(anyText, message), (text) => {
        const read = outcome(() => readServerMessage(text));
        if ('value' in read) expect(readServerMessage(writeServerMessage(read.value))).toEqual(read.value);
        else expect(read.error.code).toMatch(/^BUNDLE_/);
      }),
      runs,
    );
  });

  test('any signed data is sealed data or throws a typed error', () => {
    const data = shaped({ encappedPublic: point.map(hexEncode), ciphertext: hexText, organizationId: fc.string() }).map(
      (value) => utf8Encode(JSON.stringify(value)),
    );
    fc.assert(
      fc.property(fc.oneof(bytes, data), (text) => {
        const read = outcome(() => readSealedData(text));
        if ('value' in read) expect(readSealedData(writeSealedData(read.value))).toEqual(read.value);
        else expect(read.error.code).toBe('BUNDLE_INVALID');
      }),
      runs,
    );
  });
});
