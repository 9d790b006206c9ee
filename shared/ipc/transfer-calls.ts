import Type, { type TSchema } from 'typebox';
import { ActivityDetail, ADDRESS_FORMATS, Closed, CURVES } from '../model/index.ts';
import { job } from './define.ts';

const Nothing = Closed({});
/** A file that the operator chose, or null when none was chosen. */
export const Written = <Told extends Record<string, TSchema>>(told: Told) =>
  Closed({ written: Type.Union([Closed({ path: Type.String(), ...told }), Type.Null()]) });
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
    /** Keys that the backup does not hold, each in words. */
    notIncluded: Type.Array(Type.String()),
  }),
  Type.Null(),
]);

/** The part of the contract about secrets that come to a service, and copies of the state folder. */
export const TRANSFER_CALLS = {
  imports: {
    /**
     * Starts an import, asks for the secret in the trusted window or in main's dialog for a file, and imports what the
     * vault encrypted. No secret reaches the page. Null when no file was chosen.
     */
    run: job(
      Closed({
        name: Type.String({ minLength: 1, maxLength: 256 }),
        as: ImportAs,
        fromFile: Type.Boolean(),
      }),
      Closed({ stage: Type.Enum(['starting', 'typing', 'importing']) }),
      Closed({
        done: Type.Union([
          Closed({ activity: ActivityDetail, addresses: Type.Array(Type.String()), isSame: Type.Boolean() }),
          Type.Null(),
        ]),
      }),
    ),
  },
  /** Backups of the state folder. The trusted window asks for each passphrase, main's dialogs for each file. */
  backups: {
    /** Writes a backup and opens it once to check it. Null when no place was chosen. */
    create: job(Nothing, Percent, Written({ checked: BackupContents })),
    /** Opens a backup in memory and checks all that is in it. Null when no file was chosen. */
    check: job(Nothing, Percent, Closed({ found: BackupContents })),
  },
} as const;
