import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';
import { ENDPOINT_CHAINS } from './chains.ts';
import { LocalizedText } from './localized.ts';
import { FINDING_LEVELS } from './meaning.ts';
import { GasFees, Memo, Units } from './payment-fields.ts';
import { PaymentAddress, type PaymentFamily, paymentFamilyOf } from './payments.ts';

/** The limits of a batch: characters of its text, its lines, and characters of its name. */
export const BATCH_LIMITS = { text: 1024 * 1024, lines: 5_000, name: 64 } as const;

/** The meaning of a column. A memo goes with its payment, a note stays here. `ignore` for a column that is not used. */
export const BATCH_COLUMNS = ['to', 'amount', 'asset', 'memo', 'note', 'transaction', 'message', 'ignore'] as const;
export type BatchColumn = (typeof BATCH_COLUMNS)[number];

/** The batches of a family of chains. */
export interface BatchFacts {
  /** A public text can go with a payment. */
  readonly hasMemo: boolean;
  /** A line may also be a message or an unsigned transaction, and the operator may type the fee. */
  readonly isOpen: boolean;
  /** The service sends what it signs. */
  readonly isSent: boolean;
}

const FACTS: Readonly<Record<PaymentFamily, BatchFacts>> = {
  ethereum: { hasMemo: false, isOpen: true, isSent: false },
  solana: { hasMemo: true, isOpen: false, isSent: true },
  bitcoin: { hasMemo: false, isOpen: false, isSent: true },
  tron: { hasMemo: true, isOpen: false, isSent: true },
  tempo: { hasMemo: false, isOpen: false, isSent: false },
};

/** Returns the facts about batches on a chain. */
export const batchFactsOf = (chain: string): BatchFacts => FACTS[paymentFamilyOf(chain)];

/** A column of the operator's table. */
export const TableColumn = Closed({
  header: Type.String(),
  as: Type.Enum(BATCH_COLUMNS),
  /** The cell in the first line. */
  sample: Type.String(),
});
export type TableColumn = Static<typeof TableColumn>;

/**
 * The payer, the chain, and the fee that the operator typed on Ethereum's kind of chain. A null fee is read from the
 * profile's node.
 */
export const BatchTerms = Closed({
  chain: Type.Enum(ENDPOINT_CHAINS),
  from: PaymentAddress,
  typed: Nullable(Closed({ ...GasFees.properties, gasLimit: Units, nonce: Units })),
});
export type BatchTerms = Static<typeof BatchTerms>;

/** A table that the operator gave, with the meaning of its columns. Null columns are recognised by their headers. */
export const BatchTable = Closed({
  text: Type.String({ maxLength: BATCH_LIMITS.text }),
  columns: Nullable(Type.Array(Type.Enum(BATCH_COLUMNS), { maxItems: 64 })),
});
export type BatchTable = Static<typeof BatchTable>;

/** A finding of one line. `short` fits a column. */
export const LineFinding = Closed({
  level: Type.Enum(FINDING_LEVELS),
  short: Type.String(),
  text: Type.String(),
});
export type LineFinding = Static<typeof LineFinding>;

/** The contents of a line. */
export const LineWhat = Type.Union([
  Closed({
    kind: Type.Literal('payment'),
    to: Type.String(),
    /** The name of the recipient on this machine. */
    label: Nullable(Type.String()),
    /** The known address that the recipient looks like. */
    alike: Nullable(Closed({ address: Type.String(), label: Nullable(Type.String()), times: Type.Integer() })),
    token: Nullable(PaymentAddress),
    symbol: Type.String(),
    decimals: Type.Integer(),
    units: Units,
    /** The public text that goes with it. Null for none. */
    memo: Memo,
    /**
     * The most that its fee can cost, in the smallest unit of the chain's coin. On Solana, with the rent of the token
     * account that it opens. Null while it is unknown.
     */
    fee: Nullable(Units),
  }),
  /** `headline` is the action in the vault's words. Empty before it was explained. */
  Closed({ kind: Type.Literal('transaction'), unsignedTransaction: Type.String(), headline: Type.String() }),
  Closed({ kind: Type.Literal('message'), message: Type.String(), headline: Type.String() }),
]);
export type LineWhat = Static<typeof LineWhat>;

