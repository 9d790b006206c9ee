import { AppError, sentence } from '../../../shared/errors/index.ts';
import { yieldToEventLoop } from '../sqlite/index.ts';
import { type ArchiveFacts, archiveBody } from './archive-file.ts';
import type { Archives, DamagedArchive } from './archives.ts';
import { ARCHIVED, BEGIN, CHAIN_START, linkHash, type StoredLink } from './audit-chain.ts';
import type { AuditHead, ChainHead } from './audit-head.ts';

export interface VerifyOptions {
  readonly signal?: AbortSignal;
  readonly progress?: (progress: { done: number; total: number; text: string }) => void;
}

/** The log as its check reads it. Hashes are lowercase hex. */
export interface Chain {
  tip(): StoredLink | undefined;
  link(sequence: number): StoredLink | undefined;
  hash(sequence: number): string | undefined;
  /** The recorded head. Throws when its file cannot be read. */
  head(): AuditHead | null;
  isSigned(link: StoredLink): boolean;
  /** Reports whether the link names one of the audit keys as its signer. */
  isKnown(link: StoredLink): boolean;
  /** The newest entry known to have existed, and the first entry of its chain. No later entry begins a chain. */
  readonly known: ChainHead;
  readonly archives: Pick<Archives, 'list' | 'damaged'>;
}

/** A slice ends after this many milliseconds. Even with the longest body it then fits into one frame of the window. */
const SLICE = 8;

/**
 * Walks the known chain to its last entry at the start of the walk, through the archives and the log. Compares each
 * archive with its digest, and with the entry that names it. `atOnce` runs work while nothing writes.
 * Throws AUDIT_BROKEN naming the first bad entry, or CANCELLED.
 */
export async function verifyChain(
  chain: Chain,
  atOnce: <Result>(work: () => Result) => Result,
  options: VerifyOptions,
): Promise<{ entries: number }> {
  const { first } = chain.known;
  const { last, problem, list } = readable(
    () =>
      atOnce(() => ({
        last: chain.tip()?.sequence ?? 0,
        problem: tipProblem(chain),
        list: chain.archives.list(),
      })),
    'The log or its recorded head cannot be read',
  );
  const total = last - first + 1;
  const damaged = await chain.archives.damaged(options.signal);
  if (damaged.length > 0) throw archivesBroken(damaged);
  const named = new Map<string, string>();
  let previous: Uint8Array = CHAIN_START;
  let unlisted: number | null = null;
  let sliceEnd = performance.now() + SLICE;
  for (let sequence = first; sequence <= last; sequence += 1) {
    const { hash, isKnown, archive } = checkLink(chain, sequence, previous);
    previous = hash;
    if (archive !== null) named.set(archive.month, archive.body);
    if (!isKnown) unlisted ??= sequence;
    if (performance.now() < sliceEnd) continue;
    const done = sequence - first + 1;
    options.progress?.({ done, total, text: 'Checking the audit log' });
    await yieldToEventLoop();
    if (options.signal?.aborted === true)
      throw new AppError('CANCELLED', sentence`Cancelled after ${done} of ${total} entries. These entries are intact.`);
    sliceEnd = performance.now() + SLICE;
  }
  if (problem !== null) throw auditBroken(problem);
  const unlistedArchive = archiveProblem(chain, list, named);
  if (unlistedArchive !== null) throw auditBroken(unlistedArchive);
  // The counter of that key was not read, and may name entries that are missing.
  if (unlisted !== null)
    throw auditBroken(`Entry ${unlisted} is signed by a key that is not listed here, so its counter was not read`, {
      from: unlisted,
    });
  return { entries: total };
}

/** Returns the fault at the end of the log that shows without walking it, or null. */
export function tipProblem(chain: Chain): string | null {
  const tip = chain.tip();
  const { known } = chain;
  const last = tip?.sequence ?? 0;
  if (last < known.sequence) {
    const missing = last === 0 ? 'It is empty' : `It ends after entry ${last}`;
    return `${missing}, but entry ${known.sequence} was signed and counted: the end was cut off, older files were restored, or the files were deleted`;
  }
  if (known.sequence > 0 && chain.hash(known.sequence) !== known.hash)
    return `Entry ${known.sequence} is not the signed and counted entry: the log was rewritten or replaced. ${firstUnsigned(chain, last)}`;
  if (tip !== undefined && isUnknownBegin(chain, tip)) return unknownBegin(tip);
  if (tip !== undefined && !chain.isSigned(tip))
    return `Entry ${last} is not signed by the vault: the log was rewritten or replaced. ${firstUnsigned(chain, last)}`;
  if (tip !== undefined && !follows(chain, tip)) return changed(last);
  return headProblem(chain, last);
}

/** Reports whether the hash of an entry follows from its contents and the entry before. */
function follows({ hash, known }: Chain, link: StoredLink): boolean {
  const before = link.sequence === known.first ? CHAIN_START : Buffer.from(hash(link.sequence - 1) ?? '', 'hex');
  return Buffer.from(linkHash(before, link.sequence, link)).equals(link.hash);
}

function changed(sequence: number): string {
  return `Entry ${sequence} was changed, moved or inserted: its hash does not match it and the previous entry`;
}

