import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { Closed } from '../../../shared/model/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import type { Clock } from '../ports.ts';
import { createMutex } from '../tools/mutex.ts';

/** The record that counts tries. When it cannot be written, no try is made. */
export interface TriesRecord {
  read(): Promise<Uint8Array | null>;
  write(bytes: Uint8Array): Promise<void>;
  remove(): Promise<void>;
  /** Locks out other processes. Returns the function that unlocks. */
  lock(): () => void;
}

/** Counts the tries of a PIN, across restarts. */
export interface Tries {
  /** Returns in words why the next try must wait. Null when it may be made. */
  problem(): Promise<string | null>;
  /**
   * Counts a try and makes it. A right try clears the count. Throws TRY_LATER, PASSPHRASE_WRONG and what `attempt`
   * throws.
   */
  make<Value>(attempt: () => Promise<Value>): Promise<Value>;
}

const Counted = Closed({
  /** Tries since the last right one. */
  count: Type.Integer({ minimum: 1 }),
  /** When the last one was made, or when the clock was seen to be set back. */
  at: Type.Number(),
});
type Counted = Static<typeof Counted>;

const FREE_TRIES = 3;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 60 * 60 * 1000;
/** The number of tries that an unreadable record counts as, made just now. */
const UNREADABLE_COUNT = 10;

const waitAfter = (count: number): number =>
  count < FREE_TRIES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (count - FREE_TRIES), LONGEST_WAIT_MS);

export function createTries(clock: Pick<Clock, 'now'>, record: TriesRecord): Tries {
  const exclusive = createMutex();

  const counted = async (): Promise<Counted | null> => {
    const bytes = await record.read();
    if (bytes === null) return null;
    return parse(bytes) ?? { count: UNREADABLE_COUNT, at: clock.now() };
  };

  /** When a clock was set back, the whole wait begins again. */
  const problem: Tries['problem'] = async () => {
    const before = await counted();
    if (before === null) return null;
    const now = clock.now();
    const left = waitAfter(before.count) - Math.max(0, now - before.at);
    if (left <= 0) return null;
    if (now < before.at) await record.write(written({ ...before, at: now }));
    return `${before.count} wrong tries were made. Wait ${duration(left)} before the next one.`;
  };

  const make = async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
    const waiting = await problem();
    if (waiting !== null) throw new AppError('TRY_LATER', sentence`${waiting} Nothing was tried.`);
    const count = ((await counted())?.count ?? 0) + 1;
    // Counted first: a try that is cut short counts too.
    await record.write(written({ count, at: clock.now() }));
    try {
      const result = await attempt();
      await record.remove();
      return result;
    } catch (error) {
      const wait = waitAfter(count);
      if (!(error instanceof AppError) || error.code !== 'PASSPHRASE_WRONG' || wait === 0) throw error;
      throw new AppError(
        'PASSPHRASE_WRONG',
        sentence`This is not the PIN. Nothing was opened. Wait ${duration(wait)}, then try again.`,
      );
    }
  };

  return {
    problem,
    make: (attempt) =>
      exclusive(async () => {
        const release = record.lock();
        try {
          return await make(attempt);
        } finally {
          release();
        }
      }),
  };
}

const written = (counted: Counted): Uint8Array => utf8Encode(JSON.stringify(counted));

function parse(bytes: Uint8Array): Counted | null {
  try {
    const content: unknown = JSON.parse(utf8Decode(bytes));
    return Value.Check(Counted, content) ? content : null;
  } catch {
    return null;
  }
}

/** Formats a duration in words, rounded up. */
function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return plural(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
