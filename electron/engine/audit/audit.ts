import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { KeyStore } from '../../../shared/model/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import {
  type AuditEntry,
  type AuditLog,
  auditUnavailable,
  type ChainHead,
  type Confirmation,
  type VerifyOptions,
} from '../../storage/records/index.ts';
import type { Base } from '../base.ts';
import type { SessionKey } from '../keys/key-index.ts';
import { type KeptKey, type Key, storeOf } from '../keys/key-index.ts';
import { createMutex } from '../tools/mutex.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { createAuditKeys, isBroken, unavailableWhenBroken } from './audit-keys.ts';

/** Entries between counts. The newest is also counted when the vault locks and when the program ends. */
const COUNTED_EVERY = 16;

/** A verification: when it ended, the entries of its chain, and the number of the newest one. */
export interface Verified {
  readonly at: number;
  readonly entries: number;
  readonly through: number;
}

/**
 * The signed audit log. Each store of keys has an audit key, which only the vault holds, and a counter. The counter
 * holds the newest counted entry with that key's signature. An entry is written before it is counted, so a crash leaves
 * the counter behind the log and never ahead of it. The entry that a counter names must exist. Later entries may exist.
 * An entry counts as signed only by the one audit key of a store that the vault has opened. The index is not secret and
 * proves nothing.
 */
export interface Audit extends Pick<AuditLog, 'status' | 'lastBackup' | 'newestKeysAt'> {
  /**
   * Makes the audit key of a store before its first other key. Null means a store in use, else the default. Returns the
   * store.
   */
  prepare(kind: KeyStore | null): Promise<KeyStore>;
  /**
   * Records bytes that `key` is about to stamp, and returns the number of the entry. Throws AUDIT_UNAVAILABLE, also
   * after a verification that failed until a new chain begins, and the errors of loading the audit key.
   */
  append(key: Key | SessionKey, entry: AuditEntry): Promise<number>;
  /**
   * Records a change of the profiles or documents. `change` gets the body of the last state, null when this log has
   * none, and returns the next one. The audit key of that store signs it, as `prepare` finds it. It is counted at once,
   * also in every other store that answers. Throws like `append`, also when its own store could not count it. The
   * caller must then not make the change.
   */
  recordProfiles(
    kind: KeyStore | null,
    entry: Pick<AuditEntry, 'profile' | 'url'> & { readonly operation: Confirmation },
    change: (before: Uint8Array | null) => Uint8Array,
  ): Promise<void>;
  /** Records an event other than a request, such as `backup create`, and counts it at once. Throws like `append`. */
  note(operation: string, body: Uint8Array): Promise<void>;
  /**
   * The body with the state of the profiles and documents, proven and counted in that store, null for one in use.
   * Throws like `append`.
   */
  profiles(kind: KeyStore | null): Promise<Uint8Array | null>;
  /** The same with the keys that are open, without waiting for others. Throws AUDIT_UNAVAILABLE. */
  profilesNow(): Uint8Array | null;
  /** Reports whether that audit key signed the head. Null for a key that the vault has not opened in this process. */
  isSigned(head: ChainHead, signedBy: string, signature: Uint8Array): boolean | null;
  /** Throws AUDIT_BROKEN with the finding, CANCELLED, and the errors of loading the audit keys. */
  verify(options?: VerifyOptions): Promise<{ entries: number }>;
  /**
   * The last verification in this process that found the log unbroken. Null after one that did not. A file could change
   * while no process runs, so it is not kept.
   */
  verified(): Verified | null;
  /**
   * Begins a new chain in a log that does not verify. Its first entry has the reason. Throws INVALID_INPUT when the log
   * verifies.
   */
  begin(): Promise<{ entry: number; found: string }>;
  /** Counts the newest entries. A store that does not answer is updated the next time. */
  settle(): Promise<void>;
}

