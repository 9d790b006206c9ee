/** Describes transactions of the XRP Ledger, and claims of its payment channels. */
import type { DecodedField, Finding } from '../../../../../shared/model/index.ts';
import { type ContentMeaning, danger, row } from '../../../meaning.ts';
import { Refusal } from '../../../refusal.ts';
import { placeIn, printableText } from '../../../transactions/reading.ts';
import { routeFinding } from '../../../transactions/routes.ts';
import { type Explanation, quotedOrHex } from '../effect.ts';
import { markOf, type PayloadAround, refusedOr, startsWith, undecodedTransaction } from '../form.ts';
import { ledgerEndFindings } from '../ledger-ends.ts';
import { memoFindings } from '../memos.ts';
import { ACCOUNTS } from './accounts.ts';
import { XRP } from './amounts.ts';
import { CLAIM, claimIn, readClaim } from './claim.ts';
import { TIMES, TYPES } from './fields.ts';
import { payment } from './payments.ts';
import { type Of, rowsOf, valuesOf, type XrpRule } from './rule.ts';
import { SET_ASIDE } from './set-aside.ts';
import { signerFindings } from './signer.ts';
import { TOKENS } from './tokens.ts';
import { TRADES } from './trading.ts';
import { MULTIPLE, readTransaction, SINGLE, type XrpField, type XrpTransaction } from './transaction.ts';

const RULES: Readonly<Record<string, XrpRule>> = {
  Payment: payment,
  ...SET_ASIDE,
  ...TRADES,
  ...TOKENS,
  ...ACCOUNTS,
};
/** Choice (xrp-fee-warning): from 5 XRP a fee is more likely a mistake than a wish. */
const FEE_WARNING = 5;

/** Fields of every type. `SigningPubKey`, and the number or the ticket that orders transactions, are checked apart. */
const REQUIRED = ['TransactionType', 'Sequence', 'Fee', 'SigningPubKey', 'Account'];
const OPTIONAL = ['Flags', 'SourceTag', 'LastLedgerSequence', 'NetworkID', 'TicketSequence', 'AccountTxnID', 'Memos'];
/** Every signature is fully canonical now. */
const CANONICAL = 0x8000_0000n;
const MEMO_FIELDS = new Set(['MemoType', 'MemoData', 'MemoFormat']);
/** Types without a rule, with the danger of each that has one. */
const DANGERS: Readonly<Record<string, string>> = {
  Batch: 'It runs several transactions at once.',
  Clawback: 'It takes a currency back from its holder.',
  DelegateSet: 'It lets another account send transactions for this one.',
  NFTokenAcceptOffer: 'It takes an offer whose token and price it does not state.',
  PaymentChannelClaim: 'It takes from, or closes, a payment channel.',
};

/** Describes signing data. One with a type or a field that no rule explains is blind, with its fields. */
export function readXrp(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  const claim = claimIn(bytes);
  if (claim !== null) return readClaim(bytes, claim, hashFaults(around));
  if (![SINGLE, MULTIPLE, CLAIM].some((prefix) => startsWith(bytes, prefix))) return null;
  const transaction = refusedOr(() => readTransaction(bytes));
  if (!(transaction instanceof Refusal)) return describe(bytes, transaction, around);
  return undecodedTransaction(bytes, transaction, { chain: 'the XRP Ledger' });
}

function describe(bytes: Uint8Array, transaction: XrpTransaction, around: PayloadAround): ContentMeaning {
  const { fields, signer } = transaction;
  const of = valuesOf(fields);
  const type = TYPES[transaction.type] ?? `type ${transaction.type}`;
  const rule = Object.hasOwn(RULES, type) ? RULES[type] : undefined;
  const effect: Explanation = rule?.effect(of) ?? {
    steps: [`Run ${type}, which is not explained`],
  };
  const faults = [...reasons(transaction, of, type, rule), ...(effect.faults ?? []), ...hashFaults(around)];
  const mark = markOf(bytes);
  return {
    title: signer === null ? 'XRP Ledger transaction' : 'XRP Ledger transaction of several signers',
    steps: effect.steps,
    summary: [
      row('From', of.account, 'address'),
      ...(effect.rows ?? []),
      row('Chain', chainText(of)),
      row('Fee', of.amountText('Fee'), 'amount'),
      ...rowsOf(of, {
        Sequence: 'Sequence number',
        TicketSequence: 'Ticket',
        AccountTxnID: 'Only after the transaction',
        SourceTag: 'Source tag',
      }),
      ...(of.has('LastLedgerSequence') ? [row('Valid until', `ledger ${of.number('LastLedgerSequence')}`)] : []),
      ...(signer === null ? [] : [row('Signer', signer.address, 'address')]),
      ...memoRows(of),
    ],
    fields: [
      ...fields.flatMap((field) => fieldsOf(bytes, field)),
      ...(signer === null
        ? []
        : [{ name: 'signer', value: signer.address, kind: 'address', ...placeIn(bytes, signer.bytes) } as const]),
    ],
    findings: [
      danger('These bytes are a transaction: anyone with the signature can send it.'),
      ...faults.map((fault) => danger(`It is not fully explained, because ${fault}.`, { mark })),
      ...(effect.findings ?? []),
      ...signerFindings(of, signer?.address ?? null, around),
      ...(of.has('LastLedgerSequence')
        ? ledgerEndFindings('XRP Ledger', of.number('LastLedgerSequence'), around.atMs)
        : [danger('It never expires: whoever has the signature can send it at any later time.')]),
      ...(Number(of.amount('Fee').digits) >= FEE_WARNING ? [danger(`Its fee is ${of.amountText('Fee')}.`)] : []),
      ...allMemoFindings(of, mark),
    ],
    unexplained: faults.length === 0 ? [] : [{ start: 0, end: bytes.length }],
  };
}

