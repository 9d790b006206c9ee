import { base64urlDecode, base64urlEncode, hexDecode } from '../../../shared/wire/index.ts';
import { type Bytes, join, sha256 } from '../native.ts';
import { type AddressFunctions, crc16 } from './encodings.ts';

/** A wallet contract: its code cell (hash and depth), and the bits around the key in its data cell. */
interface Wallet {
  readonly codeHash: Bytes;
  readonly codeDepth: number;
  readonly walletId: number;
  /** True when the data begins with a set bit: signatures are allowed. */
  readonly flagged: boolean;
  /** True when the data ends with a clear bit, which means no plugins or extensions. */
  readonly extensible: boolean;
}

/** The wallet id of every v3 and v4 wallet in workchain 0. */
const SUBWALLET = 698983191;

/** Network -239 xor the context: client wallet, workchain 0, version 0, subwallet 0. */
const V5R1_WALLET_ID = (-239 ^ 0x80000000) >>> 0;

/** Addresses of wallets in the basic workchain, as they are shown: not bounceable, on the main network. */
const NON_BOUNCEABLE = 0x51;
const BOUNCEABLE = 0x11;
const TEST_ONLY = 0x80;

export const tonV3R2 = tonWallet({
  codeHash: hexDecode('84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599'),
  codeDepth: 0,
  walletId: SUBWALLET,
  flagged: false,
  extensible: false,
});

export const tonV4R2 = tonWallet({
  codeHash: hexDecode('feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0'),
  codeDepth: 7,
  walletId: SUBWALLET,
  flagged: false,
  extensible: true,
});

export const tonV5R1 = tonWallet({
  codeHash: hexDecode('20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f'),
  codeDepth: 6,
  walletId: V5R1_WALLET_ID,
  flagged: true,
  extensible: true,
});

/**
 * The hash of the wallet contract's first state (TEP-2 for its text).
 * Choice (ton-friendly-form): not bounceable, url-safe, main network ("UQ…"), as wallets show their own address. Every other
 * form of the same address is read: bounceable, of the test network, in standard base64, raw.
 */
function tonWallet(wallet: Wallet): AddressFunctions {
  return {
    fromPublicKey: (publicKey) => friendly(0, stateHash(wallet, hexDecode(publicKey))),
    normalize: (address) => fromRaw(address) ?? fromFriendly(address),
  };
}

function fromRaw(address: string): string | null {
  const [, workchain, hash] = /^(0|-1):([0-9a-fA-F]{64})$/.exec(address) ?? [];
  return hash === undefined ? null : friendly(Number(workchain), hexDecode(hash));
}

function fromFriendly(address: string): string | null {
  if (!/^(?:[A-Za-z0-9_-]{48}|[A-Za-z0-9+/]{48})$/.test(address)) return null;
  const bytes = base64urlDecode(address.replaceAll('+', '-').replaceAll('/', '_'));
  const [tag = 0, workchain] = bytes;
  const form = tag & ~TEST_ONLY;
  if ((form !== BOUNCEABLE && form !== NON_BOUNCEABLE) || (workchain !== 0x00 && workchain !== 0xff)) return null;
  const crc = crc16(bytes.subarray(0, 34));
  if (bytes[34] !== crc >> 8 || bytes[35] !== (crc & 0xff)) return null;
  return friendly(workchain, bytes.subarray(2, 34));
}

function friendly(workchain: number, hash: Uint8Array): string {
  const body = join(Uint8Array.of(NON_BOUNCEABLE, workchain), hash);
  const crc = crc16(body);
  return base64urlEncode(join(body, Uint8Array.of(crc >> 8, crc & 0xff)));
}

/** Representation hash of StateInit: no split depth, not special, code and data as references, no library. */
function stateHash(wallet: Wallet, publicKey: Uint8Array): Bytes {
  const { codeHash, codeDepth } = wallet;
  // The head encodes two references and the five bits 00110, followed by the completion bit. The data cell has no
  // references, so its depth is 0.
  const head = Uint8Array.of(0x02, 0x01, 0b00110_100, 0, codeDepth, 0, 0);
  return sha256(join(head, codeHash, dataHash(wallet, publicKey)));
}

/**
 * Returns the representation hash of the data cell. Its parts are the flag if the wallet has it, sequence number 0,
 * wallet id, key, and a bit for extensions if it has that.
 */
function dataHash({ walletId, flagged, extensible }: Wallet, publicKey: Uint8Array): Bytes {
  const words = new Uint8Array(8);
  new DataView(words.buffer).setUint32(4, walletId);
  if (!extensible) return sha256(join(Uint8Array.of(0, 80), words, publicKey));
  // The last byte holds the clear bit and then the completion bit.
  const data = join(words, publicKey, Uint8Array.of(0b0_1_000000));
  return sha256(join(Uint8Array.of(0, 81), flagged ? behindSetBit(data) : data));
}

/** Shifts all bits back by one place behind a set bit. The last bit falls off. */
function behindSetBit(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, index) => (((index === 0 ? 1 : (bytes[index - 1] ?? 0)) & 1) << 7) | (byte >> 1));
}
