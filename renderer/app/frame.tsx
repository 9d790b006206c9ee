import type { ReactNode } from 'react';
import type { AppState } from '../../shared/ipc/index.ts';
import { Accounts } from '../features/accounts/accounts.tsx';
import { AddAccountsDialog } from '../features/accounts/add-accounts-dialog.tsx';
import { CreateWalletDialog } from '../features/accounts/create-wallet-dialog.tsx';
import { Activities } from '../features/activities/activities.tsx';
import { ExportDialog } from '../features/export/export-dialog.tsx';
import { RevealDialog } from '../features/export/reveal-dialog.tsx';
import { InFlight } from '../features/in-flight/in-flight.tsx';
import { UnlockDialog } from '../features/lock/unlock-dialog.tsx';
import { Settings } from '../features/settings/settings.tsx';
import { Sign } from '../features/sign/sign.tsx';
import { type DialogRoute, useRoute } from '../state/route.ts';
import './frame.css';
import { ShortcutSheet } from './keyboard/shortcut-sheet.tsx';
import { useShortcuts } from './keyboard/use-shortcuts.ts';
import { Palette } from './palette/palette.tsx';
import { Rail } from './rail.tsx';

/** The window at work: the rail, the place, and what is open above it. */
export function Frame({ app }: { readonly app: AppState }) {
  const place = useRoute((route) => route.place);
  const dialog = useRoute((route) => route.dialog);
  useShortcuts();
  return (
    <div className="frame">
      <Rail app={app} />
      <main className="frame-main">
        {place === 'accounts' ? <Accounts /> : null}
        {place === 'sign' ? <Sign /> : null}
        {place === 'activities' ? <Activities /> : null}
        {place === 'in-flight' ? <InFlight /> : null}
        {place === 'settings' ? <Settings /> : null}
      </main>
      {dialog === null ? null : <Open dialog={dialog} />}
    </div>
  );
}

function Open({ dialog }: { readonly dialog: DialogRoute }): ReactNode {
  switch (dialog.name) {
    case 'palette':
      return <Palette />;
    case 'shortcuts':
      return <ShortcutSheet />;
    case 'create-wallet':
      return <CreateWalletDialog />;
    case 'add-accounts':
      return <AddAccountsDialog walletId={dialog.walletId} />;
    case 'export':
      return <ExportDialog account={dialog.account} />;
    case 'reveal':
      return <RevealDialog activityId={dialog.activityId} />;
    case 'unlock':
      return <UnlockDialog />;
  }
}
