import { createContext, type ReactNode, use, useState } from 'react';
import { useAnswer } from '../state/use-answer.ts';

const OwnUser = createContext<string | null>(null);

const NAMED = ['organization.changed'] as const;
/** An activity can name the user before the organization was read. */
const UNNAMED = [...NAMED, 'activities.changed'] as const;

/** Gives the names inside it the operator's own user, once the organization or an own activity was read. */
export function KnowsOwnUser({ children }: { readonly children: ReactNode }) {
  const [own, setOwn] = useState<string | null>(null);
  const changes = own === null ? UNNAMED : NAMED;
  const { answer } = useAnswer('organization.get', {}, ...changes);
  const me = answer?.me ?? null;
  if (me !== own) setOwn(me);
  return <OwnUser value={me}>{children}</OwnUser>;
}

/** Returns the id of the operator's user. Null while it is not known. */
export const useOwnUser = (): string | null => use(OwnUser);
