import { create } from 'zustand';

/** A state for each profile. It outlives the screen that shows it. */
export interface ByProfile<State extends object> {
  /** The state of a profile, which redraws its reader. */
  use(profile: string): State;
  change(profile: string, change: Partial<State>): void;
}

export function createByProfile<State extends object>(start: State): ByProfile<State> {
  const useAll = create<Readonly<Record<string, State>>>(() => ({}));
  return {
    use: (profile) => useAll((all) => all[profile] ?? start),
    change: (profile, change) => useAll.setState((all) => ({ [profile]: { ...(all[profile] ?? start), ...change } })),
  };
}
