/** The final transaction of a signed PSBT (BIP-174, finalizer and extractor), for inputs of one key. */
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { knownScript } from '../../addresses/bitcoin.ts';
import { type Bytes, join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import type { Signer } from '../rule.ts';
import { proofOfAmounts } from './amounts.ts';
import { feeOf, isTooLow } from './fee.ts';
import { INPUT, type PsbtMap, valueAt } from './fields.ts';
import { findOwnInputs } from './inputs.ts';
import { compactSize, uint32 } from './numbers.ts';
import { type Psbt, readPsbt } from './psbt.ts';
import { keyScripts } from './scripts.ts';
import { transactionHash } from './transaction.ts';
import { verifyPsbt } from './verify.ts';

/** A PSBT as a service sends it. */
export interface SendingBitcoin {
  readonly inputs: readonly { readonly outpoint: string; readonly satoshi: bigint; readonly script: string }[];
  readonly feeSatoshi: bigint;
  /** The size that the fee is counted from (BIP-141), with the signatures. */
  readonly virtualBytes: bigint;
}

/**
 * Reads a PSBT that is to be signed and sent. Throws a `Refusal` unless the previous transaction of each input proves its
 * amount, and for a fee below the one that nodes relay.
 */
export function readSendingBitcoin(unsigned: string): SendingBitcoin {
  const psbt = readPsbt(unsigned);
  psbt.inputs.forEach((map, index) => {
    if (valueAt(map, INPUT.nonWitnessUtxo) === undefined)
      throw new Refusal('transaction', 'has no non_witness_utxo, which proves its amount', `input ${index + 1}`);
  });
  const fee = feeOf(psbt, proofOfAmounts(psbt, null));
  if (fee === null || fee.satoshi < 0n) throw new Refusal('transaction', 'its outputs are more than its inputs hold');
  if (isTooLow(fee))
    throw new Refusal('transaction', 'its fee is below one satoshi per virtual byte, which nodes do not relay');
  return {
    inputs: psbt.transaction.inputs.map(({ outpoint, index }, at) => {
      const spent = spentBy(psbt, at);
      return {
        outpoint: `${hexEncode(outpoint.slice(0, 32).reverse())}:${index}`,
        satoshi: spent.amount,
        script: hexEncode(spent.script),
      };
    }),
    feeSatoshi: fee.satoshi,
    virtualBytes: BigInt(fee.virtualBytes),
  };
}

/**
 * Returns the transaction of a PSBT whose inputs are all signed by one key, in hex, and its id. Throws a `Refusal` for
 * an input of another, and for any difference between the two PSBTs but the signatures.
 */
export function finalBitcoin(
  unsigned: string,
  signed: string,
  signer: Signer,
): { readonly transaction: string; readonly txid: string } {
  const asked = readPsbt(unsigned);
  const own = findOwnInputs(asked, signer);
  if (own.length !== asked.inputs.length)
    throw new Refusal('transaction', 'it has inputs that the account does not sign, so it cannot be sent');
  verifyPsbt(unsigned, signer)(signed);
  const psbt = readPsbt(signed, own.length * 256);
  const parts = psbt.inputs.map((map, index) => unlocked(psbt, map, index, signer));
  const { version, inputs, outputs, lockTime } = psbt.transaction;
  const body = (withWitness: boolean) =>
    join(
      uint32(version),
      ...(withWitness ? [Uint8Array.of(0, 1)] : []),
      compactSize(inputs.length),
      ...inputs.flatMap(({ outpoint, sequence }, index) => {
        const { script } = parts[index] as Unlocked;
        return [outpoint, compactSize(script.length), script, uint32(sequence)];
      }),
      compactSize(outputs.length),
      ...outputs.map(({ bytes }) => bytes),
      ...(withWitness ? parts.map(({ witness }) => witnessBytes(witness)) : []),
      uint32(lockTime),
    );
  const hasWitness = parts.some(({ witness }) => witness.length > 0);
  const stripped = { ...psbt.transaction, bytes: body(false) };
  return { transaction: hexEncode(body(hasWitness)), txid: hexEncode(transactionHash(stripped).reverse()) };
}

/** The parts of an input that unlock the output it spends. */
interface Unlocked {
  readonly script: Uint8Array;
  readonly witness: readonly Uint8Array[];
}

const EMPTY = new Uint8Array();

function unlocked(psbt: Psbt, map: PsbtMap, index: number, { publicKey }: Signer): Unlocked {
  const kind = knownScript(spentBy(psbt, index).script)?.kind;
  const key = hexDecode(publicKey);
  if (kind === 'P2TR') return { script: EMPTY, witness: [valueAt(map, INPUT.taprootKeySignature) ?? EMPTY] };
  const signature = map.entries.get(hexEncode(join(Uint8Array.of(INPUT.partialSignature), key)))?.value ?? EMPTY;
  const inner = keyScripts(publicKey).payToKeyHash;
  switch (kind) {
    case 'P2WPKH':
      return { script: EMPTY, witness: [signature, key] };
    case 'P2WSH':
      return { script: EMPTY, witness: [signature, key, inner] };
    case 'P2SH':
      return { script: join(pushed(signature), pushed(key), pushed(inner)), witness: [] };
    case 'P2PKH':
      return { script: join(pushed(signature), pushed(key)), witness: [] };
    default:
      throw new Refusal('transaction', 'spends a script of another kind', `input ${index + 1}`);
  }
}

/** A push of fewer than 76 bytes is its length and the bytes. */
const pushed = (bytes: Uint8Array): Bytes => join(Uint8Array.of(bytes.length), bytes);

const witnessBytes = (items: readonly Uint8Array[]): Bytes =>
  join(compactSize(items.length), ...items.flatMap((item) => [compactSize(item.length), item]));

function spentBy({ spent }: Psbt, index: number) {
  const output = spent[index] ?? null;
  if (output === null)
    throw new Refusal('transaction', 'does not state the output that it spends', `input ${index + 1}`);
  return output;
}
