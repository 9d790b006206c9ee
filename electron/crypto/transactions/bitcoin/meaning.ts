/** What a PSBT says, for the person who approves it. */
import { hexEncode } from '../../../../shared/wire/index.ts';
import { knownScript, mainnetAddress, type ScriptKind } from '../../addresses/bitcoin.ts';
import type { TransactionField, TransactionMeaning } from '../rule.ts';
import { INPUT } from './fields.ts';
import { fieldValue, type Psbt, spentAmount } from './psbt.ts';
import { isData } from './scripts.ts';
import { type BitcoinInput, type BitcoinOutput, type BitcoinTransaction, sumOf } from './transaction.ts';

const FINAL_SEQUENCE = 0xffff_ffff;
/** BIP-125: an input with a lower sequence lets the transaction be replaced. */
const MAX_REPLACEABLE = 0xffff_fffd;
/** Lock times from here on are seconds since 1970, below it heights of blocks. */
export const FIRST_LOCK_TIME = 500_000_000;
/** What Bitcoin Core's wallet refuses unless told otherwise: 0.1 bitcoin in all, 0.1 bitcoin per 1000 virtual bytes. */
const MAX_USUAL_FEE = 10_000_000n;
const MAX_USUAL_RATE = 10_000;

/** Weight units that the signature of one key adds to an input. */
const SIGNATURE_WEIGHT: Readonly<Record<ScriptKind, number>> = {
  P2PKH: 4 * 107,
  P2SH: 4 * 133,
  P2WPKH: 108,
  P2WSH: 134,
  P2TR: 66,
};

/**
 * Title, fields and warnings. Choice (psbt-network): a PSBT does not name its network, so scripts are shown as they are and
 * beside them the address as mainnet spells it. Amounts of inputs are proven by their previous transaction; where only
 * witness_utxo states them, a signature commits to those of the inputs it signs (Taproot: of all), and the fee says so.
 */
export function describePsbt(psbt: Psbt): TransactionMeaning {
  const { transaction, inputs, spent } = psbt;
  const warnings: string[] = [];
  const fields: TransactionField[] = [
    { name: 'network', value: 'not stated in a PSBT; addresses are in the spelling of mainnet', kind: 'text' },
    { name: 'version', value: String(transaction.version), kind: 'text' },
  ];
  transaction.inputs.forEach((input, index) => {
    const map = inputs[index];
    const sighash = map === undefined ? undefined : fieldValue(map, INPUT.sighashType);
    fields.push(...inputFields(`inputs[${index}]`, input, spent[index] ?? null));
    if (sighash !== undefined)
      fields.push({ name: `inputs[${index}].sighashType`, value: hexEncode(sighash), kind: 'bytes' });
  });
  transaction.outputs.forEach((output, index) => {
    fields.push(...outputFields(`outputs[${index}]`, output));
  });
  fields.push(...feeFields(psbt, warnings), ...timeFields(transaction));
  warnOfOutputs(transaction.outputs, warnings);
  return { title: 'Bitcoin transaction (PSBT)', fields, warnings };
}

function inputFields(name: string, input: BitcoinInput, spent: BitcoinOutput | null): TransactionField[] {
  const id = hexEncode(input.outpoint.slice(0, 32).reverse());
  const fields: TransactionField[] = [{ name: `${name}.outpoint`, value: `${id}:${input.index}`, kind: 'address' }];
  if (spent !== null) fields.push(...outputFields(name, spent));
  fields.push({ name: `${name}.sequence`, value: `0x${input.sequence.toString(16).padStart(8, '0')}`, kind: 'bytes' });
  return fields;
}

function outputFields(name: string, { amount, script }: BitcoinOutput): TransactionField[] {
  const known = knownScript(script);
  const fields: TransactionField[] = [{ name: `${name}.amount`, value: `${amount} satoshi`, kind: 'amount' }];
  if (known !== null) fields.push({ name: `${name}.address`, value: mainnetAddress(known), kind: 'address' });
  fields.push({ name: `${name}.script`, value: hexEncode(script), kind: 'bytes' });
  return fields;
}

function feeFields({ transaction, inputs, spent }: Psbt, warnings: string[]): TransactionField[] {
  const available = spentAmount(spent);
  if (available === null) {
    warnings.push('The fee is not known: the PSBT does not say what every input holds.');
    return [{ name: 'fee', value: 'not known', kind: 'text' }];
  }
  const paid = sumOf(transaction.outputs);
  const fee = available - paid;
  const proven = inputs.every((map) => fieldValue(map, INPUT.nonWitnessUtxo) !== undefined);
  const rate = Number(fee) / virtualBytes(transaction, spent);
  if (fee > MAX_USUAL_FEE || rate > MAX_USUAL_RATE || fee > paid)
    warnings.push(`The fee is very high: ${fee} satoshi, while the outputs hold ${paid} satoshi.`);
  return [
    {
      name: 'fee',
      value: proven ? `${fee} satoshi` : `${fee} satoshi, by the amounts that the PSBT states`,
      kind: 'amount',
    },
    { name: 'feeRate', value: `about ${rate.toFixed(1)} satoshi per virtual byte`, kind: 'amount' },
  ];
}

/** The size that the fee is counted by (BIP-141) once every input has the signature of one key; for other scripts it is an estimate. */
function virtualBytes({ bytes }: BitcoinTransaction, spent: Psbt['spent']): number {
  const weights = spent.map((output) => {
    const kind = output === null ? undefined : knownScript(output.script)?.kind;
    return kind === undefined ? 0 : SIGNATURE_WEIGHT[kind];
  });
  return Math.ceil(bytes.length + weights.reduce((sum, weight) => sum + weight, 0) / 4);
}

function timeFields({ inputs, lockTime }: BitcoinTransaction): TransactionField[] {
  const ignored = inputs.every(({ sequence }) => sequence === FINAL_SEQUENCE) ? ', without effect' : '';
  const time = lockTime < FIRST_LOCK_TIME ? 'height of block' : new Date(lockTime * 1000).toISOString();
  const replaceable = inputs.some(({ sequence }) => sequence <= MAX_REPLACEABLE);
  return [
    { name: 'lockTime', value: lockTime === 0 ? '0 (none)' : `${lockTime} (${time}${ignored})`, kind: 'time' },
    { name: 'replaceable', value: replaceable ? 'yes (BIP-125)' : 'no', kind: 'text' },
  ];
}

function warnOfOutputs(outputs: readonly BitcoinOutput[], warnings: string[]): void {
  const names = (matches: (script: Uint8Array) => boolean) =>
    outputs.flatMap(({ script }, index) => (matches(script) ? [`outputs[${index}]`] : [])).join(', ');
  const data = names(isData);
  const strange = names((script) => !isData(script) && knownScript(script) === null);
  if (data !== '') warnings.push(`Data is published and its amount destroyed (OP_RETURN) by ${data}.`);
  if (strange !== '')
    warnings.push(`The script is of no kind that has an address, check it byte for byte: ${strange}.`);
}
