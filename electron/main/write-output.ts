import { AppError, sentence } from '../../shared/errors/index.ts';
import { fileFault } from '../engine/index.ts';

/** Errors of a reader that has ended, as `| head`. It has all the output that it wanted. */
const READER_ENDED: ReadonlySet<unknown> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED']);

/** Writes a result to stdout. Throws DISK_FULL or FILE_REFUSED when it was not written whole. A closed reader is no failure. */
export function writeOutput(stream: NodeJS.WritableStream, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(data, (cause) => {
      const code = (cause as NodeJS.ErrnoException | null | undefined)?.code;
      if (cause === null || cause === undefined || READER_ENDED.has(code)) return resolve();
      const why = fileFault(cause, 'standard output', 'written')?.why ?? 'the cause is unknown';
      reject(
        new AppError(
          code === 'ENOSPC' || code === 'EDQUOT' ? 'DISK_FULL' : 'FILE_REFUSED',
          sentence`The result could not be written to standard output: ${why}. The earlier steps of the command stay done. Make room there, and read the result again.`,
          { cause },
        ),
      );
    });
  });
}

/** Writes text for people to stderr. Without a reader there is nobody to report a failure to. */
export function writeWords(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve) => void stream.write(text, () => resolve()));
}
