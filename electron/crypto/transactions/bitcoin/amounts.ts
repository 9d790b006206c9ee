/** Proves the amounts that a PSBT states for its inputs, or finds that nothing proves them. */
import type { Finding } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import { knownScript, type ScriptKind } from '../../addresses/bitcoin.ts';
import { care, danger } from '../../meaning.ts';
import { INPUT, valueAt } from './fields.ts';
import type { Psbt } from './psbt.ts';
import { isWholeType } from './signature-types.ts';

/** Follows an amount that nothing proves. */
const UNPROVEN = ', stated and not proven';

export interface AmountProof {
  /** True when the amounts of all inputs, and so the fee, are proven. */
  readonly isWhole: boolean;
  /** Returns true when the amount of that input is proven. */
  isProven(input: number): boolean;
}

/**
 * Judges the stated amounts for a request that signs the inputs whose output script `signs` accepts; null when the signer is
 * not known. Amounts are proven by the previous transaction of every input. They are proven too when every signed input is
 * Taproot with DEFAULT or ALL, because each signature then commits to all amounts and scripts (BIP-341). The kind of an input
 * that others sign proves nothing: only the PSBT claims it. An input without a stated output leaves the amounts unproven.
 */
export function proofOfAmounts(psbt: Psbt, signs: ((script: Uint8Array) => boolean) | null): AmountProof {
  const signed = psbt.spent.flatMap((output, index) => (output !== null && signs?.(output.script) ? [index] : []));
  const isKnown = psbt.spent.every((output) => output !== null);
  const isCommitted =
    isKnown && signed.length > 0 && signed.every((index) => kindAt(psbt, index) === 'P2TR' && commits(psbt, index));
  return {
    isWhole: isCommitted || (isKnown && psbt.inputs.every((_, index) => hasPrevious(psbt, index))),
    isProven: (index) => isCommitted || hasPrevious(psbt, index),
  };
}

/** Signed are the inputs of one output script (hex). */
export function ofScript(script: string): (spent: Uint8Array) => boolean {
  return (spent) => hexEncode(spent) === script;
}

/** The text of an amount, marked when it is not proven. */
export function statedAmount(text: string, isProven: boolean): string {
  return isProven ? text : `${text}${UNPROVEN}`;
}

/**
 * Returns one finding for all inputs with unproven amounts, or none when the PSBT states no amount for them. Several
 * such inputs are a danger. BIP-143 commits to its own input alone, so each of two requests can understate the amount
 * that the other one signs. Inputs of others count too, because the operator's other accounts are unknown here.
 */
export function amountFindings(psbt: Psbt, proof: AmountProof): Finding[] {
  const open = psbt.spent.flatMap((output, index) => (output === null || proof.isProven(index) ? [] : [index]));
  if (open.length === 0) return [];
  const names = open.map((index) => `input ${index + 1}`).join(', ');
  const from = { field: `inputs[${open[0]}].amount`, basis: 'BIP-174' };
  const what = `No previous transaction proves what ${names} ${open.length === 1 ? 'holds' : 'hold'}, so the fee is stated but not proven.`;
  const advice = 'Ask for a PSBT with the previous transactions (non_witness_utxo).';
  const isOpenToTwo = open.length > 1 && open.some((index) => kindAt(psbt, index) !== 'P2TR');
  if (!isOpenToTwo) return [care(`${what} ${advice}`, from)];
  return [
    danger(
      `${what} If more than one of them is yours, two requests can together pay a fee that neither shows. ${advice}`,
      from,
    ),
  ];
}

function kindAt({ spent }: Psbt, index: number): ScriptKind | null {
  const output = spent[index] ?? null;
  return output === null ? null : (knownScript(output.script)?.kind ?? null);
}

function hasPrevious({ inputs }: Psbt, index: number): boolean {
  const map = inputs[index];
  return map !== undefined && valueAt(map, INPUT.nonWitnessUtxo) !== undefined;
}

function commits({ inputs }: Psbt, index: number): boolean {
  const map = inputs[index];
  const type = map === undefined ? undefined : valueAt(map, INPUT.sighashType);
  return type === undefined || isWholeType(type);
}
