/** Describes a transaction of Aptos. */
import type { DecodedField, Finding } from '../../../../../shared/model/index.ts';
import { type ContentMeaning, care, danger, momentText, row } from '../../../meaning.ts';
import { Refusal } from '../../../refusal.ts';
import { isUnowned } from '../../../unowned.ts';
import type { Read } from '../bcs.ts';
import { markOf, type PayloadAround, refusedOr, startsWith, undecodedTransaction } from '../form.ts';
import { accountIn, signerFindings } from '../signing-account.ts';
import { fieldsOf } from './fields.ts';
import {
  amountText,
  dangerOf,
  FUNCTIONS,
  type FunctionRule,
  fitsTypes,
  type Given,
  readArguments,
} from './functions.ts';
import { APTOS_PREFIXES, type AptosTransaction, readTransaction } from './transaction.ts';

const NETWORKS: Readonly<Record<number, string>> = { 1: 'main network', 2: 'test network' };
/** Choice (aptos-fee-warning): from 10 APT a fee is more likely a mistake than a wish. In octas. */
const FEE_WARNING = 1_000_000_000n;
/** Stands for a fee payer who is still to be found. */
const ANYBODY = '0x0';
/** The most recipients that have a row of their own. The fields have all of them. */
const MOST_ROWS = 10;

/** Describes a signing message. One that is not only an entry function is not decoded. */
export function readAptosTransaction(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  if (!APTOS_PREFIXES.some((prefix) => startsWith(bytes, prefix))) return null;
  const transaction = refusedOr(() => readTransaction(bytes));
  if (!(transaction instanceof Refusal)) return describe(bytes, transaction, around);
  return undecodedTransaction(bytes, transaction, { chain: 'Aptos' });
}

/** A function with a rule that its arguments fit. */
interface Known {
  readonly rule: FunctionRule;
  readonly given: Given;
}

function knownCall({ called, types, arguments: given }: AptosTransaction): Known | null {
  const rule = Object.hasOwn(FUNCTIONS, called.value) ? FUNCTIONS[called.value] : undefined;
  if (
    rule === undefined ||
    !fitsTypes(
      rule,
      types.map(({ value }) => value),
    )
  )
    return null;
  const read = refusedOr(() => readArguments(rule, given));
  return read instanceof Refusal ? null : { rule, given: read };
}

function describe(bytes: Uint8Array, transaction: AptosTransaction, around: PayloadAround): ContentMeaning {
  const { sender, called, chain, others, expires, feePayer, sequence, nonce } = transaction;
  const known = knownCall(transaction);
  const fee = transaction.maximumGas.value * transaction.gasPrice.value;
  return {
    title: 'Aptos transaction',
    steps: known === null ? [`Run the function ${called.value}, which is not known`] : steps(known, transaction),
    summary: [
      row('From', sender.value, 'address'),
      ...(known === null ? calledRows(transaction) : movedRows(known, transaction)),
      row('Chain', `Aptos, ${NETWORKS[chain.value] ?? `network ${chain.value}`}`),
      row('Fee at most', amountText(fee, 'APT', chain.value), 'amount'),
      ...payerRows(feePayer),
      ...others.map(({ value }) => row('Also signs', value, 'address')),
      row('Expires', momentText(expires.value, 'seconds'), 'time'),
      ...(sequence === null ? [] : [row('Sequence number', String(sequence.value))]),
      ...(nonce === null ? [] : [row('Nonce', String(nonce.value))]),
    ],
    fields: fieldsOf(bytes, transaction),
    findings: [
      danger('These bytes are a transaction: anyone with the signature can send it.'),
      ...(known === null ? unknownFindings(bytes, called.value) : movedFindings(known, sender.value)),
      ...signerFindings(accountIn('ADDRESS_FORMAT_APTOS', around), {
        sender: sender.value,
        payer: feePayer?.value ?? null,
        others: others.map(({ value }) => value),
      }),
      ...(fee >= FEE_WARNING ? [danger(`Its fee may be up to ${amountText(fee, 'APT', chain.value)}.`)] : []),
    ],
    unexplained: known === null ? [{ start: 0, end: bytes.length }] : [],
  };
}

