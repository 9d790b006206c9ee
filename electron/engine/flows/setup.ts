import { join } from 'node:path';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { CredentialRow, KeyStore, TokenAt, TokenKeyChoice } from '../../../shared/model/index.ts';
import { STAMP_SCHEMES, USUAL_SCHEME } from '../../../shared/wire/index.ts';
import { takeFileLock } from '../../storage/files/index.ts';
import type { Base } from '../base.ts';
import { asksOnce, canAskEachTime } from '../consent/asking.ts';
import { askedProfile } from '../consent/consents.ts';
import { nextKeyName } from '../keys/key-names.ts';
import type { Counting } from '../ports.ts';
import type { Confirmed } from '../profiles/confirmed.ts';
import { checkedUrl, type Profiles } from '../profiles/profiles.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import type { Credentials } from '../stamping/credentials.ts';
import type { TokenChoices } from '../tokens/token-choice.ts';
import { createMutex } from '../tools/mutex.ts';
import { askedOf, type ProvingAnswer, type SecurityKeys } from '../vault/security-keys.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';

const LOCAL_ORGANIZATION = 'Local vault';
/** Name of the profile whose service is inside this program. */
export const LOCAL_PROFILE = 'local';
/** Name of a profile’s first key. */
const WORKSTATION = 'Workstation';

/** A key that is of use once its public half is registered. */
type NewlyMade = { readonly profile: string } & Pick<CredentialRow, 'publicKey' | 'curve'>;

/** The two ways of a first start. Each can be repeated after an interruption and uses what was already made. */
export interface Setup {
  /**
   * Makes the vault on this machine after the operator confirms: a key, the local service with its organization, and
   * the current profile `local`. A null `store` means the default. With a token, the token holds the stamping key and
   * the key that opens the service. Throws PROFILE_EXISTS when it exists already, DATABASE_IN_USE while another
   * Castellan makes it, NOT_CONFIRMED, CANCELLED, and what tokens throw. That includes TOKEN_REFUSED for a token
   * without key agreement.
   */
  createLocal(
    input: { store: KeyStore | null; token?: TokenKeyChoice | undefined },
    counting: Counting,
  ): Promise<{ profile: string }>;
  /**
   * Makes a key and a profile for a service elsewhere, after the operator confirms. Returns the public key to register
   * there.
   */
  connect(input: {
    name: string;
    baseUrl: string;
    organizationId: string;
    signerKey: string | null;
    /** The store of the key and of the audit log's signing key. */
    store: KeyStore;
    /** The key on a token, which stamps instead of a stored key. */
    token?: TokenKeyChoice | undefined;
  }): Promise<NewlyMade>;
  /** Takes a key of a token into use for the current profile, after the operator's answer. */
  addTokenKey(chosen: TokenKeyChoice): Promise<NewlyMade>;
  /** Takes a profile that was changed outside this program as it is, after the operator's answer. Throws UNKNOWN_PROFILE, NOT_CONFIRMED. */
  confirm(name: string): Promise<void>;
  /**
   * Uses the service of a profile at other addresses, after the operator confirms. `authUrl` is that of its gateway.
   * Throws PROFILE_CHANGED and what `Profiles.set` throws.
   */
  move(name: string, to: { baseUrl: string; authUrl: string | null }): Promise<void>;
  /**
   * Changes whether a profile may sign undecodable contents, after the operator confirms. Throws what `Profiles.set`
   * throws.
   */
  allowBlindSigning(name: string, allowed: boolean): Promise<void>;
  /** Pins the service's new name of the organization. Throws INVALID_INPUT when its name is the pinned one. */
  acceptName(name: string): Promise<void>;
  /**
   * Makes another key stamp for its profile, after the operator confirms. Throws NOT_FOUND, PROFILE_CHANGED,
   * NOT_SUPPORTED, NOT_CONFIRMED.
   */
  stampWith(credentialId: string): Promise<void>;
  /** Removes a profile as `Profiles.remove` does, after the operator's answer. */
  disconnect(name: string): Promise<void>;
}

interface SetupParts {
  readonly profiles: Profiles;
  readonly confirmed: Confirmed;
  readonly credentials: Credentials;
  readonly vault: VaultKeeper;
  readonly service: ServiceKeeper;
  readonly tokens: TokenChoices;
  readonly securityKeys: Pick<SecurityKeys, 'given'>;
}

