import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';
import { GroupHeading } from './groups.ts';

const Milliseconds = Type.Number();

/** An address in a history, with the operator's label: from the address book, or from the name of an account. */
export const HistoryParty = Closed({
  address: Type.String(),
  label: Nullable(Type.String()),
  /** An account that the service lists as the organization's. */
  own: Type.Boolean(),
});
export type HistoryParty = Static<typeof HistoryParty>;

/** An exact decimal number and its unit. */
export const HistoryAmount = Closed({
  text: Type.String(),
  unit: Type.String(),
  /** True when the unit is known here. Otherwise it is the token's own name, which anybody may choose. */
  known: Type.Boolean(),
});
export type HistoryAmount = Static<typeof HistoryAmount>;

/** `both` for a swap, `none` when only the fee moved. */
export const HISTORY_DIRECTIONS = ['in', 'out', 'both', 'none'] as const;
/** `finalized` is final, `confirmed` can still vanish with its block, `failed` moved only the fee. */
export const HISTORY_STATES = ['confirmed', 'finalized', 'failed'] as const;

export const HistoryRow = Closed({
  id: Type.Integer(),
  time: Milliseconds,
  account: HistoryParty,
  /** By CAIP-2. */
  chain: Type.String(),
  direction: Type.Enum(HISTORY_DIRECTIONS),
  /** The counterparty of the first transfer, else the called address. Null when it made a contract. */
  counterparty: Nullable(HistoryParty),
  /** The amount of the first transfer. */
  amount: Nullable(HistoryAmount),
  incoming: Type.Boolean(),
  /** Further transfers. */
  more: Type.Integer(),
  state: Type.Enum(HISTORY_STATES),
});
export type HistoryRow = Static<typeof HistoryRow>;

/** A transaction, or the heading of its day. */
export const HistoryLine = Type.Union([GroupHeading, HistoryRow]);
export type HistoryLine = Static<typeof HistoryLine>;

export const HistoryTransfer = Closed({
  incoming: Type.Boolean(),
  amount: HistoryAmount,
  /** By CAIP-19. Null when the service names none. */
  asset: Nullable(Type.String()),
  counterparty: HistoryParty,
});
export type HistoryTransfer = Static<typeof HistoryTransfer>;

export const HistoryDetail = Closed({
  row: HistoryRow,
  /** The transaction in a sentence, with the addresses that it names. */
  headline: Type.String(),
  hash: Type.String(),
  block: Closed({ number: Type.Integer(), hash: Type.String() }),
  from: HistoryParty,
  to: Nullable(HistoryParty),
  /** The sender paid it. */
  fee: HistoryAmount,
  origin: Type.String(),
  transfers: Type.Array(HistoryTransfer),
  /** The number of transfers that `transfers` omits. */
  moreTransfers: Type.Integer(),
  /** The service's record of the transaction, if the service sent it. */
  sent: Nullable(
    Closed({
      sponsored: Type.Boolean(),
      fingerprint: Nullable(Type.String()),
      submittedAt: Nullable(Milliseconds),
      /** Its activity, if that is cached here. */
      activityId: Nullable(Type.String()),
    }),
  ),
});
export type HistoryDetail = Static<typeof HistoryDetail>;

export const HISTORY_FORMATS = ['csv', 'json'] as const;
export type HistoryFormat = (typeof HISTORY_FORMATS)[number];

/** The most characters of the reason why a chain is not read. */
export const MAXIMUM_READING_PROBLEM = 500;
const Problem = Nullable(Type.String({ maxLength: MAXIMUM_READING_PROBLEM }));
const Blocks = Type.Integer({ minimum: 0 });

/** The progress of a service in reading a chain for the history of its accounts. */
export const ChainReading = Closed({
  /** By CAIP-2. */
  chain: Type.String({ minLength: 1, maxLength: 64 }),
  /** When it last read the newest block. Null when it has not since its start. */
  readAt: Nullable(Milliseconds),
  /** True when the newest known block is read. */
  isCurrent: Type.Boolean(),
  /** Why reading has stopped. Null while blocks are read. */
  problem: Problem,
  /** The reading of blocks from before the accounts were followed: `done` blocks of `of`. Null when none are left. */
  earlier: Nullable(Closed({ accounts: Blocks, done: Blocks, of: Blocks, isPaused: Type.Boolean(), problem: Problem })),
  /** Blocks without any record, because they are longer than the reading limit. */
  passedOver: Blocks,
  /** Blocks without their contract transfers, because they could not be traced. */
  untraced: Blocks,
});
export type ChainReading = Static<typeof ChainReading>;
