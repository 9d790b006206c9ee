/** Describes transactions of Stellar. */
import { decimalText, type Finding } from '../../../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../../../shared/wire/index.ts';
import { type ContentMeaning, care, danger, forAccount, row } from '../../../meaning.ts';
import { sha256 } from '../../../native.ts';
import { Refusal } from '../../../refusal.ts';
import type { Explanation } from '../effect.ts';
import { markOf, type PayloadAround, refusedOr, startsWith, undecodedTransaction } from '../form.ts';
import { NETWORKS } from './networks.ts';
import { accountRows, imitationFindings, type Of } from './operation.ts';
import { conditionRows, endFindings, fieldsOf, memoFindings, memoRows } from './rows.ts';
import { signerFindings } from './signer.ts';
import { type ReadOperation, readSigned, type Signed, type StellarTransaction } from './transaction.ts';
import { DECIMALS, type Value } from './values.ts';

/** Choice (stellar-fee-warning): from 10 XLM a fee is more likely a mistake than a wish. In stroops. */
const FEE_WARNING = 100_000_000n;
const PREFIXES = Object.keys(NETWORKS).map((id) => hexDecode(id));
const LATER_TYPES = [2, 5];
const TYPE_AT = 35;

/** Describes a signature base. One of a network without a name is recognized where all of it can be read, and is blind. */
export function readStellar(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  const isNamed = PREFIXES.some((prefix) => startsWith(bytes, prefix));
  if (!isNamed && !LATER_TYPES.includes(bytes[TYPE_AT] ?? 0)) return null;
  const signed = refusedOr(() => readSigned(bytes));
  if (!(signed instanceof Refusal)) return describe(bytes, signed, around);
  if (!isNamed) return null;
  return undecodedTransaction(bytes, signed, { chain: 'Stellar' });
}

/** An operation with its effect. */
interface Explained {
  readonly read: ReadOperation;
  readonly account: string;
  readonly effect: Explanation;
}

function explained({ source, operations }: StellarTransaction): Explained[] {
  return operations.map((read) => {
    const account = (read.source ?? source).account ?? '';
    return { read, account, effect: read.operation.effect(valuesOf(read, account)) };
  });
}

const ABSENT: Value = {
  text: '',
  kind: 'text',
  bytes: new Uint8Array(),
  number: 0n,
  account: null,
  assets: [],
  items: [],
  content: new Uint8Array(),
};

function valuesOf({ members }: ReadOperation, source: string): Of {
  const optional = (name: string) => members.get(name) ?? null;
  const value = (name: string) => optional(name) ?? ABSENT;
  return {
    source,
    optional,
    value,
    text: (name) => value(name).text,
    number: (name) => value(name).number,
    asset: (name) => value(name).assets[0] ?? { code: null, issuer: null },
  };
}

function describe(bytes: Uint8Array, signed: Signed, around: PayloadAround): ContentMeaning {
  const { transaction, bump, network } = signed;
  const all = explained(transaction);
  const source = transaction.source.account ?? '';
  const steps = all.flatMap(({ effect, account }) =>
    effect.steps.map((step) => (account === source && bump === null ? step : forAccount(account, step))),
  );
  const fee = bump?.fee.number ?? transaction.fee.number;
  const feeText = `${decimalText(fee, DECIMALS)} XLM`;
  const mark = markOf(bytes);
  const faults = [
    ...(all.length === 0 ? ['it has no operation'] : []),
    ...(NETWORKS[network] === undefined ? [`its network ${network} is not known`] : []),
    ...all.flatMap(({ effect }) => effect.faults ?? []),
  ];
  return {
    title: bump === null ? 'Stellar transaction' : 'Stellar fee bump transaction',
    steps: [
      ...(bump === null ? [] : [`Pay up to ${feeText} as the fee of a transaction of ${source}`]),
      ...(bump === null && steps.length === 0 ? ['Pay a fee and do nothing else'] : steps),
    ],
    summary: [
      ...accountRows('From', bump?.source ?? transaction.source),
      ...(bump === null ? [] : accountRows('Account', transaction.source)),
      ...all.flatMap(({ read, account, effect }) => [
        ...(account === source ? [] : accountRows('Acts for', read.source ?? transaction.source)),
        ...(effect.rows ?? []),
      ]),
      row('Chain', `Stellar, ${NETWORKS[network] ?? 'a network without a name'}`),
      row('Fee at most', feeText, 'amount'),
      row('Sequence number', transaction.sequence.text),
      ...conditionRows(transaction),
      ...memoRows(transaction),
      row('Transaction hash', hexEncode(sha256(bytes)), 'hash'),
    ],
    fields: fieldsOf(bytes, signed),
    findings: [
      transaction.sequence.number === 0n && bump === null
        ? danger(
            'It cannot be sent, because its sequence number is 0. Services take such a transaction as a sign-in (SEP-10): anyone with the signature can act as this account.',
          )
        : danger('These bytes are a transaction. With a signature of their hash, anyone can send it.'),
      care(
        'Accounts of Stellar sign the SHA-256 hash of these bytes, and no hash is made here: no node takes this signature.',
      ),
      ...faults.map((fault) => danger(`It is not fully explained, because ${fault}.`, { mark })),
      ...all.flatMap(({ effect }) => effect.findings ?? []),
      ...unique(
        all.flatMap(({ read }) => [...read.members.values()].flatMap((each) => imitationFindings(each?.assets ?? []))),
      ),
      ...signerFindings(signed, around),
      ...endFindings(transaction, around),
      ...(fee >= FEE_WARNING ? [danger(`Its fee may be up to ${feeText}.`)] : []),
      ...memoFindings(transaction, mark),
    ],
    unexplained: faults.length === 0 ? [] : [{ start: 0, end: bytes.length }],
  };
}

const unique = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((finding) => [finding.text, finding])).values(),
];