export function createAudit(base: Base, vault: VaultKeeper): Audit {
  const { ports, records, index, stores, changes } = base;
  const { audit } = records;
  const keys = createAuditKeys(base, vault);
  const exclusive = createMutex();

  const settle = () =>
    exclusive(async () => {
      for (const key of index.keys('audit')) await keys.count(key);
    });
  changes.on('state', () => {
    if (vault.state().state === 'locked') settle().catch(ports.report);
  });

  let verified: Verified | null = null;
  const verify: Audit['verify'] = async (options) => {
    try {
      await keys.openAll();
      const through = audit.status().entries;
      const { entries } = await audit.verify(keys.keeper(), options);
      verified = { at: ports.clock.now(), entries, through };
      return { entries };
    } catch (error) {
      if (isBroken(error)) verified = null;
      throw error;
    } finally {
      changes.announce('audit');
    }
  };

  /**
   * Records that a store has an audit key of its own, and counts that in the other stores. Then no counter accepts a
   * log that ends before this key's first entry, and a key missing from the index is noticed.
   */
  const introduce = async (key: KeptKey): Promise<void> => {
    const everyKey = [...(await keys.others(key)), key];
    const { id: credentialId, publicKey } = key;
    const about = { profile: '', credentialId, publicKey, operation: 'audit key', url: '', body: new Uint8Array() };
    const head = await knowing(() =>
      keys.record(key, (keeper) => audit.append({ at: ports.clock.now(), ...about }, keeper)),
    );
    for (const other of everyKey) await keys.countTo(other, head).catch(ports.report);
  };

  const ready = async (kind: KeyStore | null): Promise<KeyStore> => {
    const inUse = keys.storesInUse();
    const wanted = kind ?? inUse[0] ?? null;
    if (wanted !== null && inUse.includes(wanted)) return wanted;
    const store = await stores.forNew(wanted);
    const key = await keys.make(store);
    if (inUse.length > 0) await introduce(key);
    return store.kind;
  };

  /**
   * Retries once with every audit key open. The key of another store may have signed the end, or another process may
   * have begun a new chain.
   */
  const knowing = <Result>(work: () => Promise<Result>): Promise<Result> =>
    work().catch(async (error: unknown) => {
      if (!(error instanceof AppError && isBroken(error.cause))) throw error;
      await keys.openAll().catch(unavailableWhenBroken);
      return work();
    });

  const provenProfiles = () => audit.profiles(keys.keeper());

  return {
    status: audit.status,
    lastBackup: audit.lastBackup,
    newestKeysAt: audit.newestKeysAt,
    isSigned(head, signedBy, signature) {
      const { isKnown, isSigned } = keys.keeper();
      return isKnown(signedBy) ? isSigned(head, signedBy, signature) : null;
    },
    verify,
    verified: () => verified,
    settle,
    prepare: (kind) => exclusive(() => ready(kind)),
    append: (stamping, entry) =>
      exclusive(async () => {
        const fault = audit.knownFault();
        if (fault !== null) throw auditUnavailable(fault);
        const key = await keys.withKey(storeOf(stamping) ?? (await ready(null)));
        const { sequence } = await knowing(() => keys.record(key, (keeper) => audit.append(entry, keeper)));
        if (sequence - keys.counted(key) >= COUNTED_EVERY) await keys.count(key);
        return sequence;
      }),
    recordProfiles: (kind, { profile, url, operation }, change) =>
      exclusive(async () => {
        const key = await keys.withKey(await ready(kind));
        const beside = await keys.others(key);
        const { id: credentialId, publicKey } = key;
        const entry = { at: ports.clock.now(), profile, credentialId, publicKey, url, operation };
        const head = await knowing(() => keys.record(key, (keeper) => audit.appendProfiles(entry, change, keeper)));
        // So that an older log with earlier profiles cannot pass for this one.
        await keys.countTo(key, head).catch((error: unknown) => {
          throw notCounted(profile, error);
        });
        for (const other of beside) await keys.countTo(other, head).catch(ports.report);
      }),
    note: (operation, body) =>
      exclusive(async () => {
        const key = await keys.withKey(await ready(null));
        const { id: credentialId, publicKey } = key;
        const entry = { at: ports.clock.now(), profile: '', credentialId, publicKey, operation, url: '', body };
        await knowing(() => keys.record(key, (keeper) => audit.append(entry, keeper)));
        await keys.count(key);
      }),
    profiles: (kind) =>
      exclusive(async () => {
        const used = kind ?? keys.storesInUse()[0];
        if (used === undefined) return null;
        // A key that was opened before is known, so this needs no vault that is open still.
        const key = await keys.find(used);
        const recorded = await knowing(async () => provenProfiles());
        if (recorded === null) return null;
        // A change that was recorded and not counted, as by a crash between, is in force once it is counted.
        if (keys.counted(key) < recorded.sequence)
          await keys.countTo(key, recorded.head).catch((error: unknown) => {
            throw notCounted(null, error);
          });
        return recorded.body;
      }),
    profilesNow: () => provenProfiles()?.body ?? null,
    begin: () =>
      exclusive(async () => {
        const found = await verify().then(
          () => null,
          (error: unknown) => {
            if (isBroken(error)) return error.message;
            throw error;
          },
        );
        if (found === null)
          throw new AppError('INVALID_INPUT', 'The audit log is intact. No new log was started. Nothing was changed.');
        const ready: KeptKey[] = [];
        for (const kind of keys.storesInUse()) ready.push(await keys.openOrRenew(kind));
        const [first] = ready;
        if (first === undefined)
          throw new AppError(
            'NOT_FOUND',
            'No key is stored here that can sign a new log. No log was started. Make a key first.',
          );
        const body = utf8Encode(JSON.stringify({ found, known: keys.keeper().known, last: audit.status().entries }));
        const { id, publicKey } = first;
        const entry = { at: ports.clock.now(), profile: '', credentialId: id, publicKey, url: '', body };
        const head = await keys.record(first, (keeper) => audit.begin(entry, keeper));
        // Every counter, so that none requires an earlier entry.
        for (const key of ready) await keys.restart(key, head);
        return { entry: head.sequence, found };
      }),
  };
}

/** Without a counter of the change, files from before it would pass for these. */
function notCounted(profile: string | null, problem: unknown): AppError {
  const why = problem instanceof AppError ? problem.text : 'The cause is unknown.';
  const [what, done] =
    profile === null || profile === ''
      ? ['The newest change of a profile or document', 'Nothing was stamped, sent, opened or changed.']
      : [
          `The change of the profile “${profile}”`,
          `It was not made, and nothing is stamped, sent or opened for this profile until you make it again, or accept the current profile with \`castellan profile confirm ${profile}\`.`,
        ];
  return new AppError(
    'AUDIT_UNAVAILABLE',
    sentence`${what} is in the audit log, but its counter in the key store could not be updated. Older files could replace these unnoticed. ${done} ${why} Correct this and try again.`,
    { cause: problem },
  );
}
