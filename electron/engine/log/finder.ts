import { AppError } from '../../../shared/errors/index.ts';
import type { AuditLine } from '../../storage/records/index.ts';
import { atOnce, inSlices, type Steps } from '../../storage/sqlite/index.ts';
import type { Base } from '../base.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { outcomeOf } from './outcome.ts';
import { type LogFacts, logTerms, matcherOf } from './search.ts';

/** Entries that are read at a time. */
const CHUNK = 500;
/** Activities of a profile whose words a search may find. */
const MAXIMUM_ACTIVITIES = 5_000;

/** A finished search: the numbers that match, newest first, among the entries up to `newest`. */
interface Found {
  readonly key: string;
  readonly newest: number;
  readonly sequences: readonly number[];
}

interface FinderParts {
  readonly profiles: Pick<Profiles, 'list'>;
  /** Returns the cached status of an activity. */
  readonly statusOf: (profile: string) => (activityId: string) => string | undefined;
}

/** Finds entries of the audit log. The last search is kept, so that its further pages are lookups. */
export interface Finder {
  /** Returns the numbers of the entries with all these words, newest first. Throws CANCELLED. */
  find(words: readonly string[], signal?: AbortSignal): Promise<readonly number[]>;
  /** The same in one piece, where nobody else waits. */
  findAtOnce(words: readonly string[]): readonly number[];
}

export function createFinder({ records, cache, changes }: Base, { profiles, statusOf }: FinderParts): Finder {
  const reader = records.auditReader;
  let last: Found | null = null;
  /** The number of changes so far. A search that one overlapped is not kept. */
  let changed = 0;
  let asked: { readonly key: string; readonly answer: Promise<readonly number[]> } | null = null;
  // Words and outcomes of older entries may have changed.
  for (const change of ['activities', 'requests'] as const) {
    changes.on(change, () => {
      last = null;
      changed += 1;
    });
  }

  const named = (text: string): ReadonlySet<number> => {
    const found = new Set(reader.naming(text));
    for (const { name } of profiles.list()) {
      const { rows } = cache.reader.activities(name, { search: text, offset: 0, limit: MAXIMUM_ACTIVITIES });
      const ids = rows.map(({ activityId }) => activityId);
      for (const entry of reader.answeredWith(name, ids)) found.add(entry);
    }
    return found;
  };

  const search = function* (words: readonly string[], newest: number, after: number): Steps<number[]> {
    const states = new Map<number, ReturnType<typeof reader.states>[number]>();
    const facts: LogFacts = {
      named,
      outcome: ({ sequence, profile, operation }: AuditLine) =>
        outcomeOf(operation, states.get(sequence), statusOf(profile)),
    };
    const matches = matcherOf(logTerms(words), facts);
    const found: number[] = [];
    for (let to = newest; to > after; ) {
      const lines = reader.lines(to, CHUNK);
      const lowest = lines.at(-1)?.sequence ?? 0;
      states.clear();
      for (const state of reader.states(lowest, to)) states.set(state.entry, state);
      for (const line of lines) if (line.sequence > after && matches(line)) found.push(line.sequence);
      to = lowest - 1;
      yield undefined;
    }
    return found;
  };

  const run = async (key: string, words: readonly string[], signal?: AbortSignal) => {
    const newest = reader.newest();
    const before = last?.key === key ? last : null;
    const changedBefore = changed;
    const further = await inSlices(search(words, newest, before?.newest ?? 0), () => {
      if (signal?.aborted === true || (signal === undefined && asked?.key !== key))
        throw new AppError('CANCELLED', 'The search was stopped.');
    });
    const sequences = [...further, ...(before?.sequences ?? [])];
    if (changed === changedBefore && (before === last || last === null)) last = { key, newest, sequences };
    return sequences;
  };

  return {
    findAtOnce: (words) => atOnce(search(words, reader.newest(), 0)),
    async find(words, signal) {
      const key = JSON.stringify(words);
      if (signal !== undefined) return run(key, words, signal);
      // Pages of one search that are asked for at the same time wait for one run.
      if (asked?.key === key) return asked.answer;
      const answer = run(key, words).finally(() => {
        if (asked?.answer === answer) asked = null;
      });
      asked = { key, answer };
      return answer;
    },
  };
}
