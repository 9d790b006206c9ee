import type { ProfileRow } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { say } from '../../ui/toasts.tsx';

/** Asks before a profile and its key are removed from this machine. */
export function RemoveProfileDialog({
  profile,
  onClose,
}: {
  readonly profile: ProfileRow;
  readonly onClose: () => void;
}) {
  const { busy, problem, run } = useAction(async () => {
    await call('profiles.remove', { name: profile.name });
    say(`Profile ${profile.name} was removed.`);
    onClose();
  });
  return (
    <Dialog title={`Remove ${profile.name}`} onClose={onClose}>
      <DialogBody>
        <p>
          The profile, its key and its cached accounts are removed from this machine. The organization at the service
          stays as it is.
        </p>
        <p className="soft">
          The key cannot be brought back. Make sure that somebody else can still reach this organization.
        </p>
        {problem === null ? null : <Problem error={problem} />}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Keep profile</Button>
        <Button kind="danger" large onClick={() => void run()} disabled={busy}>
          Remove profile
        </Button>
      </DialogActions>
    </Dialog>
  );
}
