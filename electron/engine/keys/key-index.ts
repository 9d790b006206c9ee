import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import Type, { type Static } from 'typebox';
import {
  Closed,
  KEY_STORES,
  type KeyStore,
  PasskeyPlace,
  STAMP_SCHEME_NAMES,
  TokenPlace,
} from '../../../shared/model/index.ts';
import { CUSTODY_DATABASE, KEY_PURPOSES, type KeyPurpose } from '../../../shared/processes/index.ts';
import { readStateFile, updateStateFile } from '../../storage/files/index.ts';
import { readStoreId } from './store-identity.ts';

const FORMAT = { format: 'castellan-credentials', version: 1 } as const;

const KNOWN = {
  id: Type.String(),
  profile: Type.String(),
  name: Type.String(),
  publicKey: Type.String(),
  /** The scheme of its stamps. Absent for P-256. */
  scheme: Type.Optional(Type.Enum(STAMP_SCHEME_NAMES)),
  /** The name of the back end that kept it. A change is explained, never overwritten. */
  backend: Type.String(),
  createdAt: Type.Number(),
  /** The key is stored and never stamps again. This is a confirmed member of its profile. */
  retired: Type.Optional(Type.Literal(true)),
  /** The time when the service stops accepting it, as the service reported. No decision depends on it. */
  expiresAt: Type.Optional(Type.Number()),
  /** The id of the key whose place it is taking. */
  replaces: Type.Optional(Type.String()),
  /** The activity that is to register or delete it at the service, and was not finished. */
  awaits: Type.Optional(Type.String()),
};

/** The facts of a target key. */
const TARGET = {
  /** When a target key is destroyed, in milliseconds since the epoch. Absent before its content was shown. */
  until: Type.Optional(Type.Number()),
  /** The SHA-256 of the list of exports that a target key was made for, in hexadecimal. */
  list: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
};

/** Public facts about a kept key, known without opening it. */
export const KeptKey = Closed({
  ...KNOWN,
  purpose: Type.Enum(KEY_PURPOSES),
  store: Type.Enum(KEY_STORES),
  ...TARGET,
});
export type KeptKey = Static<typeof KeptKey>;

/** A key on a PKCS#11 token, and where to find it there. */
export const TokenKey = Closed({
  ...KNOWN,
  ...TARGET,
  purpose: Type.Enum(['stamp', 'target']),
  store: Type.Literal('pkcs11'),
  token: TokenPlace,
  /** The PIN of its token is in the keychain and was not wrong. It only decides whether a PIN is looked up there. */
  pinKept: Type.Optional(Type.Literal(true)),
});
export type TokenKey = Static<typeof TokenKey>;

/** A passkey, which its authenticator holds. `publicKey` is in COSE and base64url, as services report it. */
export const PasskeyKey = Closed({
  ...KNOWN,
  purpose: Type.Literal('stamp'),
  store: Type.Literal('passkey'),
  passkey: PasskeyPlace,
});
export type PasskeyKey = Static<typeof PasskeyKey>;

const Key = Type.Union([KeptKey, TokenKey, PasskeyKey]);
export type Key = KeptKey | TokenKey | PasskeyKey;
/** The end of an expired target key: before any time that a clock shows. */
export const AT_ONCE = 0;

/** A key that opens exports. */
export type TargetKey = KeptKey | TokenKey;
/** Keys of the audit log are kept. A passkey only stamps. */
type KeyFor<Purpose extends KeyPurpose> = { stamp: Key; target: TargetKey; audit: KeptKey }[Purpose];

/** A key of a session at a service: it is in the vault's process and nowhere else, and stamps reads until its time is over. */
export interface SessionKey {
  readonly id: string;
  readonly purpose: 'stamp';
  readonly store: 'session';
  readonly profile: string;
  readonly name: string;
  /** On P-256: lowercase hex, compressed. */
  readonly publicKey: string;
  /** When it is over, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** The same by the steady clock of this process. */
  readonly steadyEnd: number;
  /** The organization and service where it began, and the id of the profile's key that began it. */
  readonly organizationId: string;
  readonly baseUrl: string | null;
  readonly begunBy: string;
}

/** True when the key is kept here: not on a token or an authenticator, and not only in memory. */
export const isKept = (key: Key | SessionKey): key is KeptKey => KEY_STORES.some((kind) => kind === key.store);

/** True when the key is on a token. */
export const isOnToken = (key: Key): key is TokenKey => key.store === 'pkcs11';

/** The store that keeps a key. Null when no store here keeps it. */
export const storeOf = (key: Key | SessionKey): KeyStore | null => (isKept(key) ? key.store : null);

/** The record of a local service's master key, found by the id of its store. */
export const MasterKey = Closed({
  id: Type.String(),
  /** The path of its folder at the last start. */
  directory: Type.String(),
  store: Type.Enum(KEY_STORES),
  backend: Type.String(),
  /** The key of a token that is also needed to open the kept secret. Absent where none is needed. */
  sealedTo: Type.Optional(Closed({ publicKey: Type.String(), token: TokenPlace })),
});
export type MasterKey = Static<typeof MasterKey>;

const Stored = Closed({
  format: Type.Literal(FORMAT.format),
  version: Type.Literal(FORMAT.version),
  keys: Type.Array(Key),
  masters: Type.Array(MasterKey),
  /**
   * Part of the names of the keychain items for this folder as a whole. Several folders may keep keys in one keychain.
   */
  keychainId: Type.Optional(Type.String({ pattern: '^[0-9a-f]{16}$' })),
  /**
   * All items of this folder in the keychain have that prefix, because another folder may have keys with the same ids.
   */
  ownItems: Type.Optional(Type.Literal(true)),
});
type Stored = Static<typeof Stored>;

