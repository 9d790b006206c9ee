import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';
import { ENDPOINT_CHAINS } from './chains.ts';
import { Units } from './payment-fields.ts';

/** The state of a transaction’s account and outputs, as the nodes of its chain report it. */
export const SpendingState = Closed({
  /** The balance of the chain's coin. Null on a chain without a coin, on Bitcoin and without an account. */
  coinUnits: Nullable(Units),
  /** The balance of the token that was asked for. */
  tokenUnits: Nullable(Units),
  /** The first nonce that no block includes. Null on chains without nonces. */
  nonce: Nullable(Units),
  /** The base fee for one unit of gas. On Bitcoin satoshi for 1,000 virtual bytes. Null where no node reports it. */
  price: Nullable(Units),
  /** The outputs among the given ones that blocks left unspent. Null on other chains than Bitcoin. */
  unspent: Nullable(Type.Array(Type.String({ maxLength: 80 }))),
  /** True while the blockhash is one of the newest. Null without a blockhash. */
  isBlockhashNew: Nullable(Type.Boolean()),
});
export type SpendingState = Static<typeof SpendingState>;

/** An account as a node reported it, before an answer that a later question refers to. */
export const SeenAccount = Closed({
  chain: Type.Enum(ENDPOINT_CHAINS),
  /** Null for a signer that is named otherwise. */
  from: Nullable(Type.String({ maxLength: 200 })),
  /** The token whose balance was read. */
  token: Nullable(Type.String({ maxLength: 200 })),
  /** Milliseconds since the epoch. */
  at: Type.Number(),
  state: SpendingState,
});
export type SeenAccount = Static<typeof SeenAccount>;
