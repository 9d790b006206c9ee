/** What a PSBT says, for the person who approves it. */
import { decimalText, type Finding } from '../../../../shared/model/index.ts';
import { hexEncode } from '../../../../shared/wire/index.ts';
import {
  type BitcoinNetwork,
  knownScript,
  networkAddress,
  readBitcoinAddress,
  type ScriptKind,
} from '../../addresses/bitcoin.ts';
import { type ContentMeaning, care, danger, row } from '../../meaning.ts';
import type { TransactionField } from '../rule.ts';
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
 * What a PSBT says and does. Choice (psbt-network): a PSBT does not name its network, so addresses are in the spelling of
 * the address it is signed with, else in mainnet's; scripts are shown as they are beside them. What goes back to that
 * address is change. Amounts of inputs are proven by their previous transaction; where only witness_utxo states them, a
 * signature commits to those of the inputs it signs (Taproot: of all), and the fee says so.
 */
export function describePsbt(psbt: Psbt, signWith: string | null = null): ContentMeaning {
  const { transaction, inputs, spent } = psbt;
  const own = signWith === null ? null : readBitcoinAddress(signWith);
  const network = own?.network ?? 'MAINNET';
  const fields: TransactionField[] = [
    {
      name: 'network',
      value: `not stated in a PSBT; addresses are in the spelling of ${own === null ? 'mainnet' : 'the address signed with'}`,
      kind: 'text',
    },
    { name: 'version', value: String(transaction.version), kind: 'text' },
  ];
  transaction.inputs.forEach((input, index) => {
    const map = inputs[index];
    const sighash = map === undefined ? undefined : fieldValue(map, INPUT.sighashType);
    fields.push(...inputFields(`inputs[${index}]`, input, spent[index] ?? null, network));
    if (sighash !== undefined)
      fields.push({ name: `inputs[${index}].sighashType`, value: hexEncode(sighash), kind: 'bytes' });
  });
  transaction.outputs.forEach((output, index) => {
    fields.push(...outputFields(`outputs[${index}]`, output, network));
  });
  const fee = feeOf(psbt);
  fields.push(...feeFields(fee), ...timeFields(transaction));
  const isChange = ({ script }: BitcoinOutput) => own !== null && hexEncode(script) === own.script;
  const sent = transaction.outputs.filter((output) => !isChange(output));
  const change = transaction.outputs.filter(isChange);
  return {
    title: 'Bitcoin transaction (PSBT)',
    steps:
      sent.length === 0
        ? ['Send all of it back to the address it is signed with']
        : sent.map((output) => outputStep(output, network)),
    summary: [
      ...spendRows(psbt, own?.script ?? null),
      row('They get', bitcoins(sumOf(sent)), 'amount'),
      ...(own === null ? [] : [row('Change', bitcoins(sumOf(change)), 'amount')]),
      ...feeRows(fee),
      row('Network', own === null || own.network === 'MAINNET' ? 'not stated' : own.network.toLowerCase()),
    ],
    fields,
    unexplained: [],
    findings: [...feeFindings(fee), ...sighashFindings(psbt), ...outputFindings(transaction.outputs)],
  };
}

function outputStep({ amount, script }: BitcoinOutput, network: BitcoinNetwork): string {
  const known = knownScript(script);
  if (known !== null) return `Send ${bitcoins(amount)} to ${networkAddress(known, network)}`;
  if (!isData(script)) return `Send ${bitcoins(amount)} to a script that has no address`;
  return `Publish data${amount === 0n ? '' : ` and destroy ${bitcoins(amount)}`}`;
}

/** What the signer’s inputs hold, by the script of the address it is signed with; of all when that is not known. */
function spendRows({ spent }: Psbt, script: string | null): TransactionField[] {
  const all = spentAmount(spent);
  const own = spent.filter((output) => output !== null && hexEncode(output.script) === script);
  if (script === null) return all === null ? [] : [row('Inputs hold', bitcoins(all), 'amount')];
  return [
    row('You spend', bitcoins(sumOf(own.filter((output) => output !== null))), 'amount'),
    ...(own.length === spent.length || all === null ? [] : [row('All inputs hold', bitcoins(all), 'amount')]),
  ];
}

function bitcoins(satoshi: bigint): string {
  return `${decimalText(satoshi, 8)} BTC`;
}

function inputFields(
  name: string,
  input: BitcoinInput,
  spent: BitcoinOutput | null,
  network: BitcoinNetwork,
): TransactionField[] {
  const id = hexEncode(input.outpoint.slice(0, 32).reverse());
  const fields: TransactionField[] = [{ name: `${name}.outpoint`, value: `${id}:${input.index}`, kind: 'address' }];
  if (spent !== null) fields.push(...outputFields(name, spent, network));
  fields.push({ name: `${name}.sequence`, value: `0x${input.sequence.toString(16).padStart(8, '0')}`, kind: 'bytes' });
  return fields;
}

