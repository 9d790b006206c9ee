import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  generateP256,
  openP256Signer,
  p256Uncompress,
  publicKeyOf,
  readImportTarget,
  signTarget,
} from '../../electron/crypto/index.ts';
import { base58Bytes } from '../../electron/vault/base58.ts';
import { readImportKey } from '../../electron/vault/import-key.ts';
import { AppError } from '../../shared/errors/index.ts';
import { hexDecode, hexEncode, utf8Decode, utf8Encode } from '../../shared/wire/index.ts';
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

const seed = new Uint8Array(32).fill(7);
const PAIR = utf8Decode(base58Bytes(Uint8Array.from([...seed, ...hexDecode(publicKeyOf('CURVE_ED25519', seed))])));
/** A published key in the wallet import format. */
const WIF = 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617';
const WIF_KEY = '0c28fca386c7a227600b2fe50b7cae11ec86d3bf1fbe471be89827e19d72aa1d';

/** The key in hexadecimal, or null for a refusal. Anything else thrown is a fault. */
async function keyIn(text: Uint8Array): Promise<string | null> {
  try {
    const { privateKey } = await readImportKey(text, null);
    expect(privateKey).toHaveLength(32);
    return hexEncode(privateKey);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toMatch(/^(KEY_INVALID|PASSPHRASE_REQUIRED|INVALID_INPUT)$/);
    return null;
  }
}

/** One character of a text replaced by one of the alphabet, or removed, or doubled. */
const changed = (text: string) =>
  fc
    .record({
      at: fc.nat(text.length - 1),
      kind: fc.constantFrom('replace', 'remove', 'double'),
      by: fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'),
    })
    .map(({ at, kind, by }) => {
      const middle = { replace: by, remove: '', double: (text[at] ?? '').repeat(2) }[kind];
      return text.slice(0, at) + middle + text.slice(at + 1);
    });

describe('a private key to import', () => {
  test('is read from bytes, or refused with a reason', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 200 }).map(utf8Encode),
      fc.jsonValue().map((value) => utf8Encode(JSON.stringify({ version: 3, crypto: value }))),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (given) => void (await keyIn(given))),
      { numRuns: fuzzRuns() },
    );
  });

  test.each([
    ['WIF', WIF, WIF_KEY],
    ['pair of Solana', PAIR, hexEncode(seed)],
  ])('is never read as another key when one character of a %s is wrong', async (_name, text, key) => {
    expect(await keyIn(utf8Encode(text))).toBe(key);
    await fc.assert(
      fc.asyncProperty(changed(text), async (other) => {
        expect([null, ...(other === text ? [key] : [])]).toContain(await keyIn(utf8Encode(other)));
      }),
      { numRuns: fuzzRuns() },
    );
  });
});

test('a key from the service is the signed one, or refused', () => {
  const signer = openP256Signer(generateP256().privateKey);
  const { publicKey } = generateP256();
  const named = {
    organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
    userId: '7d4a885d-4668-40c4-8f35-33301e11e7d5',
  };
  const bundle = signTarget({ ...named, targetPublicKey: publicKey, signer });
  const target = { ...named, signerKey: p256Uncompress(signer.publicKey), needsUser: true };
  fc.assert(
    fc.property(changed(bundle), (text) => {
      const read = outcome(() => readImportTarget({ ...target, bundle: text }));
      if ('error' in read) expect(read.error.code).toBe('SERVICE_REPLY_INVALID');
      else expect(hexEncode(read.value)).toBe(p256Uncompress(publicKey));
    }),
    { numRuns: fuzzRuns() },
  );
});
