import { useEffect, useState } from 'react';
import type { AppState } from '../../shared/ipc/index.ts';
import { Lock } from '../features/lock/lock.tsx';
import { Start } from '../features/start/start.tsx';
import { Problem } from '../parts/problem.tsx';
import { useProfile, useSession } from '../state/session.ts';
import { profileHue } from '../ui/profile-dot.tsx';
import { Banners } from './banners.tsx';
import { Frame } from './frame.tsx';
import './root.css';
import { Toasts } from './toasts.tsx';

type Screen = 'start' | 'lock' | 'frame';

/**
 * Which screen the state asks for. While the vault starts the screen stays: a wrong passphrase must not flash the frame.
 * The start screen stays until its last step is done, although there is a profile by then.
 */
export function nextScreen(before: Screen | null, app: AppState): Screen {
  if (before === 'start' || app.profile === null) return 'start';
  if (app.vault.state === 'locked') return 'lock';
  if (app.vault.state === 'starting') return before ?? 'frame';
  if (app.vault.state === 'failed') return before ?? (app.vault.needsPassphrase ? 'lock' : 'frame');
  return 'frame';
}

export function Root() {
  const app = useSession((session) => session.app);
  const problem = useSession((session) => session.problem);
  const profile = useProfile();
  const [screen, setScreen] = useState<Screen | null>(null);

  const wanted = app === null ? null : nextScreen(screen, app);
  useEffect(() => setScreen(wanted), [wanted]);
  useEffect(() => {
    if (app === null) return;
    const { dataset } = document.documentElement;
    dataset.ready = 'true';
    dataset.platform = app.platform;
    dataset.theme = app.theme;
  }, [app]);

  if (app === null)
    return problem === null ? null : (
      <main className="error-boundary">
        <h1 className="visually-hidden">Castellan</h1>
        <Problem error={problem} />
      </main>
    );
  return (
    <div className="root hued" style={profileHue(profile?.hue ?? 258)}>
      <div className="root-edge" data-profile={profile !== null} />
      <div className="root-column">
        <Banners app={app} quiet={wanted !== 'frame'} />
        {wanted === 'start' ? <Start app={app} onDone={() => setScreen(null)} /> : null}
        {wanted === 'lock' ? <Lock app={app} /> : null}
        {wanted === 'frame' ? <Frame app={app} key={app.profile} /> : null}
      </div>
      <Toasts />
    </div>
  );
}
