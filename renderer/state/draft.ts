import { create } from 'zustand';
import { useProfile, useSession } from './session.ts';

/** The key before there is a profile. */
const NONE = '';

interface Kept<Value> {
  readonly value: Value;
  readonly set: (value: Value) => void;
  /** Discards the draft after it was submitted or cancelled. */
  readonly discard: () => void;
}

/**
 * The unsubmitted values of one form, for each profile. Leaving the place, locking and Escape keep them. Removing the
 * profile discards them. They live in the page's memory only. Never for a secret: nothing wipes it. Created once for
 * each form.
 */
export function createDraft<Value>(empty: Value): () => Kept<Value> {
  const use = create<Readonly<Record<string, Value>>>(() => ({}));
  const keep = (isKept: (profile: string) => boolean) =>
    use.setState((kept) => Object.fromEntries(Object.entries(kept).filter(([profile]) => isKept(profile))), true);
  useSession.subscribe(({ app, profiles }) => {
    if (app !== null) keep((name) => name === NONE || profiles.some((profile) => profile.name === name));
  });
  return () => {
    const profile = useProfile()?.name ?? NONE;
    return {
      value: use((kept) => kept[profile] ?? empty),
      set: (value) => use.setState({ [profile]: value }),
      discard: () => keep((name) => name !== profile),
    };
  };
}
