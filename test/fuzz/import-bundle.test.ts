import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hpkeSeal } from '../../electron/crypto/bundles/hpke.ts';
import { generateP256, openEncryptedBundle, p256Uncompress, readEncryptedBundle } from '../../electron/crypto/index.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

const { privateKey, publicKey } = generateP256();
const recipientPublic = hexDecode(p256Uncompress(publicKey));
const plaintext = new Uint8Array(32).fill(0x5a);
const sealed = hpkeSeal({ recipientPublic, plaintext });
const valid = JSON.stringify({
  encappedPublic: hexEncode(sealed.encappedPublic),
  ciphertext: hexEncode(sealed.ciphertext),
});

/** Checks that a bundle is read or refused with a typed error, and that only the sealed one opens. */
function check(text: string): void {
  const read = outcome(() => readEncryptedBundle(text));
  if ('error' in read) {
    expect(read.error.code).toMatch(/^BUNDLE_(INVALID|TOO_LARGE)$/);
    expect(read.error.message).toMatch(/^invalid encrypted bundle: /);
    return;
  }
  const opened = openEncryptedBundle(read.value, privateKey);
  if (opened === null) return;
  expect(opened).toEqual(plaintext);
  expect(read.value).toEqual(sealed);
}

/** One change somewhere in a valid bundle. */
const mutated = fc
  .record({
    at: fc.nat(valid.length - 1),
    kind: fc.constantFrom('flip', 'cut', 'insert', 'repeat'),
    with: fc.string({ unit: 'binary', maxLength: 4 }),
  })
  .map(({ at, kind, with: text }) => {
    if (kind === 'cut') return valid.slice(0, at);
    if (kind === 'insert') return valid.slice(0, at) + text + valid.slice(at);
    if (kind === 'repeat') return valid.slice(0, at) + valid.slice(at).repeat(2);
    return valid.slice(0, at) + (text[0] ?? '0') + valid.slice(at + 1);
  });

/** Objects with the right names, and values that are right, nearly right or absurd. */
const shaped = fc
  .record(
    {
      encappedPublic: fc.oneof(
        fc.constant(hexEncode(sealed.encappedPublic)),
        fc.uint8Array({ minLength: 64, maxLength: 66 }).map(hexEncode),
        fc.jsonValue(),
      ),
      ciphertext: fc.oneof(fc.uint8Array({ maxLength: 80 }).map(hexEncode), fc.jsonValue()),
      constructor: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  .map((value) => JSON.stringify(value));

describe('an encrypted bundle', () => {
  test('that is valid opens', () => {
    expect(openEncryptedBundle(readEncryptedBundle(valid), privateKey)).toEqual(plaintext);
  });

  test('of random or changed text is refused with a typed error or does not open', () => {
    fc.assert(fc.property(fc.oneof(mutated, shaped, fc.string({ unit: 'binary' }), fc.json()), check), {
      numRuns: fuzzRuns(),
    });
  });

  test.each([
    ['a mebibyte of brackets', '['.repeat(1024 * 1024)],
    ['a mebibyte of hexadecimal', JSON.stringify({ encappedPublic: '04', ciphertext: '00'.repeat(512 * 1024) })],
    ['deep nesting below the limit', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['a prototype', `{"__proto__":${valid}}`],
    ['a constructor', `{"constructor":{"prototype":${valid}}}`],
  ])('of %s is refused', (_what, text) => {
    const read = outcome(() => readEncryptedBundle(text));
    expect(read).toMatchObject({ error: { code: expect.stringMatching(/^BUNDLE_(INVALID|TOO_LARGE)$/) } });
    expect(({} as Record<string, unknown>).encappedPublic).toBeUndefined();
  });
});
