import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';
import { ETHEREUM_CHAINS } from './chains.ts';
import { SignatureProof, Signed } from './proof.ts';

const Milliseconds = Type.Number();

/** A user by id, with the service's name for it, or null without one. */
export const Person = Closed({
  userId: Type.String(),
  name: Nullable(Type.String()),
  /** The operator of the profile, in lists. */
  isOwn: Type.Optional(Type.Literal(true)),
});
export type Person = Static<typeof Person>;

/** States who can open the bundle of an export, which is sealed to one target key. */
export const ExportOpening = Type.Union([
  /** The current profile holds the target key. `until` is when the key is destroyed, or null for never. */
  Closed({ can: Type.Literal('open'), until: Nullable(Milliseconds) }),
  /** The target key was here and is destroyed. `at` is null during its destruction. */
  Closed({ can: Type.Literal('ended'), at: Nullable(Milliseconds) }),
  /** Another profile of this machine holds the target key, or another machine does (`profile` is null). */
  Closed({ can: Type.Literal('elsewhere'), by: Nullable(Person), profile: Nullable(Type.String()) }),
]);
export type ExportOpening = Static<typeof ExportOpening>;

/**
 * The origin of the request that a result was compared with.
 * `asked`: this profile made it. `voted`: this profile approved its fingerprint.
 * `shown`: the service shows bytes that have the fingerprint.
 */
export const REQUEST_ORIGINS = ['asked', 'voted', 'shown'] as const;
export type RequestOrigin = (typeof REQUEST_ORIGINS)[number];

/** A signed transaction of Ethereum’s kind, as its chain will know it. */
export const SentTransaction = Closed({
  /** By CAIP-2. */
  chain: Type.Enum(ETHEREUM_CHAINS),
  hash: Type.String(),
  /** The account that signed it. */
  address: Type.String(),
  nonce: Type.String(),
});
export type SentTransaction = Static<typeof SentTransaction>;

/** A transaction that an activity gave to its service, which signs, sends and follows it. */
export const HandedOver = Closed({
  /** By CAIP-2, or by the service's own name. */
  chain: Type.String(),
  /** The service's id of its state. */
  statusId: Type.String(),
});
export type HandedOver = Static<typeof HandedOver>;

/** The result of a completed activity, with the proofs made on this machine. */
export const ActivityResult = Closed({
  /** Null when no bytes of the request are known. */
  comparedWith: Nullable(Type.Enum(REQUEST_ORIGINS)),
  /** Null for an activity that signs nothing, and for a result that contradicts its request. */
  signed: Nullable(Signed),
  /** Null when nothing is proven. */
  proof: Nullable(SignatureProof),
  /** Why nothing is proven. Null when there is nothing to prove. `isWrong` when the result contradicts its request. */
  problem: Nullable(Closed({ isWrong: Type.Boolean(), message: Type.String() })),
  /** The proven transaction that can be broadcast, or that the activity broadcast. Null for every other result. */
  transaction: Nullable(SentTransaction),
  /** The activity itself broadcast the transaction. */
  isBroadcast: Type.Boolean(),
  /** Null for every activity whose bytes return signed. */
  handedOver: Nullable(HandedOver),
});
export type ActivityResult = Static<typeof ActivityResult>;

/** The network's id of a transaction whose bytes only the service has, in the service's words. */
const TransactionId = Type.Optional(Type.String());

/** The known state of a signed transaction on its chain. */
export const ChainState = Type.Union([
  /** No known broadcast. `failure` is why the newest attempt ended without one. */
  Closed({ state: Type.Literal('open'), failure: Nullable(Type.String()) }),
  /** The activity that broadcasts it waits for votes, or is under way. */
  Closed({ state: Type.Literal('asked'), activityId: Type.String() }),
  /**
   * An activity broadcast it and the service reports no block with it. `problem` is why the service could not answer.
   */
  Closed({
    state: Type.Literal('sent'),
    by: Nullable(Person),
    at: Nullable(Milliseconds),
    problem: Nullable(Type.String()),
    transactionId: TransactionId,
  }),
  /**
   * An activity broadcast it, and the node of the local service does not have it. `refusal` is the node's reason, null
   * where it refused nothing. It stays valid, so a block may still include it.
   */
  Closed({
    state: Type.Literal('notFound'),
    by: Nullable(Person),
    at: Nullable(Milliseconds),
    refusal: Nullable(Type.String()),
  }),
  /**
   * A block includes it. `isFinal` when no reorganization can remove it, `failed` when it only paid its fee. `by` is
   * `node` where a node of the operator reports it, and absent where the service does.
   */
  Closed({
    state: Type.Literal('included'),
    by: Type.Optional(Type.Literal('node')),
    /** Null where the service does not name the block. */
    block: Nullable(Type.String()),
    isFinal: Type.Boolean(),
    failed: Type.Boolean(),
    transactionId: TransactionId,
  }),
  /**
   * Another transaction with its nonce or its outputs took its place. `activityId` sent that one, null where no activity
   * of this profile did. `isIncluded` when a block includes that one.
   */
  Closed({ state: Type.Literal('replaced'), activityId: Nullable(Type.String()), isIncluded: Type.Boolean() }),
  /** The service reports that its outputs are spent, and does not prove by which transaction. */
  Closed({ state: Type.Literal('spent'), problem: Type.String(), transactionId: TransactionId }),
  /** The chain counts its nonce as used, and no block is known to include it. */
  Closed({ state: Type.Literal('nonceUsed') }),
  /** The service follows it and reports that it failed for good. */
  Closed({ state: Type.Literal('failed'), problem: Type.String(), transactionId: TransactionId }),
  /** The service has no node of the chain. */
  Closed({ state: Type.Literal('noNode') }),
  Closed({ state: Type.Literal('unknown'), problem: Type.String() }),
]);
export type ChainState = Static<typeof ChainState>;
