import Type, { type Static, type TSchema } from 'typebox';
import { Closed } from './bytes.ts';
import { EARN_STATUSES } from './enums.ts';
import { HistoryAmount, HistoryParty } from './history.ts';

const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** What one account has in one wrapper; of a wrapper that no account has anything in, the wrapper. Null is what the service does not tell. */
export const EarnRow = Closed({
  id: Type.String(),
  /** By CAIP-2. */
  chain: Type.String(),
  /** The contract of the token that earns. */
  token: Type.String(),
  /** Where the token is known here. */
  symbol: Nullable(Type.String()),
  /** How many an amount of it has: known here, or as the service counts. */
  decimals: Nullable(Type.Integer()),
  wrapper: Type.String(),
  vault: Type.String(),
  vaultName: Nullable(Type.String()),
  protocol: Nullable(Type.String()),
  /** Null where it is a wrapper only. */
  account: Nullable(HistoryParty),
  amount: Nullable(HistoryAmount),
  deposited: Nullable(HistoryAmount),
  withdrawn: Nullable(HistoryAmount),
  /** In US dollars, as the service says. */
  value: Nullable(Type.String()),
  /** In per cent, as the service says: after the wrapper’s fee where it says that, which `isNet` tells. */
  yield: Nullable(Closed({ percent: Type.String(), isNet: Type.Boolean() })),
  depositsDisabled: Type.Boolean(),
  /** Why its chain could not be asked the last time, and when what is told here was read (null: never); null where it could be. */
  unasked: Nullable(Closed({ why: Type.String(), toldAt: Nullable(Type.Number()) })),
  /** Of a wrapper that the organization has deployed itself. */
  deployed: Nullable(
    Closed({
      status: Nullable(Type.Enum(EARN_STATUSES)),
      error: Nullable(Type.String()),
      /** In basis points. */
      fee: Nullable(Type.String()),
      feeWallet: Nullable(HistoryParty),
      claimable: Nullable(HistoryAmount),
      /** All that is in it. */
      total: Nullable(HistoryAmount),
    }),
  ),
});
export type EarnRow = Static<typeof EarnRow>;
