import { useRef } from 'react';
import { Problem } from '../../parts/problem.tsx';
import { closeDialog } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { useUnlock } from './use-unlock.ts';

/** Starts a vault that stopped, over the screen the operator was on. */
export function UnlockDialog() {
  const field = useRef<HTMLInputElement>(null);
  const { busy, problem, unlock } = useUnlock(field, true);
  const act = async () => {
    if (!busy && (await unlock())) closeDialog();
  };
  return (
    <Dialog title="Restart vault" onClose={closeDialog}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void act();
        }}
      >
        <DialogBody>
          <p className="soft">
            The vault’s process ended and its keys with it. Your passphrase opens them again; nothing else was lost.
          </p>
          <TextField ref={field} label="Passphrase" type="password" autoFocus readOnly={busy} />
          {problem === null ? null : <Problem error={problem} />}
        </DialogBody>
        <DialogActions>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button kind="primary" large submit disabled={busy}>
            {busy ? 'Starting' : 'Restart vault'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
