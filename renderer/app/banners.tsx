import { useState } from 'react';
import type { AppState } from '../../shared/ipc/index.ts';
import { call } from '../bridge.ts';
import { go, openDialog, useRoute } from '../state/route.ts';
import { say } from '../state/toasts.ts';
import { accountsRefresh } from '../state/work.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { counted } from '../words/number.ts';
import { problemWords } from '../words/problem.ts';
import './banners.css';
import { type Banner, bannersOf } from './banner-rules.ts';

/** Starts the vault again; where a passphrase opens it, asks for that over the screen. */
async function restartVault(app: AppState): Promise<void> {
  if (app.vault.needsPassphrase) openDialog({ name: 'unlock' });
  else await call('vault.unlock', { passphrase: null });
}

/** Choosing the profile again makes main see to its service; reading the accounts then proves that it answers. */
async function restartService(app: AppState): Promise<void> {
  if (app.profile === null) return;
  await call('profiles.use', { name: app.profile });
  await accountsRefresh.start({});
}

interface BannersProps {
  readonly app: AppState;
  /** Before and outside the frame only what concerns the whole program is said. */
  readonly quiet: boolean;
}

/** What is wrong with the program as a whole, above everything else. None of it can be dismissed: it goes when it is over. */
export function Banners({ app, quiet }: BannersProps) {
  const [busy, setBusy] = useState<Banner['key'] | null>(null);
  const act = async (banner: Banner) => {
    if (busy !== null) return;
    if (banner.action === 'review') {
      go('in-flight');
      return;
    }
    setBusy(banner.key);
    try {
      await (banner.action === 'restart-vault' ? restartVault(app) : restartService(app));
    } catch (error) {
      say(problemWords(error).message, 'danger');
    }
    setBusy(null);
  };
  const place = useRoute((route) => route.place);
  const banners = bannersOf(app, quiet).filter((banner) => banner.key !== 'in-flight' || place !== 'in-flight');
  return (
    <section className="banners" aria-label="Notices">
      {banners.map((banner) => (
        <div key={banner.key} className={`banner banner-${banner.tone}`} role="alert">
          <Icon name={banner.tone === 'danger' ? 'danger' : 'care'} />
          <p>
            <strong>{banner.title}</strong> {banner.message}
          </p>
          {banner.action === null ? null : (
            <Button onClick={() => void act(banner)} disabled={busy === banner.key}>
              {
                { 'restart-vault': 'Restart vault', 'restart-service': 'Restart service', review: 'Review requests' }[
                  banner.action
                ]
              }
            </Button>
          )}
        </div>
      ))}
      <span className="visually-hidden" role="status">
        {banners.length === 0 ? '' : counted(banners.length, 'notice')}
      </span>
    </section>
  );
}
