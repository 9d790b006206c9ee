import type { WalletListRow } from '../../../shared/model/index.ts';
import { go, openDialog, setSearch } from '../../state/route.ts';
import type { Act } from '../../ui/act-menu.tsx';
import { deleteWallet, renameWallet } from './requests.ts';

/** Shows the accounts of a wallet in their list. */
export function showAccountsOf({ walletId }: Pick<WalletListRow, 'walletId'>): void {
  setSearch('accounts', walletId);
  go('accounts', { account: null });
}

/** The actions on a wallet. The first two are also buttons of its details. */
export const actsOf = (wallet: WalletListRow): readonly Act[] => [
  { label: 'Add accounts…', run: () => openDialog({ name: 'add-accounts', walletId: wallet.walletId }) },
  { label: 'Export wallet…', run: () => openDialog({ name: 'export', of: { kind: 'wallet', wallet } }) },
  ...(wallet.accounts === 0
    ? []
    : [
        { label: 'Export account…', run: () => openDialog({ name: 'export-account', wallet }) },
        { label: 'Show accounts', run: () => showAccountsOf(wallet) },
      ]),
  { label: 'Rename…', run: () => openDialog({ name: 'operation', asked: renameWallet(wallet) }) },
  { label: 'Move to another service…', run: () => openDialog({ name: 'move', walletId: wallet.walletId }) },
  { label: 'Delete wallet…', run: () => openDialog({ name: 'operation', asked: deleteWallet(wallet) }) },
];
