import { base58 } from '@scure/base';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addressOf,
  ecdhP256,
  generateMnemonic,
  generateP256,
  hpkeOpen,
  hpkeSeal,
  openP256Signer,
  p256Uncompress,
  publicKeyOf,
  randomBytes,
  sealExportBundle,
} from '../../../electron/crypto/index.ts';
import { base58Bytes } from '../../../electron/vault/base58.ts';
import type { AddressFormat, Curve, ExportProof, RevealFormat } from '../../../shared/model/index.ts';
import { agreementBytes, type InputOf, type VaultMessages } from '../../../shared/processes/index.ts';
import { hexDecode, hexEncode, revealInfo, utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { createStarted, type Harness, holds, keychainHeader } from './harness.ts';

const signer = openP256Signer(generateP256().privateKey);
const signerKey = p256Uncompress(signer.publicKey);
const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const refused = (code: string) => expect.objectContaining({ code });

let vault: Harness;
let targetPublicKey: string;
beforeAll(async () => {
  vault = await createStarted();
  ({ publicKey: targetPublicKey } = await vault.ask('createKey', { id: 'target', purpose: 'target', store: null }));
  await vault.ask('createKey', { id: 'stamp', purpose: 'stamp', store: null });
});

type Input = InputOf<VaultMessages, 'openBundle'>;
/** The proof of each opened bundle. */
const proofs = new Map<string, ExportProof>();
const open = async (plaintext: Uint8Array, expected: Input['expected'] = null, changes: Partial<Input> = {}) => {
  const opened = await vault.ask('openBundle', {
    targetId: 'target',
    bundle: sealExportBundle({ plaintext, targetPublicKey, organizationId, signer }),
    organizationId,
    signerKey,
    expected,
    ...changes,
  });
  proofs.set(opened.revealId, opened.proof);
  return opened;
};
/** Reveals to a fresh key, and opens the result as the key's holder does. */
const reveal = async (revealId: string, format: RevealFormat, passphrase: Given = null, asked = vault) => {
  const { privateKey, publicKey } = generateP256();
  const to = hexDecode(p256Uncompress(publicKey));
  const sealed = await asked.ask('reveal', { revealId, format, passphrase, to });
  return hpkeOpen({
    recipientPrivate: privateKey,
    ...sealed,
    info: revealInfo(format, proofs.get(revealId) as ExportProof),
  });
};
type Given = InputOf<VaultMessages, 'reveal'>['passphrase'];

describe('the address is checked before anything is shown', () => {
  const privateKey = randomBytes(32);

  test.each<[AddressFormat, Curve]>([
    ['ADDRESS_FORMAT_ETHEREUM', 'CURVE_SECP256K1'],
    ['ADDRESS_FORMAT_SOLANA', 'CURVE_ED25519'],
    ['ADDRESS_FORMAT_COMPRESSED', 'CURVE_SECP256K1'],
    ['ADDRESS_FORMAT_COMPRESSED', 'CURVE_P256'],
    ['ADDRESS_FORMAT_COMPRESSED', 'CURVE_ED25519'],
    ['ADDRESS_FORMAT_UNCOMPRESSED', 'CURVE_P256'],
  ])('%s of %s', async (addressFormat, curve) => {
    const address = addressOf(addressFormat, publicKeyOf(curve, privateKey), curve);
    const { revealId, proof } = await open(privateKey, { address, addressFormat });
    expect(proof).toEqual({
      signerKey,
      organizationId,
      holds: 'key',
      expectedAddress: address,
      derivedAddress: address,
      addressFormat,
      byteLength: 32,
    });
    expect(utf8Decode(await reveal(revealId, 'hex'))).toBe(hexEncode(privateKey));
    await vault.ask('forget', { id: revealId });
  });

  test('an Ethereum address without checksum is the same address', async () => {
    const address = addressOf('ADDRESS_FORMAT_ETHEREUM', publicKeyOf('CURVE_SECP256K1', privateKey));
    const { proof } = await open(privateKey, {
      address: address.toLowerCase(),
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    });
    expect(proof.derivedAddress).toBe(address);
  });

  test('the proof reports a missing expected address', async () => {
    const { proof } = await open(utf8Encode('text'));
    expect(proof).toEqual({
      signerKey,
      organizationId,
      holds: 'text',
      expectedAddress: null,
      derivedAddress: null,
      addressFormat: null,
      byteLength: 4,
    });
  });

  test('another key is refused and wiped', async () => {
    const address = addressOf('ADDRESS_FORMAT_ETHEREUM', publicKeyOf('CURVE_SECP256K1', randomBytes(32)));
    await expect(open(privateKey, { address, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' })).rejects.toThrowError(
      refused('ADDRESS_MISMATCH'),
    );
  });

  test('the right key with an address of another format is refused', async () => {
    const address = addressOf('ADDRESS_FORMAT_ETHEREUM', publicKeyOf('CURVE_SECP256K1', privateKey));
    await expect(open(privateKey, { address, addressFormat: 'ADDRESS_FORMAT_SOLANA' })).rejects.toThrowError(
      refused('ADDRESS_MISMATCH'),
    );
  });

  test.each([
    ['a mnemonic', generateMnemonic(12), 'holds the words of a whole wallet'],
    ['zero', new Uint8Array(32), 'has another address'],
    ['33 bytes', new Uint8Array(33).fill(1), 'does not hold a single private key'],
    ['nothing', new Uint8Array(0), 'does not hold a single private key'],
  ])('%s in the place of a key is refused', async (_name, plaintext, why) => {
    const opened = open(plaintext, { address: `0x${'11'.repeat(20)}`, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' });
    const message = expect.stringContaining(why);
    await expect(opened).rejects.toThrowError(expect.objectContaining({ code: 'ADDRESS_MISMATCH', message }));
  });

  describe('of a wallet, at a path,', () => {
    const words = utf8Encode(`${'test '.repeat(11)}junk`);
    const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    const at = { address, addressFormat: 'ADDRESS_FORMAT_ETHEREUM', path: "m/44'/60'/0'/0/0" } as const;

    test('is derived from its words', async () => {
      const { proof } = await open(words, at);
      expect(proof).toMatchObject({ holds: 'mnemonic', expectedAddress: address, derivedAddress: address });
    });

    test.each([
      ['other words', generateMnemonic(12), at],
      ['another path', words, { ...at, path: "m/44'/60'/0'/0/1" }],
      ['a key in place of words', randomBytes(32), at],
      ['text in place of words', utf8Encode('test test junk'), at],
    ])('is refused for %s', async (_name, plaintext, expected) => {
      await expect(open(plaintext, expected)).rejects.toThrowError(refused('ADDRESS_MISMATCH'));
    });

    test('is refused for a path that is none', async () => {
      await expect(open(words, { ...at, path: 'm/x' })).rejects.toThrowError(refused('INVALID_INPUT'));
    });
  });

  test('an uncheckable format is refused before the bundle is opened', async () => {
    const expected = { address: 'T', addressFormat: 'ADDRESS_FORMAT_MOON' as 'ADDRESS_FORMAT_TRON' };
    await expect(open(privateKey, expected, { bundle: 'not a bundle' })).rejects.toThrowError(refused('INVALID_INPUT'));
  });

  test('a refused secret is nowhere in the vault’s memory', async () => {
    const secret = randomBytes(32);
    await open(secret, { address: 'x', addressFormat: 'ADDRESS_FORMAT_SOLANA' }).catch(() => undefined);
    expect(holds(vault, secret)).toBe(false);
  });
});

describe('is refused', () => {
  test('a target key that is not unlocked, or is for stamps', async () => {
    await expect(open(randomBytes(32), null, { targetId: 'missing' })).rejects.toThrowError(refused('VAULT_LOCKED'));
    await expect(open(randomBytes(32), null, { targetId: 'stamp' })).rejects.toThrowError(refused('VAULT_LOCKED'));
  });

  test('a bundle of another organization or signer, to another target, or none', async () => {
    await expect(open(randomBytes(32), null, { organizationId: 'x' })).rejects.toThrowError(
      refused('BUNDLE_WRONG_ORGANIZATION'),
    );
    const other = { signerKey: p256Uncompress(generateP256().publicKey) };
    await expect(open(randomBytes(32), null, other)).rejects.toThrowError(refused('BUNDLE_WRONG_SIGNER'));
    const bundle = sealExportBundle({
      plaintext: randomBytes(32),
      targetPublicKey: generateP256().publicKey,
      organizationId,
      signer,
    });
    await expect(open(randomBytes(32), null, { bundle })).rejects.toThrowError(refused('BUNDLE_UNREADABLE'));
    await expect(open(randomBytes(32), null, { bundle: '{}' })).rejects.toThrowError(refused('BUNDLE_INVALID'));
  });

  test('50 MB, by its length', async () => {
    await expect(open(randomBytes(32), null, { bundle: 'x'.repeat(50 * 1024 * 1024) })).rejects.toThrowError(
      refused('INVALID_INPUT'),
    );
  });
});

describe('an opened bundle is shown', () => {
  test('sealed to the named key, with its proof and in the requested form', async () => {
    const secret = randomBytes(32);
    const { revealId, proof } = await open(secret);
    const { privateKey: recipientPrivate, publicKey } = generateP256();
    const to = hexDecode(p256Uncompress(publicKey));
    const sealed = await vault.ask('reveal', { revealId, format: 'hex', passphrase: null, to });
    const opens = (format: string, proven: ExportProof) =>
      utf8Decode(hpkeOpen({ recipientPrivate, ...sealed, info: revealInfo(format, proven) }));
    expect(opens('hex', proof)).toBe(hexEncode(secret));
    for (const change of [{ derivedAddress: '0x' }, { holds: 'text' }, { organizationId: 'x' }] as const)
      expect(() => opens('hex', { ...proof, ...change })).toThrowError(refused('BUNDLE_UNREADABLE'));
    expect(() => opens('solana', proof)).toThrowError(refused('BUNDLE_UNREADABLE'));
  });

  test('not to a point off the curve', async () => {
    const { revealId } = await open(randomBytes(32));
    const to = new Uint8Array(65).fill(4);
    const asked = vault.ask('reveal', { revealId, format: 'hex', passphrase: null, to });
    await expect(asked).rejects.toThrowError(refused('KEY_INVALID'));
  });

  test('as a Solana key: base58 of seed and public key', async () => {
    const seed = randomBytes(32);
    const { revealId } = await open(seed);
    const pair = base58.decode(utf8Decode(await reveal(revealId, 'solana')));
    expect(hexEncode(pair)).toBe(hexEncode(seed) + publicKeyOf('CURVE_ED25519', seed));
  });

  test('as a mnemonic, with its passphrase line when there is one', async () => {
    const words = generateMnemonic(24);
    const both = Uint8Array.of(...words, 0x0a, ...utf8Encode('passphrase'));
    for (const plaintext of [words, both]) {
      const { revealId } = await open(plaintext);
      expect(await reveal(revealId, 'mnemonic')).toEqual(plaintext);
      expect(await reveal(revealId, 'text')).toEqual(plaintext);
    }
  });

  test('repeatedly until it is forgotten', async () => {
    const secret = randomBytes(32);
    const { revealId } = await open(secret);
    expect(holds(vault, secret)).toBe(true);
    await reveal(revealId, 'hex');
    expect(utf8Decode(await reveal(revealId, 'hex'))).toBe(hexEncode(secret));
    await vault.ask('forget', { id: revealId });
    await expect(reveal(revealId, 'hex')).rejects.toThrowError(refused('NOT_FOUND'));
    expect(holds(vault, secret)).toBe(false);
  });

  test.each<[string, Uint8Array, RevealFormat]>([
    ['a key as words', randomBytes(32), 'mnemonic'],
    ['words as a Solana key', generateMnemonic(12), 'solana'],
    ['words as a WIF', generateMnemonic(12), 'wif'],
    ['bytes as text', Uint8Array.of(0xff, 0xfe), 'text'],
  ])('never in a wrong form: %s', async (_name, plaintext, format) => {
    const { revealId } = await open(plaintext);
    await expect(reveal(revealId, format)).rejects.toThrowError(refused('INVALID_INPUT'));
    expect(utf8Decode(await reveal(revealId, 'hex'))).toBe(hexEncode(plaintext));
  });

  test('also with the maximum length of a bundle', async () => {
    const text = new Uint8Array(64 * 1024).fill(0x61);
    const { revealId } = await open(text);
    expect(await reveal(revealId, 'text')).toEqual(text);
    expect(await reveal(revealId, 'hex')).toHaveLength(128 * 1024);
  });
});

describe('a reveal, where the store of the target key has a PIN,', () => {
  const pin = () => utf8Encode('a PIN 7');
  const secret = randomBytes(32);
  const openProtected = async () => {
    const guarded = await createStarted();
    await guarded.ask('openStore', { store: 'keychain', header: null, passphrase: pin() });
    const { publicKey } = await guarded.ask('createKey', { id: 't', purpose: 'target', store: 'keychain' });
    const bundle = sealExportBundle({ plaintext: secret, targetPublicKey: publicKey, organizationId, signer });
    const { revealId, proof } = await guarded.ask('openBundle', {
      targetId: 't',
      bundle,
      organizationId,
      signerKey,
      expected: null,
    });
    proofs.set(revealId, proof);
    return { guarded, revealId };
  };

  test('needs the PIN again, although the vault is unlocked', async () => {
    const { guarded, revealId } = await openProtected();
    const ask = (passphrase: Given) => reveal(revealId, 'hex', passphrase, guarded);
    await expect(ask(null)).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    await expect(ask(utf8Encode('a PIN 8'))).rejects.toThrowError(refused('PASSPHRASE_WRONG'));
    expect(utf8Decode(await ask(pin()))).toBe(hexEncode(secret));
  });

  test('needs the PIN also when main reports that the store has none', async () => {
    const { guarded, revealId } = await openProtected();
    const header = keychainHeader();
    await expect(guarded.ask('openStore', { store: 'keychain', header, passphrase: null })).rejects.toThrowError(
      refused('PASSPHRASE_REQUIRED'),
    );
    await expect(reveal(revealId, 'hex', null, guarded)).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  });
});

describe('a bundle whose key is on a token', () => {
  const secret = randomBytes(32);
  const onToken = generateP256();
  const check = () =>
    vault.ask('checkBundle', {
      targetPublicKey: p256Uncompress(onToken.publicKey),
      bundle: sealExportBundle({ plaintext: secret, targetPublicKey: onToken.publicKey, organizationId, signer }),
      organizationId,
      signerKey,
      expected: null,
    });
  const agree = ({ encappedPublic, sealTo }: Awaited<ReturnType<typeof check>>) =>
    hpkeSeal({
      recipientPublic: sealTo,
      plaintext: ecdhP256(onToken.privateKey, encappedPublic),
      info: agreementBytes({ publicKey: onToken.publicKey, encappedPublic, sealTo }),
    });

  test('is opened once with the token’s answer', async () => {
    const asked = await check();
    const agreement = agree(asked);
    const { revealId, proof } = await vault.ask('openAgreed', { openingId: asked.openingId, agreement });
    proofs.set(revealId, proof);
    expect(utf8Decode(await reveal(revealId, 'hex'))).toBe(hexEncode(secret));
    const again = vault.ask('openAgreed', { openingId: asked.openingId, agreement });
    await expect(again).rejects.toThrowError(refused('NOT_FOUND'));
  });

  test('is not opened with another opening’s answer, nor after cancellation', async () => {
    const [one, other, given] = [await check(), await check(), await check()];
    const crossed = vault.ask('openAgreed', { openingId: one.openingId, agreement: agree(other) });
    await expect(crossed).rejects.toThrowError(refused('BUNDLE_UNREADABLE'));
    await vault.ask('forget', { id: given.openingId });
    const late = vault.ask('openAgreed', { openingId: given.openingId, agreement: agree(given) });
    await expect(late).rejects.toThrowError(refused('NOT_FOUND'));
  });
});

test('base58 is that of @scure/base, leading zeros included', () => {
  for (const bytes of [[], [0], [0, 0, 1], [255], [0, 255, 255], [...randomBytes(64)], [...randomBytes(33)]]) {
    expect(utf8Decode(base58Bytes(Uint8Array.from(bytes)))).toBe(base58.encode(Uint8Array.from(bytes)));
  }
});
