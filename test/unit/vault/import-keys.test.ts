import { createCipheriv, createPrivateKey, generateKeyPairSync, scryptSync } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, test } from 'vitest';
import { publicKeyOf, sha256 } from '../../../electron/crypto/index.ts';
import { base58Bytes, base58Decode } from '../../../electron/vault/base58.ts';
import type { Curve } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode, utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { type Input, imported, input, JUNK, JUNK_ADDRESS, JUNK_KEY, keyOf, refusal } from './importing.ts';

/** A key in the published vectors of WIF and of keystore files. */
const WIF_KEY = '0c28fca386c7a227600b2fe50b7cae11ec86d3bf1fbe471be89827e19d72aa1d';
const WIF = 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617';
const WIF_UNCOMPRESSED = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
const STORED_KEY = '7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d';
const PBKDF2 = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};
const SCRYPT = {
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
    ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
    kdf: 'scrypt',
    kdfparams: {
      dklen: 32,
      n: 262144,
      p: 8,
      r: 1,
      salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
    },
    mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
};
/** 32 numbers that are also pairs of hexadecimal digits. */
const DECIMALS = Array.from({ length: 32 }, (_, at) => at + 11);
const seed = new Uint8Array(32).fill(7);
const pair = Uint8Array.from([...seed, ...hexDecode(publicKeyOf('CURVE_ED25519', seed))]);
const base58 = (bytes: Uint8Array) => utf8Decode(base58Bytes(bytes));
const checked = (bytes: Uint8Array) => base58(Uint8Array.from([...bytes, ...sha256(sha256(bytes)).subarray(0, 4)]));
const WIF_OF_TESTS = checked(hexDecode(`ef${WIF_KEY}01`));
const WIF_OF_DOGECOIN = checked(hexDecode(`9e${WIF_KEY}01`));
const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const pemKey = Buffer.from(createPrivateKey(pem).export({ format: 'jwk' }).d ?? '', 'base64url').toString('hex');

