import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';
import { ETHEREUM_CHAINS } from './chains.ts';
import { FINDING_LEVELS } from './meaning.ts';
import { Nullable, Units } from './payment-fields.ts';
import { EvmAddress, GasFees } from './payments.ts';

/** The limits of a batch: characters of its text, its lines, and characters of its name. */
export const BATCH_LIMITS = { text: 1024 * 1024, lines: 5_000, name: 64 } as const;

/** The meaning of a column. `ignore` for a column that is not used. */
export const BATCH_COLUMNS = ['to', 'amount', 'asset', 'note', 'transaction', 'message', 'ignore'] as const;
export type BatchColumn = (typeof BATCH_COLUMNS)[number];

/** A column of the operator's table. */
export const TableColumn = Closed({
  header: Type.String(),
  as: Type.Enum(BATCH_COLUMNS),
  /** The cell in the first line. */
  sample: Type.String(),
});
export type TableColumn = Static<typeof TableColumn>;

/** The payer, the chain, and the fee that the operator typed. A null fee is read from the profile's node. */
export const BatchTerms = Closed({
  chain: Type.Enum(ETHEREUM_CHAINS),
  from: EvmAddress,
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
    token: Nullable(EvmAddress),
    symbol: Type.String(),
    decimals: Type.Integer(),
    units: Units,
    /** The most that its fee can cost, in the smallest unit of the chain's coin. Null while it is unknown. */
    fee: Nullable(Units),
  }),
  Closed({ kind: Type.Literal('transaction'), unsignedTransaction: Type.String() }),
  Closed({ kind: Type.Literal('message'), message: Type.String() }),
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
});
export type ReviewedLine = Static<typeof ReviewedLine>;

/** The sum of an asset over lines, with the balance of the account. Null parts are unknown. */
export const AssetSum = Closed({
  token: Nullable(EvmAddress),
  symbol: Type.String(),
  decimals: Type.Integer(),
  /** The account's balance. */
  held: Nullable(Units),
});
export type AssetSum = Static<typeof AssetSum>;

/** A table with what this machine knows about each line. Nothing was signed. */
export const BatchReview = Closed({
  columns: Type.Array(TableColumn),
  lines: Type.Array(ReviewedLine),
  assets: Type.Array(AssetSum),
  /** The coin of the chain, which fees are paid in. */
  coin: AssetSum,
  /** The next nonce of the account. */
  nonce: Nullable(Units),
  /** The reasons for missing values. */
  problems: Type.Array(Type.String()),
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

export const BatchLineRow = Closed({
  line: Type.Integer(),
  /** The action in words: “Send 1250 USDC to 0x…”. */
  what: Type.String(),
  state: Type.Enum(LINE_STATES),
  activityId: Nullable(Type.String()),
});
export type BatchLineRow = Static<typeof BatchLineRow>;

const BatchId = Type.String({ pattern: '^[0-9a-f-]{36}$' });

/** A batch that was confirmed, with the number of its lines in each state. */
export const BatchRow = Closed({
  id: BatchId,
  name: Type.String(),
  createdAt: Type.Number(),
  counts: Closed({
    ...{ left: Type.Integer(), open: Type.Integer(), waiting: Type.Integer() },
    ...{ signed: Type.Integer(), unproven: Type.Integer() },
    ...{ failed: Type.Integer(), givenUp: Type.Integer() },
  }),
});
export type BatchRow = Static<typeof BatchRow>;

/** A batch that cannot be read: its name or that of its file, and the reason. */
export const BrokenBatch = Closed({ name: Type.String(), problem: Type.String() });
export type BrokenBatch = Static<typeof BrokenBatch>;

/** A batch with the state of each line. */
export const BatchDetail = Closed({ ...BatchRow.properties, lines: Type.Array(BatchLineRow) });
export type BatchDetail = Static<typeof BatchDetail>;

/** The formats of a result file. */
export const BATCH_FORMATS = ['csv', 'json'] as const;
export type BatchFormat = (typeof BATCH_FORMATS)[number];
