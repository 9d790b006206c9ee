import { createDraft } from '../../../state/draft.ts';
import type { Quorum } from './quorum-rules.ts';

/** No quorum has this number of votes. */
const UNTYPED: Quorum = { threshold: 0, userIds: [] };
const useTyped = createDraft<Quorum>(UNTYPED, 'quorum');

/** The quorum as it is typed, at first today's. */
export function useQuorumDraft(today: Quorum) {
  const { value, set, discard } = useTyped();
  const isTyped = value.threshold !== UNTYPED.threshold;
  return { draft: isTyped ? value : today, isTyped, set, discard };
}