describe('a private key', () => {
  test.each<[string, string, Input['as'], string, Curve]>([
    ['hexadecimal digits', JUNK_KEY, keyOf('ETHEREUM'), JUNK_KEY, 'CURVE_SECP256K1'],
    ['0x, capitals, quotes', `"0x${JUNK_KEY.toUpperCase()}"\n`, keyOf('ETHEREUM'), JUNK_KEY, 'CURVE_SECP256K1'],
    ['pairs of digits', JUNK_KEY.match(/../g)?.join(':') ?? '', keyOf('ETHEREUM'), JUNK_KEY, 'CURVE_SECP256K1'],
    ['a WIF', WIF, keyOf('ETHEREUM'), WIF_KEY, 'CURVE_SECP256K1'],
    ['a WIF of a test network', WIF_OF_TESTS, keyOf('ETHEREUM'), WIF_KEY, 'CURVE_SECP256K1'],
    ['a WIF for an address of its network', WIF, keyOf('BITCOIN_MAINNET_P2TR'), WIF_KEY, 'CURVE_SECP256K1'],
    ['a WIF for a test address', WIF_OF_TESTS, keyOf('BITCOIN_SIGNET_P2WPKH'), WIF_KEY, 'CURVE_SECP256K1'],
    ['a WIF of Dogecoin', WIF_OF_DOGECOIN, keyOf('DOGE_MAINNET'), WIF_KEY, 'CURVE_SECP256K1'],
    ['a pair of Solana', base58(pair), keyOf('SOLANA'), hexEncode(seed), 'CURVE_ED25519'],
    ['a pair in digits', hexEncode(pair), keyOf('SOLANA'), hexEncode(seed), 'CURVE_ED25519'],
    ['the list of a Solana pair', `${JSON.stringify([...pair])}\n`, keyOf('SOLANA'), hexEncode(seed), 'CURVE_ED25519'],
    ['a list with blanks', `[ ${[...seed].join(' ,\n')} ]`, keyOf('SOLANA'), hexEncode(seed), 'CURVE_ED25519'],
    ['padded base64', Buffer.from(JUNK_KEY, 'hex').toString('base64'), keyOf('ETHEREUM'), JUNK_KEY, 'CURVE_SECP256K1'],
    [
      'a pair in padded base64',
      Buffer.from(pair).toString('base64'),
      keyOf('SOLANA'),
      hexEncode(seed),
      'CURVE_ED25519',
    ],
    ['a PEM file', pem, keyOf('SOLANA'), pemKey, 'CURVE_ED25519'],
    ['a PEM file of Windows', `\ufeff${pem.replaceAll('\n', '\r\n')}`, keyOf('SOLANA'), pemKey, 'CURVE_ED25519'],
    ['digits with a curve', JUNK_KEY, keyOf('COMPRESSED', 'CURVE_P256'), JUNK_KEY, 'CURVE_P256'],
  ])('is read from %s', async (_name, text, as, key, curve) => {
    const found = await imported(input(text, as));
    expect([hexEncode(found.plaintext), found.curve]).toEqual([key, curve]);
  });

  test('is sealed with its address', async () => {
    expect((await imported(input(JUNK_KEY, keyOf('ETHEREUM')))).addresses).toEqual([JUNK_ADDRESS]);
  });

  /** A file as geth writes it, with less work. */
  const gethFile = () => {
    const [salt, iv] = [Buffer.alloc(32, 5), Buffer.alloc(16, 6)];
    const derived = scryptSync('testpassword', salt, 32, { N: 4096, r: 8, p: 1 });
    const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
    const ciphertext = cipher.update(Buffer.from(STORED_KEY, 'hex'));
    const mac = Buffer.from(keccak_256(Buffer.concat([derived.subarray(16), ciphertext]))).toString('hex');
    const kdfparams = { dklen: 32, n: 4096, r: 8, p: 1, salt: salt.toString('hex') };
    const cipherparams = { iv: iv.toString('hex') };
    const crypto = { cipher: 'aes-128-ctr', cipherparams, kdf: 'scrypt', kdfparams, mac };
    return { version: 3, crypto: { ...crypto, ciphertext: ciphertext.toString('hex') } };
  };

  /** The same file with `Crypto` and capital hexadecimal digits. */
  const withCapitals = ({ version, crypto: { cipher, kdf, ...rest } }: ReturnType<typeof gethFile>) => ({
    version,
    Crypto: { cipher, kdf, ...JSON.parse(JSON.stringify(rest), (_name, value) => inCapitals(value)) },
  });
  const inCapitals = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value);

  test.each([
    ['PBKDF2 (vector of Web3 Secret Storage)', PBKDF2],
    ['scrypt beyond the limit of RFC 7914 (vector of Web3 Secret Storage)', SCRYPT],
    ['scrypt, as geth writes it', gethFile()],
    ['capital digits and a capital name', withCapitals(gethFile())],
  ])('is read from a keystore file with %s', async (_name, file) => {
    const passphrase = utf8Encode('testpassword');
    const asked = input(JSON.stringify(file), keyOf('ETHEREUM'), { passphrase });
    expect(hexEncode((await imported(asked)).plaintext)).toBe(STORED_KEY);
    expect(passphrase.every((byte) => byte === 0)).toBe(true);
  });

  test('is not read from a keystore file with another passphrase, or without one', async () => {
    const text = JSON.stringify(gethFile());
    const wrong = input(text, keyOf('ETHEREUM'), { passphrase: utf8Encode('wrong') });
    expect((await refusal(wrong)).code).toBe('PASSPHRASE_WRONG');
    expect((await refusal(input(text, keyOf('ETHEREUM')))).code).toBe('PASSPHRASE_REQUIRED');
  });

  const opened = async (address: unknown, as = keyOf('ETHEREUM')) => {
    const passphrase = utf8Encode('testpassword');
    return imported(input(JSON.stringify({ ...gethFile(), address }), as, { passphrase }));
  };
  const STORED_ADDRESS = '0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b';

  test('of a keystore file with another address than it states is marked with both', async () => {
    for (const address of [JUNK_ADDRESS.slice(2).toLowerCase(), JUNK_ADDRESS, `hx${'00'.repeat(20)}`]) {
      const { findings } = await opened(address);
      expect(findings).toMatchObject([{ level: 'danger', text: expect.stringContaining(STORED_ADDRESS) }]);
      const stated = address.startsWith('hx') ? address : JUNK_ADDRESS;
      expect(findings[0]?.text.toLowerCase()).toContain(stated.toLowerCase());
    }
    expect((await opened(JUNK_ADDRESS, keyOf('TRON'))).findings).toHaveLength(1);
    expect((await opened(`hx${'0'.repeat(60_000)}`)).findings[0]?.text.length).toBeLessThan(512);
  });

  test('of a keystore file with the address that it states, or with none, is not marked', async () => {
    const { addresses } = await opened(undefined, keyOf('TRON'));
    for (const address of [undefined, '', 7, STORED_ADDRESS, STORED_ADDRESS.slice(2).toLowerCase()])
      expect((await opened(address)).findings).toEqual([]);
    expect((await opened(addresses[0], keyOf('TRON'))).findings).toEqual([]);
  });

  const crypto = PBKDF2.crypto;
  test.each([
    [{ ...PBKDF2, version: 1 }, 'not a keystore file of version 3'],
    [{ address: 'x' }, 'not a keystore file of version 3'],
    [{ ...PBKDF2, crypto: { ...crypto, cipher: 'aes-128-cbc' } }, 'cipher'],
    [{ ...PBKDF2, crypto: { ...crypto, cipherparams: {} } }, 'iv'],
    [{ ...PBKDF2, crypto: { ...crypto, mac: 'ab' } }, 'mac'],
    [{ ...PBKDF2, crypto: { ...crypto, kdf: 'argon2' } }, 'kdf'],
    [{ ...PBKDF2, crypto: { ...crypto, kdfparams: { ...crypto.kdfparams, c: 1e9 } } }, 'its c '],
    [
      { ...SCRYPT, crypto: { ...SCRYPT.crypto, kdfparams: { ...SCRYPT.crypto.kdfparams, n: 2 ** 23 } } },
      'its n, r and p',
    ],
    [{ ...SCRYPT, crypto: { ...SCRYPT.crypto, kdfparams: { ...SCRYPT.crypto.kdfparams, n: 1000 } } }, 'its n, r and p'],
    [{ ...SCRYPT, crypto: { ...SCRYPT.crypto, kdfparams: { ...SCRYPT.crypto.kdfparams, dklen: 64 } } }, 'dklen'],
  ])('is not read from another keystore file: %#', async (file, why) => {
    const asked = input(JSON.stringify(file), keyOf('ETHEREUM'), { passphrase: utf8Encode('testpassword') });
    const refused = { code: 'KEY_INVALID', message: expect.stringContaining(why) };
    expect(await refusal(asked)).toMatchObject(refused);
    // The same without a passphrase, so that nobody types one for it.
    expect(await refusal(input(JSON.stringify(file), keyOf('ETHEREUM')))).toMatchObject(refused);
  });

  const flipped = Uint8Array.from(pair);
  flipped[63] = (flipped[63] ?? 0) ^ 1;
  test.each<[string, Input['as'], string]>([
    ['', keyOf('ETHEREUM'), 'it is empty'],
    [JUNK_KEY.slice(1), keyOf('ETHEREUM'), 'it has 63 hexadecimal digits and must have 64'],
    ['00'.repeat(32), keyOf('ETHEREUM'), ''],
    [WIF_UNCOMPRESSED, keyOf('ETHEREUM'), 'a WIF of an uncompressed key'],
    [WIF.replace('jG', 'jH'), keyOf('ETHEREUM'), 'its checksum is wrong'],
    [base58(flipped), keyOf('SOLANA'), 'its second half is not the Ed25519 public key of its first half'],
    [base58(seed), keyOf('SOLANA'), 'as an address of Solana is'],
    [JUNK, keyOf('ETHEREUM'), 'A recovery phrase is imported as a wallet'],
    [checked(Uint8Array.from([0x04, 0x88, 0xad, 0xe4, ...new Uint8Array(74)])), keyOf('ETHEREUM'), 'an extended key'],
    ['correct-horse-battery-staple-42!', keyOf('ETHEREUM'), 'it has an unknown form'],
    [pem.replace('PRIVATE', 'PUBLIC'), keyOf('SOLANA'), 'it is a public key'],
    [JSON.stringify([...flipped]), keyOf('SOLANA'), 'its second half is not the Ed25519 public key of its first half'],
    [JSON.stringify([256, ...seed.slice(1)]), keyOf('SOLANA'), 'an item that is no number from 0 to 255'],
    [JSON.stringify([...seed, 7]), keyOf('SOLANA'), 'it is a list of 33 items'],
    [`[${[...seed].join(' ')}]`, keyOf('SOLANA'), 'a list without commas'],
    [`[${'07,'.repeat(31)}7]`, keyOf('SOLANA'), 'an item that is no number from 0 to 255'],
    [`[${'7,'.repeat(32)}]`, keyOf('SOLANA'), 'it is a list of 33 items'],
    [JSON.stringify({ kty: 'OKP', crv: 'Ed25519', d: 'x' }), keyOf('SOLANA'), 'it is a JWK'],
    ['{0x11, 0x12}', keyOf('ETHEREUM'), 'it is a list as C writes it'],
    [DECIMALS.join(), keyOf('ETHEREUM'), 'its pairs of digits may be decimal or hexadecimal'],
    [DECIMALS.join(' '), keyOf('ETHEREUM'), 'its pairs of digits may be decimal or hexadecimal'],
    [DECIMALS.join(':'), keyOf('ETHEREUM'), 'its pairs of digits may be decimal or hexadecimal'],
    [JSON.stringify({ privateKey: JUNK_KEY }), keyOf('ETHEREUM'), 'it is JSON, and not a keystore file'],
    [`PRIVATE_KEY=0x${JUNK_KEY}`, keyOf('ETHEREUM'), 'Leave out the name and the ='],
    [`ab“${JUNK_KEY.slice(2)}`, keyOf('ETHEREUM'), 'its character 3 is a curly quote'],
    [`ab\u200b${JUNK_KEY.slice(2)}`, keyOf('ETHEREUM'), 'its character 3 is not seen'],
    [`O${JUNK_KEY.slice(1)}`, keyOf('ETHEREUM'), 'of which one is not a hexadecimal digit'],
    [`${JUNK_KEY.slice(32)}\n${JUNK_KEY.slice(0, 32)}`, keyOf('ETHEREUM'), 'it has several lines'],
    [`ed25519-priv-0x${JUNK_KEY}`, keyOf('SOLANA'), 'Leave out ed25519-priv-'],
    [`ed25519:${base58(pair)}`, keyOf('SOLANA'), 'Leave out ed25519:'],
    [`suiprivkey1${'q'.repeat(59)}`, keyOf('SOLANA'), 'a key of Sui in Bech32'],
    [`S${'B'.repeat(55)}`, keyOf('SOLANA'), 'a secret seed of Stellar'],
    [`${JUNK_KEY}//hard`, keyOf('ETHEREUM'), 'a path of Polkadot'],
    [JUNK_KEY.slice(24), keyOf('ETHEREUM'), 'as an address has'],
    [checked(hexDecode(`b0${WIF_KEY}01`)), keyOf('ETHEREUM'), 'a WIF of another chain'],
    ['1. abandon\n2. ability\n3. able', keyOf('ETHEREUM'), 'A recovery phrase is imported as a wallet'],
    ['あいこくしん　あいさつ', keyOf('ETHEREUM'), 'A recovery phrase is imported as a wallet'],
    ['sn259rEFXrQrWyx3Q7XneWcwV6dfL', keyOf('ETHEREUM'), 'a seed of the XRP Ledger'],
  ])('is refused, and never repeated: %#', async (text, as, why) => {
    const { code, message } = await refusal(input(text, as));
    expect([code, message]).toEqual(['KEY_INVALID', expect.stringContaining(why)]);
    if (text !== '') expect(message).not.toContain(text);
  });

  test.each<[string, Input['as'], string]>([
    [WIF, keyOf('SOLANA'), 'Addresses of the kind Solana are not made of secp256k1 keys. Nothing was imported. Use'],
    [WIF, keyOf('COMPRESSED', 'CURVE_P256'), 'The key is of the curve secp256k1, not of P-256.'],
    [JUNK_KEY, keyOf('COMPRESSED'), 'does not state its curve'],
    [JUNK_KEY, { kind: 'key', curve: null, addressFormats: [] }, 'does not state its curve'],
  ])('is refused for another curve: %#', async (text, as, why) => {
    expect(await refusal(input(text, as))).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(why),
    });
  });
});

