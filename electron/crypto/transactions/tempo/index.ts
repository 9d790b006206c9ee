/**
 * TRANSACTION_TYPE_TEMPO (docs/protocol.md#tempo): type 0x76 signed by a secp256k1 account, and the forms of Ethereum
 * that the chain takes. Fee payers' own signatures (0x78), access keys, P-256 and WebAuthn envelopes are not made here.
 */

import { hexEncode } from '../../../../shared/wire/index.ts';
import { type Bytes, join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { type Found, gatherIn, lengthOf, readField, readFields } from '../ethereum/fields.ts';
import { ethereum } from '../ethereum/index.ts';
import { type RlpItem, rlpDecode, rlpEncode } from '../ethereum/rlp.ts';
import { answerCheck, type SignedTransaction, signBytes, signerCheck, unsignedBytes } from '../ethereum/signature.ts';
import type { FieldItem } from '../ethereum/types.ts';
import type { TransactionField, TransactionRule } from '../rule.ts';
import { checkTempo, hasFeePayer, KEY_AUTHORIZATION, TEMPO_FIELDS, TEMPO_TYPE } from './fields.ts';
import { tempoMeaning } from './meaning.ts';

/** r ‖ s ‖ 27 or 28, with no type byte before it. */
const ENVELOPE_BYTES = 65;
const FEE_TOKEN = TEMPO_FIELDS.findIndex(({ name }) => name === 'feeToken');
const FEE_PAYER = TEMPO_FIELDS.findIndex(({ name }) => name === 'feePayerSignature');
const NOTHING = new Uint8Array(0);
const MARKER = Uint8Array.of(0);

interface TempoTransaction {
  /** Thirteen items, and the key authorization when there is one. */
  readonly items: readonly RlpItem[];
  readonly item: FieldItem;
}

export const tempo: TransactionRule = {
  curve: 'CURVE_SECP256K1',

  describe(unsigned, signWith = null) {
    const bytes = unsignedBytes(unsigned);
    if (!isTempo(bytes)) return ethereum.describe(unsigned, signWith);
    const fields: TransactionField[] = [];
    const { item } = readUnsigned(bytes, gatherIn(bytes, fields));
    return {
      title: 'Tempo transaction',
      fields: fields.slice(1),
      ...tempoMeaning(item, { contents: bytes, signWith }),
    };
  },

  sign(unsigned, key) {
    const bytes = unsignedBytes(unsigned);
    if (!isTempo(bytes)) return ethereum.sign(unsigned, key);
    const transaction = readUnsigned(bytes, null);
    const { r, s, recovery } = signBytes(preimageOf(transaction), key);
    const envelope = join(r, s, Uint8Array.of(27 + recovery));
    return hexEncode(encode([...signedItems(transaction), envelope]));
  },

  verify(unsigned, signer) {
    const preimage = unsignedBytes(unsigned);
    if (!isTempo(preimage)) return ethereum.verify(unsigned, signer);
    const asked: TransactionField[] = [];
    read(signedItems(readUnsigned(preimage, null)), (field) => asked.push(field));
    return answerCheck(asked, signer, readSigned);
  },

  recover(unsigned) {
    if (!isTempo(unsignedBytes(unsigned)) && ethereum.recover !== undefined) return ethereum.recover(unsigned);
    return signerCheck(readSigned);
  },
};

/**
 * Choice (tempo-ethereum-forms): legacy, 0x01, 0x02 and 0x04 are read as Ethereum's. The rest is refused.
 */
function isTempo([first = 0]: Uint8Array): boolean {
  if (first === 0x03) throw new Refusal('transactionType', 'Tempo has no blob transactions (0x03)');
  if (first === 0x78)
    throw new Refusal('transactionType', '0x78 is what a fee payer signs, and only the sender’s form 0x76 is offered');
  return first === TEMPO_TYPE;
}

/** Reads the fields of an unsigned transaction of type 0x76. Throws a `Refusal`. */
export const unsignedTempo = (unsigned: string): FieldItem => readUnsigned(unsignedBytes(unsigned), null).item;

function readUnsigned(bytes: Uint8Array, found: Found | null): TempoTransaction {
  const items = readItems(bytes);
  const last = items.at(-1);
  const more = items.length - TEMPO_FIELDS.length;
  if (more === 2 || (more === 1 && last instanceof Uint8Array))
    throw new Refusal('transaction', 'it already contains a signature');
  if (more < 0 || more > 2)
    throw new Refusal(
      'transaction',
      `an unsigned Tempo transaction has ${TEMPO_FIELDS.length} or 14 items, not ${items.length}`,
    );
  return read(items, found);
}

/**
 * Reads a signed Tempo transaction. Checks the shape of the signature, not whether it holds. Throws a `Refusal`.
 * `envelope` is the signature at its end.
 */
export function readSigned(
  bytes: Uint8Array,
  found: Found | null,
): SignedTransaction & { readonly item: FieldItem; readonly envelope: Uint8Array } {
  if (bytes[0] !== TEMPO_TYPE)
    throw new Refusal('answer', `differs: asked 0x76, got 0x${hexEncode(bytes.subarray(0, 1))}`, 'type');
  const items = readItems(bytes);
  const envelope = items.at(-1);
  if (items.length < 14 || items.length > 15 || !(envelope instanceof Uint8Array))
    throw new Refusal('answer', 'it has no signature at its end');
  const v = envelope[ENVELOPE_BYTES - 1];
  if (envelope.length !== ENVELOPE_BYTES || (v !== 27 && v !== 28))
    throw new Refusal('answer', `its signature is not ${ENVELOPE_BYTES} bytes of secp256k1 that end in 1b or 1c`);
  const transaction = read(items.slice(0, -1), found);
  return {
    preimage: preimageOf(transaction),
    signature: { r: envelope.slice(0, 32), s: envelope.slice(32, 64), recovery: v === 28 ? 1 : 0 },
    isFinal: !awaitsFeePayer(transaction),
    item: transaction.item,
    envelope,
  };
}

function readItems(bytes: Uint8Array): readonly RlpItem[] {
  const list = rlpDecode(bytes.subarray(1));
  if (list instanceof Uint8Array) throw new Refusal('transaction', 'it is not a list');
  return list;
}

function read(items: readonly RlpItem[], found: Found | null): TempoTransaction {
  found?.({ name: 'type', value: '0x76', kind: 'text' });
  readFields(TEMPO_FIELDS, items, found);
  const keyAuthorization = items[TEMPO_FIELDS.length];
  if (keyAuthorization !== undefined) readField('keyAuthorization', KEY_AUTHORIZATION, keyAuthorization, found);
  const item: FieldItem = (name) =>
    name === 'keyAuthorization' ? keyAuthorization : items[TEMPO_FIELDS.findIndex((field) => field.name === name)];
  checkTempo(item);
  return { items, item };
}

/**
 * Returns the bytes that the sender signs. With a fee payer they hold the marker in the payer's place and no fee token.
 */
function preimageOf({ items, item }: TempoTransaction): Bytes {
  return encode(hasFeePayer(item) ? items.with(FEE_PAYER, MARKER).with(FEE_TOKEN, NOTHING) : items);
}

/**
 * The items of the signed transaction. Choice (tempo-fee-token): beside the marker the fee token is left out, as in
 * `ox`, because the fee payer names it. Beside a fee payer's signature it stays, because that signature covers it.
 */
function signedItems(transaction: TempoTransaction): readonly RlpItem[] {
  return awaitsFeePayer(transaction) ? transaction.items.with(FEE_TOKEN, NOTHING) : transaction.items;
}

/** Until the fee payer has signed, neither the bytes nor their hash are final. */
function awaitsFeePayer({ item }: TempoTransaction): boolean {
  const payer = item('feePayerSignature');
  return payer instanceof Uint8Array && lengthOf(payer) > 0;
}

function encode(items: readonly RlpItem[]): Bytes {
  return join(Uint8Array.of(TEMPO_TYPE), rlpEncode(items));
}
