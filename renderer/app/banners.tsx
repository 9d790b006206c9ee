import { useState } from 'react';
import type { AppState } from '../../shared/ipc/index.ts';
import { call } from '../bridge.ts';
import { go, openDialog, useRoute } from '../state/route.ts';
import { accountsRefresh } from '../state/work.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { say } from '../ui/toasts.tsx';
import { counted } from '../words/number.ts';
import { problemWords } from '../words/problem.ts';
import './banners.css';
import { type Banner, bannersOf } from './banner-rules.ts';

/** Starts the vault again; where a passphrase opens it, asks for that over the screen. */
async function restartVault(app: AppState): Promise<void> {
  if (app.vault.needsPassphrase) openDialog({ name: 'unlock' });
  else await call('vault.unlock', { passphrase: null });
}

/** Reading the accounts starts the local service where it is not running, and proves that it answers. */
async function restartService(): Promise<void> {
  await accountsRefresh.start({});
  const { problem } = accountsRefresh.use.getState();
  if (problem !== null) throw problem;
}

interface BannersProps {
  readonly app: AppState;
  /** Before and outside the frame only what concerns the whole program is said. */
  readonly quiet: boolean;
}

/** What is wrong with the program as a whole, above everything else. It goes when it is over; what only tells of the past can be closed. */
export function Banners({ app, quiet }: BannersProps) {
  const [busy, setBusy] = useState<Banner['key'] | null>(null);
  const act = async (banner: Banner) => {
    if (busy !== null) return;
    if (banner.action === 'review') {
      go('unsettled');
      return;
    }
    setBusy(banner.key);
    try {
      await (banner.action === 'restart-vault' ? restartVault(app) : restartService());
    } catch (error) {
      say(problemWords(error).message, 'danger');
    }
    setBusy(null);
  };
  const place = useRoute((route) => route.place);
  const [closed, setClosed] = useState<readonly string[]>([]);
  const banners = bannersOf(app, quiet).filter(
    (banner) =>
      (banner.key !== 'unsettled' || place !== 'unsettled') && !(banner.closable && closed.includes(banner.message)),
  );
  return (
    <section className="banners" aria-label="Notices">
      {banners.map((banner) => (
        <div key={banner.key} className={`banner banner-${banner.tone}`} role="alert">
          <Icon name={banner.tone === 'danger' ? 'danger' : 'care'} />
          <p>
            <strong>{banner.title}</strong> {banner.message}
          </p>
          {banner.closable ? (
            <IconButton icon="close" label="Close notice" onClick={() => setClosed([...closed, banner.message])} />
          ) : null}
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
