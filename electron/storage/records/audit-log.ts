import { base64 } from '@scure/base';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { type Database, type DatabaseRole, databaseProblem, guarded } from '../sqlite/index.ts';
import type { Archives } from './archives.ts';
import {
  type AuditEntry,
  BACKUP_MADE,
  BEGIN,
  CHAIN_START,
  CONFIRMATIONS,
  type Confirmation,
  linkHash,
  MAKE_KEYS,
  profilesDigest,
  type StoredLink,
} from './audit-chain.ts';
import { auditFinding } from './audit-finding.ts';
import type { AuditHead, ChainHead, HeadKeeper } from './audit-head.ts';
import { AuditBroken, auditBroken, type Chain, tipProblem, type VerifyOptions, verifyChain } from './audit-verify.ts';
import { AUDIT_ROW, INSERT_AUDIT } from './rows.ts';

/** The signer of entries, and the knowledge about the log from outside it. */
export interface AuditKeeper {
  /**
   * The newest entry that is known to have existed. For a log that never held one: entry 0 of chain 1, with a hash of
   * zeros.
   */
  readonly known: ChainHead;
  sign(head: ChainHead): Promise<{ signedBy: string; signature: Uint8Array }>;
  /** Reports whether one of the audit keys signed exactly this head. */
  isSigned(head: ChainHead, signedBy: string, signature: Uint8Array): boolean;
  /** Reports whether that is one of the audit keys. */
  isKnown(signedBy: string | null): boolean;
}

/**
 * Every stamped body, in a chain of hashes that a key signs.
 * It reveals changes. It cannot undo them, nor replace a copy kept elsewhere.
 */
export interface AuditLog {
  /**
   * Records the bytes before they are stamped. They are on disk when it resolves.
   * One call at a time in a process, any number of processes.
   * Throws AUDIT_UNAVAILABLE when it cannot record, or when the log contradicts `keeper`. The caller then does not
   * stamp.
   * Throws the errors of `keeper.sign`.
   */
  append(entry: AuditEntry, keeper: AuditKeeper): Promise<ChainHead>;
  /**
   * Records a new state of the profiles and documents. `change` gets the previous body, or null when this chain has
   * none.
   * It returns the next body. Throws like `append`, and the AppError that `change` throws.
   */
  appendProfiles(
    entry: Omit<AuditEntry, 'operation' | 'body'> & { readonly operation: Confirmation },
    change: (before: Uint8Array | null) => Uint8Array,
    keeper: AuditKeeper,
  ): Promise<ChainHead>;
  /** The recorded profiles, found through an end of the log that matches `keeper`. Throws AUDIT_UNAVAILABLE. */
  profiles(keeper: Omit<AuditKeeper, 'sign'>): RecordedProfiles | null;
  /** The recorded profiles as a hint, unverified because that needs a key. Null also when they do not fit. */
  unprovenProfiles(): Uint8Array | null;
  /**
   * Begins a new chain after the existing entries, in whatever state. Numbers continue from the highest known one.
   * Throws like `append`.
   */
  begin(entry: Omit<AuditEntry, 'operation'>, keeper: AuditKeeper): Promise<ChainHead>;
  status(): { entries: number; lastAt: number | null };
  /**
   * When the last backup was recorded, how many entries followed, and the earliest time of these. Null for never. Not
   * verified, because that needs a key.
   */
  lastBackup(): { at: number; since: number; earliest: number | null; body: Uint8Array } | null;
  /** When a profile last asked for a wallet or key. Null for never. Not verified, because that needs a key. */
  newestKeysAt(profile: string): number | null;
  /** Records the newest entry as the head. Only for a copy whose every entry was proven to equal the original. */
  renewHead(): void;
  /** The time of a key's last stamp, or null for never. Not verified, because that needs a key. */
  lastUsedAt(credentialId: string): number | null;
  /**
   * Checks every link of the chain that `keeper` knows, the recorded head and the newest signature.
   * Also checks that the entries known to `keeper` still exist. Works in slices that leave the event loop free.
   * Throws AUDIT_BROKEN naming the first bad entry, or CANCELLED. The finding is recorded beside the head.
   */
  verify(keeper: Omit<AuditKeeper, 'sign'>, options?: VerifyOptions): Promise<{ entries: number }>;
  /**
   * Returns AUDIT_BROKEN with the finding of a verification that failed, in any process, as long as no later one
   * succeeded and no new chain began. Null without one. Reads one small file.
   */
  knownFault(): AuditBroken | null;
  /** Archived entries too. Throws DATABASE_CORRUPT naming an unusable archive. One JSON object a line, oldest first: the entry with `body` in base64, `previousHash`, `hash` and `signature` in hex. */
  export(): Iterable<string>;
}

/** The body that records the profiles, the number of its entry, and the end of the log that names it. */
export interface RecordedProfiles {
  readonly body: Uint8Array;
  readonly sequence: number;
  readonly head: ChainHead;
}

/** An entry, or a function that makes one from the previous profiles. */
type Made = AuditEntry | ((before: Uint8Array | null) => AuditEntry);
type NewRow = Omit<StoredLink, 'body'> & AuditEntry;

