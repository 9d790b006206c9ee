import { useEffect, useState } from 'react';
import { Lock } from '../features/lock/lock.tsx';
import { Start } from '../features/start/start.tsx';
import { Problem } from '../parts/problem.tsx';
import { useProfile, useSession } from '../state/session.ts';
import { profileHue } from '../ui/profile-dot.tsx';
import { Banners } from './banners.tsx';
import { Frame } from './frame.tsx';
import './root.css';
import { nextScreen, type Screen } from './screen.ts';
import { Toasts } from './toasts.tsx';

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