const addressesOf = ({ given }: Known, name: string): readonly string[] => given.addresses.get(name) ?? [];
const unitsOf = ({ given }: Known): readonly bigint[] => given.numbers.get('amount') ?? [];

/** The coin or asset that a known function moves. */
function assetOf(known: Known, { types }: AptosTransaction): string {
  if (known.rule.asset === 'type') return types[0]?.value ?? '';
  return known.rule.asset === 'metadata' ? (addressesOf(known, 'metadata')[0] ?? '') : 'APT';
}

function steps(known: Known, transaction: AptosTransaction): string[] {
  const amounts = unitsOf(known);
  const count = Math.max(addressesOf(known, 'to').length, 1);
  const asset = assetOf(known, transaction);
  const sentences = Array.from({ length: count }, (_, index) =>
    known.rule.does.replace(/\{(\w+)\}/g, (_match, name: string) =>
      name === 'amount'
        ? amountText(amounts[index] ?? 0n, asset, transaction.chain.value)
        : (addressesOf(known, name)[index] ?? addressesOf(known, name)[0] ?? 'nobody'),
    ),
  );
  return addressesOf(known, 'to').length === 0 && known.given.addresses.has('to')
    ? ['Send nothing to nobody']
    : sentences;
}

function movedRows(known: Known, transaction: AptosTransaction): DecodedField[] {
  const amounts = unitsOf(known);
  const asset = assetOf(known, transaction);
  const text = (units: bigint) => amountText(units, asset, transaction.chain.value);
  const total = amounts.reduce((sum, units) => sum + units, 0n);
  const isOne = amounts.length <= 1;
  const named = Object.entries(known.rule.rows).flatMap(([name, label]) => {
    const all = addressesOf(known, name);
    const more = all.length - MOST_ROWS;
    return [
      ...all
        .slice(0, MOST_ROWS)
        .flatMap((each, index) => [
          row(label, each, 'address'),
          ...(isOne ? [] : [row('Gets', text(amounts[index] ?? 0n), 'amount')]),
        ]),
      ...(more > 0 ? [row(label, `${more} more, among the fields`)] : []),
    ];
  });
  return [
    ...(known.rule.asset === null ? [] : [row('Amount', text(total), 'amount')]),
    ...(['APT', null].includes(known.rule.asset)
      ? []
      : [row('Asset', asset, asset.includes('::') ? 'text' : 'address')]),
    ...named,
  ];
}

/** The call of a function without a rule. */
function calledRows({ called, types }: AptosTransaction): DecodedField[] {
  return [row('Function', called.value), ...types.map(({ value }) => row('Type', value))];
}

function payerRows(feePayer: Read<string> | null): DecodedField[] {
  if (feePayer === null) return [];
  return [
    feePayer.value === ANYBODY
      ? row('Fee paid by', 'whoever signs as the fee payer')
      : row('Fee paid by', feePayer.value, 'address'),
  ];
}

function unknownFindings(bytes: Uint8Array, called: string): Finding[] {
  const mark = markOf(bytes);
  const why = dangerOf(called);
  return [
    danger(
      why === null
        ? `No rule explains the function ${called}, which can do anything with the account.`
        : `${why} The function ${called} is not decoded here.`,
      { field: 'function', mark },
    ),
  ];
}

function movedFindings(known: Known, sender: string): Finding[] {
  const recipients = addressesOf(known, 'to');
  const lost = recipients.filter((each) => isUnowned(each));
  return [
    ...(known.rule.danger === undefined ? [] : [danger(known.rule.danger, { field: 'arguments[0]' })]),
    ...lost.map((each) =>
      danger(`${each} is an address without a known key: anything sent there is lost.`, { field: 'function' }),
    ),
    ...(recipients.includes(sender) ? [care('It sends to the account it comes from.', { field: 'sender' })] : []),
  ];
}