test.each<[string, Parameters<typeof keyOf>[0], string]>([
  [WIF_OF_TESTS, 'BITCOIN_MAINNET_P2WPKH', 'for Bitcoin testnet, and Bitcoin mainnet P2WPKH is'],
  [WIF, 'BITCOIN_SIGNET_P2WPKH', 'for Bitcoin, and Bitcoin signet P2WPKH is'],
  [WIF, 'DOGE_MAINNET', 'for Bitcoin, and Dogecoin mainnet is'],
  [WIF_OF_DOGECOIN, 'BITCOIN_MAINNET_P2TR', 'for Dogecoin, and Bitcoin mainnet P2TR is'],
])('a WIF is not imported for an address of another network: %#', async (wif, format, why) => {
  const { code, message } = await refusal(input(wif, keyOf(format)));
  expect([code, message]).toEqual([
    'INVALID_INPUT',
    expect.stringContaining(`This WIF is ${why} an address of another`),
  ]);
  expect(message).not.toContain(wif);
});

test('base58 is read as it is written', () => {
  for (const bytes of [seed, pair, Uint8Array.of(0, 0, 1), new Uint8Array(3)])
    expect(base58Decode(base58Bytes(bytes))).toEqual(bytes);
  for (const text of ['', '0', 'O', 'a b', 'a'.repeat(129)]) expect(base58Decode(utf8Encode(text))).toBeNull();
});