/** A line of a table as it was read. */
export const ReviewedLine = Closed({
  /** The number of the line in the file, from 1. In a JSON list, the number of the item. */
  line: Type.Integer(),
  /** Null for a line that cannot be read. Its first finding has the reason. */
  what: Nullable(LineWhat),
  /** The start of the line's first used cell, as it was written. */
  given: Type.String(),
  note: Type.String(),
  findings: Type.Array(LineFinding),
  /** No question about a batch can hold the line, so it cannot be included. Its findings have the reason. */
  isBarred: Type.Boolean(),
});
export type ReviewedLine = Static<typeof ReviewedLine>;

/** The sum of an asset over lines, with the balance of the account. Null parts are unknown. */
export const AssetSum = Closed({
  token: Nullable(PaymentAddress),
  symbol: Type.String(),
  decimals: Type.Integer(),
  /** The account's balance. */
  held: Nullable(Units),
});
export type AssetSum = Static<typeof AssetSum>;

/** A table with what this machine knows about each line. Nothing was signed. */
export const BatchReview = Closed({
  columns: Type.Array(TableColumn),
  /** The line of the file that names the columns, and is not signed. Null where none does. */
  headerLine: Nullable(Type.Integer()),
  lines: Type.Array(ReviewedLine),
  assets: Type.Array(AssetSum),
  /** The coin of the chain, which fees are paid in. */
  coin: AssetSum,
  /** The part of the coin that has to stay in the account. */
  kept: Units,
  /** The next nonce of the account. Null on chains without nonces too. */
  nonce: Nullable(Units),
  /** The reasons for missing values. */
  problems: Type.Array(LocalizedText),
});
export type BatchReview = Static<typeof BatchReview>;

/**
 * The state of a line of a batch.
 * - `left`: not signed. `open`: sent, with an unknown outcome.
 * - `waiting`: the service has it and has not completed it.
 * - `signed`: completed, with a proven signature. `unproven`: completed, with a wrong signature or one without proof.
 * - `failed`: refused for good, rejected or failed. `givenUp`: the operator gave it up, with an unknown outcome.
 */
export const LINE_STATES = ['left', 'open', 'waiting', 'signed', 'unproven', 'failed', 'givenUp'] as const;
export type LineState = (typeof LINE_STATES)[number];

/**
 * The progress of a signed line's broadcast, from what this machine knows.
 * - `left`: not broadcast. `open`: sent to the service, with an unknown outcome. `asked`: waits at the service.
 * - `sent`: the service broadcast it. `failed`: the last try ended without a broadcast.
 */
export const BATCH_BROADCASTS = ['left', 'open', 'asked', 'sent', 'failed'] as const;
export type BatchBroadcast = (typeof BATCH_BROADCASTS)[number];

export const BatchLineRow = Closed({
  line: Type.Integer(),
  /** The action in words: “Send 1250 USDC to 0x…”. */
  what: Type.String(),
  state: Type.Enum(LINE_STATES),
  activityId: Nullable(Type.String()),
  /** Null for a line that needs no broadcast, or is not signed yet. */
  broadcast: Nullable(Type.Enum(BATCH_BROADCASTS)),
});
export type BatchLineRow = Static<typeof BatchLineRow>;

const BatchId = Type.String({ pattern: '^[0-9a-f-]{36}$' });

/** A batch that was confirmed, with the number of its lines in each state. */
export const BatchRow = Closed({
  id: BatchId,
  name: Type.String(),
  createdAt: Type.Number(),
  counts: Closed({
    left: Type.Integer(),
    open: Type.Integer(),
    waiting: Type.Integer(),
    signed: Type.Integer(),
    unproven: Type.Integer(),
    failed: Type.Integer(),
    givenUp: Type.Integer(),
  }),
});
export type BatchRow = Static<typeof BatchRow>;

/** A batch that cannot be read: its name or that of its file, and the reason. */
export const BrokenBatch = Closed({ name: Type.String(), problem: LocalizedText });
export type BrokenBatch = Static<typeof BrokenBatch>;

/** A batch with the state of each line. */
export const BatchDetail = Closed({
  ...BatchRow.properties,
  /** True when the service also sends what it signs, so that nothing is left to broadcast. */
  isSent: Type.Boolean(),
  /** True when a signature was compared with its request and does not match. Others without proof wait for that. */
  isRefuted: Type.Boolean(),
  lines: Type.Array(BatchLineRow),
});
export type BatchDetail = Static<typeof BatchDetail>;

/** The formats of a result file. */
export const BATCH_FORMATS = ['csv', 'json'] as const;
export type BatchFormat = (typeof BATCH_FORMATS)[number];