function outputFields(name: string, { amount, script }: BitcoinOutput, network: BitcoinNetwork): TransactionField[] {
  const known = knownScript(script);
  const fields: TransactionField[] = [{ name: `${name}.amount`, value: `${amount} satoshi`, kind: 'amount' }];
  if (known !== null) fields.push({ name: `${name}.address`, value: networkAddress(known, network), kind: 'address' });
  fields.push({ name: `${name}.script`, value: hexEncode(script), kind: 'bytes' });
  return fields;
}

interface Fee {
  readonly satoshi: bigint;
  readonly paid: bigint;
  /** Satoshi per virtual byte. */
  readonly rate: number;
  readonly isProven: boolean;
}

/** Null when the PSBT does not say what every input holds. */
function feeOf({ transaction, inputs, spent }: Psbt): Fee | null {
  const available = spentAmount(spent);
  if (available === null) return null;
  const paid = sumOf(transaction.outputs);
  const satoshi = available - paid;
  return {
    satoshi,
    paid,
    rate: Number(satoshi) / virtualBytes(transaction, spent),
    isProven: inputs.every((map) => fieldValue(map, INPUT.nonWitnessUtxo) !== undefined),
  };
}

function feeFields(fee: Fee | null): TransactionField[] {
  if (fee === null) return [{ name: 'fee', value: 'not known', kind: 'text' }];
  const { satoshi, isProven } = fee;
  return [
    {
      name: 'fee',
      value: isProven ? `${satoshi} satoshi` : `${satoshi} satoshi, by the amounts that the PSBT states`,
      kind: 'amount',
    },
    { name: 'feeRate', value: rateText(fee), kind: 'amount' },
  ];
}

function feeRows(fee: Fee | null): TransactionField[] {
  return fee === null
    ? [row('Fee', 'not known')]
    : [row('Fee', `${bitcoins(fee.satoshi)}, ${rateText(fee)}`, 'amount')];
}

function rateText({ rate }: Fee): string {
  return `about ${rate.toFixed(1)} satoshi per virtual byte`;
}

function feeFindings(fee: Fee | null): Finding[] {
  if (fee === null)
    return [
      danger('The fee is not known: the PSBT does not say what every input holds.', { field: 'fee', basis: 'BIP-174' }),
    ];
  const { satoshi, paid, rate } = fee;
  if (satoshi <= MAX_USUAL_FEE && rate <= MAX_USUAL_RATE && satoshi <= paid) return [];
  return [
    danger(`The fee is very high: ${bitcoins(satoshi)}, while the outputs hold ${bitcoins(paid)}.`, { field: 'fee' }),
  ];
}

/** A signature of another type than ALL (1; for Taproot 0 means the same) leaves others something to change (BIP-143, BIP-341). */
function sighashFindings({ inputs }: Psbt): Finding[] {
  return inputs.flatMap((map, index) => {
    const [type = 1] = fieldValue(map, INPUT.sighashType) ?? [];
    if (type === 0 || type === 1) return [];
    const base = type & 0x1f;
    const open = [
      ...(base === 2 ? ['all outputs'] : base === 3 ? ['all outputs but one'] : []),
      ...((type & 0x80) === 0 ? [] : ['the other inputs']),
    ];
    const what =
      open.length === 0
        ? 'is of a type that is not known'
        : `leaves ${open.join(' and ')} open: others may change them`;
    return [
      danger(`The signature of input ${index} ${what}.`, { field: `inputs[${index}].sighashType`, basis: 'BIP-143' }),
    ];
  });
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

function outputFindings(outputs: readonly BitcoinOutput[]): Finding[] {
  const names = (matches: (script: Uint8Array) => boolean) =>
    outputs.flatMap(({ script }, index) => (matches(script) ? [`outputs[${index}]`] : []));
  const data = names(isData);
  const strange = names((script) => !isData(script) && knownScript(script) === null);
  const field = (found: readonly string[]) => ({ field: `${found[0]}.script` });
  return [
    ...(strange.length === 0
      ? []
      : [
          danger(
            `The script is of no kind that has an address, check it byte for byte: ${strange.join(', ')}.`,
            field(strange),
          ),
        ]),
    ...(data.length === 0
      ? []
      : [care(`Data is published and its amount destroyed (OP_RETURN) by ${data.join(', ')}.`, field(data))]),
  ];
}
