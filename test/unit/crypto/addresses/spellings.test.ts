import { base58, bech32m } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { findFormatsOf } from '../../../../electron/crypto/addresses/index.ts';
import { ADDRESS_TABLE, addressOf, keyOfAddress, publicKeyOf, sameAddress } from '../../../../electron/crypto/index.ts';
import { ADDRESS_FORMATS, type AddressFormat } from '../../../../shared/model/index.ts';
import { hexDecode } from '../../../../shared/wire/index.ts';

const privateKey = hexDecode('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const made = Object.fromEntries(
  ADDRESS_FORMATS.map((format) => {
    const [curve = 'CURVE_SECP256K1'] = ADDRESS_TABLE[format].curves;
    return [format, addressOf(format, publicKeyOf(curve, privateKey), curve)];
  }),
) as Record<AddressFormat, string>;
const normalize = (format: AddressFormat, text: string) => ADDRESS_TABLE[format].normalize(text);
const isFamily =
  (...families: readonly string[]) =>
  (format: AddressFormat) =>
    families.includes(ADDRESS_TABLE[format].family);

const BECH32 = ADDRESS_FORMATS.filter((format) => isFamily('cosmos', 'spark')(format) || /P2W|P2TR/.test(format));
/** Formats whose text carries a checksum. Hex keys, Solana, Sui and Aptos have none. */
const CHECKSUMMED = ADDRESS_FORMATS.filter((format) => !isFamily('key', 'solana', 'sui', 'aptos')(format));
const LETTERS = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_+/:');

test.each(ADDRESS_FORMATS)('%s: a derived address reads back unchanged', (format) => {
  expect(normalize(format, made[format])).toBe(made[format]);
  expect(findFormatsOf(made[format])).toContain(format);
});

test.each(CHECKSUMMED)('%s: no change of one character gives another address', (format) => {
  const address = made[format];
  const read = new Set<string>();
  for (let place = 0; place < address.length; place += 1) {
    for (const letter of LETTERS) {
      const normalized = normalize(format, address.slice(0, place) + letter + address.slice(place + 1));
      if (normalized !== null) read.add(normalized);
    }
  }
  expect([...read]).toEqual([address]);
});

/** A Solana address is only base58, so a shortened one may be another address. */
const FIXED = ADDRESS_FORMATS.filter((format) => format !== 'ADDRESS_FORMAT_SOLANA');

test.each(FIXED)('%s: a shortened address is refused', (format) => {
  const address = made[format];
  expect([normalize(format, address.slice(1)), normalize(format, address.slice(0, -1))]).toEqual([null, null]);
});

test.each(ADDRESS_FORMATS)('%s: surrounding text is refused', (format) => {
  const address = made[format];
  const texts = [` ${address}`, `${address} `, `${address}\n`, `${address}\0`];
  expect(texts.map((text) => normalize(format, text))).toEqual(texts.map(() => null));
});

test.each(ADDRESS_FORMATS)('%s: other text of any length is refused', (format) => {
  const texts = ['', 'x', '0x', '1', ':', 'T', '__proto__', '\ud800', 'f'.repeat(1_000_000), '1'.repeat(1_000_000)];
  for (const text of [...texts, made[format].repeat(20_000), `${made[format]}${'q'.repeat(1_000_000)}`]) {
    expect(normalize(format, text)).toBe(null);
    expect(sameAddress(format, text, text)).toBe(false);
  }
});

test.each(BECH32)('%s: bech32 is read in upper case, not in mixed', (format) => {
  const address = made[format];
  const upper = address.toUpperCase();
  expect(normalize(format, upper)).toBe(address);
  expect(normalize(format, upper.slice(0, -1) + address.slice(-1))).toBe(/\d$/.test(address) ? address : null);
  expect(normalize(format, address.slice(0, 2) + upper.slice(2))).toBe(null);
});

test('a capital letter outside ASCII, whose lower case is k, is not k', () => {
  const format = 'ADDRESS_FORMAT_SPARK_MAINNET';
  const kelvin = made[format].toUpperCase().replaceAll('K', '\u212a');
  expect(kelvin.toLowerCase()).toBe(made[format]);
  expect(normalize(format, kelvin)).toBe(null);
});

test('an address of one network or script is invalid for another', () => {
  const sharing = (format: AddressFormat) => findFormatsOf(made[format]).map((other) => other.slice(23));
  expect(sharing('ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH')).toEqual(['MAINNET_P2PKH']);
  expect(sharing('ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH')).toEqual(['TESTNET_P2PKH', 'SIGNET_P2PKH', 'REGTEST_P2PKH']);
  expect(sharing('ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR')).toEqual(['TESTNET_P2TR', 'SIGNET_P2TR']);
  expect(sharing('ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR')).toEqual(['REGTEST_P2TR']);
  expect(findFormatsOf(made.ADDRESS_FORMAT_COSMOS)).toEqual(['ADDRESS_FORMAT_COSMOS']);
  expect(findFormatsOf(made.ADDRESS_FORMAT_DOGE_TESTNET)).toEqual(['ADDRESS_FORMAT_DOGE_TESTNET']);
  expect(findFormatsOf(made.ADDRESS_FORMAT_XRP)).toEqual(['ADDRESS_FORMAT_XRP']);
  expect(findFormatsOf(made.ADDRESS_FORMAT_SUI)).toEqual(['ADDRESS_FORMAT_SUI', 'ADDRESS_FORMAT_APTOS']);
  expect(findFormatsOf(made.ADDRESS_FORMAT_TON_V5R1)).toEqual(ADDRESS_FORMATS.filter(isFamily('ton')));
  expect(findFormatsOf('nothing')).toEqual([]);
});

