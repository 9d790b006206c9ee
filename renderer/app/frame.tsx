import { type ReactNode, useEffect } from 'react';
import type { AppState } from '../../shared/ipc/index.ts';
import { KnowsOwnUser } from '../parts/own-user.tsx';
import { activitiesList } from '../state/lists.ts';
import { type DialogRoute, type Place, type Route, useRoute } from '../state/route.ts';
import { later } from '../ui/later.tsx';
import { useDroppedFiles } from './dropped.ts';
import { useShortcuts } from './keyboard/use-shortcuts.ts';
import { useOpened, useVersionReport } from './opened.ts';
import { PLACES } from './places.tsx';
import { Rail } from './rail.tsx';

const AddAccountsDialog = later(
  async () => (await import('../features/accounts/add-accounts-dialog.tsx')).AddAccountsDialog,
);
const CreateWalletDialog = later(
  async () => (await import('../features/accounts/create-wallet-dialog.tsx')).CreateWalletDialog,
);
const ImportDialog = later(async () => (await import('../features/accounts/import-dialog.tsx')).ImportDialog);
const MoveDialog = later(async () => (await import('../features/accounts/move-dialog.tsx')).MoveDialog);
const EntryDialog = later(async () => (await import('../features/addresses/entry-dialog.tsx')).EntryDialog);
const TakeDialog = later(async () => (await import('../features/addresses/take-dialog.tsx')).TakeDialog);
const EarnDialog = later(async () => (await import('../features/earn/dialog.tsx')).EarnDialog);
const ExportDialog = later(async () => (await import('../features/export/export-dialog.tsx')).ExportDialog);
const ExportAccountDialog = later(
  async () => (await import('../features/export/export-account-dialog.tsx')).ExportAccountDialog,
);
const RevealDialog = later(async () => (await import('../features/export/reveal-dialog.tsx')).RevealDialog);
const OperationDialog = later(
  async () => (await import('../features/operations/operation-dialog.tsx')).OperationDialog,
);
const UserPasskeyDialog = later(
  async () => (await import('../features/organization/user-passkey-dialog.tsx')).UserPasskeyDialog,
);
const EndpointDialog = later(async () => (await import('../features/webhooks/endpoint-dialog.tsx')).EndpointDialog);
const SignDialog = later(async () => (await import('../features/webhooks/sign-dialog.tsx')).SignDialog);
const HelpDialog = later(async () => (await import('../features/help/help-dialog.tsx')).HelpDialog);
const NewsDialog = later(async () => (await import('../features/help/news-dialog.tsx')).NewsDialog);
const ShortcutSheet = later(async () => (await import('./keyboard/shortcut-sheet.tsx')).ShortcutSheet);
const Palette = later(async () => (await import('./palette/palette.tsx')).Palette);

/** The window at work: the rail, the place, and the dialog above it. */
export function Frame({ app }: { readonly app: AppState }) {
  const place = useRoute((route) => route.place);
  const dialog = useRoute((route) => route.dialog);
  useShortcuts();
  useOpened();
  useVersionReport();
  useDroppedFiles();
  // The rail shows the number of waiting votes in every place.
  useEffect(() => void activitiesList.refresh.start({}), []);
  return (
    <div className="frame">
      <Rail app={app} />
      <KnowsOwnUser>
        <main className="frame-main">{place === 'connect' ? null : <Shown place={place} />}</main>
        {dialog === null ? null : <Open dialog={dialog} place={place} />}
      </KnowsOwnUser>
    </div>
  );
}

function Shown({ place }: { readonly place: Place }) {
  const { component: Component, label } = PLACES[place];
  return <Component title={label} />;
}

interface OpenProps {
  readonly dialog: DialogRoute;
  readonly place: Route['place'];
}

function Open({ dialog, place }: OpenProps): ReactNode {
  switch (dialog.name) {
    case 'help': {
      if (place === 'connect') return null;
      const { label, help } = PLACES[place];
      return <HelpDialog title={`Help: ${label}`} {...help} />;
    }
    case 'news':
      return <NewsDialog />;
    case 'palette':
      return <Palette />;
    case 'shortcuts':
      return <ShortcutSheet />;
    case 'create-wallet':
      return <CreateWalletDialog />;
    case 'import':
      return <ImportDialog kind={dialog.kind} started={dialog.started ?? null} />;
    case 'add-passkey':
      return <UserPasskeyDialog userId={dialog.userId} />;
    case 'move':
      return <MoveDialog walletId={dialog.walletId} />;
    case 'add-accounts':
      return <AddAccountsDialog walletId={dialog.walletId} />;
    case 'address':
      return <EntryDialog entry={dialog.entry} address={dialog.address} />;
    case 'take-addresses':
      return <TakeDialog />;
    case 'add-endpoint':
      return <EndpointDialog />;
    case 'sign-delivery':
      return <SignDialog />;
    case 'earn':
      return <EarnDialog act={dialog.act} row={dialog.row} />;
    case 'operation':
      return <OperationDialog asked={dialog.asked} />;
    case 'export':
      return <ExportDialog of={dialog.of} />;
    case 'export-account':
      return <ExportAccountDialog wallet={dialog.wallet} />;
    case 'reveal':
      return <RevealDialog activityId={dialog.activityId} />;
  }
}
