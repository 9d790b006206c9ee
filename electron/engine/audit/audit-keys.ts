import { join } from 'node:path';
import Type from 'typebox';
import Value from 'typebox/value';
import { AppError } from '../../../shared/errors/index.ts';
import { Closed, type KeyStore, parseJsonObject } from '../../../shared/model/index.ts';
import { auditHeadBytes } from '../../../shared/processes/index.ts';
import { hexDecode, hexEncode, utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { p256Verify } from '../../crypto/index.ts';
import { withFileLock } from '../../storage/files/index.ts';
import type { SecretStore } from '../../storage/keychain/index.ts';
import {
  type AuditKeeper,
  auditBroken,
  auditUnavailable,
  CHAIN_START,
  type ChainHead,
} from '../../storage/records/index.ts';
import type { Base } from '../base.ts';
import { type KeptKey as Key, storeOf } from '../keys/key-index.ts';
import { makeKept } from '../vault/new-key.ts';
import { forgetKey } from '../vault/unlock.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';

export type Signed = ChainHead & { readonly signature: Uint8Array };

const NOTHING: ChainHead = { first: 1, sequence: 0, hash: hexEncode(CHAIN_START) };
const Counter = Closed({
  first: Type.Integer({ minimum: 1 }),
  sequence: Type.Integer({ minimum: 0 }),
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  signature: Type.String({ pattern: '^([0-9a-f]{2})+$' }),
});
const UNUSABLE = ['KEY_MISSING', 'KEY_STORE_CHANGED', 'KEYSTORE_CORRUPT', 'KEY_INVALID'];

/**
 * The audit key of each store, with its counter. A counter may lag behind the log after a crash or while its store does
 * not answer, so a low counter raises no alarm. A missing counter, or one that the vault did not sign, does.
 */
export function createAuditKeys({ ports, index, stores, changes }: Base, vault: VaultKeeper) {
  /** The newest entry that was seen in the log or in a counter. */
  let known = NOTHING;
  /** The newest entry that each audit key signed, and the newest one in its counter. */
  const newest = new Map<string, { signed: Signed; counted: number }>();
  /** The audit key of each store, as the vault opened or made it. */
  const opened = new Map<KeyStore, Key>();

  const storesInUse = (): KeyStore[] => [
    ...new Set(
      (['audit', 'stamp', 'target'] as const).flatMap((purpose) =>
        index.keys(purpose).flatMap((key) => storeOf(key) ?? []),
      ),
    ),
  ];

  /** Changes a counter while no other process does: an older value must not replace a newer one. */
  const alone = <Result>(work: () => Promise<Result>) => withFileLock(join(ports.paths.root, 'counter.lock'), work);

  const isKnown: AuditKeeper['isKnown'] = (signedBy) => [...opened.values()].some(({ id }) => id === signedBy);
  const isSigned: AuditKeeper['isSigned'] = (head, signedBy, signature) =>
    isSignedBy([...opened.values()], head, signedBy, signature);

  const sign = async (key: Key, { first, sequence, hash }: ChainHead): Promise<Signed> => {
    const call = await vault.openWithKey(key);
    const { signature } = await call('signAuditHead', { keyId: key.id, first, sequence, hash: hexDecode(hash) });
    return { first, sequence, hash, signature };
  };

  const writeCounter = async (store: SecretStore, key: Key, signed: Signed): Promise<void> => {
    const counter = { ...signed, signature: hexEncode(signed.signature) };
    await store.write(counterName(key), utf8Encode(JSON.stringify(counter)));
    newest.set(key.id, { signed, counted: signed.sequence });
  };

  /** Throws AUDIT_BROKEN when the counter is missing or signed by another key. */
  const readCounter = async (store: SecretStore, key: Key): Promise<void> => {
    const signed = parseCounter(await store.read(counterName(key)));
    if (signed === null || !isSigned(signed, key.id, signed.signature))
      throw auditBroken(`Its counter in the ${store.backend} is missing, or the vault did not sign it`);
    if (signed.sequence > known.sequence) known = signed;
    const before = newest.get(key.id)?.signed ?? signed;
    newest.set(key.id, { signed: before.sequence > signed.sequence ? before : signed, counted: signed.sequence });
  };

  /** Loads the audit key of a store into the vault, which proves that it matches the stored key. */
  const openKey = async (kind: KeyStore): Promise<{ key: Key; store: SecretStore }> => {
    const listed = index.keys('audit').find((candidate) => candidate.store === kind);
    if (listed === undefined) throw auditBroken('Keys are stored here, but none is listed as its signer');
    const before = opened.get(kind);
    const key = before?.id === listed.id ? before : listed;
    const store = stores.forKept(key, 'The key of the audit log');
    // A store that does not open says nothing of the log.
    await vault.openWithStore(kind);
    try {
      await vault.openWithKey(key);
    } catch (error) {
      if (error instanceof AppError && UNUSABLE.includes(error.code))
        throw auditBroken(`The key that signs it is missing in the ${key.backend}, or was replaced`, { cause: error });
      throw error;
    }
    opened.set(kind, key);
    return { key, store };
  };

  const make = async (store: SecretStore): Promise<Key> => {
    const key = await makeKept({ ports }, { vault, store }, { purpose: 'audit', profile: '', name: 'Audit log' });
    // Listed last, so that after a crash every listed key has its counter.
    await writeCounter(store, key, await sign(key, known));
    index.addKey(key);
    opened.set(store.kind, key);
    return key;
  };

  /**
   * Writes an entry, or the key's newest signature, to the counter of a store. Throws the errors of the store and the
   * vault.
   */
  const countTo = async (key: Key, head: ChainHead): Promise<void> => {
    if ((newest.get(key.id)?.counted ?? 0) >= head.sequence) return;
    const store = stores.forKept(key, 'The counter of the audit log');
    await alone(async () => {
      // Another process may have counted further.
      await readCounter(store, key);
      const now = newest.get(key.id);
      if (now !== undefined && now.counted >= head.sequence) return;
      const isSigned = now !== undefined && now.signed.sequence >= head.sequence;
      await writeCounter(store, key, isSigned ? now.signed : await sign(key, head));
    });
  };

  const record = async (key: Key, add: (keeper: AuditKeeper) => Promise<ChainHead>): Promise<Signed> => {
    let signed: Signed | undefined;
    known = await add({
      known,
      isSigned,
      isKnown,
      async sign(head) {
        signed = await sign(key, head);
        return { signedBy: key.id, signature: signed.signature };
      },
    });
    // Only now, because the signed entry may not have been written.
    const recorded = { ...known, signature: signed?.signature ?? new Uint8Array() };
    newest.set(key.id, { signed: recorded, counted: newest.get(key.id)?.counted ?? 0 });
    changes.announce('audit');
    return recorded;
  };

  const openAll = async (): Promise<void> => {
    for (const kind of storesInUse()) {
      const { key, store } = await openKey(kind);
      await readCounter(store, key);
    }
  };

  /**
   * Returns the audit key of a store, after reading its counter. Throws AUDIT_UNAVAILABLE, and the errors of loading
   * the key.
   */
  const withKey = async (kind: KeyStore): Promise<Key> => {
    const { key, store } = await openKey(kind).catch(unavailableWhenBroken);
    if (!newest.has(key.id)) await readCounter(store, key).catch(unavailableWhenBroken);
    return key;
  };

  /**
   * Returns the audit keys of the other stores that answer, with their counters read. Throws AUDIT_UNAVAILABLE for a
   * key that is not the vault's.
   */
  const others = async ({ store: own }: Key): Promise<Key[]> => {
    const answering: Key[] = [];
    for (const kind of storesInUse().filter((other) => other !== own)) {
      const key = await withKey(kind).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'AUDIT_UNAVAILABLE') throw error;
        return null;
      });
      if (key !== null) answering.push(key);
    }
    return answering;
  };

  const renew = async (kind: KeyStore): Promise<Key> => {
    const store = await stores.forNew(kind);
    for (const old of index.keys('audit').filter((key) => key.store === kind)) {
      index.removeKey(old.id);
      await vault.forget(old.id);
      await forgetKey(store, old);
      await store.remove(counterName(old));
    }
    return make(store);
  };

  return {
    storesInUse,
    make,
    record,
    countTo,
    openAll,
    withKey,
    others,
    /** The known state of the log from the counters, and the keys whose signatures count. */
    keeper: (): Omit<AuditKeeper, 'sign'> => ({ known, isSigned, isKnown }),
    /** The same key, without asking the vault if it was opened before. */
    find: async (kind: KeyStore): Promise<Key> => {
      const key = opened.get(kind);
      return key !== undefined && newest.has(key.id) ? key : withKey(kind);
    },
    /** The newest entry in the counter of a key. */
    counted: ({ id }: Key): number => newest.get(id)?.counted ?? 0,
    /**
     * Writes the key's last signed entry to its counter. The entries are already recorded, so a failure is only
     * reported. The next count tries again.
     */
    count: (key: Key): Promise<void> => countTo(key, newest.get(key.id)?.signed ?? NOTHING).catch(ports.report),
    /** The audit key of a store, or a new one where it or its counter is not the vault's. */
    openOrRenew: async (kind: KeyStore): Promise<Key> => {
      try {
        const { key, store } = await openKey(kind);
        await readCounter(store, key);
        return key;
      } catch (error) {
        if (isBroken(error)) return renew(kind);
        throw error;
      }
    },
    /** Sets the counter to an entry, whatever its earlier value. */
    restart: async (key: Key, head: ChainHead): Promise<void> => {
      const signed = await sign(key, head);
      await alone(() => writeCounter(stores.forKept(key, 'The counter of the audit log'), key, signed));
    },
  };
}

/** The name of an audit key's counter inside its store. */
export function counterName({ id }: Pick<Key, 'id'>): string {
  return `audit-counter/${id}`;
}

/** Parses a counter from its store. Null when the bytes are not a counter. Does not verify its signature. */
export function parseCounter(bytes: Uint8Array | null): Signed | null {
  if (bytes === null) return null;
  try {
    const content: unknown = parseJsonObject(utf8Decode(bytes), () => new Error('not JSON'));
    return Value.Check(Counter, content) ? { ...content, signature: hexDecode(content.signature) } : null;
  } catch {
    return null;
  }
}

/** Returns true when the key with that id signed exactly this head. */
export function isSignedBy(
  keys: readonly Pick<Key, 'id' | 'publicKey'>[],
  { first, sequence, hash }: ChainHead,
  signedBy: string,
  signature: Uint8Array,
): boolean {
  const key = keys.find(({ id }) => id === signedBy);
  return key !== undefined && p256Verify(key.publicKey, auditHeadBytes(first, sequence, hexDecode(hash)), signature);
}

export function isBroken(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'AUDIT_BROKEN';
}

export function unavailableWhenBroken(error: unknown): never {
  throw isBroken(error) ? auditUnavailable(error) : error;
}
