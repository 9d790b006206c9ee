import type { ShownQuestion } from '../../shared/ipc/index.ts';
import { isCalm } from '../meaning/calm.ts';

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
