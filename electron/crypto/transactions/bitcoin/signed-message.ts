/** The message that a PSBT signs after BIP-322: its transaction, to_sign, spends a transaction that no chain can have, to_spend. */
import { hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';
import { type Bytes, join, sha256 } from '../../native.ts';
import { sameBytes } from '../reading.ts';
import { GLOBAL, INPUT, valueAt } from './fields.ts';
import type { Psbt } from './psbt.ts';
import { readTransaction } from './transaction.ts';

export interface SignedMessage {
  /** The hash of the message: 32 bytes, lowercase hex. */
  readonly hash: string;
  /** The message that the PSBT states, or null. */
  readonly stated: Uint8Array | null;
  /** True when the stated message has the hash. */
  readonly isTrue: boolean;
  /** The output script of the address that the message is signed for. */
  readonly script: Uint8Array;
}

const TAG = 'BIP0322-signed-message';
const OP_RETURN = 0x6a;
/** The outpoint of to_spend: no transaction, and the last index. */
const NO_OUTPOINT = join(new Uint8Array(32), new Uint8Array(4).fill(0xff));

/**
 * Reads the message that a to_sign transaction signs. Returns null for any other PSBT. Only the whole to_spend
 * transaction (non_witness_utxo) proves it. Input 0 spends its id, and no block can hold a transaction of that form. So
 * the signature can pay nothing.
 */
export function readSignedMessage(psbt: Psbt): SignedMessage | null {
  const bytes = psbt.inputs[0] === undefined ? undefined : valueAt(psbt.inputs[0], INPUT.nonWitnessUtxo);
  const known = psbt.transaction.version === 0 || psbt.transaction.version === 2;
  if (bytes === undefined || !known || !hasMessageForm(psbt)) return null;
  const { version, lockTime, inputs, outputs } = readTransaction(bytes, 'to_spend', true);
  const [input, ...moreInputs] = inputs;
  const [output, ...moreOutputs] = outputs;
  const isSpend =
    version === 0 && lockTime === 0 && moreInputs.length === 0 && moreOutputs.length === 0 && output?.amount === 0n;
  if (!isSpend || input === undefined || input.sequence !== 0 || !sameBytes(input.outpoint, NO_OUTPOINT)) return null;
  const { script } = input;
  if (script.length !== 34 || script[0] !== 0 || script[1] !== 32) return null;
  const hash = hexEncode(script.slice(2));
  const stated = valueAt(psbt.global, GLOBAL.signedMessage) ?? null;
  return { hash, stated, isTrue: stated !== null && hexEncode(messageHash(stated)) === hash, script: output.script };
}

/**
 * Returns true when the transaction has the form of to_sign, in any version. It pays nothing, and spends the first
 * output of a transaction that holds nothing.
 */
export function hasMessageForm({ transaction, spent }: Psbt): boolean {
  const { inputs, outputs } = transaction;
  const [output, ...more] = outputs;
  const isNothing = output?.amount === 0n && output.script.length === 1 && output.script[0] === OP_RETURN;
  return more.length === 0 && isNothing && inputs[0]?.index === 0 && spent[0]?.amount === 0n;
}

/** The tagged hash of a message. */
export function messageHash(message: Uint8Array): Bytes {
  const tag = sha256(utf8Encode(TAG));
  return sha256(join(tag, tag, message));
}
