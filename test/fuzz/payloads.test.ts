import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  describePayload,
  publicKeyOf,
  recoverRawPayloadSigner,
  signRawPayload,
  verifyRawPayload,
} from '../../electron/crypto/index.ts';
import { ADDRESS_FORMATS, CURVES, HASH_FUNCTIONS, PAYLOAD_ENCODINGS } from '../../shared/model/index.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { outcome } from './only-app-errors.ts';
import { FUZZ_RUNS, fuzzRuns } from './seed.ts';

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));
const hex = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(hexEncode);
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const authorization = fc
  .record({
    address: fc.oneof(fc.constantFrom(address, address.toLowerCase()), text),
    chainId: fc.oneof(fc.nat(), fc.constantFrom<unknown>(0, -1, 1.5, 2 ** 53, '1', null, [], {})),
    nonce: fc.oneof(fc.nat(), fc.constantFrom<unknown>(0, 1e308, 'x', true)),
  })
  .map((value) => JSON.stringify(value));
const payload = fc.oneof(text, hex(32), hex(31), fc.stringMatching(/^0x[0-9a-f]{0,70}$/), authorization);
const request = fc.record({
  curve: fc.constantFrom(...CURVES),
  payload,
  encoding: fc.constantFrom(...PAYLOAD_ENCODINGS),
  hashFunction: fc.option(fc.constantFrom(...HASH_FUNCTIONS), { nil: undefined }),
  addressFormat: fc.option(fc.constantFrom(...ADDRESS_FORMATS), { nil: undefined }),
});
const REFUSED = /^invalid (payload|payload encoding|hash function)(:|\.)/;

test('any payload gets a verifiable signature, or is refused in the public wording', () => {
  const privateKey = new Uint8Array(32).fill(7);
  const keys = new Map(CURVES.map((curve) => [curve, publicKeyOf(curve, privateKey)]));
  let proven = 0;
  fc.assert(
    fc.property(request, (asked) => {
      const signed = outcome(() => signRawPayload({ ...asked, privateKey }));
      if ('error' in signed) {
        expect(signed.error.code).toBe('INVALID_INPUT');
        expect(signed.error.message).toMatch(REFUSED);
        return;
      }
      const publicKey = keys.get(asked.curve) ?? '';
      verifyRawPayload({ ...asked, ...signed.value, publicKey });
      expect([publicKey, null]).toContain(recoverRawPayloadSigner({ ...asked, ...signed.value }));
      proven += 1;
    }),
    { numRuns: fuzzRuns(10) },
  );
  expect(proven).toBeGreaterThan(FUZZ_RUNS / 100);
});

test('any random signature is refused with a typed error', () => {
  const publicKey = publicKeyOf('CURVE_SECP256K1', new Uint8Array(32).fill(7));
  const half = fc.oneof(hex(32), text, fc.constantFrom('00'.repeat(32), 'ff'.repeat(32), ''));
  fc.assert(
    fc.property(
      half,
      half,
      fc.oneof(fc.constantFrom('00', '01', '0', '1', '1b'), text),
      fc.boolean(),
      (r, s, v, spark) => {
        const addressFormat = spark ? 'ADDRESS_FORMAT_SPARK_MAINNET' : 'ADDRESS_FORMAT_ETHEREUM';
        const asked = {
          curve: 'CURVE_SECP256K1',
          payload: 'hello',
          encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
          hashFunction: 'HASH_FUNCTION_SHA256',
          addressFormat,
        } as const;
        expect(outcome(() => verifyRawPayload({ ...asked, r, s, v, publicKey }))).toMatchObject({
          error: { code: 'SIGNATURE_MISMATCH' },
        });
        const signer = recoverRawPayloadSigner({ ...asked, r, s, v });
        if (signer !== null)
          expect(outcome(() => verifyRawPayload({ ...asked, r, s, v, publicKey: signer }))).toHaveProperty('value');
      },
    ),
    { numRuns: fuzzRuns(10) },
  );
});

test('any authorization is explained, or refused in the public wording', () => {
  const change = fc.record({ at: fc.nat(100), drop: fc.nat(3), put: fc.string({ unit: 'binary', maxLength: 3 }) });
  fc.assert(
    fc.property(authorization, change, fc.boolean(), (json, { at, drop, put }, isChanged) => {
      const given = isChanged ? `${json.slice(0, at)}${put}${json.slice(at + drop)}` : json;
      const meaning = outcome(() => describePayload('PAYLOAD_ENCODING_EIP7702_AUTHORIZATION', given));
      if ('error' in meaning) expect(meaning.error.message).toMatch(/^invalid payload: .*Nothing was signed\.$/s);
      else expect(meaning.value?.fields).toHaveLength(4);
    }),
    { numRuns: fuzzRuns() },
  );
});

const size = 1024 * 1024;
test.each([
  ['brackets', '['.repeat(size)],
  ['digits of a number', `{"address":"${address}","chainId":${'9'.repeat(size - 100)},"nonce":1}`],
  ['members', `{${Array.from({ length: 80_000 }, (_, index) => `"m${index}":1`).join(',')}}`],
  ['hexadecimal digits with one that is none', `${'ab'.repeat(size / 2 - 1)}ag`],
])('a mebibyte of %s is refused', (_name, given) => {
  const refused = expect.objectContaining({ code: 'INVALID_INPUT' });
  const privateKey = new Uint8Array(32).fill(7);
  expect(outcome(() => describePayload('PAYLOAD_ENCODING_EIP7702_AUTHORIZATION', given))).toEqual({ error: refused });
  expect(() =>
    signRawPayload({ curve: 'CURVE_SECP256K1', encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', payload: given, privateKey }),
  ).toThrowError(refused);
});
