import { useState } from 'react';
import type { ProfileRow } from '../../../shared/model/index.ts';
import { call, job } from '../../bridge.ts';
import { ActionForm } from '../../parts/action-form.tsx';
import { sayProblem } from '../../parts/problem.tsx';
import { useAction } from '../../state/use-action.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { say } from '../../ui/toasts.tsx';
import { moment } from '../../words/time.ts';

const TIMES = [
  { value: '15', label: '15 minutes' },
  { value: '60', label: '1 hour' },
  { value: '480', label: '8 hours' },
];

interface SignInProps {
  readonly profile: ProfileRow;
  readonly onBegin: () => void;
}

/** Asks for a session of the current profile at its service, or ends the one that lasts. */
export function SignIn({ profile, onBegin }: SignInProps) {
  const { answer } = useAnswer('signIn.list', {}, 'app.changed');
  const session = answer?.sessions.find((each) => each.profile === profile.name);
  return session === undefined ? (
    <Button kind="quiet" onClick={onBegin} aria-label={`Sign in for reading… ${profile.name}`}>
      Sign in for reading…
    </Button>
  ) : (
    <Button
      kind="quiet"
      onClick={() => void call('signIn.end', {}).catch(sayProblem)}
      aria-label={`End session ${profile.name}`}
    >
      End session ({moment(session.expiresAt)})
    </Button>
  );
}

interface SignInDialogProps {
  readonly profile: ProfileRow;
  readonly onClose: () => void;
}

/** Says what a session is, and asks how long it is to last. The trusted window asks after it. */
export function SignInDialog({ profile, onClose }: SignInDialogProps) {
  const [minutes, setMinutes] = useState('15');
  const beginning = useAction(async () => {
    const { expiresAt } = await job('signIn.begin', { minutes: Number(minutes) });
    say(`Signed in until ${moment(expiresAt)}.`);
    onClose();
  });
  return (
    <Dialog title="Sign in for reading" onClose={onClose} closable={!beginning.busy}>
      <ActionForm action={beginning} ready onCancel={onClose}>
        <p className="soft">
          The key of {profile.name} signs this once. Then the vault reads with a key of its own that is kept nowhere, so
          that a security key is not to be touched for each look. What changes anything is signed as before. It ends
          with its time, and when the vault is locked.
        </p>
        <SelectField label="For" value={minutes} choices={TIMES} onChange={setMinutes} />
      </ActionForm>
    </Dialog>
  );
}
