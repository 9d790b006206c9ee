import Type, { type Static } from 'typebox';
import { BATCH_LIMITS } from '../model/batches.ts';
import { BitcoinAddress, SpendableOutput } from '../model/bitcoin-payments.ts';
import { Bytes, Closed, Nullable } from '../model/bytes.ts';
import { ENDPOINT_CHAINS, ETHEREUM_CHAINS, TRON_CHAINS } from '../model/chains.ts';
import { MAXIMUM_ENDPOINTS } from '../model/endpoints.ts';
import { Units } from '../model/payment-fields.ts';
import { Payment, PaymentAddress, PaymentFees, SolanaAddress } from '../model/payments.ts';
import { SentTransaction } from '../model/results.ts';
import { FurtherVotes, MissingVotes } from '../model/rows.ts';
import { SpendingState } from '../model/spending.ts';
import { TronBlock } from '../model/tron-payments.ts';
import { SealedSecret, SealTo } from './agreement.ts';
import { BACKUP_SIZES } from './backup-messages.ts';
import { Protection } from './hardening.ts';
import { InitFile } from './init-file.ts';
import { TRY_POLICY } from './policy-trials.ts';

/** Dialects of the local service (docs/protocol.md#dialects). */
export const DIALECTS = ['spec', 'turnkey'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** The file that a local service's folder has from its first start on. */
export const CUSTODY_DATABASE = 'custody.db';
/** The archive of a month's activities, below the folder of a local service. */
export const activityArchive = (month: string) => `archive/activities-${month}.db` as const;

/** The line `castellan serve` prints when it is ready. */
export const ReadyLine = Closed({
  ready: Type.Literal(true),
  baseUrl: Type.String(),
  authUrl: Type.String(),
  organizationId: Type.String(),
  keys: Closed({
    signer: Type.String(),
    notarizer: Type.String(),
    fetcher: Type.String(),
    webhook: Closed({ kid: Type.String(), x: Type.String() }),
  }),
  userIds: Type.Optional(Type.Array(Type.String())),
});
export type ReadyLine = Static<typeof ReadyLine>;

const Count = Type.Integer({ minimum: 0 });

/** The means by which an operator observes a service. */
const Observed = Closed({
  /** The version of this program. */
  version: Type.String({ maxLength: 64 }),
  /** True: each request is logged. */
  logsRequests: Type.Boolean(),
  /** True: `GET /metrics` is answered. */
  hasMetrics: Type.Boolean(),
});
export type Observed = Static<typeof Observed>;

/** An archive of earlier activities, as the database of a service lists it. */
export const ListedArchive = Closed({
  /** The UTC month, such as `2026-05`. */
  month: Type.String(),
  activities: Count,
  bytes: Count,
  /** SHA-256 of its file, in lowercase hex. */
  sha256: Type.String(),
});
export type ListedArchive = Static<typeof ListedArchive>;

/** The contents of a copy of a service's database. */
export const CopyFacts = Closed({
  /** The names of the first hundred. */
  organizations: Type.Array(Type.String()),
  organizationCount: Count,
  users: Count,
  wallets: Count,
  accounts: Count,
  privateKeys: Count,
  secrets: Count,
  policies: Count,
  /** With those of the archives. */
  activities: Count,
  /** Milliseconds since the epoch. Null without activities. */
  newestActivityAt: Type.Union([Type.Integer(), Type.Null()]),
  /** The number of keys that opened and match their public keys. Null when the master key was not available. */
  keysChecked: Type.Union([Count, Type.Null()]),
  /** The number of archives of earlier activities. */
  archives: Count,
  damagedArchives: Type.Array(
    Closed({ month: Type.String(), activities: Count, problem: Type.Enum(['is missing', 'was changed']) }),
  ),
  /** The rows that another program changed before the backup was made, each in words. Its service refuses their uses. */
  damagedRows: Type.Array(Type.String()),
  /** The keys that do not open or do not match their public keys, each in words. */
  damagedKeys: Type.Array(Type.String()),
});
export type CopyFacts = Static<typeof CopyFacts>;

/** The messages that the local service's process answers for main. Its main interface is HTTP on loopback. */
export const CUSTODY_MESSAGES = {
  /**
   * First message, before any key arrives: hardens and confines the process. A later call reports the protections
   * granted then.
   */
  harden: { input: Closed({}), output: Protection },
  /** Returns a key for the master key of the next start alone. It invalidates the key that was offered before. */
  offerKey: { input: Closed({}), output: Closed({ sealTo: SealTo }) },
  /** Throws INVALID_INPUT when no key was offered, and BUNDLE_UNREADABLE. */
  start: {
    input: Closed({
      directory: Type.String({ minLength: 1 }),
      /** 0 means any free port. */
      port: Type.Integer({ minimum: 0, maximum: 65535 }),
      authPort: Type.Integer({ minimum: 0, maximum: 65535 }),
      dialect: Type.Enum(DIALECTS),
      observed: Observed,
      /** The number of endpoints of each chain, for `callNode`. Absent when no chain has any. */
      chains: Type.Optional(
        Type.Array(
          Closed({
            chain: Type.Enum(ENDPOINT_CHAINS),
            endpoints: Type.Integer({ minimum: 1, maximum: MAXIMUM_ENDPOINTS }),
          }),
        ),
      ),
      /** The key that seals the keys at rest, as the vault sealed it to the key that was offered. */
      master: SealedSecret,
      /** Required when the directory holds no organization yet, otherwise unused. */
      init: Type.Union([InitFile, Type.Null()]),
    }),
    output: ReadyLine,
    isUntimed: true,
  },
  /**
   * Pauses or resumes reading the time before a chain's accounts were followed. Stored on disk.
   * Throws NOT_FOUND for a chain that is not read.
   */
  pauseHistory: { input: Closed({ chain: Type.Enum(ENDPOINT_CHAINS), paused: Type.Boolean() }), output: Closed({}) },
  /**
   * Asks the chain's nodes for the price of a payment. Without a price, `problem` has the reason. Throws NOT_FOUND for a
   * chain without a node.
   */
  priceTransfer: {
    input: Closed({
      chain: Type.Enum(ENDPOINT_CHAINS),
      from: PaymentAddress,
      payment: Payment,
      /** Bitcoin outputs that other payments spend: `<txid>:<index>`. */
      without: Type.Array(Type.String({ maxLength: 80 })),
    }),
    output: Closed({
      fees: Type.Union([PaymentFees, Type.Null()]),
      problem: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  /**
   * Reads the balances of an address from the chain's nodes, also of a private key, for which the interface has none.
   * Without them, `problem` has the reason. Throws NOT_FOUND for a chain without a node.
   */
  readBalances: {
    input: Closed({ chain: Type.Enum(ENDPOINT_CHAINS), address: PaymentAddress }),
    output: Closed({
      /** Units are the smallest ones. */
      balances: Type.Union([Type.Array(Closed({ caip19: Type.String(), units: Units })), Type.Null()]),
      problem: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  /**
   * Returns the outputs that each payment on Bitcoin spends, with the transactions that prove them. No two payments
   * spend the same one. Empty where they do not cover the payment. Without outputs, `problem` has the reason. Throws
   * NOT_FOUND for a chain without a node.
   */
  spendableOutputs: {
    input: Closed({
      chain: Type.Enum(ENDPOINT_CHAINS),
      from: BitcoinAddress,
      payments: Type.Array(Closed({ to: BitcoinAddress, units: Units }), { minItems: 1, maxItems: BATCH_LIMITS.lines }),
      /** Satoshi for 1,000 virtual bytes. */
      feeRate: Units,
      /** Outputs that other payments spend: `<txid>:<index>`. */
      without: Type.Array(Type.String({ maxLength: 80 })),
    }),
    output: Closed({
      outputs: Type.Union([Type.Array(Type.Array(SpendableOutput)), Type.Null()]),
      problem: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  /**
   * Returns the first nonce of an address without a transaction that a node knows. Without it, `problem` has the reason.
   * Throws NOT_FOUND for a chain without a node.
   */
  nextNonce: {
    input: Closed({ chain: Type.Enum(ETHEREUM_CHAINS), address: PaymentAddress }),
    output: Closed({
      nonce: Type.Union([Units, Type.Null()]),
      problem: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  /**
   * Returns true when blocks include another transaction of an account with the nonce of this one. Without an answer of
   * a node it is null. Throws NOT_FOUND for a chain without a node.
   */
  nonceTaken: {
    input: SentTransaction,
    output: Closed({ isTaken: Type.Union([Type.Boolean(), Type.Null()]) }),
  },
  /**
   * Returns true when a node has a transaction of Ethereum's kind, in a block or waiting. Without an answer of a node it
   * is null. `included` is its block there, null while it is in none. `refusal` is why no node took it when it was last
   * handed on. Throws NOT_FOUND for a chain without a node.
   */
  transactionKnown: {
    input: SentTransaction,
    output: Closed({
      isKnown: Type.Union([Type.Boolean(), Type.Null()]),
      included: Type.Union([
        Closed({ block: Type.String(), isFinal: Type.Boolean(), failed: Type.Boolean() }),
        Type.Null(),
      ]),
      refusal: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  /**
   * Reads the blocks' state of the account and the outputs that a transaction uses up. Without it, `problem` has the
   * reason. Throws NOT_FOUND for a chain without a node, and INVALID_INPUT for an address of another chain.
   */
  readSpending: {
    input: Closed({
      chain: Type.Enum(ENDPOINT_CHAINS),
      from: Nullable(PaymentAddress),
      token: Nullable(PaymentAddress),
      /** Outputs of Bitcoin: `<txid>:<index>`. */
      outputs: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}:[0-9]{1,10}$' })),
      blockhash: Nullable(SolanaAddress),
    }),
    output: Closed({ state: Nullable(SpendingState), problem: Nullable(Type.String()) }),
  },
  /**
   * Returns the newest block of Tron, which a payment refers to. Without it, `problem` has the reason. Throws NOT_FOUND
   * for a chain without a node.
   */
  referenceBlock: {
    input: Closed({ chain: Type.Enum(TRON_CHAINS) }),
    output: Closed({
      block: Type.Union([TronBlock, Type.Null()]),
      problem: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  /**
   * Returns the votes that each activity of an organization still needs. Null for one that does not wait, and where
   * they are not known.
   */
  missingVotes: {
    input: Closed({
      organizationId: Type.String({ maxLength: 64 }),
      activityIds: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 }),
    }),
    output: Closed({ votes: Type.Array(Type.Union([MissingVotes, Type.Null()])) }),
  },
  /**
   * Decides a request or an approval that is not sent yet, as if the key had stamped it now. Returns the votes that are
   * needed after it. Stores nothing. Null where that is not known: for another organization, an unknown key, a
   * rejection, and a request that needs proofs.
   */
  furtherVotes: {
    input: Closed({
      organizationId: Type.String({ maxLength: 64 }),
      /** The public key of the stamp: hexadecimal, or a passkey's key in base64url. */
      publicKey: Type.String({ maxLength: 1024 }),
      /** The exact body as text. */
      body: Type.String(),
    }),
    output: Closed({ votes: Type.Union([FurtherVotes, Type.Null()]) }),
  },
  /**
   * Decides past activities and one composed request of an organization with and without a policy. Throws NOT_FOUND
   * for an unknown organization, INVALID_INPUT for a policy that cannot be parsed.
   */
  tryPolicy: TRY_POLICY,
  /**
   * Copies the database of the running service, or else of the folder, into the existing empty file at `path`.
   * Requests continue meanwhile. Replies within seconds. A later call with the same path reports whether the copy is
   * done. A finished copy comes with the archives that its database lists.
   * Throws DATABASE_IN_USE, DATABASE_CORRUPT, DISK_FULL, FILE_REFUSED.
   */
  copyStore: {
    input: Closed({ directory: Type.String({ minLength: 1 }), path: Type.String({ minLength: 1 }) }),
    output: Closed({ isDone: Type.Boolean(), archives: Type.Array(ListedArchive) }),
    isUntimed: true,
  },
  /**
   * Returns the archives that the database of the running service lists, or else that of the folder. Throws
   * DATABASE_IN_USE, DATABASE_CORRUPT, DATABASE_CHANGED, FILE_REFUSED.
   */
  listArchives: {
    input: Closed({ directory: Type.String({ minLength: 1 }) }),
    output: Closed({ archives: Type.Array(ListedArchive) }),
    isUntimed: true,
  },
  /** The next bytes of a copy to examine. `total` is the copy's length in the first message, null in the others. */
  holdCopy: {
    input: Closed({
      total: Type.Union([Type.Integer({ minimum: 0, maximum: BACKUP_SIZES.database }), Type.Null()]),
      bytes: Bytes(BACKUP_SIZES.chunk),
    }),
    output: Closed({}),
  },
  /**
   * Examines that copy in memory: its pages, and with the master key its seals and each key against its public key.
   * Compares the digests of its archives with its list. Throws DATABASE_CORRUPT, DATABASE_NEWER, DATABASE_CHANGED,
   * KEY_INVALID, KEYSTORE_CORRUPT.
   */
  examineCopy: {
    input: Closed({
      master: Type.Union([SealedSecret, Type.Null()]),
      archives: Type.Array(Closed({ month: Type.String(), sha256: Type.String() })),
    }),
    output: CopyFacts,
    isUntimed: true,
  },
  /** Ends open requests, checkpoints the database and answers when nothing is left to lose. */
  stop: { input: Closed({}), output: Closed({}), isUntimed: true },
} as const;
export type CustodyMessages = typeof CUSTODY_MESSAGES;
