/** Builds the bytes that are signed for transactions of Aptos. */
import { addressOf } from '../../../../../electron/crypto/index.ts';
import { signer } from './builder.ts';

export const APTOS_SENDER = addressOf('ADDRESS_FORMAT_APTOS', signer.publicKey);
export const APTOS_RECIPIENT = `0x${'47'.repeat(32)}`;
export const APTOS_USDC = '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b';

/** SHA3-256 of "APTOS::RawTransaction" and of "APTOS::RawTransactionWithData". */
const RAW = Buffer.from('b5e97db07fa0bd0e5598aa3643a9bc6f6693bddc1a9fec9e674a461eaa00b193', 'hex');
const WITH_DATA = Buffer.from('5efa3c4f02f83a0f4b2d69fc95c607cc02825cc4e7be536ef0992df050d9e67c', 'hex');

/** An address of any length, as its 32 bytes. */
export const account = (address: string): Buffer => Buffer.from(address.slice(2).padStart(64, '0'), 'hex');
export const u64 = (value: bigint | number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
/** A count below 128 and what it counts. */
export const list = (...items: readonly Uint8Array[]): Buffer => Buffer.concat([Buffer.of(items.length), ...items]);
const sized = (bytes: Uint8Array): Buffer => Buffer.concat([Buffer.of(bytes.length), bytes]);
const name = (text: string): Buffer => sized(Buffer.from(text));
/** A struct as the argument of a type: `0x1::aptos_coin::AptosCoin`. */
export const struct = (type: string): Buffer => Buffer.concat([Buffer.of(7), moduleOf(type), Buffer.of(0)]);

function moduleOf(called: string): Buffer {
  const [address = '', moduleName = '', last = ''] = called.split('::');
  return Buffer.concat([account(address), name(moduleName), name(last)]);
}

export interface AptosCall {
  readonly called: string;
  readonly types?: readonly Uint8Array[];
  readonly arguments: readonly Uint8Array[];
}

export interface AptosAround {
  readonly sender?: string;
  readonly sequence?: bigint;
  readonly gas?: bigint;
  readonly price?: bigint;
  readonly expires?: bigint;
  readonly chain?: number;
  /** In place of the entry function. */
  readonly payload?: Uint8Array;
  readonly others?: readonly string[];
  readonly feePayer?: string;
}

export const entry = ({ called, types = [], arguments: given }: AptosCall): Buffer =>
  Buffer.concat([moduleOf(called), list(...types), list(...given.map(sized))]);
/** The inner payload of an orderless transaction. */
export const orderless = (call: AptosCall, nonce: bigint): Buffer =>
  Buffer.concat([Buffer.of(4, 0, 1), entry(call), Buffer.of(0, 0, 1), u64(nonce)]);

/** The signing message of a call. */
export function aptos(call: AptosCall, around: AptosAround = {}): Buffer {
  const {
    sender = APTOS_SENDER,
    sequence = 7n,
    gas = 2000n,
    price = 100n,
    expires = 1_745_383_655n,
    chain = 1,
  } = around;
  const { others, feePayer } = around;
  const hasData = others !== undefined || feePayer !== undefined;
  return Buffer.concat([
    hasData ? WITH_DATA : RAW,
    ...(hasData ? [Buffer.of(feePayer === undefined ? 0 : 1)] : []),
    account(sender),
    u64(sequence),
    around.payload ?? Buffer.concat([Buffer.of(2), entry(call)]),
    u64(gas),
    u64(price),
    u64(expires),
    Buffer.of(chain),
    ...(hasData ? [list(...(others ?? []).map(account))] : []),
    ...(feePayer === undefined ? [] : [account(feePayer)]),
  ]);
}

/** A transfer of half an APT. */
export const aptosTransfer: AptosCall = {
  called: '0x1::aptos_account::transfer',
  arguments: [account(APTOS_RECIPIENT), u64(50_000_000)],
};
