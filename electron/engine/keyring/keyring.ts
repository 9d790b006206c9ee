import { randomBytes } from 'node:crypto';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  KEY_CURVES,
  type KeyCurve,
  type KeyStore,
  type PasskeyPlace,
  type TokenAt,
  type TokenFacts,
  type TokenKeyFacts,
} from '../../../shared/model/index.ts';
import { plainScheme, STAMP_SCHEMES, USUAL_SCHEME } from '../../../shared/wire/index.ts';
import { p256Convert } from '../../crypto/index.ts';
import type { Audit } from '../audit/audit.ts';
import type { Base } from '../base.ts';
import {
  AT_ONCE,
  isKept,
  isOnToken,
  type KeptKey,
  type Key,
  type PasskeyKey,
  type TokenKey,
} from '../keys/key-index.ts';
import type { TokenKeeper } from '../tokens/token-keeper.ts';
import { makeKept, type NewKey } from '../vault/new-key.ts';
import { forgetKey } from '../vault/unlock.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';

/**
 * A key that stamps and is on a token: one that is made there, or with `taken` one that is there (null: the only one). With no scheme
 * one of P-256 is made, and one that is there stamps as its curve plainly does.
 */
export interface NewTokenKey extends Pick<Key, 'profile' | 'name' | 'scheme'> {
  readonly at: TokenAt;
  readonly taken?: { readonly keyId: string | null } | undefined;
}

/** A passkey that its authenticator made. */
export interface NewPasskey extends Pick<PasskeyKey, 'profile' | 'name' | 'publicKey'> {
  readonly passkey: PasskeyPlace;
}

/** Lists a new key in the index. */
type List = (key: Key) => Promise<void>;

/** Makes and removes the keys of this machine, of either purpose. */
export interface Keyring {
  /** Makes a key in the vault, or takes 32 raw bytes (wiped), keeps it in its store and lists it in the index. */
  make(
    wanted: NewKey & {
      /** Null for the default. */
      readonly store: KeyStore | null;
    },
    /** Replaces the index's own listing. A key that it does not list is not kept. */
    list?: List,
  ): Promise<KeptKey>;
  /**
   * Makes a key on a token, or uses an existing one, and lists it. Throws the errors of the token keeper and of `list`.
   */
  makeOnToken(wanted: NewTokenKey, list: List): Promise<TokenKey>;
  /** Makes a key on a token that opens exports. */
  makeTargetOnToken(wanted: Pick<NewTokenKey, 'profile' | 'at'>): Promise<TokenKey>;
  /** Lists a passkey. */
  addPasskey(made: NewPasskey, list: List): Promise<PasskeyKey>;
  /** Takes a kept key out of the running vault. */
  unload(key: Key): Promise<void>;
  /**
   * Removes a key from the vault, its store and the index. A stamping key on a token, or a passkey, stays where it is.
   * An export key on a token is destroyed there. If the token is not in use now, that happens later, and the key opens
   * nothing until then.
   */
  remove(key: Key): Promise<void>;
}

interface KeyringParts {
  readonly vault: VaultKeeper;
  readonly tokens: TokenKeeper;
  readonly audit: Audit;
}

export function createKeyring(base: Base, { vault, tokens, audit }: KeyringParts): Keyring {
  const { stores, index, changes, ports } = base;
  const add: List = async (key) => index.addKey(key);
  const listed = async <Made extends Key>(key: Made, list: List): Promise<Made> => {
    await list(key);
    changes.announce('state');
    return key;
  };
  return {
    async make(wanted, list = add) {
      try {
        const store = await stores.forNew(wanted.store);
        await audit.prepare(store.kind);
        const key = await makeKept(base, { vault, store }, wanted);
        try {
          return await listed(key, list);
        } catch (error) {
          if (index.key(key.id) === undefined) await Promise.all([vault.forget(key.id), forgetKey(store, key)]);
          throw error;
        }
      } finally {
        wanted.privateKey?.fill(0);
      }
    },
    async makeOnToken({ profile, name, at, taken, scheme: wanted }, list) {
      // A key that is stored here signs the log of this key's stamps.
      await audit.prepare(null);
      const { called: curve } = STAMP_SCHEMES[wanted ?? USUAL_SCHEME];
      const { token, key } =
        taken === undefined
          ? await tokens.create(at, { purpose: 'stamp', curve, label: `Castellan ${name}` })
          : await take(at, taken, wanted === undefined ? KEY_CURVES : [curve]);
      const { publicKey } = key;
      const scheme = wanted ?? plainScheme(key.curve);
      if (index.keys('stamp', profile).some((other) => other.publicKey === publicKey))
        throw new AppError('INVALID_INPUT', sentence`The profile “${profile}” already has the key ${publicKey}.`);
      const stamping = scheme === USUAL_SCHEME ? {} : { scheme };
      return listed({ purpose: 'stamp', profile, name, publicKey, ...stamping, ...placed(at, token, key) }, list);
    },
    async makeTargetOnToken({ profile, at }) {
      await audit.prepare(null);
      const { token, key } = await tokens.create(at, {
        purpose: 'target',
        curve: 'p256',
        label: 'Castellan export target',
      });
      const publicKey = p256Convert(key.publicKey, 'uncompressed');
      return listed({ purpose: 'target', profile, name: 'Export target', publicKey, ...placed(at, token, key) }, add);
    },
    async addPasskey(made, list) {
      await audit.prepare(null);
      const backend = `passkey for ${made.passkey.rpId}`;
      const id = randomBytes(8).toString('hex');
      return listed({ id, purpose: 'stamp', store: 'passkey', backend, ...made, createdAt: ports.clock.now() }, list);
    },
    async unload(key) {
      if (isKept(key)) await vault.forget(key.id);
    },
    async remove(key) {
      if (isKept(key)) {
        const store = stores.forKept(key, `The key ${key.publicKey}`);
        await vault.forget(key.id);
        await forgetKey(store, key);
      } else if (isOnToken(key) && key.purpose === 'stamp') {
        await tokens.leave(key);
      } else if (key.purpose === 'target' && !(await tokens.destroyTarget(key))) {
        return index.endKey(key.id, AT_ONCE);
      }
      index.removeKey(key.id);
      changes.announce('state');
    },
  };

  /** The index entry of a key on a token. */
  function placed({ module }: TokenAt, { label, serial }: TokenFacts, { keyId, protection }: TokenKeyFacts) {
    return {
      ...({ id: randomBytes(8).toString('hex'), store: 'pkcs11', backend: `token “${label}”` } as const),
      createdAt: ports.clock.now(),
      token: { module, label, serial, keyId, protection },
    };
  }

  async function take(
    at: TokenAt,
    { keyId }: { readonly keyId: string | null },
    curves: readonly KeyCurve[],
  ): Promise<{ token: TokenFacts; key: TokenKeyFacts }> {
    const { token, keys } = await tokens.keys(at);
    const fitting = keys.filter(({ curve }) => curves.includes(curve));
    const [key, ...others] = fitting.filter((found) => keyId === null || found.keyId === keyId);
    if (key !== undefined && others.length === 0) return { token, key };
    const there = fitting
      .map((found) => `${found.keyId} (“${found.label}”, ${found.curve} ${found.publicKey})`)
      .join(', ');
    throw new AppError(
      'NOT_FOUND',
      sentence`${key === undefined ? 'There is no such key' : sentence`There are ${1 + others.length} keys`} of ${curves.join(', ')} on the token “${token.label}”. No key was imported. ${there === '' ? 'Make one with `castellan key create --store pkcs11`.' : sentence`Name one with --key ID: ${there}.`}`,
    );
  }
}
