import { type ChainReading, MAXIMUM_READING_PROBLEM } from '../../../../shared/model/index.ts';
import type { Store } from '../../store/index.ts';
import { NodeFault } from '../index.ts';

/** The interval between two reports of a search's progress, in milliseconds. */
const NOTE_INTERVAL = 500;

export interface NotingOptions {
  readonly chain: string;
  readonly store: Pick<Store, 'history'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly noteReading: (reading: ChainReading) => void;
}

/** Collects the outcomes of the work on one chain, step by step. */
export interface Noting {
  /** Notes a step of following the chain: true when it reached the newest block, or its fault. */
  followed(outcome: boolean | { readonly fault: unknown }): void;
  /** Notes a step of a search through earlier blocks, by its kind. */
  searched(kind: string, outcome: boolean | { readonly fault: unknown }): void;
  /** Reports the progress at once. */
  noteNow(): void;
}

/**
 * Creates the progress reports of a chain for the operator. A change of state is reported at once, progress at most
 * twice a second.
 */
export function createNoting({ chain, store, now, noteReading }: NotingOptions): Noting {
  const problems = new Map<string, string>();
  let [readAt, isCurrent, problem]: [number | null, boolean, string | null] = [null, false, null];
  let [reportedAt, reported, reportedState] = [Number.NEGATIVE_INFINITY, '', ''];

  const note = (isPressing: boolean) => {
    const [searchProblem = null] = problems.values();
    const isPaused = store.history.isPaused(chain);
    const state = JSON.stringify([isCurrent, problem, searchProblem, isPaused]);
    if (!isPressing && state === reportedState && isWithin(NOTE_INTERVAL, reportedAt, now())) return;
    const found = store.history.earlier(chain);
    const earlier = found && {
      accounts: found.addresses,
      done: found.done,
      of: found.of,
      isPaused,
      problem: searchProblem,
    };
    const lacking = store.history.lacks.count(chain);
    const shown = JSON.stringify([state, earlier, lacking]);
    reportedAt = now();
    if (shown === reported) return;
    [reported, reportedState] = [shown, state];
    noteReading({ chain, readAt, isCurrent, problem, earlier, ...lacking });
  };

  return {
    followed(outcome) {
      isCurrent = outcome === true;
      problem = typeof outcome === 'boolean' ? null : faultText(outcome.fault);
      if (isCurrent) readAt = now();
      note(false);
    },
    searched(kind, outcome) {
      if (typeof outcome === 'boolean') problems.delete(kind);
      else problems.set(kind, faultText(outcome.fault));
      note(false);
    },
    noteNow: () => note(true),
  };
}

/** True when less than that time has passed. A clock that was set back lets no report wait. */
const isWithin = (time: number, since: number, now: number): boolean => now >= since && now - since < time;

const faultText = (fault: unknown): string =>
  fault instanceof NodeFault
    ? fault.message.slice(0, MAXIMUM_READING_PROBLEM)
    : 'the reply could not be stored: see the log of Castellan';
