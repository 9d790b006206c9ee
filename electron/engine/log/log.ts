import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  type AuditDetail,
  type AuditRow,
  inQuotes,
  type LogLine,
  type Meaning,
  type Naming,
  pageOfLines,
  type RowOrder,
} from '../../../shared/model/index.ts';
import { findOperation } from '../../../shared/operations/index.ts';
import { hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { searchTerms } from '../../storage/cache/index.ts';
import { writePieces } from '../../storage/files/index.ts';
import type { AuditLine, ReadEntry, StampedRequest } from '../../storage/records/index.ts';
import { inSlices, type Steps } from '../../storage/sqlite/index.ts';
import type { Audit } from '../audit/audit.ts';
import type { Base } from '../base.ts';
import type { ContractInterfaces } from '../documents/interfaces.ts';
import type { Namer } from '../naming/naming.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { ArrangedSlice } from '../tools/arranged.ts';
import { createHeld } from '../tools/held.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import { fingerprintOf } from '../verify/verify.ts';
import { createLogDays } from './days.ts';
import { type ChainedEntry, entryLine, headLine } from './export.ts';
import { createFinder } from './finder.ts';
import { entriesInOrder } from './orders.ts';
import { isVote, kindOf, outcomeOf } from './outcome.ts';
import { titleOf } from './search.ts';

/** The audit log as operators read it. It proves nothing: only the verification does. */
export interface Log {
  /**
   * A slice of the entries of all profiles, newest first or in the order. Without a search, every number has its row.
   * Throws INVALID_INPUT when an order would read more than 20,000 entries.
   */
  list(slice: ArrangedSlice): Promise<{ rows: AuditRow[]; total: number }>;
  /** The same with a heading before each day. In an order without headings. */
  lines(slice: ArrangedSlice): Promise<{ rows: LogLine[]; total: number; found: number }>;
  /** Throws NOT_FOUND for a missing entry. */
  get(sequence: number): AuditDetail;
  /** Describes the bytes of a request. Throws VAULT_LOCKED, and NOT_FOUND for other entries and a removed profile. */
  describe(sequence: number): Promise<{ meaning: Meaning; naming: Naming }>;
  /**
   * Writes the matches of a search as `export` has them into a file that only the operator can read. Throws CANCELLED
   * and the errors of writing. Throws AUDIT_BROKEN like `export`, and then the file is there with the entries as they
   * are.
   */
  write(search: string, to: string, counting?: Counting): Promise<{ path: string; entries: number }>;
  /**
   * The matches of a search, oldest first, one JSON object a line. A line has the entry with its bytes, its stamp, the
   * response and the signature of its hash. The last line has the newest entry of the log as the head: it signs all
   * before it, and a file without it was cut. After the head, throws AUDIT_BROKEN when an exported entry was changed or
   * the last verification of the log failed.
   */
  export(search?: string): Iterable<string>;
}

interface LogParts {
  readonly audit: Pick<Audit, 'isSigned'>;
  readonly profiles: Profiles;
  readonly vault: VaultKeeper;
  readonly interfaces: ContractInterfaces;
  readonly namer: Namer;
}

export function createLog(base: Base, { audit, profiles, vault, interfaces, namer }: LogParts): Log {
  const { cache, index, changes } = base;
  const reader = base.records.auditReader;
  const statusOf = (profile: string) => (activityId: string) => cache.reader.activityRow(profile, activityId)?.status;
  // The list shows the words and the outcome of each activity.
  changes.on('activities', () => changes.announce('audit'));
  /** Orders that were asked for, by the search and the newest entry. */
  const ordered = createHeld<readonly number[]>();
  for (const change of ['activities', 'requests'] as const) changes.on(change, ordered.clear);
  const finder = createFinder(base, { profiles, statusOf });
  const days = createLogDays(reader);

  /** The activity's words, or the title under which the request was journaled. */
  const wordsOf = ({ profile, operation }: AuditLine, request: StampedRequest | null) => {
    const id = request?.activityId ?? null;
    const activity = id === null ? null : cache.reader.activityRow(profile, id);
    const isOther = isVote(operation);
    const title = isOther ? activity?.title : request?.title;
    const { what, addresses } = activity?.words ?? { what: title ?? titleOf(operation), addresses: [] };
    if (!isOther || activity === null) return { what, addresses };
    const verb = findOperation(operation)?.title.split(' ')[0] ?? '';
    return { what: `${verb} ${inQuotes(what)}`, addresses };
  };

  const rowOf = ({ link, follows }: ReadEntry, request: StampedRequest | null): AuditRow => {
    const { sequence, at, profile, operation, body } = link;
    return {
      sequence,
      at,
      profile,
      operation,
      ...wordsOf(link, request),
      fingerprint: fingerprintOf(body),
      outcome: outcomeOf(operation, request ?? undefined, statusOf(profile)),
      fault: follows ? null : 'changed',
    };
  };
  const missing = (sequence: number): AuditRow => ({
    sequence,
    at: null,
    profile: '',
    operation: '',
    what: '',
    addresses: [],
    fingerprint: '',
    outcome: null,
    fault: 'missing',
  });
  /** Bodies are long, so they are read and hashed one at a time. */
  const rowsOf = function* (sequences: readonly number[]): Steps<AuditRow[]> {
    const rows: AuditRow[] = [];
    for (const sequence of sequences) {
      const shown = reader.shown(sequence);
      rows.push(shown === null ? missing(sequence) : rowOf(shown.entry, shown.request));
      yield undefined;
    }
    return rows;
  };

  const find = (sequence: number): ReadEntry => {
    const entry = reader.entry(sequence);
    if (entry !== null) return entry;
    throw new AppError('NOT_FOUND', sentence`Entry ${sequence} is not in the audit log. Verify the log.`);
  };

  const isSigned = ({ link, first }: ReadEntry): boolean | null => {
    const { sequence, hash, signedBy, signature } = link;
    if (signedBy === null || signature === null) return false;
    return first === null ? null : audit.isSigned({ first, sequence, hash: hexEncode(hash) }, signedBy, signature);
  };

  /** Throws DATABASE_CORRUPT while the archive that may begin its chain cannot be read: its signature is over that. */
  const chained = (entry: ReadEntry): ChainedEntry => {
    const { first } = entry;
    if (first !== null) return { ...entry, first };
    throw new AppError(
      'DATABASE_CORRUPT',
      sentence`The chain of entry ${entry.link.sequence} cannot be verified, because an archive of the audit log cannot be read. Nothing more was exported. Verify the log.`,
    );
  };

  const all = function* (): Generator<number, void> {
    let newest = reader.newest();
    for (let sequence = 1; sequence <= newest; sequence += 1) {
      yield sequence;
      // Entries may have been added meanwhile.
      if (sequence === newest) newest = reader.newest();
    }
  };
  /** Returns the number of the first exported entry whose hash does not follow. Null when there is none. */
  const exported = function* (sequences: Iterable<number>): Generator<string, number | null> {
    const keys = index.keys('audit');
    let broken: number | null = null;
    for (const sequence of sequences) {
      const entry = reader.entry(sequence);
      if (entry === null) continue;
      if (!entry.follows) broken ??= sequence;
      yield entryLine(chained(entry), reader.request(sequence), keys);
    }
    const newest = reader.entry(reader.newest());
    if (newest !== null) yield headLine(chained(newest), keys);
    return broken;
  };
  /** Returns the damage of the log as a sentence: that of the last verification, else of an exported entry. */
  const damageFound = (broken: number | null): string | null =>
    base.records.audit.knownFault()?.finding ??
    (broken === null ? null : `Entry ${broken} was changed, moved or inserted`);
  const exportedOrBroken = function* (sequences: Iterable<number>): Generator<string, void> {
    const what = damageFound(yield* exported(sequences));
    if (what === null) return;
    throw new AppError(
      'AUDIT_BROKEN',
      sentence`The audit log was changed or damaged. ${what}. The export has the entries as they are. Check the log with \`castellan audit verify\`.`,
    );
  };

  const list: Log['list'] = async ({ search, offset, limit, order }) => {
    const words = searchTerms(search);
    const newest = reader.newest();
    if (words.length === 0 && order === undefined) {
      const sequences = downFrom(newest - offset, Math.min(limit, newest - offset));
      return { rows: await inSlices(rowsOf(sequences)), total: newest };
    }
    const find = async () => (words.length === 0 ? downFrom(newest, newest) : finder.find(words));
    const arrange = async (by: RowOrder) => inSlices(entriesInOrder(await find(), by, rowsOf));
    const found =
      order === undefined
        ? await find()
        : await ordered.get(JSON.stringify([words, order, newest]), () => arrange(order));
    return { rows: await inSlices(rowsOf(found.slice(offset, offset + limit))), total: found.length };
  };

  return {
    list,
    async lines(slice) {
      if (slice.order !== undefined) {
        const { rows, total } = await list(slice);
        return { rows, total, found: total };
      }
      const words = searchTerms(slice.search);
      const found = words.length === 0 ? null : await finder.find(words);
      const page = pageOfLines(await inSlices(found === null ? days.all() : days.of(found)), slice);
      const { offset, limit } = page.rows;
      const newest = page.found;
      const sequences = found?.slice(offset, offset + limit) ?? downFrom(newest - offset, limit);
      const { total } = page;
      return { rows: page.linesOf(await inSlices(rowsOf(sequences))), total, found: newest };
    },
    get(sequence) {
      const entry = find(sequence);
      const { link, previous, first } = entry;
      const request = reader.request(sequence);
      return {
        row: rowOf(entry, request),
        url: link.url,
        publicKey: link.publicKey,
        keyName: index.key(link.credentialId)?.name ?? null,
        body: textOf(link.body),
        bodyLength: link.body.length,
        stamp: request === null ? null : { name: request.stampName, value: request.stampValue },
        activityId: request?.activityId ?? null,
        status: request?.status ?? null,
        httpStatus: request?.httpStatus ?? null,
        sentAt: request?.sentAt ?? null,
        closedAt: request?.closedAt ?? null,
        hash: hexEncode(link.hash),
        previous: previous === null ? null : hexEncode(previous),
        isFirst: sequence === (first ?? 1),
        isSigned: isSigned(entry),
      };
    },
    async describe(sequence) {
      const { link } = find(sequence);
      if (kindOf(link.operation) !== 'request')
        throw new AppError('NOT_FOUND', sentence`Entry ${sequence} is not a request, so there is nothing to explain.`);
      const profile = profiles.get(link.profile);
      const call = await vault.open();
      const body = Uint8Array.from(link.body);
      const meaning = await interfaces.explained(call, () => call('describe', { body }));
      return { meaning, naming: await namer.nameOf(profile, meaning) };
    },
    async write(search, to, { signal, progress } = {}) {
      const words = searchTerms(search);
      const sequences = words.length === 0 ? null : (await finder.find(words, signal)).toReversed();
      let entries = 0;
      const counted = function* () {
        for (const sequence of sequences ?? all()) {
          entries += 1;
          yield sequence;
        }
      };
      let broken: number | null = null;
      const lines = function* (): Generator<string, void> {
        broken = yield* exported(counted());
      };
      const pieces = function* () {
        for (const line of lines()) yield utf8Encode(`${line}\n`);
      };
      const writing = writePieces(to, pieces());
      try {
        await inSlices(writing, () => {
          progress?.({ done: entries, total: sequences?.length ?? reader.newest(), text: 'Writing entries' });
          if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. No file was written.');
        });
      } finally {
        // An unfinished file is removed.
        writing.return();
      }
      const what = damageFound(broken);
      if (what !== null)
        throw new AppError(
          'AUDIT_BROKEN',
          sentence`The audit log was changed or damaged. ${what}. ${to} has the entries as they are. Verify the log.`,
        );
      return { path: to, entries };
    },
    export(search = '') {
      const words = searchTerms(search);
      return exportedOrBroken(words.length === 0 ? all() : finder.findAtOnce(words).toReversed());
    },
  };
}

/** Returns so many numbers, downwards from the first. */
const downFrom = (first: number, count: number) => Array.from({ length: Math.max(count, 0) }, (_, at) => first - at);

/** Null for bytes that are not UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
