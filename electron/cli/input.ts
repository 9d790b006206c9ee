import { AppError } from '../../shared/errors/index.ts';
import type { CommandLineHost } from './host.ts';

const ENTER = [0x0a, 0x0d];
const BACKSPACE = [0x08, 0x7f];
const INTERRUPT = 0x03;
const END_OF_INPUT = 0x04;
const CLEAR_LINE = 0x15;

/**
 * Standard input, read as bytes only: they may be a private key or a passphrase, and a string could not be wiped. One
 * instance for a whole run, so that text typed ahead reaches the next question.
 */
export interface Input {
  /** Returns true when a person can be asked: on a terminal before end of input (Ctrl-D). */
  isTerminal(): boolean;
  /** Everything up to the end of input, in an array the caller owns. Throws INVALID_INPUT above `maximum` bytes. */
  readAll(maximum: number, what: string): Promise<Uint8Array<ArrayBuffer>>;
  /** One line typed on the terminal with the echo off, without its end. Ctrl-C and Ctrl-D throw CANCELLED. */
  readHiddenLine(prompt: string, maximum: number): Promise<Uint8Array<ArrayBuffer>>;
}

export function createInput({ stdin, stderr }: CommandLineHost, signal: AbortSignal): Input {
  let chunks: AsyncIterator<Uint8Array> | undefined;
  let ahead: Uint8Array = new Uint8Array(0);
  let ended = false;

  /** The next bytes, or null at the end. Throws CANCELLED when a signal arrives first. */
  const next = async (): Promise<Uint8Array | null> => {
    if (ahead.length > 0) {
      const typed = ahead;
      ahead = new Uint8Array(0);
      return typed;
    }
    chunks ??= stdin[Symbol.asyncIterator]();
    const { done, value } = await untilAborted(chunks.next(), signal);
    ended = done === true;
    return done === true ? null : value;
  };

  return {
    isTerminal: () => stdin.isTTY === true && !ended,
    async readAll(maximum, what) {
      const buffer = new Uint8Array(maximum);
      let length = 0;
      try {
        for (let chunk = await next(); chunk !== null; chunk = await next()) {
          if (length + chunk.length > maximum) {
            chunk.fill(0);
            throw new AppError(
              'INVALID_INPUT',
              `${what} is longer than ${maximum} bytes. It was not used, and nothing was done. Check the data on stdin.`,
            );
          }
          buffer.set(chunk, length);
          length += chunk.length;
          chunk.fill(0);
        }
        return buffer.slice(0, length);
      } finally {
        buffer.fill(0);
      }
    },
    async readHiddenLine(prompt, maximum) {
      const line = createLine(maximum);
      await stderr(prompt);
      stdin.setRawMode?.(true);
      try {
        for (let chunk = await next(); chunk !== null; chunk = await next()) {
          const end = chunk.findIndex((byte) => ENTER.includes(byte));
          const used = end === -1 ? chunk.length : end + 1;
          for (const byte of chunk.subarray(0, end === -1 ? used : end)) line.type(byte);
          chunk.fill(0, 0, used);
          ahead = chunk.subarray(used);
          if (end !== -1) return line.bytes();
        }
        throw cancelled();
      } finally {
        line.wipe();
        stdin.setRawMode?.(false);
        await stderr('\n');
      }
    },
  };
}

/** A line being typed. All its bytes are in one array that is wiped. */
function createLine(maximum: number) {
  const buffer = new Uint8Array(maximum);
  let length = 0;
  const wipe = () => {
    buffer.fill(0);
    length = 0;
  };

  /** Removes the last UTF-8 sequence whole: its continuation bytes are 10xxxxxx. */
  const removeCharacter = () => {
    let last = 0x80;
    while (length > 0 && (last & 0xc0) === 0x80) {
      length -= 1;
      last = buffer[length] ?? 0;
      buffer[length] = 0;
    }
  };

  return {
    bytes: () => buffer.slice(0, length),
    wipe,
    type(byte: number) {
      if (byte === INTERRUPT || (byte === END_OF_INPUT && length === 0)) throw cancelled();
      if (byte === CLEAR_LINE) return wipe();
      if (BACKSPACE.includes(byte)) return removeCharacter();
      if (length === maximum)
        throw new AppError(
          'INVALID_INPUT',
          `The typed line is longer than ${maximum} bytes. It was not used, and nothing was done. Type it again.`,
        );
      buffer[length] = byte;
      length += 1;
    },
  };
}

/** The value, or CANCELLED as soon as the signal is aborted. */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(cancelled());
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Returns the error for a cancelled question. The message states the outcome. */
export function cancelled(message = 'Cancelled. Nothing was done.'): AppError {
  return new AppError('CANCELLED', message);
}
