import { useState } from 'react';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { job } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { say } from '../../ui/toasts.tsx';
import { isRefused } from '../../words/problem.ts';
import { defaultParty, isParty } from './passkey-party.ts';

/** A passkey for the current profile: made by a security key in a window of its own, then registered with the service. */
export function PasskeyDialog({ profile, onClose }: { readonly profile: ProfileRow; readonly onClose: () => void }) {
  const [name, setName] = useState('Security key');
  const [rpId, setRpId] = useState(defaultParty(profile));
  const [making, setMaking] = useState(false);
  const adding = useAction(async () => {
    setMaking(true);
    const { activity } = await job(
      'credentials.addPasskey',
      { name: name.trim(), rpId },
      { progress: ({ stage }) => setMaking(stage === 'making') },
    );
    say(
      activity.row.status === 'ACTIVITY_STATUS_COMPLETED'
        ? `The passkey ${name.trim()} is registered.`
        : `The passkey ${name.trim()} waits for approvals before the service takes it.`,
    );
    onClose();
  });
  return (
    <Dialog title="Add passkey" onClose={onClose} closable={!adding.busy}>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void adding.run();
        }}
      >
        <DialogBody>
          {adding.problem === null ? null : isRefused(adding.problem) ? (
            <Notice tone="plain" title="No passkey was added" loud>
              If your security key made one already, it is registered nowhere: you can remove it there.
            </Notice>
          ) : (
            <Problem error={adding.problem} />
          )}
          <p className="soft">
            A security key, or this system, makes a key that never leaves it. It signs as {profile.name} once you choose
            it here.
          </p>
          <TextField label="Name" value={name} maxLength={64} onChange={(event) => setName(event.target.value)} />
          <TextField
            label="Relying party"
            mono
            help="The host name that the passkey is for. The organization has to take passkeys of https:// and this name."
            value={rpId}
            maxLength={253}
            {...(isParty(rpId) ? {} : { problem: 'A host name in lower case, such as keys.example.com.' })}
            onChange={(event) => setRpId(event.target.value)}
          />
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose} disabled={adding.busy}>
            Cancel
          </Button>
          <Button kind="primary" submit disabled={adding.busy || name.trim() === '' || !isParty(rpId)}>
            {adding.busy ? (making ? 'Waiting for your security key' : 'Waiting for your answer') : 'Make passkey'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
