import { describe, expect, test } from 'vitest';
import {
  aesGcmOpen,
  aesGcmSeal,
  openAtRest,
  randomBytes,
  scryptKey,
  sealAtRest,
} from '../../../electron/crypto/index.ts';
import { hexEncode, utf8Encode } from '../../../shared/wire/index.ts';

const key = randomBytes(32);
const secret = randomBytes(32);
const corrupt = expect.objectContaining({ code: 'KEYSTORE_CORRUPT' });

describe('sealing at rest', () => {
  test('opens with the same key and purpose, and never has the same bytes twice', () => {
    const sealed = sealAtRest(key, secret, 'key|a');
    expect(openAtRest(key, sealed, 'key|a')).toEqual(secret);
    expect(sealAtRest(key, secret, 'key|a')).not.toEqual(sealed);
    expect(openAtRest(key, sealAtRest(key, new Uint8Array(0), ''), '')).toHaveLength(0);
  });

  test('refuses another key, another purpose, and every changed, missing or added byte', () => {
    const sealed = sealAtRest(key, secret, 'key|a');
    expect(() => openAtRest(randomBytes(32), sealed, 'key|a')).toThrowError(corrupt);
    expect(() => openAtRest(key, sealed, 'key|b')).toThrowError(corrupt);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = sealed.slice();
      changed[index] = sealed[index]! ^ 0x80;
      expect(() => openAtRest(key, changed, 'key|a')).toThrowError(corrupt);
      expect(() => openAtRest(key, sealed.slice(0, index), 'key|a')).toThrowError(corrupt);
    }
    expect(() => openAtRest(key, Uint8Array.of(...sealed, 0), 'key|a')).toThrowError(corrupt);
  });

  test('an error reveals nothing about the content', () => {
    try {
      openAtRest(randomBytes(32), sealAtRest(key, secret, 'x'), 'x');
      expect.unreachable();
    } catch (error) {
      expect(JSON.stringify(error) + String(error) + String((error as Error).stack)).not.toContain(
        hexEncode(secret).slice(0, 8),
      );
    }
  });
});

test('results have their own buffer, so that wiping affects nothing else', () => {
  const sealed = aesGcmSeal(key, randomBytes(12), secret, utf8Encode(''));
  for (const bytes of [sealed, randomBytes(5), openAtRest(key, sealAtRest(key, secret, ''), '')]) {
    expect(bytes.constructor).toBe(Uint8Array);
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  }
});

test.each([0, 15])('%d sealed bytes are refused', (length) => {
  expect(() => aesGcmOpen(key, randomBytes(12), new Uint8Array(length), new Uint8Array(0))).toThrowError(
    expect.objectContaining({ code: 'KEY_INVALID' }),
  );
});

test('scrypt runs at the cost of a passphrase file', async () => {
  const derived = await scryptKey(utf8Encode('passphrase'), new Uint8Array(32), { n: 2 ** 17, r: 8, p: 1 });
  expect(derived).toHaveLength(32);
});
