import Type from 'typebox';
import Value from 'typebox/value';
import { AppError } from '../../shared/errors/index.ts';
import { Closed, type KeyStore, parseJsonObject } from '../../shared/model/index.ts';
import { auditHeadBytes } from '../../shared/processes/index.ts';
import { hexDecode, hexEncode, utf8Decode, utf8Encode } from '../../shared/wire/index.ts';
import { p256Verify } from '../crypto/index.ts';
import type { SecretStore } from '../storage/keychain/index.ts';
import {
  type AuditEntry,
  type AuditKeeper,
  type AuditLog,
  auditBroken,
  auditUnavailable,
  CHAIN_START,
  type ChainHead,
  type VerifyOptions,
} from '../storage/records/index.ts';
import type { Base } from './base.ts';
import type { Key } from './keys/key-index.ts';
import { makeKept } from './keys/new-key.ts';
import { forgetKey } from './keys/unlock.ts';
import type { VaultKeeper } from './keys/vault-keeper.ts';
import { createTurns } from './mutex.ts';

/** The newest entry is counted after so many, when the vault locks and when the program ends. */
const COUNTED_EVERY = 16;

/**
 * The audit log, signed. Each store of keys has an audit key, which only the vault holds, and a counter: the newest entry it
 * was told of, with the signature of that key. An entry is written before it is counted, so a crash leaves the counter behind
 * the log and never before it: what the counter names must be there, and what comes after it may be. An entry counts as signed by
 * the one audit key of a store that the vault has opened; what the index lists is in no secret place and proves nothing.
 */
export interface Audit extends Pick<AuditLog, 'status' | 'export'> {
  /** Makes the audit key of a store before the first other key of it; null is one in use, else the default. Gives which. */
  prepare(kind: KeyStore | null): Promise<KeyStore>;
  /** Records what `key` is about to stamp. Throws AUDIT_UNAVAILABLE, and what loading the audit key throws. */
  append(key: Key, entry: AuditEntry): Promise<void>;
  /**
   * Records a change of the profiles: `change` gets the body that says what they were, null when this log never said, and gives
   * the next one. Signed by the audit key of that store, as `prepare` finds it, and counted at once. Throws like `append`.
   */
  recordProfiles(
    kind: KeyStore | null,
    entry: Pick<AuditEntry, 'profile' | 'url'>,
    change: (before: Uint8Array | null) => Uint8Array,
  ): Promise<void>;
  /** The body that says what the profiles are, proven by the audit key of that store, null for one in use. Throws like `append`. */
  profiles(kind: KeyStore | null): Promise<Uint8Array | null>;
  /** The same with the keys that are open, without waiting for others. Throws AUDIT_UNAVAILABLE. */
  profilesNow(): Uint8Array | null;
  /** Throws AUDIT_BROKEN with what was found, CANCELLED, and what loading the audit keys throws. */
  verify(options?: VerifyOptions): Promise<{ entries: number }>;
  /** Begins a new chain in a log that does not verify; its first entry says why. Throws INVALID_INPUT when it verifies. */
  begin(): Promise<{ entry: number; found: string }>;
  /** Counts the newest entries; a store that does not answer is told the next time. */
  settle(): Promise<void>;
}

type Signed = ChainHead & { readonly signature: Uint8Array };

const NOTHING: ChainHead = { first: 1, sequence: 0, hash: hexEncode(CHAIN_START) };
const Counter = Closed({
  first: Type.Integer({ minimum: 1 }),
  sequence: Type.Integer({ minimum: 0 }),
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  signature: Type.String({ pattern: '^([0-9a-f]{2})+$' }),
});
const UNUSABLE = ['KEY_MISSING', 'KEY_STORE_CHANGED', 'KEYSTORE_CORRUPT', 'KEY_INVALID'];

