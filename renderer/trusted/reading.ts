import type { ShownQuestion } from '../../shared/ipc/index.ts';
import { isCalm } from '../meaning/calm.ts';

/** Returns what is left to read before an answer, by the number of pages of each unread text. */
export function leftToRead(unread: Iterable<number>): string {
  return [...unread].some((count) => count > 1) ? 'Open every page to continue' : 'Scroll to the end to continue';
}

/**
 * Reports whether the values that decide are enough to read. Content that is dangerous or has an unknown effect is read
 * to its end.
 */
export function needsOnlyLead(question: ShownQuestion): boolean {
  if (question.kind !== 'stamp') return false;
  const { meaning, naming, vote } = question;
  if (meaning === null || !isCalm(meaning, naming)) return false;
  return vote === null || (vote.meaning !== null && isCalm(vote.meaning, vote.naming));
}
