import { createDraft } from '../../../state/draft.ts';
import type { Quorum } from './quorum-rules.ts';

/** No quorum has this number of votes. */
const UNTYPED: Quorum = { threshold: 0, userIds: [] };
const useTyped = createDraft<Quorum>(UNTYPED, 'quorum');

/** The quorum as it is typed. `first` is shown until then. */
export function useQuorumDraft(first: Quorum) {
  const { value, set, discard } = useTyped();
  const isTyped = value.threshold !== UNTYPED.threshold;
  return { draft: isTyped ? value : first, isTyped, set, discard };
}
