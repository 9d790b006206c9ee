import Type, { type Static, type TSchema } from 'typebox';
import { Closed } from './bytes.ts';

const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Milliseconds = Type.Number();

/** An address in a history, with what the operator calls it: by the address book, or by the name of an account. */
export const HistoryParty = Closed({
  address: Type.String(),
  label: Nullable(Type.String()),
  /** An account that the service lists as the organization's. */
  own: Type.Boolean(),
});
export type HistoryParty = Static<typeof HistoryParty>;

/** An exact decimal number and what it counts. */
export const HistoryAmount = Closed({
  text: Type.String(),
  unit: Type.String(),
  /** The unit is known here; else it is what the token calls itself, which anybody may write. */
  known: Type.Boolean(),
});
export type HistoryAmount = Static<typeof HistoryAmount>;

/** `both` for a swap; `none` where nothing moved but the fee. */
export const HISTORY_DIRECTIONS = ['in', 'out', 'both', 'none'] as const;
/** `finalized` is for good, `confirmed` can still vanish with its block, `failed` moved nothing but the fee. */
export const HISTORY_STATES = ['confirmed', 'finalized', 'failed'] as const;

export const HistoryRow = Closed({
  id: Type.Integer(),
  time: Milliseconds,
  account: HistoryParty,
  /** By CAIP-2. */
  chain: Type.String(),
  direction: Type.Enum(HISTORY_DIRECTIONS),
  /** Of the first transfer, else whom it called; null where it made a contract. */
  counterparty: Nullable(HistoryParty),
  /** Of the first transfer. */
  amount: Nullable(HistoryAmount),
  incoming: Type.Boolean(),
  /** Further transfers. */
  more: Type.Integer(),
  state: Type.Enum(HISTORY_STATES),
});
export type HistoryRow = Static<typeof HistoryRow>;

/** Stands before the transactions of a day: when it began here, and how many they are; null while they are counted. */
export const HistoryDay = Closed({ day: Milliseconds, transactions: Nullable(Type.Integer()) });
export type HistoryDay = Static<typeof HistoryDay>;

export const HistoryLine = Type.Union([HistoryDay, HistoryRow]);
export type HistoryLine = Static<typeof HistoryLine>;

export const HistoryTransfer = Closed({
  incoming: Type.Boolean(),
  amount: HistoryAmount,
  /** By CAIP-19; null where the service names none. */
  asset: Nullable(Type.String()),
  counterparty: HistoryParty,
});
export type HistoryTransfer = Static<typeof HistoryTransfer>;

export const HistoryDetail = Closed({
  row: HistoryRow,
  /** What it did in a sentence, and the addresses that are named in it. */
  headline: Type.String(),
  hash: Type.String(),
  block: Closed({ number: Type.Integer(), hash: Type.String() }),
  from: HistoryParty,
  to: Nullable(HistoryParty),
  /** Whoever sent it paid it. */
  fee: HistoryAmount,
  origin: Type.String(),
  transfers: Type.Array(HistoryTransfer),
  /** Those that are not among `transfers`. */
  moreTransfers: Type.Integer(),
  /** What the service knows of it, where it sent it. */
  sent: Nullable(
    Closed({
      sponsored: Type.Boolean(),
      fingerprint: Nullable(Type.String()),
      submittedAt: Nullable(Milliseconds),
      /** The activity that it is of, where that is cached here. */
      activityId: Nullable(Type.String()),
    }),
  ),
});
export type HistoryDetail = Static<typeof HistoryDetail>;

export const HISTORY_FORMATS = ['csv', 'json'] as const;
export type HistoryFormat = (typeof HISTORY_FORMATS)[number];

/** Characters of why a chain is not read. */
export const MAXIMUM_READING_PROBLEM = 500;
const Problem = Nullable(Type.String({ maxLength: MAXIMUM_READING_PROBLEM }));
const Blocks = Type.Integer({ minimum: 0 });

/** How far a service has read a chain for the history of its accounts. */
export const ChainReading = Closed({
  /** By CAIP-2. */
  chain: Type.String({ minLength: 1, maxLength: 64 }),
  /** When it had last read the newest block; null where it has not since it was started. */
  readAt: Nullable(Milliseconds),
  /** The newest block that it knows of is read. */
  isCurrent: Type.Boolean(),
  /** Why no further block is read; null while they are. */
  problem: Problem,
  /** What is still looked through of the time before accounts were followed: blocks, of so many; null for nothing. */
  earlier: Nullable(Closed({ accounts: Blocks, done: Blocks, of: Blocks, isPaused: Type.Boolean(), problem: Problem })),
  /** Blocks of which nothing is kept, as they are longer than is read. */
  passedOver: Blocks,
  /** Blocks of which is not kept what contracts moved in them, as they could not be traced. */
  untraced: Blocks,
});
export type ChainReading = Static<typeof ChainReading>;
