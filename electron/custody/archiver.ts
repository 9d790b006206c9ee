import { AppError } from '../../shared/errors/index.ts';
import { DAY_MS } from '../../shared/model/index.ts';
import type { Report } from '../../shared/processes/index.ts';
import type { Store } from './store/index.ts';

/** The time from the start to the first look for a month to archive, and between two looks. Milliseconds. */
const FIRST_LOOK = 60_000;
const LOOK = DAY_MS;
/** The time between two removals, in which requests are served. Milliseconds. */
const BETWEEN = 20;

interface ArchiverParts {
  readonly store: Pick<Store, 'archives' | 'archiving'>;
  readonly now: () => number;
  readonly report: Report;
  /** Runs work after milliseconds, and returns a function that cancels it. */
  readonly later: (milliseconds: number, work: () => void) => () => void;
}

/** Compares the archives and removes drafts after the start, and archives earlier months once a day. Resolves `close` once it has stopped. */
export function createArchiver({ store, now, report, later }: ArchiverParts): { close(): Promise<void> } {
  const ending = new AbortController();
  const { signal } = ending;
  const pause = () => new Promise<void>((done) => void later(BETWEEN, done));
  const isCancelled = (error: unknown) => error instanceof AppError && error.code === 'CANCELLED';

  const look = async (): Promise<void> => {
    try {
      const noteDamage = (error: unknown) => void report('archives', error);
      await store.archiving.run({ now: now(), signal, pause, noteDamage });
    } catch (error) {
      if (!isCancelled(error)) report('archives', error);
    }
    if (!signal.aborted) cancel = later(LOOK, begin);
  };
  const begin = (): void => {
    running = look();
  };
  const check = async (): Promise<void> => {
    try {
      store.archiving.removeDrafts();
    } catch (error) {
      report('archives', error);
    }
    try {
      await store.archives.checked(signal);
      for (const fault of store.archives.faults()) report('archives', fault);
    } catch (error) {
      if (!isCancelled(error)) report('archives', error);
    }
  };
  let cancel = later(FIRST_LOOK, begin);
  let running = check();

  return {
    async close() {
      ending.abort();
      cancel();
      await running;
    },
  };
}
