import type { Clause, PolicyFinding } from '../../../../shared/policy-language/index.ts';

/** A clause of an expression, by its number and its place in the text. */
export interface ShownClause {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the number and the place of a parsed clause. */
export const shownClause = ({ number, expression: { start, end } }: Clause): ShownClause => ({ number, start, end });

/** A part of an expression that is drawn alike. */
export interface Segment {
  readonly key: number;
  readonly text: string;
  readonly isFault: boolean;
  readonly isCaret: boolean;
  readonly isMarked: boolean;
  /** The number of the clause that begins here, on the first segment of it. Null for the others. */
  readonly number: number | null;
  /** True for a number that stands in the text, because another clause begins before it on the same line. */
  readonly isWithin: boolean;
}

interface Marks {
  readonly faults: readonly Pick<PolicyFinding, 'start' | 'end'>[];
  readonly clauses: readonly ShownClause[];
  readonly marked: number | null;
}

/** Cuts a text at its faults, at its clauses and at the caret, which is an empty segment. */
export function segments(value: string, { faults, clauses, marked }: Marks, caret: number | null): readonly Segment[] {
  const numbers = clauses.length < 2 ? new Map<number, ClauseNumber>() : numbersOf(value, clauses);
  const mark = clauses.find(({ number }) => number === marked);
  const places = [
    0,
    value.length,
    ...(caret === null ? [] : [caret]),
    ...faults.flatMap(({ start, end }) => [start, end]),
    ...(mark === undefined ? [] : [mark.start, mark.end]),
    ...numbers.keys(),
  ];
  const cuts = [...new Set(places)].toSorted((one, other) => one - other);
  const within = (start: number, range: Pick<ShownClause, 'start' | 'end'>) =>
    range.start <= start && start < range.end;
  return cuts.flatMap((start, index) => {
    const text = {
      key: start * 2 + 1,
      text: value.slice(start, cuts[index + 1]),
      isCaret: false,
      isFault: faults.some((fault) => within(start, fault)),
      isMarked: mark !== undefined && within(start, mark),
      ...(numbers.get(start) ?? UNNUMBERED),
    };
    const empty = { key: start * 2, text: '', isFault: false, isCaret: true, isMarked: false, ...UNNUMBERED };
    return start === caret ? [empty, text] : [text];
  });
}

type ClauseNumber = Pick<Segment, 'number' | 'isWithin'>;
const UNNUMBERED: ClauseNumber = { number: null, isWithin: false };

/** Returns the numbers of the clauses by their places. */
function numbersOf(value: string, clauses: readonly ShownClause[]): Map<number, ClauseNumber> {
  const found = new Map<number, ClauseNumber>();
  let [end, line, before] = [0, 1, 0];
  for (const { number, start } of clauses) {
    line += value.slice(end, start).split('\n').length - 1;
    found.set(start, { number, isWithin: line === before });
    [end, before] = [start, line];
  }
  return found;
}

/** Returns the class of a segment. */
export const classOf = ({ isCaret, isFault, isMarked }: Segment): string | undefined =>
  isCaret ? 'expression-caret' : isFault ? 'expression-fault' : isMarked ? 'expression-marked' : undefined;
