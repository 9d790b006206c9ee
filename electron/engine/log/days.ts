import { dayOfMoment, type Group, groupsOf } from '../../../shared/model/index.ts';
import type { AuditReader } from '../../storage/records/index.ts';
import type { Steps } from '../../storage/sqlite/index.ts';

/** Entries that are read at a time. */
const CHUNK = 500;

/** Entries that were written on one day, one after another. */
interface Run {
  /** The number of its first entry. */
  readonly first: number;
  readonly day: Group['group'];
}

/** Finds the days of entries of the audit log. */
export interface LogDays {
  /** Groups the entries with these numbers, which are newest first, by their days. */
  of(sequences: readonly number[]): Steps<Group[]>;
  /** Groups all entries, newest first. A missing entry belongs to the day of the one before. */
  all(): Steps<Group[]>;
}

/** The runs of all entries up to the newest one. */
interface Reading {
  readonly runs: readonly Run[];
  readonly newest: number;
}

/**
 * Reads the time of each entry once, because no time of an entry changes. A reading without an unreadable archive is
 * kept. A clock that was set back makes a day stand twice, as the chain has one order.
 */
export function createLogDays(reader: Pick<AuditReader, 'newest' | 'readableLines'>): LogDays {
  const nothing: Reading = { runs: [], newest: 0 };
  let kept = nothing;

  /** Adds the entries since the kept reading. */
  function* read(): Steps<Reading> {
    const newest = reader.newest();
    // Another log took its place.
    if (newest < kept.newest) kept = nothing;
    const before = kept;
    const added: { sequence: number; at: number }[] = [];
    let isWhole = true;
    for (let to = newest; to > before.newest; ) {
      const lines = reader.readableLines(to, CHUNK);
      isWhole &&= lines.isWhole;
      added.push(...lines.found.flatMap(({ sequence, at }) => (sequence > before.newest ? [{ sequence, at }] : [])));
      to = (lines.found.at(-1)?.sequence ?? 0) - 1;
      yield undefined;
    }
    const runs = [...before.runs];
    for (const { sequence, at } of added.toReversed()) {
      const day = dayOfMoment(at);
      if (runs.at(-1)?.day !== day || runs.length === 0) runs.push({ first: sequence, day });
    }
    const made = { runs, newest };
    // Another reading may have found more meanwhile.
    if (isWhole && kept === before) kept = made;
    return made;
  }

  return {
    *all() {
      const { runs, newest } = yield* read();
      if (runs.length === 0) return newest === 0 ? [] : [{ group: null, rows: newest }];
      const ends = [...runs.slice(1).map(({ first }) => first), newest + 1];
      return runs
        .map(({ day, first }, index) => ({ group: day, rows: (ends[index] ?? first) - (index === 0 ? 1 : first) }))
        .toReversed();
    },
    *of(sequences) {
      const { runs } = yield* read();
      let run = runs.length - 1;
      return groupsOf(sequences, (sequence) => {
        while (run > 0 && (runs[run]?.first ?? 0) > sequence) run -= 1;
        return runs[run]?.day ?? null;
      });
    },
  };
}
