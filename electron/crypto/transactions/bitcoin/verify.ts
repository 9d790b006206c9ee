/** Proves that a returned PSBT is the requested one with this account's signatures, and nothing else. */

import { hexEncode } from '../../../../shared/wire/index.ts';
import { Refusal } from '../../refusal.ts';
import { sameBytes } from '../reading.ts';
import { ECDSA_SCHEME, type Signer, type VerifiedTransaction } from '../rule.ts';
import { fieldName, GLOBAL, INPUT, type PsbtMap, type PsbtPart } from './fields.ts';
import { findOwnInputs, type OwnInput } from './inputs.ts';
import { type Psbt, readPsbt } from './psbt.ts';
import { signatureKey, verifyInput } from './signature.ts';
import type { BitcoinTransaction } from './transaction.ts';
import { lockedFlags } from './unsigned.ts';

/** A signature adds at most this: sizes, a type, a compressed key, DER of 72 bytes and the sighash type. */
const SIGNATURE_ENTRY_BYTES = 2 + 1 + 33 + 72 + 1;

const COMPARED = [
  'version',
  'inputs[].outpoint',
  'inputs[].sequence',
  'outputs[].amount',
  'outputs[].script',
  'lockTime',
  'fields of the PSBT',
] as const;

/** See `TransactionRule.verify`. The signed PSBT may have its fields in another order, and fields only of our signatures more. */
export function verifyPsbt(unsigned: string, signer: Signer): (signed: string) => VerifiedTransaction {
  const asked = readPsbt(unsigned);
  const own = findOwnInputs(asked, signer);
  return (signed) => verifySigned(asked, own, signed, signer);
}

function verifySigned(asked: Psbt, own: readonly OwnInput[], signed: string, signer: Signer): VerifiedTransaction {
  const returned = readReturned(signed, own.length);
  compareTransactions(asked.transaction, returned.transaction);
  compareMaps(asked, returned, own, signer.publicKey);
  for (const input of own) requireSignature(input, returned, signer.publicKey);
  const taproot = own.some(({ kind }) => kind === 'P2TR') ? ['BIP-341 Schnorr'] : [];
  const ecdsa = own.some(({ kind }) => kind !== 'P2TR') ? [ECDSA_SCHEME] : [];
  return {
    scheme: [...ecdsa, ...taproot].join(' and '),
    signed: own.map(({ digest }) => hexEncode(digest)),
    compared: COMPARED,
    // Not final: the id of a transaction with inputs before SegWit changes with their signatures.
    transactionId: null,
  };
}

/**
 * See `TransactionRule.recover`: returns the key of the first new ECDSA signature. Null without one, and for Taproot,
 * whose signatures do not name a key.
 */
export function addedSigner(unsigned: string): (signed: string) => string | null {
  const asked = readPsbt(unsigned);
  return (signed) => {
    for (const [index, map] of readReturned(signed, asked.inputs.length).inputs.entries()) {
      for (const [id, { key }] of map.entries) {
        if (key[0] === INPUT.partialSignature && asked.inputs[index]?.entries.has(id) !== true)
          return hexEncode(key.subarray(1));
      }
    }
    return null;
  };
}

function readReturned(signed: string, signatures: number): Psbt {
  return readPsbt(signed, signatures * SIGNATURE_ENTRY_BYTES);
}

function compareTransactions(asked: BitcoinTransaction, returned: BitcoinTransaction): void {
  if (asked.version !== returned.version) throw differs('version');
  if (asked.inputs.length !== returned.inputs.length) throw differs('number of inputs');
  if (asked.outputs.length !== returned.outputs.length) throw differs('number of outputs');
  asked.inputs.forEach((input, index) => {
    const other = returned.inputs[index];
    if (other === undefined || !sameBytes(input.outpoint, other.outpoint)) throw differs(`inputs[${index}].outpoint`);
    if (input.sequence !== other.sequence) throw differs(`inputs[${index}].sequence`);
  });
  asked.outputs.forEach((output, index) => {
    const other = returned.outputs[index];
    if (other === undefined || output.amount !== other.amount) throw differs(`outputs[${index}].amount`);
    if (!sameBytes(output.script, other.script)) throw differs(`outputs[${index}].script`);
  });
  if (asked.lockTime !== returned.lockTime) throw differs('lockTime');
}

function compareMaps(asked: Psbt, returned: Psbt, own: readonly OwnInput[], publicKey: string): void {
  const added = new Map(own.map((input) => [input.index, hexEncode(signatureKey(input, publicKey))]));
  compareMap('global', 'the PSBT', asked.global, returned.global);
  asked.inputs.forEach((map, index) => {
    compareMap('input', `inputs[${index}]`, map, returned.inputs[index], added.get(index));
  });
  asked.outputs.forEach((map, index) => {
    compareMap('output', `outputs[${index}]`, map, returned.outputs[index]);
  });
}

/**
 * Requires that every requested entry is unchanged. Only flags that a signature clears may differ (BIP-370), and only
 * the key `added` may be new.
 */
function compareMap(part: PsbtPart, name: string, asked: PsbtMap, returned: PsbtMap | undefined, added?: string): void {
  for (const [id, { key, value }] of asked.entries) {
    const other = returned?.entries.get(id);
    if (other === undefined) throw new Refusal('answer', 'is gone', `${fieldName(part, key)} of ${name}`);
    const isLocked = part === 'global' && key[0] === GLOBAL.modifiable && other.value[0] === lockedFlags(value[0] ?? 0);
    if (!sameBytes(value, other.value) && !isLocked)
      throw new Refusal('answer', 'is not what was asked', `${fieldName(part, key)} of ${name}`);
  }
  for (const [id, { key }] of returned?.entries ?? []) {
    if (!asked.entries.has(id) && id !== added)
      throw new Refusal('answer', 'was not asked for', `${fieldName(part, key)} of ${name}`);
  }
}

function requireSignature(input: OwnInput, returned: Psbt, publicKey: string): void {
  const key = signatureKey(input, publicKey);
  const name = `${fieldName('input', key)} of inputs[${input.index}]`;
  const signature = returned.inputs[input.index]?.entries.get(hexEncode(key))?.value;
  if (signature === undefined) throw new Refusal('answer', 'is missing', name);
  if (!verifyInput(input, publicKey, signature))
    throw new Refusal('answer', 'is not a signature of this transaction by this account', name);
}

function differs(field: string): Refusal {
  return new Refusal('answer', 'is not what was asked', field);
}
