import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** The last entry that the log was known to hold: kept outside the database, so that a log cut short is seen. */
export interface AuditHead {
  readonly sequence: number;
  /** Lowercase hex of the entry's link. */
  readonly hash: string;
}

const FORMAT = 'castellan-audit-head';

/** The head, or null when there is none. Throws an Error that says why when the file is not a head file. */
export function readHead(path: string): AuditHead | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const head = parseHead(text);
  if (head === null) throw new Error(`${path} is not an audit head`);
  return head;
}

/** Replaces the head atomically and durably. Call it with the database's write lock held. Throws file system errors. */
export function writeHead(path: string, head: AuditHead): void {
  const temporary = `${path}.tmp`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify({ format: FORMAT, version: 1, sequence: head.sequence, hash: head.hash })}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function parseHead(text: string): AuditHead | null {
  try {
    const { format, version, sequence, hash } = JSON.parse(text);
    if (format !== FORMAT || version !== 1 || !Number.isSafeInteger(sequence) || sequence < 1) return null;
    return typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) ? { sequence, hash } : null;
  } catch {
    return null;
  }
}
