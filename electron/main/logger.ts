import { randomBytes } from 'node:crypto';
import { appendFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError, describeError, type ErrorCode } from '../../shared/errors/index.ts';
import { makeFolder } from '../engine/index.ts';
import { redact } from './redactor.ts';

/** The fields of a log line besides time, level and event. None holds an operator's value. */
export interface LogFields {
  readonly code?: ErrorCode;
  /** The reference in the operator's error message, which finds this entry. */
  readonly reference?: string;
  /** Milliseconds. */
  readonly duration?: number;
  /** A child process, a channel name: names of the program's own parts. */
  readonly part?: string;
  /** Free text, always redacted before it is written. */
  readonly detail?: string;
}

export type LogLevel = 'info' | 'warning' | 'error';

export interface Logger {
  write(level: LogLevel, event: string, fields?: LogFields): void;
  /** Writes an unexpected error and returns the reference that finds it. */
  unexpected(event: string, error: unknown, part?: string): string;
}

export interface LoggerOptions {
  /** The path of the log file. Older files are beside it as `.1` and `.2`. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newReference?: () => string;
  /** Reports whether the folder of the file is the program's own. Nothing is written into any other. */
  readonly isOwn?: () => boolean;
  readonly maximumBytes?: number;
}

const KEPT_FILES = 2;

/** One JSON object a line. A log that cannot be written never stops the work: losing a line is better than losing a signature. */
export function createLogger({
  path,
  now,
  newReference = randomReference,
  isOwn = () => true,
  maximumBytes = 1024 * 1024,
}: LoggerOptions): Logger {
  const write: Logger['write'] = (level, event, { code, reference, duration, part, detail } = {}) => {
    const line = {
      time: new Date(now()).toISOString(),
      level,
      event,
      code,
      reference,
      duration,
      part,
      detail: detail === undefined ? undefined : redact(detail),
    };
    try {
      // The command line makes no state folder before it needs one, except to log an error.
      if (level === 'error') makeFolder(dirname(path));
      if (!isOwn()) return;
      rotate(path, maximumBytes);
      appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch {
      // The caller that needs the space reports a full disk.
    }
  };
  return {
    write,
    unexpected(event, error, part) {
      const reference = newReference();
      write('error', event, {
        code: error instanceof AppError ? error.code : 'INTERNAL',
        reference,
        ...(part === undefined ? {} : { part }),
        detail: describeError(error),
      });
      return reference;
    },
  };
}

function rotate(path: string, maximumBytes: number): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < maximumBytes) return;
  for (let kept = KEPT_FILES; kept >= 1; kept -= 1) {
    const from = kept === 1 ? path : `${path}.${kept - 1}`;
    if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, `${path}.${kept}`);
  }
}

/** Crockford's base32, whose characters are not confused when read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function randomReference(): string {
  const letters = Array.from(randomBytes(8), (byte) => ALPHABET[byte % ALPHABET.length]);
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}
