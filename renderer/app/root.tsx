import { useEffect, useState } from 'react';
import type { AppState } from '../../shared/ipc/index.ts';
import { Lock } from '../features/lock/lock.tsx';
import { Start } from '../features/start/start.tsx';
import { Problem } from '../parts/problem.tsx';
import { resetMarks } from '../state/marks.ts';
import { closeDialog, resetRoute, useRoute } from '../state/route.ts';
import { useProfile, useSession } from '../state/session.ts';
import { showWanted } from '../state/switching.ts';
import { fetchLater, later } from '../ui/later.tsx';
import { profileHue } from '../ui/profile-dot.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { Banners } from './banners.tsx';
import { Frame } from './frame.tsx';
import { restoreRoute } from './kept-route.ts';
import './root.css';
import { nextScreen, type Screen } from './screen.ts';

const Connect = later(async () => (await import('../features/start/connect.tsx')).Connect);

/**
 * Copies the parts of main's state that the stylesheets use to the document element. `data-ready` reports outside that
 * the window is usable. Then fetches the rest of the state.
 */
function useDocumentState(app: AppState | null): void {
  useEffect(() => {
    if (app === null) return;
    const { dataset } = document.documentElement;
    dataset.ready = 'true';
    dataset.platform = app.platform;
    dataset.theme = app.preferences.theme;
    dataset.rows = app.preferences.rows;
  }, [app]);
  const isReady = app !== null;
  useEffect(() => {
    if (isReady) requestIdleCallback(fetchLater);
  }, [isReady]);
}

/** The window: the first question, the lock, or the frame. */
export function Root() {
  const app = useSession((session) => session.app);
  const problem = useSession((session) => session.problem);
  const profile = useProfile();
  const connecting = useRoute((route) => route.place === 'connect');
  const [before, setBefore] = useState<Screen | null>(null);
  const [startDone, setStartDone] = useState(false);
  useDocumentState(app);

  const screen = app === null ? null : nextScreen({ before, app, startDone, connecting });
  useEffect(() => {
    setBefore(screen);
    // A dialog above the frame does not reopen with it: locking closes an exported key for good.
    if (screen !== 'frame') closeDialog();
  }, [screen]);

  const name = app?.profile ?? null;
  useEffect(() => {
    // A change of profile from anywhere clears the previous profile's selection.
    resetMarks();
    if (useRoute.getState().place !== 'connect') resetRoute();
    if (name === null) return;
    restoreRoute(name);
    showWanted(name);
  }, [name]);

  if (app === null) {
    return problem === null ? null : (
      <main className="error-boundary">
        <h1 className="visually-hidden">Castellan</h1>
        <Problem error={problem} />
      </main>
    );
  }
  return (
    <div className="root hued" style={profileHue(profile?.hue ?? 258)}>
      <div className="root-edge" data-profile={profile !== null} />
      <div className="root-column">
        <Banners app={app} quiet={screen !== 'frame'} />
        {screen === 'start' ? (
          <Start app={app} onOpen={() => setStartDone(false)} onDone={() => setStartDone(true)} />
        ) : null}
        {screen === 'connect' ? <Connect app={app} onLeave={resetRoute} /> : null}
        {screen === 'lock' ? <Lock app={app} /> : null}
        {screen === 'frame' ? <Frame app={app} key={app.profile} /> : null}
      </div>
      <Toasts />
    </div>
  );
}
