import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  type CredentialRow,
  copyingOf,
  copyingOfPasskey,
  type KeyStore,
  MAXIMUM_KEY_NAME,
  type ProfileRow,
  type StampScheme,
} from '../../../shared/model/index.ts';
import { PASSKEY_SCHEME, STAMP_SCHEMES, USUAL_SCHEME } from '../../../shared/wire/index.ts';
import { oneLine } from '../../client/index.ts';
import type { Base } from '../base.ts';
import { asksOnce, canAskEachTime } from '../consent/asking.ts';
import { askedProfile } from '../consent/consents.ts';
import type { Keyring, NewPasskey, NewTokenKey } from '../keyring/keyring.ts';
import { isKept, isOnToken, type Key, type KeyNotes, storeOf } from '../keys/key-index.ts';
import { listLost } from '../keys/lost-files.ts';
import type { Confirmed } from '../profiles/confirmed.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { NewKey } from '../vault/new-key.ts';
import { requireInUse } from './stamper.ts';

/** The keys that stamp, as the operator sees them: a credential is one key registered with one profile's service. */
export interface Credentials {
  list(profile?: string): CredentialRow[];
  get(credentialId: string): CredentialRow;
  /** Makes a key inside the vault and keeps it. */
  create(input: NewCredential): Promise<CredentialRow>;
  /** Takes 32 raw bytes, which are wiped. Throws KEY_INVALID where `publicKey` is not their public half. */
  import(
    input: NewCredential & { privateKey: Uint8Array<ArrayBuffer>; publicKey?: string | null },
  ): Promise<CredentialRow>;
  /**
   * Makes a key on a PKCS#11 token, or uses an existing one. Throws NOT_SUPPORTED for a key that asks once in a profile
   * that asks each time.
   */
  createOnToken(input: NewTokenKey): Promise<CredentialRow>;
  /** A passkey that its authenticator made. */
  addPasskey(input: NewPasskey): Promise<CredentialRow>;
  /** Makes a key stamp for its profile from now on. Called only for the operator’s answer. Throws NOT_FOUND. */
  lead(credentialId: string): Promise<void>;
  /**
   * Makes a successor with the scheme and in the store of another key, listed right after it. Throws NOT_SUPPORTED for
   * a key on a token.
   */
  createSuccessor(credentialId: string): Promise<CredentialRow>;
  /** Asks the operator for another name of a key. The name decides nothing. */
  rename(credentialId: string, name: string): Promise<CredentialRow>;
  /**
   * Asks the operator to retire a key, which then is kept and stamps no more. Throws NOT_SUPPORTED for the last
   * stamping key of a profile, or the last one that asks each time where the profile requires that.
   */
  retire(credentialId: string): Promise<CredentialRow>;
  /** Asks the operator to remove a key. Throws NOT_FOUND, and NOT_SUPPORTED for the last one of the local profile, or that asks each time where its profile does. */
  remove(credentialId: string): Promise<void>;
  /** The same two without a question, for a key that was replaced by a proven one or never registered. */
  readonly replaced: { retire(credentialId: string): Promise<void>; remove(credentialId: string): Promise<void> };
  /** Records facts learned about a key. They decide nothing. */
  note(credentialId: string, notes: Pick<KeyNotes, 'expiresAt' | 'replaces' | 'awaits'>): void;
  /**
   * Returns the key of its profile that is to replace another one. It is stored here and in use. Callers compare it
   * with the confirmed profile.
   */
  successorOf(credentialId: string): Key | undefined;
  /**
   * The key that stamps for a profile: the named one, else the first that is not retired. A new key must be registered
   * with the service first, so making one never switches to it. `lead`, or retiring or removing the old key, switches.
   * Throws NOT_FOUND, and NOT_SUPPORTED for a named key that is retired.
   */
  stamping(profile: ProfileRow, credentialId?: string): Key;
  /** Returns the key that stamps reads. Prefers one that needs no touch. Throws NOT_FOUND. */
  reading(profile: ProfileRow): Key;
}

/** A key to create. Without a scheme it uses P-256, without a store the default one. */
export interface NewCredential {
  readonly profile: string;
  readonly name: string;
  readonly store: KeyStore | null;
  readonly scheme?: StampScheme | undefined;
}

interface CredentialParts {
  readonly keyring: Keyring;
  readonly profiles: Profiles;
  readonly confirmed: Confirmed;
}

