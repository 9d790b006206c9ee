import { base64 } from '@scure/base';
import { AppError } from '../../../shared/errors/index.ts';
import { type Database, type DatabaseRole, databaseProblem, guarded } from '../sqlite/index.ts';
import { type AuditEntry, CHAIN_START, linkHash, type StoredLink } from './audit-chain.ts';
import { type AuditHead, readHead, writeHead } from './audit-head.ts';
import { type VerifyOptions, verifyChain } from './audit-verify.ts';

export type { AuditEntry } from './audit-chain.ts';

/** Every stamped body, in a chain of hashes. It tells of changes; it cannot undo them, nor replace a copy kept elsewhere. */
export interface AuditLog {
  /**
   * Records the bytes before they are stamped; on disk when it returns. `hash` is lowercase hex.
   * Throws AUDIT_UNAVAILABLE for any failure: the caller then does not stamp.
   */
  append(entry: AuditEntry): { sequence: number; hash: string };
  status(): { entries: number; lastAt: number | null };
  /**
   * Checks every link and the recorded head, in slices that leave the event loop free.
   * Throws AUDIT_BROKEN naming the first bad entry, or CANCELLED.
   */
  verify(options?: VerifyOptions): Promise<{ entries: number }>;
  /** One JSON object a line, oldest first: the entry with `body` in base64, `previousHash` and `hash` in hex. */
  export(): Iterable<string>;
}

type Tip = Pick<StoredLink, 'sequence' | 'at' | 'hash'>;

export function openAuditLog(database: Database, role: DatabaseRole, headPath: string): AuditLog {
  const insert = database.prepare(`
    INSERT INTO audit (sequence, at, profile, credential_id, public_key, operation, url, body, hash)
    VALUES (@sequence, @at, @profile, @credentialId, @publicKey, @operation, @url, @body, @hash)`);
  const selectTip = database.prepare<[], Tip>('SELECT sequence, at, hash FROM audit ORDER BY sequence DESC LIMIT 1');
  const selectHash = database.prepare<[number], Buffer>('SELECT hash FROM audit WHERE sequence = ?').pluck();
  const select = database.prepare<[number], StoredLink>(`
    SELECT sequence, at, profile, credential_id AS credentialId, public_key AS publicKey, operation, url, body, hash
    FROM audit WHERE sequence = ?`);

  const headOf = (tip: Tip): AuditHead => ({ sequence: tip.sequence, hash: tip.hash.toString('hex') });

  /** Whether the head names the tip, or the entry before it (a crash came between the two writes). */
  const follows = (tip: Tip | undefined, head: AuditHead | null): boolean => {
    if (tip === undefined) return head === null;
    if (head === null) return tip.sequence === 1;
    if (head.sequence !== tip.sequence && head.sequence !== tip.sequence - 1) return false;
    return selectHash.get(head.sequence)?.toString('hex') === head.hash;
  };

  // Both writers hold the database's write lock, so the head never falls behind by more than one entry.
  const addEntry = database.transaction((entry: AuditEntry): Tip => {
    const tip = selectTip.get();
    const head = readHead(headPath);
    if (!follows(tip, head))
      throw new AppError('AUDIT_BROKEN', 'The log and its recorded head do not belong together.');
    if (tip !== undefined && head?.sequence !== tip.sequence) writeHead(headPath, headOf(tip));
    const sequence = (tip?.sequence ?? 0) + 1;
    const hash = Buffer.from(linkHash(tip?.hash ?? CHAIN_START, sequence, entry));
    insert.run({ ...entry, sequence, hash });
    return { sequence, at: entry.at, hash };
  });
  const recordHead = database.transaction(() => {
    const tip = selectTip.get();
    if (tip !== undefined) writeHead(headPath, headOf(tip));
  });

  const snapshot = database.transaction(() => {
    const tip = selectTip.get();
    const head = readHead(headPath);
    return { entries: tip?.sequence ?? 0, head, agrees: follows(tip, head) };
  });

  return {
    append(entry) {
      try {
        const { sequence, hash } = addEntry.immediate(entry);
        recordHead.immediate();
        return { sequence, hash: hash.toString('hex') };
      } catch (error) {
        throw unavailable(databaseProblem(error, role));
      }
    },

    status: () =>
      guarded(role, () => {
        const tip = selectTip.get();
        return { entries: tip?.sequence ?? 0, lastAt: tip?.at ?? null };
      }),

    verify: (options = {}) =>
      verifyChain({ link: (sequence) => select.get(sequence), snapshot: () => snapshot.immediate() }, options),

    *export() {
      let previous = Buffer.from(CHAIN_START);
      for (let sequence = 1; ; sequence += 1) {
        const link = select.get(sequence);
        if (link === undefined) return;
        const { body, hash, ...rest } = link;
        yield JSON.stringify({
          ...rest,
          body: base64.encode(body),
          previousHash: previous.toString('hex'),
          hash: hash.toString('hex'),
        });
        previous = Buffer.from(hash);
      }
    },
  };
}

function unavailable(problem: unknown): AppError {
  const why = problem instanceof AppError ? problem.message : 'Why is not known.';
  return new AppError(
    'AUDIT_UNAVAILABLE',
    `The audit log could not record this request, so it was not stamped and not sent. ${why} Put this right, check the log with \`castellan audit verify\`, and try again.`,
    { cause: problem },
  );
}
