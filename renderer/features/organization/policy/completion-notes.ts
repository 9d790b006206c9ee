import type { CompletionNote } from '../../../../shared/policy-language/index.ts';
import { worded } from '../../../language/worded.ts';
import { counted } from '../../../words/number.ts';

/** The most people who are named. More are counted. */
const MAXIMUM_NAMES = 2;

/** Returns the note of a completion in the language of the page: “Ada, Ines”, “4 people”, “nobody”. */
export function noteWords(note: CompletionNote): string {
  if ('words' in note) return worded(note.words);
  const { people } = note;
  if (people.length === 0) return worded('nobody');
  return people.length > MAXIMUM_NAMES ? counted(people.length, 'person', 'people') : people.join(', ');
}

/** Returns true for a tag that no user has. */
export const isNobody = (note: CompletionNote | null): boolean =>
  note !== null && 'people' in note && note.people.length === 0;
