import { useState } from 'react';
import { job } from '../../bridge.ts';
import { ActionForm } from '../../parts/action-form.tsx';
import { organizationRefresh } from '../../state/organization.ts';
import { defaultParty, isParty } from '../../state/passkey-party.ts';
import { closeDialog } from '../../state/route.ts';
import { useProfile } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { say } from '../../ui/toasts.tsx';

const NOBODY = '';

/** A passkey of a user: made by the security key that the user takes along, then registered with the service. */
export function UserPasskeyDialog({ userId }: { readonly userId: string | null }) {
  const profile = useProfile();
  const { answer: content } = useAnswer('organization.get', {}, 'organization.changed');
  const [chosen, setChosen] = useState(userId ?? NOBODY);
  const [name, setName] = useState('Security key');
  const [rpId, setRpId] = useState(profile === null ? '' : defaultParty(profile));
  const [making, setMaking] = useState(false);
  const users = content?.users ?? [];
  const user = users.find(({ id }) => id === chosen);
  const adding = useAction(async () => {
    setMaking(true);
    const { activity, isEarlier } = await job(
      'credentials.addPasskeyFor',
      { userId: chosen, name: name.trim(), rpId },
      { progress: ({ stage }) => setMaking(stage === 'making') },
    );
    const isDone = activity.row.status === 'ACTIVITY_STATUS_COMPLETED';
    const passkey = isEarlier ? 'The passkey of an earlier request' : `The passkey ${name.trim()}`;
    say(
      `${passkey} ${isDone ? `is registered for ${user?.name ?? 'the user'}` : 'waits for approvals before the service registers it'}.${isEarlier ? ' No other passkey was made.' : ''}`,
    );
    void organizationRefresh.start({});
    closeDialog();
  });
  return (
    <Dialog title="Add passkey" onClose={closeDialog} closable={!adding.busy}>
      <ActionForm
        action={adding}
        submit="Make passkey"
        {...(making ? { busy: 'Waiting for the security key' } : {})}
        ready={user !== undefined && name.trim() !== '' && isParty(rpId)}
        refused={
          <Notice tone="plain" title="No passkey was added" loud>
            If the security key already made a passkey, it is registered nowhere. You can remove it on the security key.
          </Notice>
        }
        onCancel={closeDialog}
      >
        <SelectField
          label="User"
          value={chosen}
          choices={[
            { value: NOBODY, label: 'Choose a user' },
            ...users.map(({ id, name: label, email }) => ({
              value: id,
              label: users.filter((other) => other.name === label).length === 1 ? label : `${label} (${email ?? id})`,
            })),
          ]}
          onChange={setChosen}
        />
        <p className="soft">
          Plug in the security key of this user. It makes a key that never leaves it. This machine does not list it.
          {chosen === content?.me ? ' To sign with your own passkey here, add it under Settings, Keys.' : ''}
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
