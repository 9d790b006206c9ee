import { useEffect, useState } from 'react';
import type { AppState } from '../../shared/ipc/index.ts';
import type { BatchRow } from '../../shared/model/index.ts';
import { call } from '../bridge.ts';
import { showBatch, useBatchWork } from '../features/batch/use-batch.ts';
import { sayProblem } from '../parts/problem.tsx';
import { accountsList } from '../state/lists.ts';
import { go, sendMany, useRoute } from '../state/route.ts';
import { useAction } from '../state/use-action.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Visible } from '../ui/visible.tsx';
import { counted } from '../words/number.ts';
import './banners.css';
import { type Banner, bannersOf, interrupted } from './banner-rules.ts';

/** Reading the accounts starts the local service if it is not running, and proves that it answers. */
async function restartService(): Promise<void> {
  await accountsList.refresh.start({});
  const { problem } = accountsList.refresh.use.getState();
  if (problem !== null) throw problem;
}

const ACTIONS = {
  'restart-vault': 'Restart vault',
  'restart-service': 'Restart service',
  review: 'Review requests',
  batch: 'Open batch',
  backup: 'Back up…',
  updates: 'Show the notice',
} as const;

/** Banners whose sections of the settings say the same. */
const IN_SETTINGS: readonly Banner['key'][] = ['backup', 'older', 'update'];

/** The batches of a profile, read once. Null profile: none. */
function useBatches(profile: string | null): readonly BatchRow[] {
  const [batches, setBatches] = useState<readonly BatchRow[]>([]);
  useEffect(() => {
    setBatches([]);
    if (profile === null) return;
    let isCurrent = true;
    call('batches.list', {}).then(
      ({ rows }) => isCurrent && setBatches(rows),
      // The place of the batches shows the error.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [profile]);
  return batches;
}

interface BannersProps {
  readonly app: AppState;
  /** True before and outside the frame, where only banners about the whole program are shown. */
  readonly quiet: boolean;
}

/**
 * Banners about the program as a whole, above everything else. Each disappears when its cause is over. A report of a
 * past event can be closed.
 */
export function Banners({ app, quiet }: BannersProps) {
  const place = useRoute((route) => route.place);
  const isInBatches = useRoute((route) => route.place === 'send' && route.isMany);
  const { isRunning, isShown } = useBatchWork(app.profile ?? '');
  const isOpen = isRunning || (isInBatches && isShown);
  const batches = useBatches(quiet || isOpen || app.vault.state !== 'unlocked' ? null : app.profile);
  const openBatch = async () => {
    const [first] = interrupted(batches);
    if (first === undefined || app.profile === null) return;
    showBatch(app.profile, await call('batches.get', { id: first.id }));
    sendMany(true);
    go('send');
  };
  const { busy, run } = useAction(async (action: keyof typeof ACTIONS) => {
    if (action === 'review') go('activities');
    else if (action === 'batch') await openBatch().catch(sayProblem);
    else if (action === 'backup' || action === 'updates') go('settings', { section: action });
    else await (action === 'restart-vault' ? call('vault.unlock', {}) : restartService()).catch(sayProblem);
  });
  const [closed, setClosed] = useState<readonly string[]>([]);
  const banners = bannersOf(app, quiet, batches).filter(
    (banner) =>
      (banner.key !== 'unsettled' || place !== 'activities') &&
      (!IN_SETTINGS.includes(banner.key) || place !== 'settings') &&
      !(banner.closable && closed.includes(banner.message)),
  );
  return (
    <section className="banners" aria-label="Notices">
      {banners.map((banner) => (
        <div
          key={banner.key}
          className={`banner tone-${banner.tone}`}
          role={banner.key === 'backup' || banner.key === 'older' ? 'note' : 'alert'}
        >
          <Icon name={banner.tone === 'danger' ? 'danger' : 'care'} />
          <p>
            <strong>
              <Visible text={banner.title} />
            </strong>{' '}
            <Visible text={banner.message} />
          </p>
          {banner.action === null ? null : (
            <Button onClick={() => banner.action !== null && void run(banner.action)} disabled={busy}>
              {ACTIONS[banner.action]}
            </Button>
          )}
          {banner.closable ? (
            <IconButton icon="close" label="Close notice" onClick={() => setClosed([...closed, banner.message])} />
          ) : null}
        </div>
      ))}
      <span className="visually-hidden" role="status">
        {banners.length === 0 ? '' : counted(banners.length, 'notice')}
      </span>
    </section>
  );
}
