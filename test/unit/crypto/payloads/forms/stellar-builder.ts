/** Builds signature bases of Stellar. */
import { createHash } from 'node:crypto';
import { base32 } from '@scure/base';
import { publicBytes } from '../../transactions/solana/builder.ts';
import { signer } from './builder.ts';

const join = (...parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts);
export const uint32 = (value: number): Buffer => {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(value);
  return four;
};
export const int64 = (value: bigint | number): Buffer => {
  const eight = Buffer.alloc(8);
  eight.writeBigInt64BE(BigInt(value));
  return eight;
};
/** Bytes behind their length, with zeros up to a multiple of four. */
export const opaque = (content: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(content);
  return join(uint32(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4));
};
export const some = (value: Uint8Array): Buffer => join(uint32(1), value);
export const none = uint32(0);
export const list = (...items: readonly Uint8Array[]): Buffer => join(uint32(items.length), ...items);

export const STELLAR_KEY = Buffer.from(publicBytes(signer));
export const RECIPIENT_KEY = Buffer.alloc(32, 0x47);
export const OTHER_KEY = Buffer.alloc(32, 0x33);
export const ISSUER_KEY = Buffer.alloc(32, 0x11);
/** The key in an address that begins with G. */
export const keyOf = (address: string): Buffer => Buffer.from(base32.decode(address).subarray(1, 33));
export const USDC_KEY = keyOf('GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN');

export const account = (key: Uint8Array): Buffer => join(uint32(0), key);
export const muxed = (key: Uint8Array, id: bigint): Buffer => join(uint32(0x100), int64(id), key);
export const XLM = uint32(0);
export const asset = (code: string, issuer: Uint8Array = ISSUER_KEY): Buffer => {
  const isShort = code.length <= 4;
  return join(uint32(isShort ? 1 : 2), Buffer.from(code.padEnd(isShort ? 4 : 12, '\0')), account(issuer));
};

/** An operation, by default of the account of the transaction. */
export const operation = (type: number, body: Uint8Array = Buffer.alloc(0), source: Uint8Array | null = null): Buffer =>
  join(source === null ? none : some(source), uint32(type), body);

const networkOf = (passphrase: string) => createHash('sha256').update(passphrase).digest();
export const PUBLIC = networkOf('Public Global Stellar Network ; September 2015');
export const TEST = networkOf('Test SDF Network ; September 2015');

export interface StellarAround {
  readonly network?: Uint8Array;
  readonly type?: number;
  readonly source?: Uint8Array;
  readonly fee?: number;
  readonly sequence?: bigint;
  readonly conditions?: Uint8Array;
  readonly memo?: Uint8Array;
  readonly extension?: number;
}

export const untilTime = (time: bigint | number): Buffer => join(uint32(1), int64(0), int64(time));
const UNTIL = untilTime(1_745_383_655);

export const transaction = (operations: readonly Uint8Array[], around: StellarAround = {}): Buffer =>
  join(
    around.source ?? account(STELLAR_KEY),
    uint32(around.fee ?? 100),
    int64(around.sequence ?? 42n),
    around.conditions ?? UNTIL,
    around.memo ?? uint32(0),
    list(...operations),
    uint32(around.extension ?? 0),
  );

/** The signature base of operations. */
export const stellar = (operations: readonly Uint8Array[], around: StellarAround = {}): Buffer =>
  join(around.network ?? PUBLIC, uint32(around.type ?? 2), transaction(operations, around));

/** The signature base of a fee bump. */
export const feeBump = (
  operations: readonly Uint8Array[],
  { payer = account(STELLAR_KEY), fee = 1000, ...around }: StellarAround & { readonly payer?: Uint8Array } = {},
  signatures: readonly Uint8Array[] = [join(Buffer.from('33333333', 'hex'), opaque(Buffer.alloc(64, 9)))],
): Buffer =>
  join(
    around.network ?? PUBLIC,
    uint32(5),
    payer,
    int64(fee),
    uint32(2),
    transaction(operations, { source: account(OTHER_KEY), ...around }),
    list(...signatures),
    uint32(0),
  );

/** An envelope without signatures, as APIs take it. */
export const envelope = (operations: readonly Uint8Array[], around: StellarAround = {}): Buffer =>
  join(uint32(2), transaction(operations, around), list());

/** A payment of 5 XLM. */
export const stellarPayment = operation(1, join(account(RECIPIENT_KEY), XLM, int64(50_000_000)));
export const pay = (to: Uint8Array, what: Uint8Array, units: bigint | number, source?: Uint8Array): Buffer =>
  operation(1, join(to, what, int64(units)), source ?? null);
