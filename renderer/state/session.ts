import { create } from 'zustand';
import type { AppState } from '../../shared/ipc/index.ts';
import type { CredentialRow, ProfileRow } from '../../shared/model/index.ts';
import { call, on } from '../bridge.ts';
import { keyInLanguage, loadSentences, stateInLanguage } from '../words/states.ts';

interface Session {
  /** Null until main has replied once. A failed read keeps the last state. */
  readonly app: AppState | null;
  readonly profiles: readonly ProfileRow[];
  readonly credentials: readonly CredentialRow[];
  /** The error of the last read, or null when it succeeded. */
  readonly problem: unknown;
}

/** The last state that main reported, with the profiles and credentials. Holds public data only. */
export const useSession = create<Session>(() => ({ app: null, profiles: [], credentials: [], problem: null }));

async function read(): Promise<void> {
  try {
    const [app, { profiles, credentials }] = await Promise.all([
      call('app.state', {}),
      call('profiles.list', {}),
      loadSentences(),
    ]);
    useSession.setState({
      app: stateInLanguage(app),
      profiles,
      credentials: credentials.map(keyInLanguage),
      problem: null,
    });
  } catch (problem) {
    useSession.setState({ problem });
  }
}

/**
 * Reads the whole state now and after every `app.changed`. Changes during a read cause one more read. Returns the
 * function that stops listening.
 */
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

/**
 * Returns true while a question waits in the confirmation window of main. False once the operator has answered, even
 * when the action still runs.
 */
export const useAsking = (): boolean => useSession(({ app }) => app?.isAsking === true);

/** Returns the profile in use, or null before the first start is done. */
export function useProfile(): ProfileRow | null {
  return useSession((session) => session.profiles.find((profile) => profile.name === session.app?.profile) ?? null);
}
