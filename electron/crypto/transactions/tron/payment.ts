import { base58 } from '@scure/base';
import { type ComposedTronPayment, MAXIMUM_FEE_LIMIT, MAXIMUM_MEMO } from '../../../../shared/model/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';
import { encodeCall } from '../../abi.ts';
import { base58Check } from '../../addresses/encodings.ts';
import { type Bytes, join, sha256 } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { transactionBytes } from '../reading.ts';
import { CONTRACTS, tronAddress } from './contracts.ts';
import { bytesOf, MAXIMUM_RAW_BYTES, numberOf, parseTronRaw } from './raw.ts';

const PREFIX = 0x41;
const addressText = base58Check(base58, PREFIX);
const TYPE_URL = 'type.googleapis.com/protocol.';
const MOST = 2n ** 63n - 1n;

/**
 * Choice (tron-expiration): a payment is valid for six hours after the block that it refers to, so that there is time for
 * votes. The network allows a day.
 */
export const TRON_LIFE_MS = 6 * 3_600_000;

/**
 * Returns the raw data of a payment (Transaction.raw) in hex: a transfer of TRX, or a call of a token's
 * `transfer(address,uint256)`. Throws a `Refusal` with the wrong member. A fee limit above 1,000 TRX is
 * one, and so is a block whose id does not begin with its number.
 */
export function unsignedTronPayment(payment: ComposedTronPayment): string {
  const [from, to] = [addressOf(payment.from, 'from'), addressOf(payment.to, 'to')];
  if (hexEncode(from) === hexEncode(to)) throw refused('is the account that pays', 'to');
  const units = BigInt(payment.units);
  if (units === 0n) throw refused('is zero', 'units');
  const feeLimit = BigInt(payment.feeLimit);
  if (feeLimit > MAXIMUM_FEE_LIMIT) throw refused('is above 1,000 TRX', 'feeLimit');
  if ((payment.token === null) !== (feeLimit === 0n))
    throw refused('belongs to payments of tokens, and each needs one', 'feeLimit');
  const memo = utf8Encode(payment.memo ?? '');
  if (memo.length > MAXIMUM_MEMO) throw refused(`has more than ${MAXIMUM_MEMO} bytes`, 'memo');
  const { id, number, timestamp } = payment.block;
  const numberInId = BigInt(`0x${id.slice(0, 16)}`);
  if (numberInId !== BigInt(number)) throw refused('has an id of another number', 'the block');
  const contract =
    payment.token === null
      ? contractOf('TransferContract', [bytesField(1, from), bytesField(2, to), numberField(3, checked(units))])
      : contractOf('TriggerSmartContract', [
          bytesField(1, from),
          bytesField(2, addressOf(payment.token, 'token')),
          bytesField(4, encodeCall('transfer(address,uint256)', `0x${hexEncode(to.subarray(1))}`, word(units))),
        ]);
  return hexEncode(
    join(
      bytesField(1, hexDecode(id.slice(12, 16))),
      bytesField(4, hexDecode(id.slice(16, 32))),
      numberField(8, BigInt(timestamp + TRON_LIFE_MS)),
      ...(memo.length === 0 ? [] : [bytesField(10, memo)]),
      bytesField(11, contract),
      numberField(14, BigInt(timestamp)),
      ...(feeLimit === 0n ? [] : [numberField(18, feeLimit)]),
    ),
  );
}

/** A raw transaction of Tron as a service sends it. */
export interface SendingTron {
  readonly owner: string;
  /** Milliseconds since the epoch. */
  readonly expiration: number;
  readonly txid: string;
  readonly feeLimit: bigint;
  /** The payment of TRX or of a token, where it is one. */
  readonly pays: { readonly to: string; readonly token: string | null; readonly units: bigint } | null;
}

/** `transfer(address,uint256)` and its arguments: the selector, 12 empty bytes, the recipient, the amount. */
const TRANSFER = /^a9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;

/** Reads the raw data of a transaction that is to be signed and sent. Throws a `Refusal`. */
export function readSendingTron(unsigned: string): SendingTron {
  const bytes = transactionBytes(unsigned, MAXIMUM_RAW_BYTES);
  const { raw, rule, value } = parseTronRaw(bytes);
  const address = (name: string) => tronAddress(bytesOf(value, name));
  const call = rule.name === 'TriggerSmartContract' ? TRANSFER.exec(hexEncode(bytesOf(value, 'data'))) : null;
  return {
    owner: address('owner_address'),
    expiration: Number(numberOf(raw, 'expiration')),
    txid: hexEncode(sha256(bytes)),
    feeLimit: numberOf(raw, 'fee_limit'),
    pays:
      rule.name === 'TransferContract'
        ? { to: address('to_address'), token: null, units: numberOf(value, 'amount') }
        : call === null || numberOf(value, 'call_value') !== 0n
          ? null
          : {
              to: addressText.write(hexDecode(call[1] ?? '')),
              token: address('contract_address'),
              units: BigInt(`0x${call[2]}`),
            },
  };
}

/** Returns the 20 bytes of an address of Tron in hex, as its contracts have them. Throws a `Refusal`. */
export function tronAccountHex(address: string, where: string): string {
  return hexEncode(addressOf(address, where).subarray(1));
}

function contractOf(name: string, value: readonly Uint8Array[]): Bytes {
  const type = CONTRACTS.find((rule) => rule.name === name)?.type ?? 0n;
  const parameter = join(bytesField(1, utf8Encode(`${TYPE_URL}${name}`)), bytesField(2, join(...value)));
  return join(numberField(1, type), bytesField(2, parameter));
}

function addressOf(address: string, place: string): Bytes {
  const program = addressText.read(address);
  if (program === null) throw refused('is not an address of Tron', place);
  return join(Uint8Array.of(PREFIX), program);
}

function checked(units: bigint): bigint {
  if (units > MOST) throw refused('has more than 63 bits', 'units');
  return units;
}

function word(units: bigint): bigint {
  if (units >> 256n > 0n) throw refused('has more than 256 bits', 'units');
  return units;
}

const [VARINT, LENGTH_DELIMITED] = [0, 2] as const;

function numberField(number: number, value: bigint): Bytes {
  return join(varint(BigInt((number << 3) | VARINT)), varint(value));
}

function bytesField(number: number, value: Uint8Array): Bytes {
  return join(varint(BigInt((number << 3) | LENGTH_DELIMITED)), varint(BigInt(value.length)), value);
}

function varint(value: bigint): Bytes {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Uint8Array.from([...bytes, Number(rest)]);
}

const refused = (why: string, place: string) => new Refusal('transaction', why, place);
