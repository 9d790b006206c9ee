import Type, { type Static } from 'typebox';
import { Closed, KEY_STORES, Nullable, REQUEST_STATES, RowOrder } from '../model/index.ts';
import { UpdateState } from './update-calls.ts';

/** A sentence about a problem, with the next step. */
export const Notice = Closed({ title: Type.String(), message: Type.String() });

/** The columns of a list that are hidden, and the order of its rows. Null is the list's own. */
export const ListView = Closed({
  hidden: Type.Array(Type.String({ maxLength: 32 }), { maxItems: 32 }),
  order: Nullable(RowOrder),
});
export type ListView = Static<typeof ListView>;

export const MAXIMUM_RECENT_OPERATIONS = 8;

/** The languages of the windows. English is that of the sources. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Appearance and keyboard settings on this machine. Main keeps them, because the page has no storage. */
export const Preferences = Closed({
  language: Type.Enum([...LANGUAGES]),
  theme: Type.Enum(['system', 'light', 'dark']),
  rows: Type.Enum(['comfortable', 'compact']),
  /** True when shortcuts without a modifier are on (WCAG 2.1.4: they can be turned off). */
  singleKeys: Type.Boolean(),
  /** The columns and the order of each list that the operator changed, by the name of its layout. */
  lists: Type.Record(Type.String({ maxLength: 48 }), ListView, { maxProperties: 64 }),
  /** Asks once a day for the notice about the newest release. */
  dailyUpdateCheck: Type.Boolean(),
  /** Names of the operations used last, the newest first. */
  recentOperations: Type.Array(Type.String({ maxLength: 64 }), { maxItems: MAXIMUM_RECENT_OPERATIONS }),
  /** The kinds of news that the system announces. `details` adds names and amounts, also on a locked screen. */
  notices: Closed({
    votes: Type.Boolean(),
    requests: Type.Boolean(),
    keys: Type.Boolean(),
    backups: Type.Boolean(),
    details: Type.Boolean(),
  }),
});
export type Preferences = Static<typeof Preferences>;

/** The state that the frame of the window shows. It is small, and the page reads it whole after every `app.changed`. */
export const AppState = Closed({
  version: Type.String(),
  /** The version that ran before, in the first run after an update. Null otherwise. */
  updatedFrom: Nullable(Type.String()),
  /** The newer version that ran before, in the first run after a return to an older one. Null otherwise. */
  returnedFrom: Nullable(Type.String()),
  preferences: Preferences,
  update: UpdateState,
  platform: Type.String(),
  /** A question waits for the operator in main's own window. */
  isAsking: Type.Boolean(),
  /** Started with `--offline`: the kernel refuses every connection of this program, which was tried. */
  isOffline: Type.Boolean(),
  /** False when Chromium cannot sandbox here. A banner that cannot be dismissed shows the reason. */
  sandbox: Closed({ on: Type.Boolean(), reason: Nullable(Type.String()) }),
  runtime: Closed({
    kind: Type.Enum(['shipping', 'floor', 'packaged']),
    electron: Type.String(),
    supported: Type.Boolean(),
    reason: Type.String(),
  }),
  /**
   * The stores that can keep a key here, as each describes itself, the preferred first. `problem` explains an unusable
   * one.
   */
  stores: Type.Array(
    Closed({
      kind: Type.Enum(KEY_STORES),
      backend: Type.String(),
      label: Type.String(),
      text: Type.String(),
      copying: Type.String(),
      /**
       * `protected` when opening needs a PIN, a passphrase or a security key. `unset` when the store is still empty.
       */
      protection: Type.Enum(['unset', 'none', 'protected']),
      /** A PIN (of the keychain) or a passphrase (of the file) opens it. */
      isTyped: Type.Boolean(),
      /** Security keys and passkeys that open it, by their ids in base64url. */
      securityKeys: Type.Array(Closed({ id: Type.String(), label: Type.String(), addedAt: Type.Number() })),
      ready: Type.String(),
      /** False for a store that this run must not touch. */
      isUsed: Type.Boolean(),
      problem: Nullable(Notice),
    }),
  ),
  /** Name of the current profile, null before the first start is done. */
  profile: Nullable(Type.String()),
  vault: Closed({
    state: Type.Enum(['locked', 'starting', 'unlocked', 'failed']),
    /** True when unlocking needs a PIN or a passphrase. */
    needsPassphrase: Type.Boolean(),
    problem: Nullable(Notice),
  }),
  service: Closed({
    kind: Type.Enum(['local', 'remote', 'none']),
    /**
     * `refused` when the service does not take the stamps of this profile's key. `invalid` when its address answers, but
     * not as a custody service does.
     */
    state: Type.Enum(['stopped', 'starting', 'running', 'failed', 'unknown', 'unreachable', 'refused', 'invalid']),
    baseUrl: Nullable(Type.String()),
    problem: Nullable(Notice),
  }),
  /** The newest backup that was made here, by the audit log. */
  backup: Closed({
    /** Null for never. */
    lastAt: Nullable(Type.Number()),
    /** The entries of the audit log since then. */
    changes: Type.Integer(),
    /** The changes that the local services recorded since then. Null when the backup did not count them. */
    serviceChanges: Nullable(Type.Integer()),
    /** When keys of the local vault were last made, if that was after the newest backup. */
    newKeysAt: Nullable(Type.Number()),
  }),
  /** The folders with copies of the databases from before their newest migration. The operator removes them. */
  olderCopies: Type.Array(Type.String()),
  /**
   * Requests that are open in the journal and not on their way, of every profile. Any of them needs the operator. The
   * title names the request.
   */
  unsettled: Type.Array(Closed({ profile: Type.String(), title: Type.String(), state: Type.Enum(REQUEST_STATES) })),
});
export type AppState = Static<typeof AppState>;

export const DoctorReport = Closed({
  checks: Type.Array(
    Closed({
      name: Type.String(),
      status: Type.Enum(['ok', 'care', 'problem']),
      finding: Type.String(),
      /** The next step for the operator, or null. */
      advice: Nullable(Type.String()),
    }),
  ),
});
export type DoctorReport = Static<typeof DoctorReport>;
