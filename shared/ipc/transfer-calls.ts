import Type, { type TSchema } from 'typebox';
import {
  ActivityDetail,
  ADDRESS_FORMATS,
  Closed,
  CURVES,
  GIVEN_USES,
  GivenFile,
  MAXIMUM_PICTURES,
} from '../model/index.ts';
import { call, job } from './define.ts';

const Nothing = Closed({});
/** A file that the operator chose, or null when none was chosen. */
export const Written = <Details extends Record<string, TSchema>>(details: Details) =>
  Closed({ written: Type.Union([Closed({ path: Type.String(), ...details }), Type.Null()]) });
/** The path of a written file, or null when the secret was shown in its place. */
export const WrittenExport = Closed({ path: Type.Union([Type.String(), Type.Null()]) });
/** The paths of the written files. Empty when every secret was shown in place of a file. */
export const WrittenExports = Closed({ paths: Type.Array(Type.String()) });
/** The progress of counted work. */
export const Percent = Closed({
  done: Type.Integer(),
  total: Type.Union([Type.Integer(), Type.Null()]),
  text: Type.String(),
});
/** The subject of an import. */
const ImportAs = Type.Union([
  Closed({
    kind: Type.Literal('wallet'),
    accounts: Type.Array(
      Closed({
        curve: Type.Enum(CURVES),
        path: Type.String({ maxLength: 256 }),
        addressFormat: Type.Enum(ADDRESS_FORMATS),
      }),
      { minItems: 1, maxItems: 100 },
    ),
  }),
  Closed({
    kind: Type.Literal('key'),
    /** Null for the curve that the form of the key states, else for that of the address formats. */
    curve: Type.Union([Type.Enum(CURVES), Type.Null()]),
    addressFormats: Type.Array(Type.Enum(ADDRESS_FORMATS), { minItems: 1, maxItems: 20 }),
  }),
  Closed({ kind: Type.Literal('secret') }),
]);
/** The contents of a backup, in numbers. Null when they were not checked. */
const BackupContents = Type.Union([
  Closed({
    createdAt: Type.String(),
    bytes: Type.Integer(),
    keys: Type.Integer(),
    users: Type.Integer(),
    wallets: Type.Integer(),
    activities: Type.Integer(),
    /** The parts that the backup does not hold, each in words. */
    notIncluded: Type.Array(Type.String()),
    /** Archives and keys that are missing or damaged. Listed above as well. */
    damaged: Type.Array(Type.String()),
  }),
  Type.Null(),
]);

const MOVED_KINDS = ['wallet', 'private key'] as const;
const Names = Type.Array(Type.String());
/** The move of one wallet or private key, as far as it is. */
const MoveRow = Closed({
  kind: Type.Enum(MOVED_KINDS),
  name: Type.String(),
  id: Type.String(),
  state: Type.Enum(['moved', 'already there', 'waiting', 'not started']),
  targetId: Type.Union([Type.String(), Type.Null()]),
  /** Its addresses, and those that are the same at both services. */
  addresses: Type.Integer(),
  compared: Type.Integer(),
  /** The activity that others have to vote on first. */
  waiting: Type.Union([
    Closed({ step: Type.String(), profile: Type.String(), activityId: Type.String(), status: Type.String() }),
    Type.Null(),
  ]),
  /** By name: what the operator makes again at the other service. */
  notMoved: Closed({
    policies: Names,
    otherPolicies: Names,
    tags: Names,
    users: Names,
    webhooks: Names,
    velocityControls: Names,
    mfaPolicies: Names,
    ipRanges: Names,
    /** In words: the lists that the service did not give. */
    unread: Names,
    exportedBefore: Type.Union([Type.Boolean(), Type.Null()]),
  }),
});
const Move = Closed({
  to: Type.String({ minLength: 1, maxLength: 256 }),
  ids: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 100 }),
});
const MoveRows = Closed({ rows: Type.Array(MoveRow) });

/** The part of the contract about secrets that come to a service, and copies of the state folder. */
export const TRANSFER_CALLS = {
  imports: {
    /**
     * Starts an import, asks for the secret in the trusted window or in main's dialog for a file, and imports what the
     * vault encrypted. No secret reaches the page. Null when no file was chosen. `started` is the completed activity
     * that started the import, where that needed votes.
     */
    run: job(
      Closed({
        name: Type.String({ minLength: 1, maxLength: 256 }),
        as: ImportAs,
        fromFile: Type.Boolean(),
        started: Type.Union([Type.String({ minLength: 1, maxLength: 256 }), Type.Null()]),
      }),
      Closed({ stage: Type.Enum(['starting', 'typing', 'importing']) }),
      Closed({
        done: Type.Union([
          Closed({ activity: ActivityDetail, addresses: Type.Array(Type.String()), isSame: Type.Boolean() }),
          Type.Null(),
        ]),
      }),
    ),
    /** Returns whether the import that an activity started was continued, or may have been. */
    continued: call(
      Closed({ started: Type.String({ minLength: 1, maxLength: 256 }) }),
      Closed({ isContinued: Type.Boolean() }),
    ),
  },
  /** Moves of wallets and private keys of the current profile to another service. No secret reaches this machine's page. */
  moves: {
    /** The wallets and private keys that can be moved. */
    choices: call(
      Nothing,
      Closed({ rows: Type.Array(Closed({ kind: Type.Enum(MOVED_KINDS), id: Type.String(), name: Type.String() })) }),
    ),
    /** Returns what a move would do and what it would leave behind. Sends reads only. */
    plan: call(Move, MoveRows),
    /** Moves, after the trusted window asked for the move and for each request. */
    run: job(
      Move,
      Closed({ step: Type.Enum(['start', 'export', 'import', 'accounts', 'compare']), name: Type.String() }),
      MoveRows,
    ),
  },
  /** Backups of the state folder. The trusted window asks for each passphrase, main's dialogs for each file. */
  files: {
    /**
     * Returns the contents of files that the operator chooses in main's dialog. Empty when none was chosen. Throws
     * SECRET_REFUSED for a text with a provable secret.
     */
    choose: call(
      Closed({ use: Type.Enum(GIVEN_USES) }),
      Closed({ files: Type.Array(GivenFile, { maxItems: MAXIMUM_PICTURES }) }),
    ),
  },
  backups: {
    /** Writes a backup and opens it once to check it. Null when no place was chosen. */
    create: job(Nothing, Percent, Written({ checked: BackupContents })),
    /** Opens a backup in memory and checks all that is in it. Null when no file was chosen. */
    check: job(Nothing, Percent, Closed({ found: BackupContents })),
  },
} as const;
