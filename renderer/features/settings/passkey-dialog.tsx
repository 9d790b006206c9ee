import { useState } from 'react';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { job } from '../../bridge.ts';
import { ActionForm } from '../../parts/action-form.tsx';
import { defaultParty, isParty } from '../../state/passkey-party.ts';
import { useAction } from '../../state/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { say } from '../../ui/toasts.tsx';

/** A passkey for the current profile: made by a security key in a window of its own, then registered with the service. */
export function PasskeyDialog({ profile, onClose }: { readonly profile: ProfileRow; readonly onClose: () => void }) {
  const [name, setName] = useState('Security key');
  const [rpId, setRpId] = useState(defaultParty(profile));
  const [making, setMaking] = useState(false);
  const adding = useAction(async () => {
    setMaking(true);
    const { credential, activity } = await job(
      'credentials.addPasskey',
      { name: name.trim(), rpId },
      { progress: ({ stage }) => setMaking(stage === 'making') },
    );
    say(
      activity.row.status === 'ACTIVITY_STATUS_COMPLETED'
        ? `The passkey ${credential.name} is registered.`
        : `The passkey ${credential.name} waits for approvals before the service registers it.`,
    );
    onClose();
  });
  return (
    <Dialog title="Add passkey" onClose={onClose} closable={!adding.busy}>
      <ActionForm
        action={adding}
        submit="Make passkey"
        {...(making ? { busy: 'Waiting for your security key' } : {})}
        ready={name.trim() !== '' && isParty(rpId)}
        refused={
          <Notice tone="plain" title="No passkey was added" loud>
            If your security key already made a passkey, it is registered nowhere. You can remove it on the security
            key.
          </Notice>
        }
        onCancel={onClose}
      >
        <p className="soft">
          A security key, or this system, makes a key that never leaves it. The key signs as {profile.name} once you
          choose it here.
        </p>
        <TextField label="Name" value={name} maxLength={64} onChange={(event) => setName(event.target.value)} />
        <TextField
          label="Relying party"
          mono
          help="The host name of the passkey. The organization must accept passkeys for https:// and this name."
          value={rpId}
          maxLength={253}
          {...(isParty(rpId) ? {} : { problem: 'A host name in lower case, such as keys.example.com.' })}
          onChange={(event) => setRpId(event.target.value)}
        />
      </ActionForm>
    </Dialog>
  );
}