export function createSetup(
  { ports, stores, consents, changes }: Base,
  { profiles, confirmed, credentials, vault, service, tokens, securityKeys }: SetupParts,
): Setup {
  const onToken = async (profile: string, name: string, { keyId, scheme = USUAL_SCHEME, ...at }: TokenKeyChoice) => {
    await tokens.allow(at.module);
    return credentials.createOnToken({ profile, name, at, scheme, ...(keyId === null ? {} : { taken: { keyId } }) });
  };

  /** The first key of a profile. A key made before an interruption is used again. */
  const firstKey = async (profile: string, store: KeyStore, token: TokenKeyChoice | undefined) => {
    const made = credentials.list(profile).at(0);
    if (made !== undefined) return made;
    if (token !== undefined) return onToken(profile, WORKSTATION, token);
    return credentials.create({ profile, name: WORKSTATION, store });
  };

  /** The words for the future store of a key, and the secret to type for it. The command line asks for its own. */
  const keeping = async (store: KeyStore) => {
    const called = store === 'file' ? ('passphrase' as const) : ('PIN' as const);
    (await stores.header(store))?.fill(0);
    const { label = '', protection = 'unset' } = stores.report().find(({ kind }) => kind === store) ?? {};
    if (protection !== 'unset') return { keptIn: label, ...askedOf(stores, store) };
    const passphrase = store === 'file' ? ('new' as const) : ('offered' as const);
    return { keptIn: label, called, passphrase, securityKey: 'none' as const };
  };

  /** The vault, with the store opened that a key will be kept in. */
  const unlockFor = async (store: KeyStore, answer: ProvingAnswer) => {
    const given = await securityKeys.given(store, answer, 'unlock');
    await vault.unlock(() => vault.openWith({ store, ...given }));
  };

  const exclusive = createMutex();

  /** Throws PROFILE_EXISTS when the vault on this machine, or another service with its name, exists. */
  const requireNone = () => {
    const found = profiles.list().find((profile) => profile.name === LOCAL_PROFILE);
    if (found === undefined) return;
    throw new AppError(
      'PROFILE_EXISTS',
      found.kind === 'local'
        ? 'This machine already has a vault. Nothing was changed. Switch to the profile “local”.'
        : sentence`A profile for ${found.baseUrl ?? ''} is named “local”, which is the name of the vault on this machine. Nothing was made. Add that service under another name and remove its profile “local”, then try again.`,
    );
  };

  const createLocal: Setup['createLocal'] = async ({ store: wanted, token }, counting) => {
    const step = (done: number, text: string) => {
      if (counting.signal?.aborted === true)
        throw new AppError('CANCELLED', 'Cancelled. The finished steps are kept and used when you start again.');
      counting.progress?.({ done, total: 3, text });
    };
    requireNone();
    const store = wanted ?? (await stores.forNew(null)).kind;
    const key = { onToken: token === undefined ? null : askedTokenKey(token), ...(await keeping(store)) };
    const question = { kind: 'createLocal', organizationName: LOCAL_ORGANIZATION, ...key } as const;
    const answer = await consents.ask(question, counting.signal);
    let release: (() => void) | undefined;
    try {
      // Two concurrent first starts of two Castellans would make two keys, and the service would know only one.
      release = takeFileLock(join(ports.paths.root, 'setup.lock'), 0);
      requireNone();
      step(0, 'Making your key');
      await unlockFor(store, answer);
      const { publicKey } = await firstKey(LOCAL_PROFILE, store, token);
      const curveType = STAMP_SCHEMES[token?.scheme ?? USUAL_SCHEME].registeredAs;
      step(1, 'Starting the local service');
      const line = await service.startLocal({
        store,
        onToken: token === undefined ? null : tokenAt(token),
        init: {
          organizationName: LOCAL_ORGANIZATION,
          rootUsers: [
            {
              userName: 'Operator',
              apiKeys: [{ apiKeyName: 'Workstation', publicKey, curveType }],
            },
          ],
        },
      });
      step(2, 'Keeping the profile');
      await profiles.add({
        name: LOCAL_PROFILE,
        kind: 'local',
        baseUrl: null,
        authUrl: null,
        organizationId: line.organizationId,
        organizationName: LOCAL_ORGANIZATION,
        signerKey: line.keys.signer,
        notarizerKey: line.keys.notarizer,
        fetcherKey: line.keys.fetcher,
        authProxyConfigId: null,
      });
      profiles.use(LOCAL_PROFILE);
      counting.progress?.({ done: 3, total: 3, text: 'Ready' });
      return { profile: LOCAL_PROFILE };
    } finally {
      release?.();
      answer.passphrase?.fill(0);
    }
  };

  return {
    createLocal: (input, counting) => exclusive(() => createLocal(input, counting)),
    async connect({ store, token, ...given }) {
      // The question shows exactly the new profile, with the address.
      const service = { ...given, baseUrl: checkedUrl(given.baseUrl) };
      const key = { onToken: token === undefined ? null : askedTokenKey(token), ...(await keeping(store)) };
      const answer = await consents.ask({ kind: 'connect', ...service, ...key });
      try {
        await unlockFor(store, answer);
        const profile = await profiles.add(
          { ...service, kind: 'remote', authUrl: null, notarizerKey: null, authProxyConfigId: null },
          store,
        );
        try {
          const key = await firstKey(profile.name, store, token);
          profiles.use(profile.name);
          return { profile: profile.name, publicKey: key.publicKey, curve: key.curve };
        } catch (error) {
          await profiles.remove(profile.name);
          throw error;
        }
      } finally {
        answer.passphrase?.fill(0);
      }
    },
    async addTokenKey(chosen) {
      const profile = profiles.get();
      await profiles.requireConfirmed(profile);
      await consents.ask({ kind: 'tokenKey', profile: askedProfile(profile), ...askedTokenKey(chosen) });
      const name = nextKeyName(credentials.list(profile.name));
      const { publicKey, curve } = await onToken(profile.name, name, chosen);
      return { profile: profile.name, publicKey, curve };
    },
    async confirm(name) {
      const profile = profiles.get(name);
      const { members, confirm } = await confirmed.review(profile);
      await consents.ask({ kind: 'confirmProfile', profile: askedProfile(profile), members });
      await confirm();
      changes.announce('state');
    },
    async move(name, to) {
      const profile = profiles.get(name);
      await profiles.requireConfirmed(profile);
      const wanted = { baseUrl: checkedUrl(to.baseUrl), authUrl: checkedUrl(to.authUrl) };
      const members = (['baseUrl', 'authUrl'] as const).map((member) => ({
        member,
        is: wanted[member] ?? NO_ADDRESS,
        was: profile[member] ?? NO_ADDRESS,
        changed: wanted[member] !== profile[member],
      }));
      await consents.ask({ kind: 'moveProfile', profile: askedProfile(profile), members });
      await profiles.set(name, wanted);
    },
    async acceptName(name) {
      const profile = profiles.get(name);
      const { claimedName, organizationName = null } = profile;
      if (claimedName === undefined)
        throw new AppError(
          'INVALID_INPUT',
          sentence`The organization of “${name}” has the name that is pinned. Nothing was changed. There is no new name to accept.`,
        );
      const members = [{ member: 'organizationName', is: claimedName, was: organizationName, changed: true }];
      await consents.ask({ kind: 'acceptName', profile: askedProfile(profile), members });
      await profiles.acceptName(name, claimedName);
    },
    async allowBlindSigning(name, allowed) {
      await consents.ask({ kind: 'blindSigning', profile: askedProfile(profiles.get(name)), allowed });
      await profiles.set(name, { blindSigning: allowed });
    },
    async stampWith(credentialId) {
      const chosen = credentials.get(credentialId);
      const { profile: named, name, publicKey, backend, copying, store: place } = chosen;
      const profile = profiles.get(named);
      await profiles.requireConfirmed(profile);
      if (profile.asksToSign === true && !canAskEachTime(chosen))
        throw asksOnce(profile, chosen, 'Nothing was changed.');
      const key = { name, publicKey, backend, copying };
      await consents.ask({ kind: 'stampWith', profile: askedProfile(profile), key, asksEachTime: place === 'passkey' });
      await credentials.lead(credentialId);
    },
    async disconnect(name) {
      await consents.ask({ kind: 'removeProfile', profile: askedProfile(profiles.get(name)) });
      await profiles.remove(name);
    },
  };
}

const NO_ADDRESS = 'none';

const tokenAt = ({ module, label, serial, slot }: TokenKeyChoice): TokenAt => ({ module, label, serial, slot });

const askedTokenKey = ({ label, serial, module, keyId, scheme = USUAL_SCHEME }: TokenKeyChoice) => ({
  label,
  serial,
  module,
  keyId,
  scheme,
});
