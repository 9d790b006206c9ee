import { join } from 'node:path';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import type { ComparedMember, DocumentName } from '../../../shared/ipc/index.ts';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { oneLine } from '../../client/index.ts';
import { sha256 } from '../../crypto/index.ts';
import { withFileLock } from '../../storage/files/index.ts';
import { inSlices, type Steps } from '../../storage/sqlite/index.ts';
import type { Audit } from '../audit/audit.ts';
import type { Base } from '../base.ts';
import { readRegister, writeRegister } from './register.ts';

/** Characters of a value in a question: an entry of the address book with its note and all of its tags. */
const MAXIMUM_VALUE = 2000;

/** A change as the operator sees it: a sentence without its full stop, and the changes of each entry. */
export interface DocumentChange {
  readonly headline: string;
  readonly entries: readonly ComparedMember[];
}

/** The current and the confirmed body of a document. Null for a missing one. */
export interface ChangedDocument {
  readonly is: Uint8Array | null;
  readonly was: Uint8Array | null;
}

type Compared = DocumentChange & { readonly body?: Uint8Array };

/**
 * Documents that the operator wrote and that must not be forged. The signed audit log holds the digest of each document
 * from its last confirmed change here. A document that another program edited, added, restored or removed is refused
 * until the operator confirms it. A body that matched its digest once stays in memory, so a further read costs only the
 * end of the log and no hash. The same array is returned until the document changes, so callers may cache by it.
 */
export interface Documents {
  /** Returns the confirmed document, or null. Throws DOCUMENT_CHANGED, and what reading the audit log throws. */
  read(name: DocumentName): Promise<Uint8Array | null>;
  /**
   * Replaces `before` with `body`, after the operator's answer. Throws NOT_CONFIRMED, and INVALID_INPUT when `before`
   * is no longer in force.
   */
  change(name: DocumentName, before: Uint8Array | null, change: DocumentChange & { body: Uint8Array }): Promise<void>;
  /**
   * Accepts a document as it lies on disk after the operator confirms what `compare` returns. A `body` from `compare`
   * is the same content in this program's format, and replaces the document. Throws NOT_CONFIRMED, and what `compare`
   * throws.
   */
  confirm(name: DocumentName, compare: (changed: ChangedDocument) => Compared | Promise<Compared>): Promise<void>;
}

const CALLED: Readonly<Record<DocumentName, string>> = {
  addresses: 'address book',
  endpoints: 'list of nodes',
  idle: 'idle time',
  interfaces: 'list of contracts you described',
};

export function createDocuments({ ports, records, consents, changes }: Base, audit: Audit): Documents {
  const { documents } = records;
  /** A document and its entry are written one after the other: who looks between them, or writes too, waits. */
  const alone = <Result>(work: () => Promise<Result>) => withFileLock(join(ports.paths.root, 'documents.lock'), work);
  const held = new Map<DocumentName, { readonly digest: string; readonly body: Uint8Array }>();

  const isOf = (body: Uint8Array, digest: string) => hexEncode(sha256(body)) === digest;
  const digestOf = async (name: DocumentName) => readRegister(await audit.profiles(null)).documents.get(name) ?? null;

  const changed = (name: DocumentName) =>
    new AppError(
      'DOCUMENT_CHANGED',
      sentence`The ${CALLED[name]} was changed outside Castellan, or the audit log with its confirmation was started again. Castellan ignores it, and nothing was changed. Review the changes, then confirm them or restore the files.`,
    );

  const look = async (name: DocumentName, isAlone: boolean): Promise<Uint8Array | null> => {
    const digest = await digestOf(name);
    const known = held.get(name);
    if (digest !== null && known?.digest === digest) return known.body;
    held.delete(name);
    const body = digest === null ? null : (documents.find(name, hexDecode(digest))?.body ?? null);
    if (digest === null ? documents.any(name) !== null : body === null || !isOf(body, digest)) {
      if (isAlone) throw changed(name);
      return alone(() => look(name, true));
    }
    if (digest !== null && body !== null) held.set(name, { digest, body });
    return body;
  };
  const read: Documents['read'] = (name) => look(name, false);

  /** Written first, so that a crash before the entry leaves the old one in force and one after it the new one. */
  const record = async (name: DocumentName, body: Uint8Array | null, from: string | null) => {
    const digest = body === null ? null : documents.write(name, body);
    await audit.recordProfiles(null, { profile: '', url: '', operation: 'document change' }, (before) => {
      const register = readRegister(before);
      if ((register.documents.get(name) ?? null) !== from) throw overtaken(name);
      if (digest === null) register.documents.delete(name);
      else register.documents.set(name, hexEncode(digest));
      return writeRegister(register);
    });
    documents.keepOnly(name, digest);
    changes.announce('documents');
  };

  const ask = async (name: DocumentName, isOutside: boolean, { headline, entries }: DocumentChange) =>
    consents.ask({
      kind: 'changeDocument',
      document: name,
      called: CALLED[name],
      isOutside,
      headline,
      entries: await inSlices(shown(entries)),
    });

  return {
    read,
    async change(name, before, { body, ...change }) {
      const requireBefore = async () => {
        if ((await read(name)) !== before) throw overtaken(name);
      };
      await requireBefore();
      await ask(name, false, change);
      await requireBefore();
      await alone(() => record(name, body, before === null ? null : hexEncode(sha256(before))));
    },
    async confirm(name, compare) {
      const digest = await digestOf(name);
      const named = digest === null ? null : documents.find(name, hexDecode(digest));
      const { body: is, copy } = named ?? documents.any(name) ?? { body: null, copy: null };
      const was = digest !== null && copy !== null && isOf(copy, digest) ? copy : null;
      const { body = is, ...change } = await compare({ is, was });
      await ask(name, true, change);
      await alone(() => record(name, body, digest));
    },
  };
}

function* shown(entries: readonly ComparedMember[]): Steps<ComparedMember[]> {
  const lines: ComparedMember[] = [];
  for (const { member, is, was, changed } of entries) {
    yield;
    lines.push({
      member: oneLine(member, MAXIMUM_VALUE),
      is: oneLine(is, MAXIMUM_VALUE),
      was: was === null ? null : oneLine(was, MAXIMUM_VALUE),
      changed,
    });
  }
  return lines;
}

function overtaken(name: DocumentName): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`The ${CALLED[name]} was changed at the same time. Your change was not made. Review the current version and try again.`,
  );
}
