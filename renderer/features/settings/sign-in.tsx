import { useState } from 'react';
import type { SignInWay } from '../../../shared/ipc/index.ts';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { job } from '../../bridge.ts';
import { ActionForm } from '../../parts/action-form.tsx';
import { useAction } from '../../state/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { say } from '../../ui/toasts.tsx';
import { moment } from '../../words/time.ts';

const TIMES = [
  { value: '15', label: '15 minutes' },
  { value: '60', label: '1 hour' },
  { value: '480', label: '8 hours' },
];

type By = 'stamp' | 'token' | 'email' | 'sms';

const WAYS: readonly { readonly value: By; readonly label: string }[] = [
  { value: 'stamp', label: 'The key of the profile' },
  { value: 'email', label: 'A code by email' },
  { value: 'sms', label: 'A code by text message' },
  { value: 'token', label: 'A token of an OpenID Connect issuer' },
];

interface SignInDialogProps {
  readonly profile: ProfileRow;
  readonly onClose: () => void;
}

/** Explains a session, and asks for its sign-in method and duration. The trusted window asks for its secrets. */
export function SignInDialog({ profile, onClose }: SignInDialogProps) {
  const [minutes, setMinutes] = useState('15');
  const [by, setBy] = useState<By>('stamp');
  const [contact, setContact] = useState('');
  const beginning = useAction(async () => {
    const way = wayOf(by, contact.trim());
    const { expiresAt } = await job('signIn.begin', { profile: profile.name, minutes: Number(minutes), way });
    say(`Signed in until ${moment(expiresAt)}.`);
    onClose();
  });
  return (
    <Dialog title="Sign in for reading" onClose={onClose} closable={!beginning.busy}>
      <ActionForm
        action={beginning}
        ready={by === 'stamp' || by === 'token' || contact.trim() !== ''}
        onCancel={onClose}
      >
        <p className="soft">
          You confirm the sign-in, and it is signed with the key of {profile.name}. Then the vault reads with a
          temporary key that is stored nowhere, so reading needs no touch of a security key. Changes are signed as
          before. The session ends at its time limit and when the vault locks.
        </p>
        <SelectField label="Sign in with" value={by} choices={WAYS} onChange={setBy} />
        {by === 'stamp' || by === 'token' ? null : (
          <TextField
            label={by === 'email' ? 'Email address' : 'Phone number'}
            help={`${by === 'sms' ? 'Written as +441632960123. ' : ''}It must belong to the user of this profile’s key. A session of another user is refused.`}
            value={contact}
            maxLength={255}
            onChange={(event) => setContact(event.target.value)}
          />
        )}
        {by === 'token' ? (
          <p className="caption soft">
            The confirmation window shows the nonce that the token must carry. Paste the token there. It must belong to
            the user of this profile’s key. A session of another user is refused.
          </p>
        ) : null}
        <SelectField label="For" value={minutes} choices={TIMES} onChange={setMinutes} />
      </ActionForm>
    </Dialog>
  );
}

function wayOf(by: By, contact: string): SignInWay {
  if (by === 'stamp' || by === 'token') return { kind: by };
  return { kind: 'code', otpType: by === 'email' ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS', contact };
}