export function createAudit(base: Base, vault: VaultKeeper): Audit {
  const { ports, records, index, stores, changes } = base;
  const { audit } = records;
  const inTurn = createTurns();
  /** The newest entry that was seen in the log or in a counter. */
  let known = NOTHING;
  /** What each audit key signed last, and which entry its counter was told of. */
  const newest = new Map<string, { signed: Signed; counted: number }>();
  /** The audit key of each store, as the vault opened or made it. */
  const opened = new Map<KeyStore, Key>();

  const storesInUse = (): KeyStore[] => [
    ...new Set(
      (['audit', 'stamp', 'target'] as const).flatMap((purpose) => index.keys(purpose).map(({ store }) => store)),
    ),
  ];

  const isSigned: AuditKeeper['isSigned'] = ({ first, sequence, hash }, signedBy, signature) => {
    const key = [...opened.values()].find(({ id }) => id === signedBy);
    return key !== undefined && p256Verify(key.publicKey, auditHeadBytes(first, sequence, hexDecode(hash)), signature);
  };

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

  /** Throws AUDIT_BROKEN when the counter is missing or another one's. */
  const readCounter = async (store: SecretStore, key: Key): Promise<void> => {
    const signed = parseCounter(await store.read(counterName(key)));
    if (signed === null || !isSigned(signed, key.id, signed.signature))
      throw auditBroken(`Its counter in the ${store.backend} is missing, or the vault did not sign it`);
    if (signed.sequence > known.sequence) known = signed;
    const before = newest.get(key.id)?.signed ?? signed;
    newest.set(key.id, { signed: before.sequence > signed.sequence ? before : signed, counted: signed.sequence });
  };

  /** The audit key of a store. The vault has it then, and has proven that it is the one that is kept. */
  const openKey = async (kind: KeyStore): Promise<{ key: Key; store: SecretStore }> => {
    const listed = index.keys('audit').find((candidate) => candidate.store === kind);
    if (listed === undefined) throw auditBroken('Keys are kept here, but none that signs it is listed');
    const before = opened.get(kind);
    const key = before?.id === listed.id ? before : listed;
    const store = stores.forKept(key, 'The key of the audit log');
    try {
      await vault.openWithKey(key);
    } catch (error) {
      if (error instanceof AppError && UNUSABLE.includes(error.code))
        throw auditBroken(`The key that signs it is missing in the ${key.backend}, or is another one`, error);
      throw error;
    }
    opened.set(kind, key);
    return { key, store };
  };

  /** `head` is what the new key's counter is told of. */
  const makeKey = async (store: SecretStore, head: ChainHead): Promise<Key> => {
    const key = await makeKept(base, { vault, store }, { purpose: 'audit', profile: '', name: 'Audit log' });
    // Listed last: wherever a crash comes, a key that is listed has its counter.
    await writeCounter(store, key, await sign(key, head));
    index.addKey(key);
    opened.set(store.kind, key);
    return key;
  };

  const count = async (key: Key): Promise<void> => {
    const { signed, counted } = newest.get(key.id) ?? { signed: NOTHING, counted: 0 };
    if (signed.sequence <= counted) return;
    try {
      const store = stores.forKept(key, 'The counter of the audit log');
      // Another process may have counted further.
      await readCounter(store, key);
      const now = newest.get(key.id);
      if (now !== undefined && now.signed.sequence > now.counted) await writeCounter(store, key, now.signed);
    } catch (error) {
      // The entries are recorded and signed, so the work goes on; the next count tries again.
      ports.report(error);
    }
  };
  const settle = () =>
    inTurn(async () => {
      for (const key of index.keys('audit')) await count(key);
    });
  changes.on('state', () => {
    if (vault.state().state === 'locked') settle().catch(ports.report);
  });

  const record = async (key: Key, add: (keeper: AuditKeeper) => Promise<ChainHead>): Promise<Signed> => {
    let signed: Signed | undefined;
    known = await add({
      known,
      isSigned,
      async sign(head) {
        signed = await sign(key, head);
        return { signedBy: key.id, signature: signed.signature };
      },
    });
    // Only now, because what was signed may not have been written.
    const recorded = { ...known, signature: signed?.signature ?? new Uint8Array() };
    newest.set(key.id, { signed: recorded, counted: newest.get(key.id)?.counted ?? 0 });
    return recorded;
  };

  const openAll = async (): Promise<void> => {
    for (const kind of storesInUse()) {
      const { key, store } = await openKey(kind);
      await readCounter(store, key);
    }
  };

  const verify: Audit['verify'] = async (options) => {
    await openAll();
    return audit.verify({ known, isSigned }, options);
  };

  /** The audit key of a store, its counter read. Throws AUDIT_UNAVAILABLE, and what loading the key throws. */
  const withKey = async (kind: KeyStore): Promise<Key> => {
    const { key, store } = await openKey(kind).catch(unavailableWhenBroken);
    if (!newest.has(key.id)) await readCounter(store, key).catch(unavailableWhenBroken);
    return key;
  };

  const ready = async (kind: KeyStore | null): Promise<KeyStore> => {
    const inUse = storesInUse();
    const wanted = kind ?? inUse[0] ?? null;
    if (wanted !== null && inUse.includes(wanted)) return wanted;
    const store = await stores.forNew(wanted);
    await makeKey(store, known);
    return store.kind;
  };

  /** Does it once more with every audit key: the end may be signed by the key of another store, or be of a chain that another process began. */
  const knowing = <Result>(work: () => Promise<Result>): Promise<Result> =>
    work().catch(async (error: unknown) => {
      if (!(error instanceof AppError && isBroken(error.cause))) throw error;
      await openAll().catch(unavailableWhenBroken);
      return work();
    });

  const renewKey = async (kind: KeyStore): Promise<{ key: Key; store: SecretStore }> => {
    const store = await stores.forNew(kind);
    for (const old of index.keys('audit').filter((key) => key.store === kind)) {
      index.removeKey(old.id);
      await vault.forget(old.id);
      await forgetKey(store, old);
      await store.remove(counterName(old));
    }
    return { key: await makeKey(store, known), store };
  };

  return {
    status: audit.status,
    export: audit.export,
    verify,
    settle,
    prepare: (kind) => inTurn(() => ready(kind)),
    append: ({ store: kind }, entry) =>
      inTurn(async () => {
        const key = await withKey(kind);
        const { sequence } = await knowing(() => record(key, (keeper) => audit.append(entry, keeper)));
        if (sequence - (newest.get(key.id)?.counted ?? 0) >= COUNTED_EVERY) await count(key);
      }),
    recordProfiles: (kind, { profile, url }, change) =>
      inTurn(async () => {
        const key = await withKey(await ready(kind));
        const { id: credentialId, publicKey } = key;
        const entry = { at: ports.clock.now(), profile, credentialId, publicKey, url };
        await knowing(() => record(key, (keeper) => audit.appendProfiles(entry, change, keeper)));
        // So that no older log, with what the profiles were then, passes for this one.
        await count(key);
      }),
    profiles: (kind) =>
      inTurn(async () => {
        const used = kind ?? storesInUse()[0];
        if (used === undefined) return null;
        // A key that was opened before is known, so this needs no vault that is open still.
        if (!newest.has(opened.get(used)?.id ?? '')) await withKey(used);
        return knowing(async () => audit.profiles({ known, isSigned }));
      }),
    profilesNow: () => audit.profiles({ known, isSigned }),
    begin: () =>
      inTurn(async () => {
        const found = await verify().then(
          () => null,
          (error: unknown) => {
            if (isBroken(error)) return error.message;
            throw error;
          },
        );
        if (found === null)
          throw new AppError('INVALID_INPUT', 'The audit log is whole, so no new one was begun. Nothing was changed.');
        const ready: { key: Key; store: SecretStore }[] = [];
        for (const kind of storesInUse()) {
          ready.push(
            await openKey(kind)
              .then(async (used) => readCounter(used.store, used.key).then(() => used))
              .catch((error: unknown) => {
                if (isBroken(error)) return renewKey(kind);
                throw error;
              }),
          );
        }
        const [first] = ready;
        if (first === undefined)
          throw new AppError('NOT_FOUND', 'No key is kept here that could sign a new log. Make a key first.');
        const body = utf8Encode(JSON.stringify({ found, known, last: audit.status().entries }));
        const { id, publicKey } = first.key;
        const entry = { at: ports.clock.now(), profile: '', credentialId: id, publicKey, url: '', body };
        const head = await record(first.key, (keeper) => audit.begin(entry, keeper));
        // Every counter, so that none asks for what was before.
        for (const { key, store } of ready) await writeCounter(store, key, await sign(key, head));
        return { entry: head.sequence, found };
      }),
  };
}

function counterName({ id }: Key): string {
  return `audit-counter/${id}`;
}

function parseCounter(bytes: Uint8Array | null): Signed | null {
  if (bytes === null) return null;
  try {
    const content: unknown = parseJsonObject(utf8Decode(bytes), () => new Error('not JSON'));
    return Value.Check(Counter, content) ? { ...content, signature: hexDecode(content.signature) } : null;
  } catch {
    return null;
  }
}

function isBroken(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'AUDIT_BROKEN';
}

function unavailableWhenBroken(error: unknown): never {
  throw isBroken(error) ? auditUnavailable(error) : error;
}
