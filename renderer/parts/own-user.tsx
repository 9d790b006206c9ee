import { createContext, type ReactNode, use } from 'react';
import { useAnswer } from '../state/use-answer.ts';

const OwnUser = createContext<string | null>(null);

/** Gives the names inside it the operator's own user, once the organization was read. */
export function KnowsOwnUser({ children }: { readonly children: ReactNode }) {
  const { answer } = useAnswer('organization.get', {}, 'organization.changed');
  return <OwnUser value={answer?.me ?? null}>{children}</OwnUser>;
}

/** Returns the id of the operator's user. Null while it is not known. */
export const useOwnUser = (): string | null => use(OwnUser);
