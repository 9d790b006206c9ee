import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';
import { EARN_STATUSES } from './enums.ts';
import { HistoryAmount, HistoryParty } from './history.ts';

/**
 * The position of one account in one wrapper, or the wrapper alone when no account has a position in it.
 * Null members are values that the service does not report.
 */
export const EarnRow = Closed({
  id: Type.String(),
  /** By CAIP-2. */
  chain: Type.String(),
  /** The contract of the token that earns. */
  token: Type.String(),
  /** Null for a token that is not known here. */
  symbol: Nullable(Type.String()),
  /** The decimals of the token: known here, or as the service reports them. */
  decimals: Nullable(Type.Integer()),
  wrapper: Type.String(),
  vault: Type.String(),
  vaultName: Nullable(Type.String()),
  protocol: Nullable(Type.String()),
  /** Null for a wrapper without a position. */
  account: Nullable(HistoryParty),
  amount: Nullable(HistoryAmount),
  deposited: Nullable(HistoryAmount),
  withdrawn: Nullable(HistoryAmount),
  /** The value in US dollars, as the service reports it. */
  value: Nullable(Type.String()),
  /** In per cent, as the service reports it. `isNet` is true when it is after the wrapper’s fee. */
  yield: Nullable(Closed({ percent: Type.String(), isNet: Type.Boolean() })),
  depositsDisabled: Type.Boolean(),
  /** Why the last request to its chain failed, and when these values were read (null: never). Null after a success. */
  stale: Nullable(Closed({ why: Type.String(), readAt: Nullable(Type.Number()) })),
  /** Only for a wrapper that the organization has deployed itself. */
  deployed: Nullable(
    Closed({
      status: Nullable(Type.Enum(EARN_STATUSES)),
      error: Nullable(Type.String()),
      /** In basis points. */
      fee: Nullable(Type.String()),
      feeWallet: Nullable(HistoryParty),
      claimable: Nullable(HistoryAmount),
      /** The total amount in it. */
      total: Nullable(HistoryAmount),
    }),
  ),
});
export type EarnRow = Static<typeof EarnRow>;
