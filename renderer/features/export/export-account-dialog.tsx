import { AccountField } from '../../parts/account-field.tsx';
import { closeDialog, type DialogRoute, openDialog } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';

type ExportAccountDialogProps = Pick<Extract<DialogRoute, { name: 'export-account' }>, 'wallet'>;

/** Chooses an account of a wallet, and goes on to its export. */
export function ExportAccountDialog({ wallet: { walletId, walletName } }: ExportAccountDialogProps) {
  return (
    <Dialog title={`Export account of ${walletName}`} onClose={closeDialog}>
      <DialogBody>
        <AccountField
          account={null}
          walletId={walletId}
          problem={undefined}
          onChange={(account) => account !== null && openDialog({ name: 'export', of: { kind: 'account', account } })}
        />
      </DialogBody>
      <DialogActions>
        <Button onClick={closeDialog}>Cancel</Button>
      </DialogActions>
    </Dialog>
  );
}
