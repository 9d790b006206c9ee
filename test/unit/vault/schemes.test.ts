import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, test } from 'vitest';
import { verifyStamp } from '../../../electron/crypto/index.ts';
import { STAMP_SCHEME_NAMES, type StampScheme } from '../../../shared/model/index.ts';
import { decodeStamp, hexDecode, STAMP_SCHEMES, utf8Encode } from '../../../shared/wire/index.ts';
import rfc8032 from '../../vectors/rfc-8032.json' with { type: 'json' };
import stamps from '../../vectors/stamps.json' with { type: 'json' };
import { createOpened, type Harness, holds, mint, storedOf } from './harness.ts';

const refused = (code: string) => expect.objectContaining({ code });
const SECP256K1: StampScheme = 'SIGNATURE_SCHEME_TK_API_SECP256K1';
const EIP191: StampScheme = 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191';
const ED25519: StampScheme = 'SIGNATURE_SCHEME_TK_API_ED25519';

/** An independent library's public key. */
const PEERS = {
  CURVE_P256: (key: Uint8Array) => p256.getPublicKey(key),
  CURVE_SECP256K1: (key: Uint8Array) => secp256k1.getPublicKey(key),
  CURVE_ED25519: (key: Uint8Array) => ed25519.getPublicKey(key),
};
const peerKey = (scheme: StampScheme, key: Uint8Array) =>
  Buffer.from(PEERS[STAMP_SCHEMES[scheme].curve](key)).toString('hex');

let counter = 0;
async function stampOf(vault: Harness, id: string, body: Uint8Array<ArrayBuffer>) {
  counter += 1;
  const { value } = await vault.ask('stamp', { body, approval: mint(counter, id, body) });
  return decodeStamp(value);
}

const named = (scheme: StampScheme) => ({ id: 'a', purpose: 'stamp', scheme, store: 'keychain' }) as const;

describe.each(STAMP_SCHEME_NAMES)('a key of %s', (scheme) => {
  const body = utf8Encode('{"organizationId":"é"}');

  test('is created, stamps, is forgotten and stamps after loading', async () => {
    const vault = await createOpened();
    const made = await vault.ask('createKey', named(scheme));
    const { publicKey } = made;
    const first = await stampOf(vault, 'a', body);
    expect(first).toMatchObject({ publicKey, scheme });
    expect(verifyStamp(first, body)).toBe(true);
    expect(verifyStamp(first, utf8Encode('{"organizationId":"e"}'))).toBe(false);
    await vault.ask('forget', { id: 'a' });
    await expect(stampOf(vault, 'a', body)).rejects.toThrowError(refused('VAULT_LOCKED'));
    expect(await vault.ask('loadKey', { ...named(scheme), publicKey, stored: storedOf(made) })).toEqual({
      publicKey,
      asks: false,
    });
    expect(verifyStamp(await stampOf(vault, 'a', body), body)).toBe(true);
  });

  test('has the public key that another library derives', async () => {
    const privateKey = new Uint8Array(32).fill(0x11);
    const vault = await createOpened();
    const { publicKey } = await vault.ask('importKey', { ...named(scheme), privateKey: privateKey.slice() });
    expect(publicKey).toBe(peerKey(scheme, privateKey));
  });

  test('is not loaded in place of another key', async () => {
    const vault = await createOpened();
    const other = await vault.ask('createKey', { ...named(scheme), id: 'other' });
    const one = { ...named(scheme), id: 'one' };
    const stored = storedOf(await vault.ask('createKey', one));
    await expect(vault.ask('loadKey', { ...one, publicKey: other.publicKey, stored })).rejects.toThrowError(
      refused('KEY_STORE_CHANGED'),
    );
    await expect(stampOf(vault, 'one', body)).rejects.toThrowError(refused('VAULT_LOCKED'));
  });

  test('stamps only with an approval for exactly these bytes', async () => {
    const vault = await createOpened();
    await vault.ask('createKey', named(scheme));
    counter += 1;
    const approval = mint(counter, 'a', utf8Encode('{}'));
    await expect(vault.ask('stamp', { body, approval })).rejects.toThrowError(refused('APPROVAL_REFUSED'));
  });
});

test.each([SECP256K1, EIP191, ED25519])('of %s cannot open bundles or sign the audit log', async (scheme) => {
  const vault = await createOpened();
  for (const purpose of ['target', 'audit'] as const)
    await expect(vault.ask('createKey', { ...named(scheme), purpose })).rejects.toThrowError(refused('INVALID_INPUT'));
});

test('a secp256k1 API key cannot stamp as a wallet key, nor a wallet key as an API key', async () => {
  const vault = await createOpened();
  const made = await vault.ask('createKey', named(SECP256K1));
  const { publicKey } = made;
  await expect(vault.ask('loadKey', { ...named(EIP191), publicKey, stored: storedOf(made) })).rejects.toThrowError(
    refused('INVALID_INPUT'),
  );
  expect((await stampOf(vault, 'a', utf8Encode('{}'))).scheme).toBe(SECP256K1);
});

test('a loaded secp256k1 key is in locked memory, which is wiped afterwards', async () => {
  const vault = await createOpened();
  const privateKey = new Uint8Array(32).fill(0x11);
  await vault.ask('importKey', { ...named(SECP256K1), privateKey: privateKey.slice() });
  expect(holds(vault, privateKey)).toBe(true);
  await vault.ask('forget', { id: 'a' });
  expect(holds(vault, privateKey)).toBe(false);
});

test('numbers outside the range of secp256k1’s private keys are refused', async () => {
  const vault = await createOpened();
  // The order of the curve (SEC 2, section 2.4.1).
  const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
  for (const hex of [order, '00'.repeat(32)])
    await expect(vault.ask('importKey', { ...named(SECP256K1), privateKey: hexDecode(hex) })).rejects.toThrowError(
      refused('KEY_INVALID'),
    );
});

describe('a stamp equals, byte for byte,', () => {
  const stampWith = async (scheme: StampScheme, privateKey: string, body: Uint8Array<ArrayBuffer>) => {
    const vault = await createOpened();
    await vault.ask('importKey', { ...named(scheme), privateKey: hexDecode(privateKey) });
    return stampOf(vault, 'a', body);
  };

  test('the one in the official wallet stamper’s tests (EIP-191)', async () => {
    const vector = stamps.stamps.find(({ scheme }) => scheme === EIP191);
    const privateKey = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
    const { publicKey, signature } = await stampWith(EIP191, privateKey, utf8Encode(vector?.body ?? ''));
    expect({ publicKey, signature }).toEqual({ publicKey: vector?.publicKey, signature: vector?.signature });
  });

  test.each(rfc8032.vectors.filter(({ message }) => message !== ''))('RFC 8032’s, $name', async (vector) => {
    const { publicKey, signature } = await stampWith(ED25519, vector.privateKey, hexDecode(vector.message));
    expect({ publicKey, signature }).toEqual({ publicKey: vector.publicKey, signature: vector.signature });
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('the one of another library with RFC 6979 nonces (%d)', async (number) => {
    const privateKey = hexDecode(number.toString(16).padStart(64, '0'));
    const body = utf8Encode(`{"number":${number}}`);
    const { signature } = await stampWith(SECP256K1, Buffer.from(privateKey).toString('hex'), body);
    expect(signature).toBe(Buffer.from(secp256k1.sign(body, privateKey, { format: 'der' })).toString('hex'));
  });
});