/** The head names the tip, or the entry before it: a crash may come between the two writes. */
function headProblem(chain: Chain, last: number): string | null {
  const head = chain.head();
  if (head === null)
    return last > chain.known.first ? `The log holds ${last} entries, but its recorded head is missing` : null;
  if (head.sequence > last)
    return `Entry ${last + 1} is missing: the log ends after ${last} entries, but its recorded head is entry ${head.sequence}`;
  if (head.sequence >= last - 1 && chain.hash(head.sequence) === head.hash) return null;
  return `The recorded head is entry ${head.sequence}, but the log holds ${last} entries or another entry there`;
}

function firstUnsigned(chain: Chain, last: number): string {
  for (let sequence = chain.known.first; sequence <= last; sequence += 1) {
    const link = chain.link(sequence);
    if (link !== undefined && isUnknownBegin(chain, link)) return unknownBegin(link);
    if (link !== undefined && !chain.isSigned(link))
      return `Entry ${sequence} is the first that the vault did not sign`;
  }
  return 'Every entry is signed, so these are other or older files of this machine';
}

/**
 * Detects an entry that begins a chain unknown to the counter. Only the vault begins a chain, and then its counter
 * names the entry.
 */
function isUnknownBegin({ known }: Chain, { operation, sequence }: StoredLink): boolean {
  return operation === BEGIN && sequence !== known.first;
}

function unknownBegin({ sequence }: StoredLink): string {
  return `Entry ${sequence} begins a new chain that the counter does not have: the vault did not start it, or was interrupted`;
}

function checkLink(chain: Chain, sequence: number, previous: Uint8Array) {
  const from = sequence;
  const link = readable(() => chain.link(sequence), `Entry ${sequence} cannot be read`, from);
  if (link === undefined) throw auditBroken(`Entry ${sequence} is missing`, { from });
  if (isUnknownBegin(chain, link)) throw auditBroken(unknownBegin(link), { from });
  const expected = linkHash(previous, sequence, link);
  if (!Buffer.from(expected).equals(link.hash)) throw auditBroken(changed(sequence), { from });
  const archive = link.operation === ARCHIVED ? archiveIn(link) : null;
  return { hash: expected, isKnown: chain.isKnown(link), archive };
}

/** The newest entry about a month counts, because a crash before it was listed leads to a second one. */
function archiveIn({ body, sequence }: StoredLink): { month: string; body: string } {
  const text = body.toString();
  const named = () => ({ month: JSON.parse(text).month, body: text });
  return readable(named, `Entry ${sequence} names no archive`, sequence);
}

/** Compares the list of archives with the entries that name them. Only the newest one may not be listed yet. */
function archiveProblem(
  { known }: Chain,
  list: readonly ArchiveFacts[],
  named: ReadonlyMap<string, string>,
): string | null {
  const wrong = list.find((facts) => {
    const body = named.get(facts.month);
    // The entry that names it may be part of an earlier chain.
    return body === undefined ? facts.last >= known.first : body !== archiveBody(facts);
  });
  if (wrong !== undefined)
    return `The list of archives describes that of ${wrong.month} differently from the entry that names it`;
  const newest = list.at(-1)?.month ?? '';
  const missing = [...named.keys()].find((month) => month <= newest && list.every((facts) => facts.month !== month));
  return missing === undefined ? null : `The archive of ${missing} is missing from the list of archives`;
}

function readable<Result>(read: () => Result, what: string, from: number | null = null): Result {
  try {
    return read();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unknown problem';
    throw auditBroken(cause instanceof AppError ? `${what}: ${why.replace(/\.$/, '')}` : `${what} (${why})`, {
      cause,
      from,
    });
  }
}

/** The error for damaged archives of the log. `not` is a sentence without its full stop about what was not done. */
export function archivesBroken(damaged: readonly DamagedArchive[], not = 'No other entry was verified'): AppError {
  const each = damaged.map(({ file, problem, holds }) => `Its archive ${file} ${problem}. It holds ${holds}`);
  const advice = `Put ${damaged.length === 1 ? 'the file' : 'each file'} back from a restored backup if you can`;
  const text = `${each.join('. ')}. ${not}. Signing and all other entries still work. ${advice}`;
  return auditBroken(text, { isOfArchive: true });
}

interface BrokenDetail {
  readonly cause?: unknown;
  /** The first entry that cannot be trusted. Null when the finding is about the whole log. */
  readonly from?: number | null;
  /** The file of an archive is damaged. The log itself and new entries can be trusted. */
  readonly isOfArchive?: boolean;
}

/** AUDIT_BROKEN with its finding. */
export class AuditBroken extends AppError {
  /** Sentences without the last full stop. */
  readonly finding: string;
  readonly from: number | null;
  readonly isOfArchive: boolean;

  constructor(finding: string, { cause, from = null, isOfArchive = false }: BrokenDetail) {
    const text = sentence`The audit log was changed or damaged. ${finding}. Keep the files as evidence and compare them with an exported copy or a backup. Start a new log with \`castellan audit begin\`.`;
    super('AUDIT_BROKEN', text, { cause });
    this.finding = finding;
    this.from = from;
    this.isOfArchive = isOfArchive;
  }
}

/** The error for a changed log, head or counter. `what` is a sentence without its full stop. */
export const auditBroken = (what: string, detail: BrokenDetail = {}): AuditBroken => new AuditBroken(what, detail);
