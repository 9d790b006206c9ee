import { base58 } from '@scure/base';
import { ed25519PublicKey } from '../../../../../electron/crypto/index.ts';
import type { SigningKey } from '../../../../../electron/crypto/transactions/index.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';

/** A Solana transaction in parts, so that a test can make each of them wrong. */
export interface SolanaParts {
  readonly version?: number;
  readonly header: readonly [required: number, readonlySigned: number, readonlyUnsigned: number];
  readonly keys: readonly Uint8Array[];
  readonly blockhash?: Uint8Array;
  readonly instructions: readonly { program: number; accounts: readonly number[]; data: string }[];
  readonly lookups?: readonly { key: Uint8Array; writable: readonly number[]; readonly: readonly number[] }[];
  readonly signatures?: readonly Uint8Array[];
  /** For version 1: the mask and its values in hex. */
  readonly config?: { readonly mask: number; readonly values: string };
}

export const SYSTEM = base58.decode('11111111111111111111111111111111');

export function solanaKey(byte: number): SigningKey {
  const privateKey = new Uint8Array(32).fill(byte);
  const publicKey = ed25519PublicKey(privateKey);
  return { curve: 'CURVE_ED25519', publicKey, addressFormats: ['ADDRESS_FORMAT_SOLANA'], privateKey };
}

export function publicBytes(key: SigningKey): Uint8Array {
  return hexDecode(key.publicKey);
}

export function solanaText(parts: SolanaParts): string {
  const slots = parts.signatures ?? Array.from({ length: parts.header[0] }, () => new Uint8Array(64));
  if (parts.version === 1)
    return hexEncode(Uint8Array.from([...solanaMessage(parts), ...slots.flatMap((slot) => [...slot])]));
  return hexEncode(Uint8Array.from([...vector(slots.map((slot) => [...slot])), ...solanaMessage(parts)]));
}

export function solanaMessage(parts: SolanaParts): Uint8Array {
  const { version, header, keys, blockhash = new Uint8Array(32).fill(9), instructions, lookups = [] } = parts;
  if (version === 1) return messageOfVersion1({ ...parts, blockhash });
  return Uint8Array.from([
    ...(version === undefined ? [] : [0x80 | version]),
    ...header,
    ...vector(keys.map((key) => [...key])),
    ...blockhash,
    ...vector(
      instructions.map(({ program, accounts, data }) => [program, ...block(accounts), ...block([...hexDecode(data)])]),
    ),
    ...(version === undefined
      ? []
      : vector(lookups.map(({ key, writable, readonly }) => [...key, ...block(writable), ...block(readonly)]))),
  ]);
}

/** SIMD-0385, by hand: no package among those that tests compare with writes it. */
function messageOfVersion1(parts: SolanaParts & { readonly blockhash: Uint8Array }): Uint8Array {
  const { header, keys, blockhash, instructions, config = LIMITS } = parts;
  const mask = [0, 8, 16, 24].map((shift) => (config.mask >>> shift) & 0xff);
  const read = instructions.map((each) => ({ ...each, data: hexDecode(each.data) }));
  return Uint8Array.from([
    ...[0x81, ...header, ...mask, ...blockhash, instructions.length, keys.length],
    ...keys.flatMap((key) => [...key]),
    ...hexDecode(config.values),
    ...read.flatMap(({ program, accounts, data }) => [program, accounts.length, data.length & 0xff, data.length >> 8]),
    ...read.flatMap(({ accounts, data }) => [...accounts, ...data]),
  ]);
}

/** 200,000 compute units and 64 KiB of account data. */
export const LIMITS = { mask: 0b1100, values: '400d030000000100' };

function block(bytes: readonly number[]): number[] {
  return [...compactU16(bytes.length), ...bytes];
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...compactU16(items.length), ...items.flat()];
}

function compactU16(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...compactU16(value >> 7)];
}

export const payer = solanaKey(1);
export const second = solanaKey(2);
/** A point of the curve, as wallets are. */
export const other = new Uint8Array(32).fill(0x47);
export const table = new Uint8Array(32).fill(0x55);
export const name = (key: Uint8Array) => base58.encode(key);

/** The payer and a second signer. The second sends 1000 lamports. */
export const transfer: SolanaParts = {
  header: [2, 0, 1],
  keys: [publicBytes(payer), publicBytes(second), other, SYSTEM],
  instructions: [{ program: 3, accounts: [1, 2], data: `02000000${'e803000000000000'}` }],
};
export const versioned: SolanaParts = {
  ...transfer,
  version: 0,
  instructions: [...transfer.instructions, { program: 2, accounts: [4, 5], data: 'beef' }],
  lookups: [{ key: table, writable: [7], readonly: [9] }],
};
export const version1: SolanaParts = { ...transfer, version: 1 };
