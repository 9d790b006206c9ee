import type { ReactNode } from 'react';
import type { AppState } from '../../shared/ipc/index.ts';
import { AddAccountsDialog } from '../features/accounts/add-accounts-dialog.tsx';
import { CreateWalletDialog } from '../features/accounts/create-wallet-dialog.tsx';
import { ExportDialog } from '../features/export/export-dialog.tsx';
import { RevealDialog } from '../features/export/reveal-dialog.tsx';
import { UnlockDialog } from '../features/lock/unlock-dialog.tsx';
import { type DialogRoute, type Place, useRoute } from '../state/route.ts';
import { ShortcutSheet } from './keyboard/shortcut-sheet.tsx';
import { useShortcuts } from './keyboard/use-shortcuts.ts';
import { Palette } from './palette/palette.tsx';
import { PLACES } from './places.tsx';
import { Rail } from './rail.tsx';

/** The window at work: the rail, the place, and what is open above it. */
export function Frame({ app }: { readonly app: AppState }) {
  const place = useRoute((route) => route.place);
  const dialog = useRoute((route) => route.dialog);
  useShortcuts();
  return (
    <div className="frame">
      <Rail app={app} />
      <main className="frame-main">{place === 'connect' ? null : <Shown place={place} />}</main>
      {dialog === null ? null : <Open dialog={dialog} />}
    </div>
  );
}

function Shown({ place }: { readonly place: Place }) {
  const { component: Component, label } = PLACES[place];
  return <Component title={label} />;
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
