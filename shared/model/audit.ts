import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';
import { GroupHeading } from './groups.ts';

/** Times are milliseconds since the epoch. */
const Milliseconds = Type.Number();

/** The lists whose rows can be written to a file. */
export const LIST_NAMES = [
  ...(['accounts', 'wallets', 'private-keys', 'activities', 'inbox', 'audit', 'secrets', 'tvc-apps'] as const),
] as const;
export type ListName = (typeof LIST_NAMES)[number];

/**
 * The outcomes of a stamped body.
 * - `accepted`: the service carried it out, or took the vote.
 * - `waiting`: the service took it and it needs votes or another factor. `pending`: the service is working on it.
 * - `failed`, `rejected`: the service's end of the activity. `refused`: the service took no activity.
 * - `unsent`: stamped and not sent. `unknown`: sent without an answer.
 * - `discarded`, `abandoned`: closed by the operator before and after it was sent.
 * - `stamped`: a request that the journal does not have, as of a dry run.
 * - `read`: a query, whose answer is not recorded. `recorded`: an entry that is no request.
 */
export const AUDIT_OUTCOMES = [
  ...['accepted', 'waiting', 'pending', 'failed', 'rejected', 'refused'],
  ...['unsent', 'unknown', 'discarded', 'abandoned', 'stamped', 'read', 'recorded'],
] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** The columns that order the log. */
export const AUDIT_ORDERS = ['sequence', 'time', 'what', 'profile', 'outcome'] as const;

/** The number of an entry. The first is 1. */
const Sequence = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** One entry of the audit log as the list shows it. Of a missing entry only the number is known. */
export const AuditRow = Closed({
  sequence: Sequence,
  at: Nullable(Milliseconds),
  profile: Type.String(),
  operation: Type.String(),
  /** The request in one line, by the vault's words for its activity if they are known. */
  what: Type.String(),
  /** Addresses, hashes and keys that `what` may name. */
  addresses: Type.Array(Type.String()),
  /** `sha256:` and hex of the bytes. */
  fingerprint: Type.String(),
  outcome: Nullable(Type.Enum(AUDIT_OUTCOMES)),
  /** `changed`: its hash does not follow from its contents and the entry before. Null for none. */
  fault: Nullable(Type.Enum(['missing', 'changed'])),
});
export type AuditRow = Static<typeof AuditRow>;

/** An entry, or the heading of its day. */
export const LogLine = Type.Union([GroupHeading, AuditRow]);
export type LogLine = Static<typeof LogLine>;

export const AuditDetail = Closed({
  row: AuditRow,
  url: Type.String(),
  /** The stamping key: its public key in hex, and its name where this machine still has it. */
  publicKey: Type.String(),
  keyName: Nullable(Type.String()),
  /** The stamped bytes as text. Null when they are not UTF-8. */
  body: Nullable(Type.String()),
  bodyLength: Type.Integer(),
  /** The header that stamps the bytes. Null when the journal does not have the request. */
  stamp: Nullable(Closed({ name: Type.String(), value: Type.String() })),
  activityId: Nullable(Type.String()),
  status: Nullable(Type.String()),
  httpStatus: Nullable(Type.Integer()),
  sentAt: Nullable(Milliseconds),
  closedAt: Nullable(Milliseconds),
  /** The hash of this entry and that of the entry before, in hex. Null when that one is missing. */
  hash: Type.String(),
  previous: Nullable(Type.String()),
  /** True for the first entry of a chain, which follows zeros. */
  isFirst: Type.Boolean(),
  /** Reports whether an audit key that the vault opened signed the hash. Null while it has not opened that key. */
  isSigned: Nullable(Type.Boolean()),
});
export type AuditDetail = Static<typeof AuditDetail>;

export const AuditStatus = Closed({
  /** The number of the newest entry. */
  entries: Type.Integer(),
  lastAt: Nullable(Milliseconds),
  /** The last verification by this process that found the log unbroken, up to the entry `through`. Absent for none. */
  verified: Type.Optional(Closed({ at: Milliseconds, entries: Type.Integer(), through: Type.Integer() })),
});
export type AuditStatus = Static<typeof AuditStatus>;
