/** Builds the intent messages of transactions of Sui. */
import { addressOf } from '../../../../../electron/crypto/index.ts';
import { account, list, struct, u64 } from './aptos-builder.ts';
import { signer } from './builder.ts';

export const SUI_SENDER = addressOf('ADDRESS_FORMAT_SUI', signer.publicKey);
export const SUI_RECIPIENT = `0x${'47'.repeat(32)}`;
export const SUI_OTHER = `0x${'33'.repeat(32)}`;

const u16 = (value: number): Buffer => Buffer.of(value & 0xff, value >> 8);
/** A count in as few bytes as it needs, each of seven bits. */
const uleb = (value: number): Buffer =>
  value < 128 ? Buffer.of(value) : Buffer.concat([Buffer.of((value & 0x7f) | 0x80), uleb(value >> 7)]);
const sized = (bytes: Uint8Array): Buffer => Buffer.concat([uleb(bytes.length), bytes]);
const name = (text: string): Buffer => sized(Buffer.from(text));
const vector = (...items: readonly Uint8Array[]): Buffer => Buffer.concat([uleb(items.length), ...items]);

/** An object by its id, at version 7 with a digest of one byte. */
export const reference = (id: string, digest = Buffer.alloc(32, 0xdd)): Buffer =>
  Buffer.concat([account(id), u64(7), sized(digest)]);
/** An id by its number. */
export const objectId = (number: number): string => `0x${number.toString(16).padStart(64, 'a')}`;

export const pure = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.of(0), sized(bytes)]);
export const amount = (mist: bigint | number): Buffer => pure(u64(mist));
export const recipient = (address: string): Buffer => pure(account(address));
export const owned = (id: string): Buffer => Buffer.concat([Buffer.of(1, 0), reference(id)]);
export const shared = (id: string, isMutable = 1): Buffer =>
  Buffer.concat([Buffer.of(1, 1), account(id), u64(3), Buffer.of(isMutable)]);
export const receiving = (id: string): Buffer => Buffer.concat([Buffer.of(1, 2), reference(id)]);

export const GAS = Buffer.of(0);
export const input = (index: number): Buffer => Buffer.concat([Buffer.of(1), u16(index)]);
export const result = (index: number): Buffer => Buffer.concat([Buffer.of(2), u16(index)]);
export const part = (index: number, place: number): Buffer => Buffer.concat([Buffer.of(3), u16(index), u16(place)]);

type Arguments = readonly Uint8Array[];
export const call = (target: string, given: Arguments = [], types: Arguments = []): Buffer => {
  const [address = '', moduleName = '', last = ''] = target.split('::');
  return Buffer.concat([
    Buffer.of(0),
    account(address),
    name(moduleName),
    name(last),
    list(...types),
    vector(...given),
  ]);
};
export const give = (objects: Arguments, to: Uint8Array): Buffer =>
  Buffer.concat([Buffer.of(1), vector(...objects), to]);
export const split = (coin: Uint8Array, amounts: Arguments): Buffer =>
  Buffer.concat([Buffer.of(2), coin, vector(...amounts)]);
export const merge = (into: Uint8Array, coins: Arguments): Buffer =>
  Buffer.concat([Buffer.of(3), into, vector(...coins)]);
export const publish = (): Buffer => Buffer.concat([Buffer.of(4), list(sized(Buffer.alloc(9))), list(account('0x1'))]);
export const makeVector = (items: Arguments, type = Buffer.of(0)): Buffer =>
  Buffer.concat([Buffer.of(5), type, vector(...items)]);
export const upgrade = (ticket: Uint8Array): Buffer =>
  Buffer.concat([Buffer.of(6), list(sized(Buffer.alloc(9))), list(account('0x1')), account(SUI_OTHER), ticket]);

export const SUI_TYPE = struct('0x2::sui::SUI');

export interface SuiAround {
  readonly sender?: string;
  readonly payer?: string;
  readonly payment?: readonly Uint8Array[];
  readonly price?: bigint;
  readonly budget?: bigint;
  readonly expiration?: Uint8Array;
  readonly begin?: Uint8Array;
}

/** The intent message of commands. */
export function sui(inputs: Arguments, commands: Arguments, around: SuiAround = {}): Buffer {
  const { sender = SUI_SENDER, payer = sender, payment = [reference(objectId(0xff))], price = 750n } = around;
  return Buffer.concat([
    around.begin ?? Buffer.of(0, 0, 0, 0, 0),
    vector(...inputs),
    vector(...commands),
    account(sender),
    vector(...payment),
    account(payer),
    u64(price),
    u64(around.budget ?? 4_000_000n),
    around.expiration ?? Buffer.of(0),
  ]);
}

/** The expiration after an epoch. */
export const epoch = (number: bigint): Buffer => Buffer.concat([Buffer.of(1), u64(number)]);

/** A payment of 1.5 SUI. */
export const suiPayment = (around: SuiAround = {}): Buffer =>
  sui(
    [amount(1_500_000_000n), recipient(SUI_RECIPIENT)],
    [split(GAS, [input(0)]), give([part(0, 0)], input(1))],
    around,
  );
