import { AppError } from '../../../shared/errors/index.ts';
import {
  type CredentialRow,
  copyingOf,
  copyingOfPasskey,
  type KeyStore,
  type ProfileRow,
} from '../../../shared/model/index.ts';
import { PASSKEY_SCHEME, STAMP_SCHEMES, type StampScheme, USUAL_SCHEME } from '../../../shared/wire/index.ts';
import type { Base } from '../base.ts';
import type { Confirmed } from '../profiles/confirmed.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { isKept, type Key } from './key-index.ts';
import type { Keyring, NewPasskey, NewTokenKey } from './keyring.ts';
import type { NewKey } from './new-key.ts';

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
  /** A key on a PKCS#11 token: made there, or one that is there. */
  createOnToken(input: NewTokenKey): Promise<CredentialRow>;
  /** A passkey that its authenticator made. */
  addPasskey(input: NewPasskey): Promise<CredentialRow>;
  /** Has a key stamp for its profile from now on. Called for the operator’s answer only. Throws NOT_FOUND. */
  lead(credentialId: string): Promise<void>;
  /** Throws NOT_FOUND, and NOT_SUPPORTED for the key of the local profile. */
  remove(credentialId: string): Promise<void>;
  /**
   * The key that stamps for a profile: the named one, else its first. A new key is registered with the service before it
   * is of use, so making one never switches to it; `lead` does, or removing the old one. Throws NOT_FOUND.
   */
  stamping(profile: ProfileRow, credentialId?: string): Key;
  /** The key that stamps reads: one that asks nobody for a touch, where the profile has one. Throws NOT_FOUND. */
  reading(profile: ProfileRow): Key;
}

/** A key that is kept; with no scheme one of P-256, with no store in the default one. */
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
  { index, stores, changes }: Base,
  { keyring, profiles, confirmed }: CredentialParts,
): Credentials {
  const find = (credentialId: string): Key => {
    const key = index.key(credentialId);
    if (key?.purpose === 'stamp') return key;
    throw new AppError(
      'NOT_FOUND',
      `There is no API key with the id “${credentialId}”. Nothing was done. \`castellan key list\` shows the known ones.`,
    );
  };

  /** Which keys a profile has is part of what was confirmed of it; before it is made there is nothing to add them to. */
  const record = async (key: Key, edit: (keys: readonly string[], named: string) => readonly string[]) => {
    const profile = profiles.list().find(({ name }) => name === key.profile);
    if (profile === undefined) return;
    const named = confirmed.nameOf(key);
    await confirmed.record(profile, (before) => before && { ...before, keys: edit(before.keys, named) });
  };

  const toRow = (key: Key): CredentialRow => {
    const { id, purpose: _purpose, scheme = USUAL_SCHEME, ...rest } = key;
    const { called: curve } = STAMP_SCHEMES[scheme];
    const where = isKept(key)
      ? { scheme, token: null, passkey: null, copying: stores.copying(key.store) }
      : key.store === 'passkey'
        ? { scheme: PASSKEY_SCHEME, token: null, passkey: key.passkey, copying: copyingOfPasskey(key.passkey) }
        : { scheme, token: key.token, passkey: null, copying: copyingOf(key.token.protection) };
    return { credentialId: id, curve, ...rest, ...where };
  };

  const added = async (key: Key): Promise<CredentialRow> => {
    await record(key, (keys, named) => {
      // Where the index has it among those that were confirmed: another one may be made, and recorded, at the same time.
      const listed = index.keys('stamp', key.profile).map(confirmed.nameOf);
      const next = keys.findIndex((other) => listed.indexOf(other) > listed.indexOf(named));
      return keys.toSpliced(next === -1 ? keys.length : next, 0, named);
    });
    return toRow(key);
  };

  const make = ({ scheme = USUAL_SCHEME, ...input }: NewCredential & Pick<NewKey, 'privateKey'>) =>
    keyring.make({ ...input, ...(scheme === USUAL_SCHEME ? {} : { scheme }), purpose: 'stamp' });

  const stamping: Credentials['stamping'] = ({ name }, credentialId) => {
    if (credentialId !== undefined) return find(credentialId);
    const first = index.keys('stamp', name).at(0);
    if (first !== undefined) return first;
    throw new AppError(
      'NOT_FOUND',
      `The profile “${name}” has no API key, so nothing could be stamped. Make one with \`castellan key create --profile ${name}\` and register its public key with the service.`,
    );
  };

  return {
    list: (profile) => index.keys('stamp', profile).map(toRow),
    get: (credentialId) => toRow(find(credentialId)),
    create: async (input) => added(await make(input)),
    async import({ publicKey = null, ...input }) {
      const key = await make(input);
      if (publicKey === null || publicKey === key.publicKey) return added(key);
      await keyring.remove(key);
      throw new AppError(
        'KEY_INVALID',
        `The private key is that of ${key.publicKey}, not of ${publicKey} as it says. Nothing was kept. Check where the key came from.`,
      );
    },
    createOnToken: async (input) => added(await keyring.makeOnToken(input)),
    addPasskey: async (input) => added(await keyring.addPasskey(input)),
    async lead(credentialId) {
      const key = find(credentialId);
      await record(key, (keys, named) => [named, ...keys.filter((other) => other !== named)]);
      index.lead(key.id);
      changes.tell('state');
    },
    async remove(credentialId) {
      const key = find(credentialId);
      if (isKept(key) && key.profile === profiles.local()?.name) {
        throw new AppError(
          'NOT_SUPPORTED',
          'The key of the vault on this machine cannot be removed: it is the only way to its wallets. Nothing was changed.',
        );
      }
      await record(key, (keys, named) => keys.filter((other) => other !== named));
      await keyring.remove(key);
    },
    stamping,
    reading: (profile) =>
      index.keys('stamp', profile.name).find(({ store }) => store !== 'passkey') ?? stamping(profile),
  };
}
