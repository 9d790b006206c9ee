import type { Clause } from '../clauses.ts';
import type { TermScope } from '../terms.ts';
import type { Phrasing } from './phrase.ts';

/** A clause with its words, or with its text where it has none. */
export interface PhrasedClause extends Clause {
  readonly phrase: string;
}

/** The clauses of each part of a policy, with what their words need. Null for a part that cannot be read. */
export interface PhrasedPart {
  readonly clauses: readonly PhrasedClause[];
  readonly scope: TermScope;
  readonly phrasing: Phrasing;
}

/** A clause inside the sentence. Brackets keep its own commas and joining words apart from those of the sentence. */
export const repeated = ({ expression, phrase }: PhrasedClause): string =>
  (expression.is === 'logic' || expression.is === 'each') && /, | and | or /.test(phrase) ? `(${phrase})` : phrase;
