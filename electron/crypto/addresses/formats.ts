/** Makes and reads addresses of every format. Families that take more than a few lines have a file of their own. */
import { blake2b } from '@noble/hashes/blake2.js';
import { sha3_256 as sha3 } from '@noble/hashes/sha3.js';
import { base32, base58, base58xrp, bech32m } from '@scure/base';
import type { AddressFormat } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode, isHex } from '../../../shared/wire/index.ts';
import { requirePublicKey } from '../curves/public-key.ts';
import { join } from '../native.ts';
import { bitcoin } from './bitcoin.ts';
import { type AddressFunctions, base58Check, bech32Text, crc16, decoded, hash160, textFormat } from './encodings.ts';
import { ethereum, keccakOfPoint } from './ethereum.ts';
import { tonV3R2, tonV4R2, tonV5R1 } from './ton.ts';

/** The compressed key itself. For Ed25519 its 32 bytes (docs/protocol.md#addresses). */
const compressed: AddressFunctions = {
  fromPublicKey: (publicKey) => publicKey,
  normalize: (address) => (/^(?:0[23])?[0-9a-f]{64}$/i.test(address) ? address.toLowerCase() : null),
  keyOf: (address) => address,
};

/** 04 ‖ x ‖ y. Ed25519 has no such form. */
const uncompressed: AddressFunctions = {
  keyForm: 'uncompressed',
  fromPublicKey: (publicKey) => publicKey,
  normalize: (address) => (isHex(address, 65) && address.startsWith('04') ? address.toLowerCase() : null),
  keyOf: (address) => address,
};

/** Base58 of the 32-byte key. */
const solana: AddressFunctions = {
  fromPublicKey: (publicKey) => base58.encode(hexDecode(publicKey)),
  normalize(address) {
    if (address.length < 32 || address.length > 44) return null;
    return decoded(base58, address)?.length === 32 ? address : null;
  },
  keyOf: (address) => hexEncode(base58.decode(address)),
};

/** StrKey's version byte of an Ed25519 public key: it makes the first letter a G. */
const STELLAR_VERSION = 6 << 3;

/** StrKey (SEP-23): base32 of version, key and CRC-16 in little endian, in capital letters without padding. */
const stellar: AddressFunctions = {
  fromPublicKey(publicKey) {
    const body = join(Uint8Array.of(STELLAR_VERSION), hexDecode(publicKey));
    const crc = crc16(body);
    return base32.encode(join(body, Uint8Array.of(crc & 0xff, crc >> 8)));
  },
  normalize(address) {
    if (!/^G[A-Z2-7]{55}$/.test(address)) return null;
    const bytes = decoded(base32, address);
    if (bytes === null || bytes[0] !== STELLAR_VERSION) return null;
    const crc = crc16(bytes.subarray(0, 33));
    return bytes[33] === (crc & 0xff) && bytes[34] === crc >> 8 ? address : null;
  },
  keyOf: (address) => hexEncode(base32.decode(address).subarray(1, 33)),
};

/** Sui's number for Ed25519 before the key, and Aptos' for "one Ed25519 key" after it. */
const ED25519 = Uint8Array.of(0x00);

/**
 * BLAKE2b-256 of 0x00 ‖ key, in hex. Choice (sui-spelling): as Sui's SDK accepts addresses, all 64 digits with or
 * without 0x. Short forms such as 0x2 name packages and objects. Read as an address, a text that lost a digit would be
 * another address.
 */
const sui: AddressFunctions = {
  fromPublicKey: (publicKey) => `0x${hexEncode(blake2b(join(ED25519, hexDecode(publicKey)), { dkLen: 32 }))}`,
  normalize: (address) => (/^(?:0x)?[0-9a-f]{64}$/i.test(address) ? `0x${address.slice(-64).toLowerCase()}` : null),
};

/**
 * SHA3-256 of key ‖ 0x00, in hex. Choice (aptos-spelling): the strict form of AIP-40, 0x and all 64 digits. The sixteen
 * special addresses are written 0x0 to 0xf. Leading zeros are not filled in, because an address that lost a digit would
 * be another address.
 */