export function createCredentials(
  { ports, index, stores, records, consents, changes }: Base,
  { keyring, profiles, confirmed }: CredentialParts,
): Credentials {
  const find = (credentialId: string): Key => {
    const key = index.key(credentialId);
    if (key?.purpose === 'stamp') return key;
    throw new AppError(
      'NOT_FOUND',
      sentence`There is no API key with the id “${credentialId}”. Nothing was done. \`castellan key list\` shows the known ones.`,
    );
  };

  const toRow = (key: Key): CredentialRow => {
    const { id, purpose: _purpose, scheme = USUAL_SCHEME, awaits: _awaits, ...kept } = key;
    const { retired = false, expiresAt = null, replaces = null, ...rest } = kept;
    const pinKept = isOnToken(key) && key.pinKept === true;
    const life = { lastUsedAt: records.audit.lastUsedAt(id), expiresAt, retired, replaces };
    const { called: curve } = STAMP_SCHEMES[scheme];
    const where = isKept(key)
      ? { scheme, token: null, passkey: null, copying: stores.copying(key.store) }
      : key.store === 'passkey'
        ? { scheme: PASSKEY_SCHEME, token: null, passkey: key.passkey, copying: copyingOfPasskey(key.passkey) }
        : { scheme, token: key.token, passkey: null, copying: copyingOf(key.token.protection) };
    return { credentialId: id, curve, ...rest, ...life, ...where, pinKept };
  };

  /** Changes a key and the confirmed members of its profile. The profile may be removed, or not made yet. */
  const changing = async (
    key: Key,
    edit: (keys: readonly string[], named: string) => readonly string[],
    change: () => void | Promise<void>,
  ) => {
    const profile = profiles.list().find(({ name }) => name === key.profile);
    const named = confirmed.nameOf(key);
    const made = async () => change();
    if (profile === undefined) await made();
    else await confirmed.changeKeys(profile, (keys) => edit(keys, named), made, storeOf(key) ?? undefined);
  };

  /** Lists a new key, the last of its profile: a crash at any moment leaves the profile as it was confirmed, before or after. */
  const add = (key: Key) =>
    changing(
      key,
      (keys, named) => [...keys, named],
      () => index.addKey(key),
    );

  const retire = (key: Key) =>
    changing(
      key,
      (keys, named) => keys.map((other) => (other === named ? confirmed.nameOf({ ...key, retired: true }) : other)),
      async () => {
        index.changeKey(key.id, { retired: true });
        await keyring.unload(key);
        changes.announce('state');
      },
    );

  const remove = (key: Key) =>
    changing(
      key,
      (keys, named) => keys.filter((other) => other !== named),
      () => keyring.remove(key),
    );

  const ask = async (key: Key, act: 'rename' | 'retire' | 'destroy', to: string | null) => {
    const profile = profiles.list().find(({ name }) => name === key.profile);
    const { name, publicKey } = key;
    const keptIn = toRow(key).backend;
    const asked = profile === undefined ? null : askedProfile(profile);
    await consents.ask({ kind: 'changeKey', profile: asked, key: { name, publicKey, keptIn }, act, to });
  };

  const asks = (profile: string) => profiles.list().some(({ name, asksToSign }) => name === profile && asksToSign);

  const make = async (
    { scheme = USUAL_SCHEME, ...input }: NewCredential & Pick<NewKey, 'privateKey'>,
    list: (key: Key) => Promise<void>,
  ) => {
    const { profile } = input;
    const schemed = scheme === USUAL_SCHEME ? {} : { scheme };
    return toRow(await keyring.make({ ...input, asks: asks(profile), ...schemed, purpose: 'stamp' }, list));
  };

  /** Keys of its profile beside a key that are in use. */
  const others = ({ id, profile }: Key) =>
    index.keys('stamp', profile).filter((key) => key.id !== id && key.retired !== true);

  /**
   * Throws NOT_SUPPORTED for the last key that asks with each signature, if its profile asks and other keys would
   * remain.
   */
  const requireAskingLeft = (key: Key) => {
    const left = others(key);
    if (!asks(key.profile) || key.retired === true || !canAskEachTime(key) || left.length === 0) return;
    if (left.some(canAskEachTime)) return;
    throw new AppError(
      'NOT_SUPPORTED',
      sentence`The profile “${key.profile}” asks for the unlock method with each signature, and only “${key.name}” can do so. The key stays in use. Turn this off first in Settings, Profiles, or with \`castellan profile set ${key.profile} --ask-to-sign off\`.`,
    );
  };

  /** Throws NOT_SUPPORTED for a used key of the local profile that is stored here or is its only key. */
  const requireWayLeft = (key: Key) => {
    if (key.profile !== profiles.local()?.name || key.retired === true) return;
    if (!isKept(key) && others(key).length > 0) return;
    const instead = isKept(key)
      ? 'Rotate it, or register another key and retire this one first.'
      : 'Add another key and register it first.';
    throw new AppError(
      'NOT_SUPPORTED',
      sentence`The key of the vault on this machine cannot be removed: it is the only way to its wallets. Nothing was changed. ${instead}`,
    );
  };

  const stamping: Credentials['stamping'] = ({ name }, credentialId) => {
    if (credentialId !== undefined) {
      const key = find(credentialId);
      requireInUse(key);
      if (key.profile === name) return key;
      throw new AppError(
        'INVALID_INPUT',
        sentence`The key “${key.name}” belongs to the profile “${key.profile}”. Nothing was stamped with it for “${name}”. Name that profile, or another key.`,
      );
    }
    const first = index.keys('stamp', name).find(({ retired }) => retired !== true);
    if (first !== undefined) return first;
    const lost = listLost(ports.paths, name);
    if (lost !== null) throw new AppError('PROFILE_CHANGED', lost);
    throw new AppError(
      'NOT_FOUND',
      sentence`The profile “${name}” has no API key, so nothing could be stamped. Make one with \`castellan key create --profile ${name}\` and register its public key with the service.`,
    );
  };

  return {
    list: (profile) => index.keys('stamp', profile).map(toRow),
    get: (credentialId) => toRow(find(credentialId)),
    create: (input) => make(input, add),
    import: ({ publicKey = null, ...input }) =>
      make(input, async (key) => {
        if (publicKey === null || publicKey === key.publicKey) return add(key);
        throw new AppError(
          'KEY_INVALID',
          sentence`The private key belongs to ${key.publicKey}, not to the stated ${publicKey}. Nothing was kept. Check where the key came from.`,
        );
      }),
    createOnToken: async (input) =>
      toRow(
        await keyring.makeOnToken(input, async (key) => {
          const undone =
            input.taken === undefined
              ? 'The new key stays on the token and is not used here.'
              : 'It was not taken into use.';
          if (asks(key.profile) && !canAskEachTime(key)) throw asksOnce({ name: key.profile }, key, undone);
          await add(key);
        }),
      ),
    addPasskey: async (input) => toRow(await keyring.addPasskey(input, add)),
    async lead(credentialId) {
      const key = find(credentialId);
      requireInUse(key);
      await changing(
        key,
        (keys, named) => [named, ...keys.filter((other) => other !== named)],
        () => index.lead(key.id),
      );
      changes.announce('state');
    },
    async createSuccessor(credentialId) {
      const old = find(credentialId);
      if (!isKept(old)) {
        throw new AppError(
          'NOT_SUPPORTED',
          sentence`The key is kept by the ${old.backend}, and its replacement must be stored there too. Nothing was made. Make another key there, register it, then retire this one.`,
        );
      }
      const { profile, name, scheme, store } = old;
      const wanted = { profile, name: successorName(name), purpose: 'stamp', store, asks: asks(profile) } as const;
      const made = await keyring.make({ ...wanted, ...(scheme === undefined ? {} : { scheme }) }, (key) =>
        changing(
          old,
          (keys, named) => keys.toSpliced(keys.indexOf(named) + 1, 0, confirmed.nameOf(key)),
          () => index.addKey({ ...key, replaces: old.id }, old.id),
        ),
      );
      return toRow({ ...made, replaces: old.id });
    },
    async rename(credentialId, wanted) {
      const key = find(credentialId);
      const name = oneLine(wanted, MAXIMUM_KEY_NAME);
      if (name === '') throw new AppError('INVALID_INPUT', 'A key needs a name. Nothing was changed.');
      await ask(key, 'rename', name);
      index.changeKey(key.id, { name });
      changes.announce('state');
      return toRow(find(credentialId));
    },
    async retire(credentialId) {
      const key = find(credentialId);
      if (others(key).length === 0) {
        throw new AppError(
          'NOT_SUPPORTED',
          sentence`The profile “${key.profile}” has no other stamping key. This key was not retired. Make another key and register it${isKept(key) ? ', or rotate this one' : ''}.`,
        );
      }
      requireAskingLeft(key);
      await ask(key, 'retire', null);
      await retire(find(credentialId));
      return toRow(find(credentialId));
    },
    async remove(credentialId) {
      const key = find(credentialId);
      requireWayLeft(key);
      requireAskingLeft(key);
      await ask(key, 'destroy', null);
      await remove(find(credentialId));
    },
    replaced: {
      retire: (credentialId) => retire(find(credentialId)),
      remove: (credentialId) => remove(find(credentialId)),
    },
    note(credentialId, notes) {
      index.changeKey(credentialId, notes);
      changes.announce('state');
    },
    successorOf(credentialId) {
      const { profile } = find(credentialId);
      return index
        .keys('stamp', profile)
        .find((key) => key.replaces === credentialId && key.retired !== true && isKept(key));
    },
    stamping,
    reading: (profile) =>
      index.keys('stamp', profile.name).find(({ store, retired }) => store !== 'passkey' && retired !== true) ??
      stamping(profile),
  };
}

/** Key 1 is followed by Key 1.2, and that by Key 1.3. */
function successorName(name: string): string {
  const [, called = name, number = '1'] = /^(.+)\.(\d{1,6})$/.exec(name) ?? [];
  return `${called.slice(0, MAXIMUM_KEY_NAME - 7)}.${Number(number) + 1}`;
}