test('formats that contain their key return it', () => {
  const spelled = ADDRESS_FORMATS.filter((format) => keyOfAddress(format, made[format]) !== null);
  expect(spelled).toEqual(ADDRESS_FORMATS.filter(isFamily('key', 'solana', 'stellar', 'spark')));
  for (const format of spelled) {
    const key = keyOfAddress(format, made[format]) ?? '';
    expect(addressOf(format, key, ADDRESS_TABLE[format].curves[0])).toBe(made[format]);
    expect(keyOfAddress(format, 'nothing')).toBe(null);
  }
});

describe('other spellings', () => {
  test('keys: hex of any letter case', () => {
    for (const format of ['ADDRESS_FORMAT_COMPRESSED', 'ADDRESS_FORMAT_UNCOMPRESSED'] as const) {
      expect(normalize(format, made[format].toUpperCase())).toBe(made[format]);
    }
    expect(normalize('ADDRESS_FORMAT_UNCOMPRESSED', made.ADDRESS_FORMAT_COMPRESSED)).toBe(null);
    expect(normalize('ADDRESS_FORMAT_COMPRESSED', `05${'ab'.repeat(32)}`)).toBe(null);
  });

  test('Ethereum: all lower, all upper, or the letter case of EIP-55', () => {
    const address = made.ADDRESS_FORMAT_ETHEREUM;
    const digits = address.slice(2);
    expect(normalize('ADDRESS_FORMAT_ETHEREUM', `0x${digits.toLowerCase()}`)).toBe(address);
    expect(normalize('ADDRESS_FORMAT_ETHEREUM', `0x${digits.toUpperCase()}`)).toBe(address);
    expect(normalize('ADDRESS_FORMAT_ETHEREUM', digits)).toBe(null);
  });

  test('Solana: base58 of exactly 32 bytes, letter case matters', () => {
    const address = made.ADDRESS_FORMAT_SOLANA;
    expect(sameAddress('ADDRESS_FORMAT_SOLANA', address, address.toLowerCase())).toBe(false);
    expect(normalize('ADDRESS_FORMAT_SOLANA', '1'.repeat(32))).toBe('1'.repeat(32));
    for (const length of [31, 33]) {
      expect(normalize('ADDRESS_FORMAT_SOLANA', base58.encode(new Uint8Array(length).fill(7)))).toBe(null);
    }
  });

  test('Tron: the hex of the node, with its prefix 41 alone', () => {
    const hex = `41${made.ADDRESS_FORMAT_ETHEREUM.slice(2)}`;
    expect(normalize('ADDRESS_FORMAT_TRON', hex)).toBe(made.ADDRESS_FORMAT_TRON);
    expect(normalize('ADDRESS_FORMAT_TRON', made.ADDRESS_FORMAT_ETHEREUM)).toBe(null);
    expect(normalize('ADDRESS_FORMAT_TRON', `42${hex.slice(2)}`)).toBe(null);
    expect(normalize('ADDRESS_FORMAT_TRON', `0x${hex}`)).toBe(null);
  });

  test('TON: raw, in an existing workchain', () => {
    const digits = 'ab'.repeat(32);
    const basic = normalize('ADDRESS_FORMAT_TON_V4R2', `0:${digits}`);
    expect(basic).toMatch(/^UQ/);
    expect(normalize('ADDRESS_FORMAT_TON_V4R2', `-1:${digits}`)).toMatch(/^Uf/);
    const others = [`1:${digits}`, `00:${digits}`, `+0:${digits}`, `0:${digits}0`, digits, `0x0:${digits}`];
    expect(others.map((text) => normalize('ADDRESS_FORMAT_TON_V4R2', text))).toEqual(others.map(() => null));
  });

  test('TON: one alphabet of base64 in one address', () => {
    const address = normalize('ADDRESS_FORMAT_TON_V3R2', `0:${'fbff'.repeat(16)}`) ?? '';
    expect(address).toMatch(/-.*_|_.*-/);
    const standard = address.replaceAll('-', '+').replaceAll('_', '/');
    expect(normalize('ADDRESS_FORMAT_TON_V3R2', standard)).toBe(address);
    expect(normalize('ADDRESS_FORMAT_TON_V3R2', address.replaceAll('-', '+'))).toBe(null);
  });

  test.each([
    ['ADDRESS_FORMAT_SPARK_MAINNET', 'sp'],
    ['ADDRESS_FORMAT_SPARK_REGTEST', 'sprt'],
  ] as const)('%s: the older prefix %s, and a key that is a point', (format, prefix) => {
    const { bytes } = bech32m.decodeToBytes(made[format]);
    expect(normalize(format, bech32m.encode(prefix, bech32m.toWords(bytes)))).toBe(made[format]);
    expect(normalize(format, bech32m.encode('spt', bech32m.toWords(bytes)))).toBe(null);
    expect(normalize(format, bech32m.encode(prefix, bech32m.toWords(bytes.fill(0xff, 3))))).toBe(null);
  });
});
