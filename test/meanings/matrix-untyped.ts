/** The cases of transactions that the interface has no type for: their bytes are signed. */
import { base58 } from '@scure/base';
import type { Meaning } from '../../shared/model/index.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { aptos, aptosTransfer } from '../unit/crypto/payloads/forms/aptos-builder.ts';
import { operation, stellar, stellarPayment } from '../unit/crypto/payloads/forms/stellar-builder.ts';
import { call, sui, suiPayment } from '../unit/crypto/payloads/forms/sui-builder.ts';
import { bag, cell, message, wallet4 } from '../unit/crypto/payloads/forms/ton-builder.ts';
import { PAYMENT, xrp, xrpPayment } from '../unit/crypto/payloads/forms/xrp-builder.ts';
import { type Case, payload } from './corpus.ts';

export const STATES = ['known', 'unknown', 'ambiguous'] as const;
export interface Cell {
  /** The case, in words. */
  readonly is: string;
  readonly example: Case;
  readonly judged: Meaning['judged'];
}
export type Row = Readonly<Record<(typeof STATES)[number], Cell>>;

export const UNHASHED = {
  hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
  signWith: base58.encode(new Uint8Array(32).fill(7)),
};
export const hex = (bytes: string, how: object) => payload('PAYLOAD_ENCODING_HEXADECIMAL', bytes, how);

export const UNTYPED: Readonly<Record<string, Row>> = {
  'Aptos transaction': {
    known: { is: 'a transfer', example: hex(hexEncode(aptos(aptosTransfer)), UNHASHED), judged: 'whole' },
    unknown: {
      is: 'a function that nothing explains',
      example: hex(hexEncode(aptos({ ...aptosTransfer, called: '0x7::router::swap' })), UNHASHED),
      judged: 'blind',
    },
    ambiguous: {
      is: 'bytes behind the end',
      example: hex(`${hexEncode(aptos(aptosTransfer))}00`, UNHASHED),
      judged: 'blind',
    },
  },
  'XRP Ledger transaction': {
    known: { is: 'a payment', example: hex(hexEncode(xrp(PAYMENT, xrpPayment)), UNHASHED), judged: 'whole' },
    unknown: {
      is: 'a type that nothing explains',
      example: hex(hexEncode(xrp(36, {})), UNHASHED),
      judged: 'blind',
    },
    ambiguous: {
      is: 'fields in another order',
      example: hex(`${hexEncode(xrp(PAYMENT, xrpPayment))}2280000000`, UNHASHED),
      judged: 'blind',
    },
  },
  'Stellar transaction': {
    known: { is: 'a payment', example: hex(hexEncode(stellar([stellarPayment])), UNHASHED), judged: 'whole' },
    unknown: {
      is: 'a call of a contract',
      example: hex(hexEncode(stellar([operation(24)])), UNHASHED),
      judged: 'blind',
    },
    ambiguous: {
      is: 'bytes behind the end',
      example: hex(`${hexEncode(stellar([stellarPayment]))}00`, UNHASHED),
      judged: 'blind',
    },
  },
  'Sui transaction': {
    known: { is: 'a payment', example: hex(hexEncode(suiPayment()), UNHASHED), judged: 'whole' },
    unknown: {
      is: 'a function that nothing explains',
      example: hex(hexEncode(sui([], [call('0x7::router::swap')])), UNHASHED),
      judged: 'blind',
    },
    ambiguous: { is: 'bytes behind the end', example: hex(`${hexEncode(suiPayment())}00`, UNHASHED), judged: 'blind' },
  },
  'TON message of a wallet': {
    known: { is: 'a payment', example: hex(hexEncode(bag(wallet4([{}]))), UNHASHED), judged: 'whole' },
    unknown: {
      is: 'contents that nothing explains',
      example: hex(hexEncode(bag(wallet4([{ message: message({ body: cell('1') }) }]))), UNHASHED),
      judged: 'blind',
    },
    ambiguous: {
      is: 'bytes behind the end',
      example: hex(`${hexEncode(bag(wallet4([{}])))}00`, UNHASHED),
      judged: 'blind',
    },
  },
};
