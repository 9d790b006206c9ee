import { createDraft } from '../../../state/draft.ts';
import { REMOVALS, type Removal } from './leaving-rules.ts';

/** The removals that the operator left out last, and the user that they belong to. */
const useKept = createDraft<{ readonly of: string; readonly unwanted: readonly string[] }>(
  { of: '', unwanted: [] },
  'leaving',
);

/** The removals that the operator leaves out for one user. */
export interface UnwantedRemovals {
  /** Null before the operator chose any. */
  readonly unwanted: ReadonlySet<Removal> | null;
  readonly set: (unwanted: ReadonlySet<Removal>) => void;
  readonly discard: () => void;
}

/** Returns the kept choice of removals for a user. */
export function useUnwantedRemovals(userId: string): UnwantedRemovals {
  const { value, set, discard } = useKept();
  const unwanted = value.of === userId ? new Set(REMOVALS.filter((removal) => value.unwanted.includes(removal))) : null;
  return { unwanted, set: (next) => set({ of: userId, unwanted: [...next] }), discard };
}
