import { useState } from 'react';
import { type CredentialRow, MAXIMUM_KEY_NAME } from '../../../shared/model/index.ts';
import { call, job } from '../../bridge.ts';
import { ActionForm } from '../../parts/action-form.tsx';
import { createDraft } from '../../state/draft.ts';
import { useAction } from '../../state/use-action.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { say } from '../../ui/toasts.tsx';

export type KeyAct = 'rename' | 'register' | 'rotate';

const NEVER = 'never';
const DAYS = [
  { value: NEVER, label: 'As long as it is not deleted' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
];

const WORDS = {
  rename: { title: 'Rename key', text: 'Only its name on this machine changes.', yes: 'Rename…' },
  register: {
    title: 'Register key',
    text: 'The current key of this profile asks the service to register this one. You sign the registration.',
    yes: 'Register…',
  },
  rotate: {
    title: 'Rotate key',
    text: 'Castellan makes a new key, registers it and tries it. Then the new key replaces this one, which is deleted at the service and here. You sign the registration and the deletion. An interrupted rotation resumes here.',
    yes: 'Rotate…',
  },
} as const;

const STEPS = {
  making: 'Making the new key',
  registering: 'Registering the new key',
  proving: 'Trying the new key',
  switching: 'Putting it in use',
  deleting: 'Deleting the old key at the service',
  removing: 'Removing the old key here',
} as const;

/** The last typed values, and the action and key that they belong to. */
const useKeyDraft = createDraft({ of: '', name: '', lasting: NEVER }, 'key');

interface KeyDialogProps {
  readonly act: KeyAct;
  readonly credential: CredentialRow;
  readonly onClose: () => void;
}

/** Input for renaming, registering or rotating a key. The trusted window asks afterwards. */
export function KeyDialog({ act, credential, onClose }: KeyDialogProps) {
  const { credentialId, name: before } = credential;
  const { value, set, discard } = useKeyDraft();
  const of = `${act} ${credentialId}`;
  const typed = value.of === of ? value : { of, name: before, lasting: NEVER };
  const { name } = typed;
  // A kept draft of an earlier version can name a time that is no longer offered.
  const lasting = DAYS.some((days) => days.value === typed.lasting) ? typed.lasting : NEVER;
  const leave = () => {
    discard();
    onClose();
  };
  const [step, setStep] = useState<keyof typeof STEPS | null>(null);
  const days = lasting === NEVER ? null : Number(lasting);
  const acting = useAction(async () => {
    if (act === 'rename') await call('keys.rename', { credentialId, name });
    if (act === 'register') {
      const { waiting } = await job('keys.register', { credentialId, days });
      say(
        waiting
          ? `${before} is registered after others have voted. Then register it again.`
          : `${before} is registered.`,
      );
    }
    if (act === 'rotate') {
      const progress = (value: { readonly step: keyof typeof STEPS }) => setStep(value.step);
      const { waiting, name: next } = await job('keys.rotate', { credentialId, days }, { progress });
      say(waiting ? 'Others have to vote first. Continue the rotation then.' : `${next} took the place of ${before}.`);
    }
    leave();
  });
  const { title, text, yes } = WORDS[act];
  return (
    <Dialog title={title} onClose={onClose} closable={!acting.busy}>
      <ActionForm action={acting} submit={yes} busy={yes} ready={name.trim() !== ''} onCancel={leave}>
        <p className="soft">{text}</p>
        {act === 'rename' ? (
          <TextField
            label="Name"
            maxLength={MAXIMUM_KEY_NAME}
            value={name}
            onChange={(event) => set({ ...typed, name: event.target.value })}
          />
        ) : (
          <SelectField
            label="The service takes it for"
            value={lasting}
            choices={DAYS}
            onChange={(next) => set({ ...typed, lasting: next })}
          />
        )}
        {acting.busy && step !== null ? (
          <p className="caption" role="status">
            {STEPS[step]}…
          </p>
        ) : null}
      </ActionForm>
    </Dialog>
  );
}