/** The reasons for which a transaction is not fully explained, as clauses. */
function reasons({ fields, signer }: XrpTransaction, of: Of, type: string, rule: XrpRule | undefined): string[] {
  const warning = DANGERS[type];
  if (rule === undefined)
    return [`no rule explains ${type}${warning === undefined ? '' : `. ${warning.replace(/\.$/, '')}`}`];
  const [required, known] = [
    [...REQUIRED, ...rule.required],
    [...REQUIRED, ...OPTIONAL, ...rule.required, ...rule.optional],
  ];
  const missing = required.filter((name) => !of.has(name));
  const unknown = fields.map(({ name }) => name).filter((name) => !known.includes(name));
  const flags = of.flags & ~(CANONICAL | rule.flags);
  const hasSequence = of.number('Sequence') !== 0n;
  const key = of.bytes('SigningPubKey').length;
  return [
    ...missing.map((name) => `it lacks ${name}`),
    ...unknown.map((name) => `no rule explains its field ${name}`),
    ...(flags === 0n ? [] : [`no rule explains its flags 0x${flags.toString(16)}`]),
    ...(hasSequence === of.has('TicketSequence') ? ['it has both a sequence number and a ticket, or neither'] : []),
    ...(of.has('TicketSequence') && of.has('AccountTxnID') ? ['it has a ticket and names an earlier transaction'] : []),
    ...(of.amount('Fee').asset === XRP ? [] : ['its fee is not in XRP']),
    ...(of.has('NetworkID')
      ? [`it is for the network ${of.number('NetworkID')}, whose rules and coin can differ`]
      : []),
    ...(signer === null && key !== 33 ? ['its key has another length'] : []),
    ...(signer !== null && key !== 0 ? ['it has the key of one signer and is for several'] : []),
    ...memoFaults(of),
  ];
}

function memoFaults(of: Of): string[] {
  return of.items('Memos').every((memo) => [...MEMO_FIELDS].some((name) => memo.has(name)))
    ? []
    : ['it has a memo without content'];
}

/** About a hash of the request with which no node of the ledger verifies the signature. */
const hashFaults = ({ hashFunction }: PayloadAround): string[] =>
  hashFunction === 'HASH_FUNCTION_SHA256' || hashFunction === 'HASH_FUNCTION_KECCAK256'
    ? ['the XRP Ledger hashes it with SHA-512, and no node takes a signature with another hash']
    : [];

const MEMO_LABELS = { MemoType: 'Memo type', MemoFormat: 'Memo format', MemoData: 'Memo' } as const;

function memoRows(of: Of): DecodedField[] {
  return of
    .items('Memos')
    .flatMap((memo) =>
      Object.entries(MEMO_LABELS).flatMap(([name, label]) =>
        memo.has(name) ? [row(label, quotedOrHex(memo.bytes(name)))] : [],
      ),
    );
}

/** Types of memos that a bridge reads as the members of a transfer (Axelar). */
const BRIDGED = /^"(?:destination_(?:address|chain)|gas_fee_amount)"$/;

function allMemoFindings(of: Of, mark: string): Finding[] {
  const found = of
    .items('Memos')
    .flatMap((memo, index) => [
      ...Object.keys(MEMO_LABELS).flatMap((name) => memoFindings(memo.bytes(name), `Memos[${index}].${name}`, mark)),
      ...(BRIDGED.test(printableText(memo.bytes('MemoType')) ?? '')
        ? [routeFinding(`Memos[${index}].MemoData`, mark)]
        : []),
    ]);
  return [...new Map(found.map((finding) => [finding.text, finding])).values()];
}

const chainText = (of: Of): string =>
  of.has('NetworkID')
    ? `the network ${of.number('NetworkID')} of the XRP Ledger’s software`
    : 'XRP Ledger; the transaction does not name its network';

/** A field and those of its objects, with their places. */
function fieldsOf(bytes: Uint8Array, field: XrpField, path = ''): DecodedField[] {
  const name = `${path}${field.name}`;
  if (field.items.length > 0)
    return field.items.flatMap((item, index) => item.flatMap((each) => fieldsOf(bytes, each, `${name}[${index}].`)));
  return [{ name, value: field.text, kind: kindOf(field), ...placeIn(bytes, field.bytes) }];
}

function kindOf({ name, kind }: XrpField): DecodedField['kind'] {
  if (TIMES.has(name)) return 'time';
  if (kind === 'account') return 'address';
  if (kind === 'amount') return 'amount';
  if (kind === 'hash256' || kind === 'hash128') return 'hash';
  return kind === 'blob' ? 'bytes' : 'text';
}