const aptos: AddressFunctions = {
  fromPublicKey: (publicKey) => `0x${hexEncode(sha3(join(hexDecode(publicKey), ED25519)))}`,
  normalize(address) {
    if (!/^0x(?:[0-9a-fA-F]{64}|[0-9a-fA-F])$/.test(address)) return null;
    return address.toLowerCase().replace(/^0x0{63}/, '0x');
  },
};

const tronText = base58Check(base58, 0x41);

/**
 * Base58check of 0x41 and the 20 bytes of the same key's Ethereum address. Also reads the node's spelling, hex of the
 * 21 bytes.
 */
const tron: AddressFunctions = {
  keyForm: 'uncompressed',
  fromPublicKey: (publicKey) => tronText.write(keccakOfPoint(publicKey)),
  normalize(address) {
    if (/^41[0-9a-f]{40}$/i.test(address)) return tronText.write(hexDecode(address.slice(2)));
    return tronText.read(address) === null ? null : address;
  },
};

/** hash160 of the compressed key. */
const keyHash = (publicKey: string) => hash160(hexDecode(publicKey));
/** Accounts of the Cosmos SDK. */
const cosmos = (prefix: string) => textFormat(bech32Text({ prefix, coding: 'bech32', length: 20 }), keyHash);
/** Bitcoin's P2PKH with Dogecoin's version bytes. */
const dogecoin = (version: number) => textFormat(base58Check(base58, version), keyHash);
/** Classic address, in the ledger's own alphabet. X-addresses name a tag besides and are not read. */
const ripple = textFormat(base58Check(base58xrp, 0x00), keyHash);

/** Protocol buffers: field 1, 33 bytes. */
const SPARK_KEY = Uint8Array.of(0x0a, 0x21);

/**
 * Bech32m of a message that holds only the compressed identity key. Also reads the network's older prefix, as its SDK
 * does. A message with an invoice is not an address.
 */
function spark(prefix: string, olderPrefix: string): AddressFunctions {
  const length = SPARK_KEY.length + 33;
  const text = bech32Text({ prefix, coding: 'bech32m', length });
  const older = bech32Text({ prefix: olderPrefix, coding: 'bech32m', length });
  return {
    fromPublicKey: (publicKey) => text.write(join(SPARK_KEY, hexDecode(publicKey))),
    normalize(address) {
      const bytes = text.read(address) ?? older.read(address);
      return bytes !== null && holdsKey(bytes) ? text.write(bytes) : null;
    },
    keyOf: (address) => hexEncode(bech32m.decodeToBytes(address).bytes.subarray(SPARK_KEY.length)),
  };
}

function holdsKey(bytes: Uint8Array): boolean {
  if (bytes[0] !== SPARK_KEY[0] || bytes[1] !== SPARK_KEY[1]) return false;
  try {
    requirePublicKey('CURVE_SECP256K1', hexEncode(bytes.subarray(2)));
    return true;
  } catch {
    return false;
  }
}

export const FORMATS: Readonly<Record<AddressFormat, AddressFunctions>> = {
  ADDRESS_FORMAT_UNCOMPRESSED: uncompressed,
  ADDRESS_FORMAT_COMPRESSED: compressed,
  ADDRESS_FORMAT_ETHEREUM: ethereum,
  ADDRESS_FORMAT_SOLANA: solana,
  ADDRESS_FORMAT_COSMOS: cosmos('cosmos'),
  ADDRESS_FORMAT_TRON: tron,
  ADDRESS_FORMAT_SUI: sui,
  ADDRESS_FORMAT_APTOS: aptos,
  ...bitcoin,
  ADDRESS_FORMAT_SEI: cosmos('sei'),
  ADDRESS_FORMAT_XLM: stellar,
  ADDRESS_FORMAT_DOGE_MAINNET: dogecoin(0x1e),
  ADDRESS_FORMAT_DOGE_TESTNET: dogecoin(0x71),
  ADDRESS_FORMAT_TON_V3R2: tonV3R2,
  ADDRESS_FORMAT_TON_V4R2: tonV4R2,
  ADDRESS_FORMAT_TON_V5R1: tonV5R1,
  ADDRESS_FORMAT_XRP: ripple,
  ADDRESS_FORMAT_SPARK_MAINNET: spark('spark', 'sp'),
  ADDRESS_FORMAT_SPARK_REGTEST: spark('sparkrt', 'sprt'),
};