/** The facts of a kept key that may change. Null removes a note. */
export type KeyNotes = {
  readonly name?: string;
  readonly retired?: true;
  readonly pinKept?: true | null;
  readonly list?: string;
} & { readonly [Name in 'expiresAt' | 'replaces' | 'awaits']?: Key[Name] | null };

/** The index of kept keys, in `credentials.json`. Each change is on disk before it returns. */
export interface KeyIndex {
  keys<Purpose extends KeyPurpose>(purpose: Purpose, profile?: string): KeyFor<Purpose>[];
  key(id: string): Key | undefined;
  /** At the end, or behind the key with that id: the oldest one stamps. */
  addKey(key: Key, behind?: string): void;
  /** Changes facts that the key's store does not determine. Does nothing for an unknown key. */
  changeKey(id: string, changed: KeyNotes): void;
  removeKey(id: string): void;
  /** Records when a key is destroyed. */
  endKey(id: string, until: number): void;
  /** Puts a key before every other one. */
  lead(id: string): void;
  /** The record of the master key of the store in a folder, wherever that was made. */
  master(directory: string): MasterKey | undefined;
  masters(): readonly MasterKey[];
  /** Adds or replaces the record of a store's master key. */
  keepMaster(master: MasterKey): void;
  /** Part of the names of the keychain items for this folder as a whole. Null when nothing was kept there yet. */
  keychainId(): string | null;
  /** The same, but makes it if it is missing. */
  nameKeychain(): string;
  /** The prefix of this folder's own items in the keychain. Null when it has none of its own. */
  ownItems(): string | null;
  /** Claims the folder's own items, before the first is kept. */
  claimItems(): void;
  /** True when some key needs that store. */
  uses(store: KeyStore): boolean;
}

export function createKeyIndex(path: string): KeyIndex {
  const empty: Stored = { ...FORMAT, keys: [], masters: [] };
  const load = (): Stored => readStateFile(path, Stored, FORMAT) ?? empty;
  const change = (edit: (stored: Stored) => Stored) =>
    updateStateFile(path, Stored, FORMAT, (stored) => edit(stored ?? empty));
  return {
    keys: <Purpose extends KeyPurpose>(purpose: Purpose, profile?: string) =>
      load().keys.filter(
        (key): key is KeyFor<Purpose> => key.purpose === purpose && (profile === undefined || key.profile === profile),
      ),
    key: (id) => load().keys.find((key) => key.id === id),
    addKey: (key, behind) =>
      change((stored) => {
        const place = stored.keys.findIndex(({ id }) => id === behind);
        return { ...stored, keys: stored.keys.toSpliced(place === -1 ? stored.keys.length : place + 1, 0, key) };
      }),
    changeKey: (id, changed) =>
      change((stored) => ({
        ...stored,
        keys: stored.keys.map((key) => (key.id === id ? withNotes(key, changed) : key)),
      })),
    removeKey: (id) => change((stored) => ({ ...stored, keys: stored.keys.filter((key) => key.id !== id) })),
    endKey: (id, until) =>
      change((stored) => ({ ...stored, keys: stored.keys.map((key) => (key.id === id ? { ...key, until } : key)) })),
    lead: (id) =>
      change((stored) => ({
        ...stored,
        keys: [...stored.keys.filter((key) => key.id === id), ...stored.keys.filter((key) => key.id !== id)],
      })),
    master: (directory) => masterOf(load().masters, directory),
    masters: () => load().masters,
    keepMaster: (master) =>
      change((stored) => ({
        ...stored,
        masters: [...stored.masters.filter(({ id }) => id !== master.id), master],
      })),
    keychainId: () => load().keychainId ?? null,
    nameKeychain() {
      let id = '';
      change((stored) => {
        id = stored.keychainId ?? randomBytes(8).toString('hex');
        return { ...stored, keychainId: id };
      });
      return id;
    },
    ownItems: () => {
      const { ownItems, keychainId } = load();
      return ownItems === true ? (keychainId ?? null) : null;
    },
    claimItems: () =>
      change((stored) => ({ ...stored, keychainId: randomBytes(8).toString('hex'), ownItems: true as const })),
    uses: (store) => {
      const { keys, masters } = load();
      return [...keys, ...masters].some((kept) => kept.store === store);
    },
  };
}

/**
 * Finds the master key by the id in the folder. A folder older than such ids is found by its path, or after a move by
 * its name. The service proves that the key is its own, and gets the id once it has started.
 */
function masterOf(masters: readonly MasterKey[], directory: string): MasterKey | undefined {
  const id = readStoreId(directory);
  if (id !== null) return masters.find((master) => master.id === id);
  const here = masters.find((master) => master.directory === directory);
  if (here !== undefined || !existsSync(join(directory, CUSTODY_DATABASE))) return here;
  const [moved, ...others] = masters.filter((master) => basename(master.directory) === basename(directory));
  return others.length === 0 ? moved : undefined;
}

function withNotes(key: Key, changed: KeyNotes): Key {
  const noted = Object.entries({ ...key, ...changed }).filter(([, value]) => value !== null);
  return Object.fromEntries(noted) as Key;
}