interface LogParts {
  readonly recordedHead: HeadKeeper;
  readonly archives: Archives;
}

export function openAuditLog(database: Database, role: DatabaseRole, { recordedHead, archives }: LogParts): AuditLog {
  const insert = database.prepare(INSERT_AUDIT);
  const selectTip = database.prepare<[], StoredLink>(`SELECT ${AUDIT_ROW} FROM audit ORDER BY sequence DESC LIMIT 1`);
  const selectHash = database.prepare<[number], Buffer>('SELECT hash FROM audit WHERE sequence = ?').pluck();
  const select = database.prepare<[number], StoredLink>(`SELECT ${AUDIT_ROW} FROM audit WHERE sequence = ?`);
  const selectNext = database.prepare<[number], StoredLink>(
    `SELECT ${AUDIT_ROW} FROM audit WHERE sequence > ? ORDER BY sequence LIMIT 1`,
  );

  const selectLastUsed = database
    .prepare<[string], number | null>('SELECT max(at) FROM audit WHERE credential_id = ?')
    .pluck();
  const selectLastBackup = database.prepare<[], { at: number; since: number; earliest: number | null; body: Buffer }>(
    `SELECT at, body, (SELECT max(sequence) FROM audit) - sequence AS since,
     (SELECT min(later.at) FROM audit AS later WHERE later.sequence > audit.sequence) AS earliest FROM audit WHERE operation = '${BACKUP_MADE}' ORDER BY sequence DESC LIMIT 1`,
  );
  const selectNewestKeys = database
    .prepare<[string], number | null>(
      `SELECT max(at) FROM audit WHERE operation IN ('${MAKE_KEYS.join("', '")}') AND profile = ?`,
    )
    .pluck();
  const selectDigest = database
    .prepare<[], Buffer | null>('SELECT profiles FROM audit ORDER BY sequence DESC LIMIT 1')
    .pluck();
  const selectProfiles = database.prepare<[], Pick<StoredLink, 'sequence' | 'body'>>(
    `SELECT sequence, body FROM audit WHERE operation IN ('${CONFIRMATIONS.join("', '")}') ORDER BY sequence DESC LIMIT 1`,
  );

  /** The newest entry that recorded the profiles, if it is the one that the head of the log names. */
  const named = (digest: Uint8Array | null) => {
    const link = digest === null ? undefined : selectProfiles.get();
    return link !== undefined && digest !== null && profilesDigest(link.body).equals(digest) ? link : null;
  };
  /** Throws AUDIT_BROKEN when the log lacks the entry that its end names. */
  const profilesOf = (tip: StoredLink | undefined) => {
    const digest = tip?.profiles ?? null;
    const link = named(digest);
    if (link === null && digest !== null)
      throw auditBroken('The entry that recorded the profiles last is missing or was changed');
    return link;
  };

  const chainOf = ({ known, isSigned, isKnown }: Omit<AuditKeeper, 'sign'>): Chain => ({
    tip: () => selectTip.get(),
    // The log comes first: another process lists an archive before it removes the entries here.
    link: (sequence) => select.get(sequence) ?? archives.link(sequence),
    hash: (sequence) => (selectHash.get(sequence) ?? archives.hash(sequence))?.toString('hex'),
    archives,
    head: recordedHead.read,
    isSigned: (link) =>
      link.signedBy !== null &&
      link.signature !== null &&
      isSigned({ first: known.first, ...headOf(link) }, link.signedBy, Uint8Array.from(link.signature)),
    isKnown: ({ signedBy }) => isKnown(signedBy),
    known,
  });

  /** Every entry, oldest first. An entry that an archive holds is read there, and not again in the log. */
  function* linksInOrder(): Generator<StoredLink> {
    let last = 0;
    for (const link of archives.links()) {
      last = link.sequence;
      yield link;
    }
    for (let link = selectNext.get(last); link !== undefined; link = selectNext.get(link.sequence)) yield link;
  }

  /** Throws AUDIT_BROKEN when the end of the log contradicts `keeper`. */
  const requireWhole = (keeper: Omit<AuditKeeper, 'sign'>) => {
    const problem = tipProblem(chainOf(keeper));
    if (problem !== null) throw auditBroken(problem);
  };

  const finding = auditFinding(database, recordedHead);

  /** The next entry and its place: after the tip when the log is whole, after everything known when a new chain begins. */
  const plan = database.transaction((made: Made, keeper: AuditKeeper) => {
    const tip = selectTip.get();
    const begins = typeof made !== 'function' && made.operation === BEGIN;
    // A head of the old chain beside the first entry of the new one would count as a change.
    if (begins) recordedHead.remove();
    else {
      requireWhole(keeper);
      if (tip !== undefined && recordedHead.read()?.sequence !== tip.sequence) finding.writeHead(headOf(tip));
    }
    const entry = typeof made === 'function' ? made(profilesOf(tip)?.body ?? null) : made;
    const confirms = (CONFIRMATIONS as readonly string[]).includes(entry.operation);
    const profiles = confirms ? profilesDigest(entry.body) : begins ? null : (tip?.profiles ?? null);
    const linked = { ...entry, profiles };
    const last = Math.max(tip?.sequence ?? 0, begins ? keeper.known.sequence : 0);
    const previous = begins ? CHAIN_START : (tip?.hash ?? CHAIN_START);
    const hash = Buffer.from(linkHash(previous, last + 1, linked));
    const first = begins ? last + 1 : keeper.known.first;
    return { tip: tip?.sequence, first, linked, sequence: last + 1, hash };
  });
  /** False when another process has added an entry meanwhile. The archives are lost together with the new entry, or not. */
  const insertAfter = database.transaction(
    (after: number | undefined, row: NewRow, lost: readonly string[]): boolean => {
      if (selectTip.get()?.sequence !== after) return false;
      insert.run(row);
      archives.lose(lost);
      return true;
    },
  );
  // Call it with the database's write lock held, so that the head never goes back and is at most one entry behind.
  const recordHead = database.transaction(() => {
    const tip = selectTip.get();
    if (tip !== undefined) finding.writeHead(headOf(tip));
  });
  const recorded = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw auditUnavailable(databaseProblem(error, role));
    }
  };

  const add = async (made: Made, keeper: AuditKeeper, lost: readonly string[] = []): Promise<ChainHead> => {
    for (;;) {
      // The signature is made before the entry is written: an entry without one is never ours.
      const { tip, first, linked, sequence, hash } = recorded(() => plan.immediate(made, keeper));
      const head = { first, sequence, hash: hash.toString('hex') };
      const signed = await keeper.sign(head);
      const row = { ...linked, sequence, hash, ...signed, signature: Buffer.from(signed.signature) };
      if (!recorded(() => insertAfter.immediate(tip, row, lost))) continue;
      recorded(() => recordHead.immediate());
      return head;
    }
  };

  return {
    append: (entry, keeper) => add(entry, keeper),
    async appendProfiles(entry, change, keeper) {
      // Thrown inside a transaction, which would otherwise report it as a fault of the log.
      let refusal: AppError | undefined;
      const made = (before: Uint8Array | null) => {
        try {
          return { ...entry, body: change(before) };
        } catch (error) {
          if (error instanceof AppError) refusal = error;
          throw error;
        }
      };
      return add(made, keeper).catch((error: unknown) => {
        throw refusal ?? error;
      });
    },
    profiles: (keeper) =>
      recorded(() =>
        database
          .transaction(() => {
            requireWhole(keeper);
            const tip = selectTip.get();
            const recorded = profilesOf(tip);
            if (tip === undefined || recorded === null) return null;
            return { ...recorded, head: { first: keeper.known.first, ...headOf(tip) } };
          })
          .immediate(),
      ),
    unprovenProfiles: () => guarded(role, () => named(selectDigest.get() ?? null)?.body ?? null),
    async begin(entry, keeper) {
      const damaged = await archives.damaged();
      const lost = damaged.map(({ month }) => month);
      const head = await add({ ...entry, operation: BEGIN }, keeper, lost);
      finding.forget();
      return head;
    },

    lastUsedAt: (credentialId) => selectLastUsed.get(credentialId) ?? null,
    lastBackup: () => guarded(role, () => selectLastBackup.get() ?? null),
    newestKeysAt: (profile) => guarded(role, () => selectNewestKeys.get(profile) ?? null),
    renewHead: () => recorded(() => recordHead.immediate()),
    status: () =>
      guarded(role, () => {
        const tip = selectTip.get();
        return { entries: tip?.sequence ?? 0, lastAt: tip?.at ?? null };
      }),

    async verify(keeper, options = {}) {
      const { first } = keeper.known;
      try {
        const verified = await verifyChain(chainOf(keeper), (work) => database.transaction(work).immediate(), options);
        finding.note(null, first);
        return verified;
      } catch (error) {
        if (error instanceof AuditBroken && !error.isOfArchive) finding.note(error, first);
        throw error;
      }
    },
    knownFault: () => finding.known(),

    *export() {
      let previous: Buffer = Buffer.from(CHAIN_START);
      for (const link of linksInOrder()) {
        const { body, profiles, hash, signature, ...rest } = link;
        yield JSON.stringify({
          ...rest,
          body: base64.encode(body),
          profiles: profiles?.toString('hex') ?? null,
          previousHash: (rest.operation === BEGIN ? Buffer.from(CHAIN_START) : previous).toString('hex'),
          hash: hash.toString('hex'),
          signature: signature?.toString('hex') ?? null,
        });
        previous = hash;
      }
    },
  };
}

/** Builds the error for a log that cannot be written, or cannot be trusted. */
export function auditUnavailable(problem: unknown): AppError {
  const why = problem instanceof AppError ? problem.text : 'The cause is unknown.';
  return new AppError(
    'AUDIT_UNAVAILABLE',
    sentence`The audit log could not record this request. The request was not stamped or sent. ${why} Correct this, check the log with \`castellan audit verify\`, and try again.`,
    { cause: problem },
  );
}

function headOf({ sequence, hash }: StoredLink): AuditHead {
  return { sequence, hash: hash.toString('hex') };
}
