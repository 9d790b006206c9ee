/** The rows of a transaction of Stellar beside its operations, the findings about its end and its memo, and its fields. */
import type { DecodedField, Finding } from '../../../../../shared/model/index.ts';
import { care, danger, row } from '../../../meaning.ts';
import { placeIn } from '../../../transactions/reading.ts';
import { quotedOrHex } from '../effect.ts';
import type { PayloadAround } from '../form.ts';
import { ledgerEndFindings } from '../ledger-ends.ts';
import { memoFindings as textFindings } from '../memos.ts';
import type { Signed, StellarTransaction } from './transaction.ts';
import type { Value } from './values.ts';

/** A maximum of zero is none. */
const isLimited = ({ conditions }: StellarTransaction, name: string): boolean =>
  (conditions.get(name)?.number ?? 0n) !== 0n;

export function endFindings(transaction: StellarTransaction, { atMs }: PayloadAround): Finding[] {
  // Rows with a time have findings of their own.
  if (isLimited(transaction, 'maxTime')) return [];
  return isLimited(transaction, 'maxLedger')
    ? ledgerEndFindings('Stellar', transaction.conditions.get('maxLedger')?.number ?? 0n, atMs)
    : [danger('It never expires: whoever has the signatures can send it at any later time.')];
}

export function conditionRows(transaction: StellarTransaction): DecodedField[] {
  const { conditions, extraSigners } = transaction;
  const text = (name: string) => conditions.get(name)?.text ?? '';
  const rows: readonly (readonly [name: string, label: string, value: string, kind: DecodedField['kind']])[] = [
    ['minTime', 'Valid from', text('minTime'), 'time'],
    ['maxTime', 'Valid until', text('maxTime'), 'time'],
    ['minLedger', 'First ledger', text('minLedger'), 'text'],
    ['maxLedger', 'Valid before ledger', text('maxLedger'), 'text'],
    ['minSeqAge', 'Least age of the sequence number', `${text('minSeqAge')} seconds`, 'text'],
    ['minSeqLedgerGap', 'Least ledgers since the last transaction', text('minSeqLedgerGap'), 'text'],
  ];
  return [
    ...rows.flatMap(([name, label, value, kind]) => (isLimited(transaction, name) ? [row(label, value, kind)] : [])),
    ...(conditions.has('minSeqNum') ? [row('From sequence number', text('minSeqNum'))] : []),
    ...extraSigners.map((each) => row('Extra signer', each.text, each.kind)),
  ];
}

const MEMO_LABELS: Readonly<Record<string, string>> = {
  text: 'Memo',
  id: 'Memo, a number',
  hash: 'Memo, a hash',
  retHash: 'Memo, the hash of a refund',
};

export function memoRows({ memo }: StellarTransaction): DecodedField[] {
  if (memo === null) return [];
  const value = memo.name === 'text' ? quotedOrHex(memo.value.content) : memo.value.text;
  return [row(MEMO_LABELS[memo.name] ?? 'Memo', value)];
}

export function memoFindings({ memo }: StellarTransaction, mark: string): Finding[] {
  if (memo?.name === 'text') return textFindings(memo.value.content, 'memo.text', mark);
  return memo?.name === 'hash' || memo?.name === 'retHash'
    ? [
        care('The memo is a hash: the transaction does not state what the recipient takes it for.', {
          field: `memo.${memo.name}`,
        }),
      ]
    : [];
}

/** All fields with their places, in the order of their bytes. */
export function fieldsOf(bytes: Uint8Array, { transaction, bump, network }: Signed): DecodedField[] {
  const field = (name: string, value: Value): DecodedField => ({
    name,
    value: value.text,
    kind: value.kind,
    ...placeIn(bytes, value.bytes),
  });
  const { source, fee, sequence, conditions, extraSigners, memo, operations } = transaction;
  const given = (members: ReadonlyMap<string, Value | null>, path: string) =>
    [...members].flatMap(([name, value]) => (value === null ? [] : [field(`${path}${name}`, value)]));
  return [
    { name: 'networkId', value: network, kind: 'hash', range: { start: 0, end: 32 } },
    ...(bump === null ? [] : [field('feeSource', bump.source), field('bumpFee', bump.fee)]),
    field('sourceAccount', source),
    field('fee', fee),
    field('seqNum', sequence),
    ...given(conditions, 'cond.'),
    ...extraSigners.map((each, index) => field(`cond.extraSigners[${index}]`, each)),
    ...(memo === null ? [] : [field(`memo.${memo.name}`, memo.value)]),
    ...operations.flatMap(({ operation, source: own, members }, index) => [
      { name: `operations[${index}].type`, value: operation.name, kind: 'text' } as const,
      ...(own === null ? [] : [field(`operations[${index}].sourceAccount`, own)]),
      ...given(members, `operations[${index}].`),
    ]),
    ...(bump?.signatures ?? []).map((each, index) => field(`signatures[${index}]`, each)),
  ];
}
