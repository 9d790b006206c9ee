import { rmSync } from 'node:fs';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { readWholeFile, replaceFile } from '../files/index.ts';

/** The last known entry of the log. It is kept outside the database, so that a truncated log is noticed. */
export interface AuditHead {
  readonly sequence: number;
  /** Lowercase hex of the entry's link. */
  readonly hash: string;
}

/** The head as its file holds it. */
export interface RecordedHead extends AuditHead {
  /** The finding of a verification that failed. It stays until one succeeds or a new chain begins. */
  readonly found?: string;
}

/** The end of a chain, and the number of the entry that begins it: 1, or that of the newest `audit begin`. */
export interface ChainHead extends AuditHead {
  readonly first: number;
}

/** The storage of the head. */
export interface HeadKeeper {
  /** Null without a head. Throws FILE_REFUSED, and STATE_FILE_CORRUPT for other content. */
  read(): RecordedHead | null;
  /** Replaces it atomically and durably. Call it with the database's write lock held. Throws DISK_FULL or FILE_REFUSED. */
  write(head: RecordedHead): void;
  remove(): void;
}

const FORMAT = 'castellan-audit-head';

/** The head in its file. */
export const headFile = (path: string): HeadKeeper => ({
  read: () => readHead(path),
  write: (head) => writeHead(path, head),
  remove: () => rmSync(path, { force: true }),
});

function readHead(path: string): RecordedHead | null {
  const bytes = readWholeFile(path, { private: false });
  if (bytes === null) return null;
  const head = parseHead(Buffer.from(bytes).toString());
  if (head !== null) return head;
  const why = bytes.length === 0 ? 'it is empty' : 'it does not name an entry of the audit log';
  throw new AppError(
    'STATE_FILE_CORRUPT',
    sentence`${path} is damaged: ${why}. It was not used and not changed. Restore a backup with \`castellan backup restore\`.`,
  );
}

function writeHead(path: string, { sequence, hash, found }: RecordedHead): void {
  replaceFile(path, Buffer.from(`${JSON.stringify({ format: FORMAT, version: 1, sequence, hash, found })}\n`));
}

function parseHead(text: string): RecordedHead | null {
  try {
    const { format, version, sequence, hash, found } = JSON.parse(text);
    if (format !== FORMAT || version !== 1 || !Number.isSafeInteger(sequence) || sequence < 1) return null;
    if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return null;
    return { sequence, hash, ...(typeof found === 'string' && { found }) };
  } catch {
    return null;
  }
}
