import { AppError } from '../../shared/errors/index.ts';
import type { CommandLineHost } from './host.ts';

const ENTER = [0x0a, 0x0d];
const BACKSPACE = [0x08, 0x7f];
const INTERRUPT = 0x03;
const END_OF_INPUT = 0x04;
const CLEAR_LINE = 0x15;

/**
 * Standard input, read as bytes only: what comes through it may be a private key or a passphrase, and a string
 * could not be wiped. One for a whole run, so that what was typed ahead reaches the next question.
 */
export class Input {
  readonly #host: CommandLineHost;
  readonly #signal: AbortSignal;
  #chunks: AsyncIterator<Uint8Array> | undefined;
  #ahead: Uint8Array = new Uint8Array(0);
  #ended = false;

  constructor(host: CommandLineHost, signal: AbortSignal) {
    this.#host = host;
    this.#signal = signal;
  }

  /** Whether somebody can be asked: a terminal whose end (Ctrl-D) was not reached yet. */
  get isTerminal(): boolean {
    return this.#host.stdin.isTTY === true && !this.#ended;
  }

  /** Everything up to the end of input, in an array the caller owns. Throws INVALID_INPUT above `maximum` bytes. */
  async readAll(maximum: number, what: string): Promise<Uint8Array<ArrayBuffer>> {
    const buffer = new Uint8Array(maximum);
    let length = 0;
    try {
      for (let chunk = await this.#next(); chunk !== null; chunk = await this.#next()) {
        if (length + chunk.length > maximum) {
          chunk.fill(0);
          throw new AppError('INVALID_INPUT', `${what} is longer than ${maximum} bytes, so it was not used.`);
        }
        buffer.set(chunk, length);
        length += chunk.length;
        chunk.fill(0);
      }
      return buffer.slice(0, length);
    } finally {
      buffer.fill(0);
    }
  }

  /** One line typed on the terminal with the echo off, without its end. Ctrl-C and Ctrl-D throw CANCELLED. */
  async readHiddenLine(prompt: string, maximum: number): Promise<Uint8Array<ArrayBuffer>> {
    const line = new HiddenLine(maximum);
    await this.#host.stderr(prompt);
    this.#host.stdin.setRawMode?.(true);
    try {
      for (let chunk = await this.#next(); chunk !== null; chunk = await this.#next()) {
        const used = line.take(chunk);
        chunk.subarray(0, used).fill(0);
        this.#ahead = chunk.subarray(used);
        if (line.ended) return line.bytes();
      }
      throw cancelled();
    } finally {
      line.wipe();
      this.#host.stdin.setRawMode?.(false);
      await this.#host.stderr('\n');
    }
  }

  /** The next bytes, or null at the end. Throws CANCELLED when a signal arrives first. */
  async #next(): Promise<Uint8Array | null> {
    if (this.#ahead.length > 0) {
      const ahead = this.#ahead;
      this.#ahead = new Uint8Array(0);
      return ahead;
    }
    this.#chunks ??= this.#host.stdin[Symbol.asyncIterator]();
    const { done, value } = await untilAborted(this.#chunks.next(), this.#signal);
    this.#ended = done === true;
    return done === true ? null : value;
  }
}

/** A line being typed; every byte of it lies in one array that is wiped. */
class HiddenLine {
  ended = false;
  readonly #buffer: Uint8Array;
  #length = 0;

  constructor(maximum: number) {
    this.#buffer = new Uint8Array(maximum);
  }

  /** Takes the bytes of this line and gives how many those were. */
  take(chunk: Uint8Array): number {
    for (const [index, byte] of chunk.entries()) {
      if (ENTER.includes(byte)) {
        this.ended = true;
        return index + 1;
      }
      this.#type(byte);
    }
    return chunk.length;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#buffer.subarray(0, this.#length));
  }

  wipe(): void {
    this.#buffer.fill(0);
    this.#length = 0;
  }

  #type(byte: number): void {
    if (byte === INTERRUPT || (byte === END_OF_INPUT && this.#length === 0)) throw cancelled();
    if (byte === CLEAR_LINE) this.wipe();
    else if (BACKSPACE.includes(byte)) this.#removeCharacter();
    else if (this.#length === this.#buffer.length) {
      throw new AppError(
        'INVALID_INPUT',
        `What was typed is longer than ${this.#buffer.length} bytes, so it was not used.`,
      );
    } else {
      this.#buffer[this.#length] = byte;
      this.#length += 1;
    }
  }

  /** Removes the last UTF-8 sequence whole: its continuation bytes are 10xxxxxx. */
  #removeCharacter(): void {
    let last: number;
    do {
      if (this.#length === 0) return;
      this.#length -= 1;
      last = this.#buffer[this.#length] ?? 0;
      this.#buffer[this.#length] = 0;
    } while ((last & 0xc0) === 0x80);
  }
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

/** What was asked for ended because the person said so; the message says where things stand. */
export function cancelled(message = 'Cancelled. Nothing was done.'): AppError {
  return new AppError('CANCELLED', message);
}
