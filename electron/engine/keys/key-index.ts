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
  /** How it stamps; left out for P-256. */
  scheme: Type.Optional(Type.Enum(STAMP_SCHEME_NAMES)),
  /** The back end that kept it, in words; a change is explained, never overwritten. */
  backend: Type.String(),
  createdAt: Type.Number(),
  /** It is kept and never stamps again; part of what is confirmed of its profile. */
  retired: Type.Optional(Type.Literal(true)),
  /** When the service takes it no more, as it said; decides nothing. */
  expiresAt: Type.Optional(Type.Number()),
  /** The id of the key whose place it is taking. */
  replaces: Type.Optional(Type.String()),
  /** The activity that is to register or delete it at the service, and was not finished. */
  awaits: Type.Optional(Type.String()),
};

const ENDING = {
  /** When a target key is destroyed, in milliseconds since the epoch; absent before what it opens was shown. */
  until: Type.Optional(Type.Number()),
};

/** What is known of a kept key without opening it; public data only. */
export const KeptKey = Closed({
  ...KNOWN,
  purpose: Type.Enum(KEY_PURPOSES),
  store: Type.Enum(KEY_STORES),
  ...ENDING,
});
export type KeptKey = Static<typeof KeptKey>;

/** A key on a PKCS#11 token, and where to find it there. */
export const TokenKey = Closed({
  ...KNOWN,
  ...ENDING,
  purpose: Type.Enum(['stamp', 'target']),
  store: Type.Literal('pkcs11'),
  token: TokenPlace,
  /** The PIN of its token is in the keychain, and was not wrong; decides nothing but whether it is looked for there. */
  pinKept: Type.Optional(Type.Literal(true)),
});
export type TokenKey = Static<typeof TokenKey>;

/** A passkey, which its authenticator holds; `publicKey` in COSE, base64url, as services tell it. */
export const PasskeyKey = Closed({
  ...KNOWN,
  purpose: Type.Literal('stamp'),
  store: Type.Literal('passkey'),
  passkey: PasskeyPlace,
});
export type PasskeyKey = Static<typeof PasskeyKey>;

const Key = Type.Union([KeptKey, TokenKey, PasskeyKey]);
export type Key = KeptKey | TokenKey | PasskeyKey;
/** The end of a target key that is over: before any time that a clock shows. */
export const AT_ONCE = 0;

/** A key that opens exports. */
export type TargetKey = KeptKey | TokenKey;
/** Keys of the audit log are kept; a passkey only stamps. */
type KeyFor<Purpose extends KeyPurpose> = { stamp: Key; target: TargetKey; audit: KeptKey }[Purpose];

/** A key of a session at a service: it is in the vault's process and nowhere else, and stamps reads until its time is over. */
export interface SessionKey {
  readonly id: string;
  readonly purpose: 'stamp';
  readonly store: 'session';
  readonly profile: string;
  readonly name: string;
  /** Of P-256: lowercase hex, compressed. */
  readonly publicKey: string;
  /** When it began and when it is over, in milliseconds since the epoch. */
  readonly begunAt: number;
  readonly expiresAt: number;
  /** Where it was begun, and the id of the key of its profile that began it. */
  readonly organizationId: string;
  readonly baseUrl: string | null;
  readonly begunBy: string;
}

/** Whether a key is kept here, and not by a token or an authenticator, nor by nothing at all. */
export const isKept = (key: Key | SessionKey): key is KeptKey => KEY_STORES.some((kind) => kind === key.store);

/** Whether a key is on a token. */
export const isOnToken = (key: Key): key is TokenKey => key.store === 'pkcs11';

/** What keeps a key; null for one that nothing here keeps. */
export const storeOf = (key: Key | SessionKey): KeyStore | null => (isKept(key) ? key.store : null);

/** What keeps the master key of a local service, found by the id of its store. */
export const MasterKey = Closed({
  id: Type.String(),
  /** Where its folder was when it last started. */
  directory: Type.String(),
  store: Type.Enum(KEY_STORES),
  backend: Type.String(),
  /** The key of a token, without which what the store keeps opens nothing; absent where none is needed. */
  sealedTo: Type.Optional(Closed({ publicKey: Type.String(), token: TokenPlace })),
});
export type MasterKey = Static<typeof MasterKey>;

const Stored = Closed({
  format: Type.Literal(FORMAT.format),
  version: Type.Literal(FORMAT.version),
  keys: Type.Array(Key),
  masters: Type.Array(MasterKey),
  /** Names what the keychain keeps for this folder as a whole; of one keychain several folders may keep their keys. */
  keychainId: Type.Optional(Type.String({ pattern: '^[0-9a-f]{16}$' })),
  /** All that the keychain keeps for this folder is kept under that name: another folder may have keys of the same ids in it. */
  ownItems: Type.Optional(Type.Literal(true)),
});
type Stored = Static<typeof Stored>;

/** What may change of a key that is kept; null takes a note away. */
export type KeyNotes = {
  readonly name?: string;
  readonly retired?: true;
  readonly pinKept?: true | null;
} & { readonly [Name in 'expiresAt' | 'replaces' | 'awaits']?: Key[Name] | null };

/** The index of kept keys, in `credentials.json`. Each change is on disk before it returns. */
export interface KeyIndex {
  keys<Purpose extends KeyPurpose>(purpose: Purpose, profile?: string): KeyFor<Purpose>[];
  key(id: string): Key | undefined;
  /** At the end, or behind the key with that id: the oldest one stamps. */
  addKey(key: Key, behind?: string): void;
  /** Changes what is not decided by its store; nothing when there is no such key. */
  changeKey(id: string, changed: KeyNotes): void;
  removeKey(id: string): void;
  /** Says when a key is destroyed. */
  endKey(id: string, until: number): void;
  /** Puts a key before every other one. */
  lead(id: string): void;
  /** What keeps the master key of the store in a folder, wherever that was made. */
  master(directory: string): MasterKey | undefined;
  masters(): readonly MasterKey[];
  /** Adds what keeps the master key of a store, or replaces it. */
  keepMaster(master: MasterKey): void;
  /** The name of what the keychain keeps for this folder as a whole; null when nothing was kept there yet. */
  keychainId(): string | null;
  /** The same, made where there is none. */
  nameKeychain(): string;
  /** The name that the items of this folder alone have in the keychain; null where they have none of their own. */
  ownItems(): string | null;
  /** Gives them one, before the first is kept. */
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
 * By the id in the folder. A folder from before stores had ids is found by where it was made, or where that was another place, by its
 * name: the service proves that the key is its own, and is given the id once it has started.
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
