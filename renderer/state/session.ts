import { create } from 'zustand';
import type { AppState } from '../../shared/ipc/index.ts';
import type { CredentialRow, ProfileRow } from '../../shared/model/index.ts';
import { call, on } from '../bridge.ts';

interface Session {
  /** Null until main answered for the first time. */
  readonly app: AppState | null;
  readonly profiles: readonly ProfileRow[];
  readonly credentials: readonly CredentialRow[];
  /** Why the state could not be read. */
  readonly problem: unknown;
}

/** Main's last report about itself, read whole after every `app.changed`. Holds public data only. */
export const useSession = create<Session>(() => ({ app: null, profiles: [], credentials: [], problem: null }));

async function read(): Promise<void> {
  try {
    const [app, listed] = await Promise.all([call('app.state', {}), call('profiles.list', {})]);
    useSession.setState({ app, ...listed, problem: null });
  } catch (problem) {
    useSession.setState({ problem });
  }
}

/** Reads the state now and after every change. Returns the function that stops it. */
export function startSession(): () => void {
  let reading = false;
  let again = false;
  const refresh = async () => {
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    do {
      again = false;
      await read();
    } while (again);
    reading = false;
  };
  void refresh();
  return on('app.changed', () => void refresh());
}

/** The profile in use, or null before the first start is done. */
/** Returns true while a question waits in main's own window. Work that goes on after the answer asks nothing. */
export const useAsking = (): boolean => useSession(({ app }) => app?.isAsking === true);

export function useProfile(): ProfileRow | null {
  return useSession((session) => session.profiles.find((profile) => profile.name === session.app?.profile) ?? null);
}
