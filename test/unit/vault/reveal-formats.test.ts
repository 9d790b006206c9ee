import { createDecipheriv, createHash, scryptSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addressOf,
  generateP256,
  hpkeOpen,
  openKeystoreFile,
  openP256Signer,
  p256Uncompress,
  publicKeyOf,
  randomBytes,
  sealExportBundle,
} from '../../../electron/crypto/index.ts';
import type { AddressFormat, RevealFormat } from '../../../shared/model/index.ts';
import type { InputOf, VaultMessages } from '../../../shared/processes/index.ts';
import { hexDecode, hexEncode, revealInfo, utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { makeAgeKey, openAge } from '../crypto/open-age.ts';
import { createStarted, type Harness } from './harness.ts';

const signer = openP256Signer(generateP256().privateKey);
const signerKey = p256Uncompress(signer.publicKey);
const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const refused = (code: string) => expect.objectContaining({ code });

let vault: Harness;
let targetPublicKey: string;
beforeAll(async () => {
  vault = await createStarted();
  ({ publicKey: targetPublicKey } = await vault.ask('createKey', { id: 'target', purpose: 'target', store: null }));
});

type Opened = Awaited<ReturnType<typeof open>>;
const open = (plaintext: Uint8Array, expected: InputOf<VaultMessages, 'openBundle'>['expected'] = null) => {
  const bundle = sealExportBundle({ plaintext, targetPublicKey, organizationId, signer });
  return vault.ask('openBundle', { targetId: 'target', bundle, organizationId, signerKey, expected });
};
const reveal = async (
  { revealId, proof }: Opened,
  format: RevealFormat,
  file: { filePassphrase?: Uint8Array<ArrayBuffer>; recipients?: string[] } = {},
) => {
  const { privateKey, publicKey } = generateP256();
  const to = hexDecode(p256Uncompress(publicKey));
  const sealed = await vault.ask('reveal', { revealId, format, passphrase: null, to, ...file });
  return hpkeOpen({ recipientPrivate: privateKey, ...sealed, info: revealInfo(format, proof) });
};

describe('an opened key is shown', () => {
  test.each<[AddressFormat, string]>([
    ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'],
    ['ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH', 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA'],
  ])('as a WIF of the network of its address, %s', async (addressFormat, wif) => {
    const one = new Uint8Array(32);
    one[31] = 1;
    const address = addressOf(addressFormat, publicKeyOf('CURVE_SECP256K1', one));
    const opened = await open(one, { address, addressFormat });
    expect(utf8Decode(await reveal(opened, 'wif'))).toBe(wif);
  });

  test('as a WIF only with a proven address of Bitcoin', async () => {
    const opened = await open(randomBytes(32));
    await expect(reveal(opened, 'wif')).rejects.toThrowError(refused('INVALID_INPUT'));
  });

  describe('as a keystore file', () => {
    const secret = randomBytes(32);
    const file = () => ({ filePassphrase: utf8Encode('a passphrase') });

    test('of wallets, which opens with its passphrase', async () => {
      const address = addressOf('ADDRESS_FORMAT_ETHEREUM', publicKeyOf('CURVE_SECP256K1', secret));
      const opened = await open(secret, { address, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' });
      const text = utf8Decode(await reveal(opened, 'web3', file()));
      const keystore = JSON.parse(text);
      expect(keystore).toMatchObject({ version: 3, address: address.slice(2).toLowerCase() });
      expect(text).not.toContain(hexEncode(secret));
      expect(await openKeystoreFile(keystore, utf8Encode('a passphrase'))).toEqual(secret);
      await expect(openKeystoreFile(keystore, utf8Encode('another'))).rejects.toThrowError(refused('PASSPHRASE_WRONG'));
    });

    test('of EIP-2335, whose checksum and cipher are those of the standard', async () => {
      const opened = await open(secret);
      const { crypto, version } = JSON.parse(utf8Decode(await reveal(opened, 'eip-2335', file())));
      const { n, r, p, salt } = crypto.kdf.params;
      const derived = scryptSync('a passphrase', Buffer.from(salt, 'hex'), 32, { N: n, r, p, maxmem: 2 ** 28 });
      const ciphertext = Buffer.from(crypto.cipher.message, 'hex');
      const checksum = createHash('sha256').update(derived.subarray(16)).update(ciphertext).digest('hex');
      expect([version, crypto.checksum.message]).toEqual([4, checksum]);
      const cipher = createDecipheriv(
        'aes-128-ctr',
        derived.subarray(0, 16),
        Buffer.from(crypto.cipher.params.iv, 'hex'),
      );
      expect(Uint8Array.from(cipher.update(ciphertext))).toEqual(secret);
    });

    test.each<[string, RevealFormat, Parameters<typeof reveal>[2], string]>([
      ['without a passphrase', 'web3', {}, 'PASSPHRASE_REQUIRED'],
      ['with an empty passphrase', 'eip-2335', { filePassphrase: new Uint8Array(0) }, 'PASSPHRASE_REQUIRED'],
      ['of EIP-2335 with letters beyond ASCII', 'eip-2335', { filePassphrase: utf8Encode('für') }, 'INVALID_INPUT'],
    ])('is not written %s', async (_name, format, given, code) => {
      const opened = await open(secret);
      await expect(reveal(opened, format, given)).rejects.toThrowError(refused(code));
    });
  });

  describe('as a file of age', () => {
    const { recipient, privateKey } = makeAgeKey();
    const key = randomBytes(32);
    const noText = Uint8Array.of(0xff, 0xfe, 0xfd);
    test.each<[string, Uint8Array, string]>([
      ['the digits of a key', key, hexEncode(key)],
      ['the words of a wallet', utf8Encode(`${'test '.repeat(11)}junk`), `${'test '.repeat(11)}junk`],
      ['text', utf8Encode('a secret text'), 'a secret text'],
      ['the digits of other bytes', noText, 'fffefd'],
    ])('with %s, for a recipient', async (_name, plaintext, content) => {
      const file = await reveal(await open(plaintext), 'age', { recipients: [recipient] });
      expect(utf8Decode(openAge(file, { privateKey }))).toBe(content);
      expect(utf8Decode(file)).not.toContain(content);
    });

    test('under a passphrase', async () => {
      const file = await reveal(await open(key), 'age', { filePassphrase: utf8Encode('a passphrase') });
      expect(utf8Decode(openAge(file, { passphrase: 'a passphrase' }))).toBe(hexEncode(key));
    });

    test.each<[string, Parameters<typeof reveal>[2], string]>([
      ['without a reader', {}, 'PASSPHRASE_REQUIRED'],
      ['with an empty passphrase', { filePassphrase: new Uint8Array(0) }, 'PASSPHRASE_REQUIRED'],
      ['for a recipient that is none', { recipients: [recipient, 'age1…'] }, 'INVALID_INPUT'],
    ])('is not written %s', async (_name, given, code) => {
      await expect(reveal(await open(key), 'age', given)).rejects.toThrowError(refused(code));
    });
  });

  describe('as a recovery sheet', () => {
    const textOf = (sheet: Uint8Array) => Buffer.from(sheet).toString('latin1');
    /** The texts that the page shows, in order. */
    const shown = (sheet: Uint8Array) => [...textOf(sheet).matchAll(/\(([^)]*)\) Tj/g)].map(([, text]) => text);

    test('with the numbered words of a wallet', async () => {
      const words = `${'test '.repeat(11)}junk`;
      const sheet = await reveal(await open(utf8Encode(words)), 'sheet');
      const numbered = words.split(' ').map((word, index) => `${index + 1} ${word}`);
      expect(shown(sheet)).toEqual(expect.arrayContaining(['Recovery phrase', ...numbered]));
    });

    test('with the digits of a key and its proven address, in a file whose objects are in their places', async () => {
      const secret = randomBytes(32);
      const address = addressOf('ADDRESS_FORMAT_ETHEREUM', publicKeyOf('CURVE_SECP256K1', secret));
      const opened = await open(secret, { address, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' });
      const sheet = await reveal(opened, 'sheet');
      const texts = shown(sheet);
      expect(texts).toContain(`Address, derived from it: ${address}`);
      expect(texts.filter((text) => /^[0-9a-f]{4}$/.test(text ?? '')).join('')).toBe(hexEncode(secret));
      const file = textOf(sheet);
      const places = [...file.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
      expect(places.map((place) => file.slice(place, place + 7))).toEqual(
        [1, 2, 3, 4, 5, 6].map((id) => `${id} 0 obj`),
      );
      const start = Number(/startxref\n(\d+)/.exec(file)?.[1]);
      expect(file.slice(start, start + 4)).toBe('xref');
      const [, length, content] = /<<\/Length (\d+)>>\nstream\n([\s\S]*)\nendstream/.exec(file) ?? [];
      expect(content).toHaveLength(Number(length));
    });

    test('never of other text', async () => {
      const opened = await open(utf8Encode('a note (secret)'));
      await expect(reveal(opened, 'sheet')).rejects.toThrowError(refused('INVALID_INPUT'));
    });
  });
});
