import type { AuditOutcome } from '../../../shared/model/index.ts';
import { findOperation } from '../../../shared/operations/index.ts';
import { lowered } from '../../../shared/words/index.ts';
import type { AuditLine } from '../../storage/records/index.ts';
import { kindOf } from './outcome.ts';

/** One condition of a search. A filter is written `profile:staging`. */
export interface LogTerm {
  /** Null for words of the text. */
  readonly filter: LogFilter | null;
  readonly text: string;
}

export const LOG_FILTERS = ['profile', 'operation', 'outcome', 'kind', 'after', 'before'] as const;
export type LogFilter = (typeof LOG_FILTERS)[number];

/** The log's own operations in words. */
const RECORDS: Readonly<Record<string, string>> = {
  'audit key': 'Create audit key',
  'audit begin': 'Begin a new audit log',
  'backup create': 'Create backup',
  'profile change': 'Change profiles',
  'document change': 'Change documents',
  'request give-up': 'Give up a request',
  stamp: 'Stamp a request for another program',
};

/** Returns the title of an operation with a verb, or the operation itself when this version does not know it. */
export function titleOf(operation: string): string {
  const title = findOperation(operation)?.title ?? RECORDS[operation] ?? operation;
  return kindOf(operation) === 'read' ? `Read ${lowered(title)}` : title;
}

/** Splits the words of a search, in lowercase, into filters and text. */
export function logTerms(words: readonly string[]): LogTerm[] {
  return words.map((word) => {
    const at = word.indexOf(':');
    const filter = LOG_FILTERS.find((name) => name === word.slice(0, at));
    return filter === undefined ? { filter: null, text: word } : { filter, text: word.slice(at + 1) };
  });
}

/** The facts about an entry that its line does not have. */
export interface LogFacts {
  /** The entries whose words, title or fingerprint contain the text. */
  named(text: string): ReadonlySet<number>;
  outcome(line: AuditLine): AuditOutcome;
}

/** Returns a function that reports whether an entry meets every condition. */
export function matcherOf(terms: readonly LogTerm[], facts: LogFacts): (line: AuditLine) => boolean {
  const tests = terms.map(({ filter, text }) =>
    filter === null ? byText(text, facts) : byFilter(filter, text, facts),
  );
  return (line) => tests.every((test) => test(line));
}

type Test = (line: AuditLine) => boolean;

function byText(text: string, facts: LogFacts): Test {
  const named = facts.named(text);
  const number = /^#?(\d+)$/.exec(text)?.[1];
  const operations = new Map<string, boolean>();
  const isOf = (operation: string) => {
    const known = operations.get(operation);
    if (known !== undefined) return known;
    const found = `${operation}\n${titleOf(operation)}`.toLowerCase().includes(text);
    operations.set(operation, found);
    return found;
  };
  return ({ sequence, profile, operation }) =>
    isOf(operation) ||
    profile.toLowerCase().includes(text) ||
    named.has(sequence) ||
    (number !== undefined && sequence === Number(number));
}

function byFilter(filter: LogFilter, text: string, facts: LogFacts): Test {
  switch (filter) {
    case 'profile':
      return ({ profile }) => profile.toLowerCase() === text;
    case 'operation':
      return ({ operation }) => operation.toLowerCase() === text;
    case 'kind': {
      const kinds: readonly string[] = text.split(',');
      return ({ operation }) => kinds.includes(kindOf(operation));
    }
    case 'outcome':
      return (line) => facts.outcome(line) === text;
    case 'after': {
      const day = dayOf(text);
      return ({ at }) => at >= day;
    }
    case 'before': {
      const day = dayOf(text);
      return ({ at }) => at < day;
    }
  }
}

/** The first moment of a day of this machine's calendar, written 2026-11-24. NaN for another text: no entry matches. */
function dayOf(text: string): number {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return new Date(Number(year), Number(month) - 1, Number(day)).getTime();
}
