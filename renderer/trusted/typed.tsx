import { type ReactNode, type RefObject, useState } from 'react';
import type { PassphraseWanted, ShownQuestion } from '../../shared/ipc/index.ts';
import { MINIMUM_CHARACTERS } from '../../shared/model/index.ts';
import { RadioRows } from '../ui/choices.tsx';
import { TextField } from '../ui/field.tsx';
import type { Called } from './passphrase.ts';

/** What is typed with a yes to a question, and what it is called. */
export interface Wanted {
  readonly passphrase: PassphraseWanted;
  readonly called: Called;
}

export function wantedOf(question: ShownQuestion): Wanted {
  if (!('passphrase' in question)) return { passphrase: 'none', called: 'passphrase' };
  return {
    passphrase: question.passphrase,
    called: 'called' in question ? question.called : CALLED[question.passphrase],
  };
}

const CALLED = { pin: 'PIN', code: 'code', token: 'OIDC token' } as const;
const LABELS: Readonly<Record<Called, string>> = {
  PIN: 'PIN',
  passphrase: 'Passphrase',
  code: 'Code',
  'OIDC token': 'OIDC token',
};

interface TypedProps {
  readonly wanted: Wanted;
  readonly first: RefObject<HTMLInputElement | null>;
  readonly second: RefObject<HTMLInputElement | null>;
  readonly problem: string | undefined;
  readonly onSubmit: () => void;
}

/** The fields of what is typed, of a PIN or passphrase twice; where one is only offered, it can be chosen to have none, and there are no fields then. */
export function Typed({ wanted: { passphrase, called }, first, second, problem, onSubmit }: TypedProps) {
  const [choice, setChoice] = useState<'with' | 'without'>('with');
  if (passphrase === 'none') return null;
  const isNew = passphrase === 'new' || passphrase === 'offered';
  const least = called === 'PIN' ? MINIMUM_CHARACTERS.pin : MINIMUM_CHARACTERS.passphrase;
  return (
    <>
      {passphrase === 'offered' ? (
        <RadioRows
          label="When the vault is unlocked"
          value={choice}
          onChange={setChoice}
          choices={[
            {
              value: 'with',
              label: 'Protect with a PIN',
              text: 'It is typed to unlock the vault and to reveal a key. Nobody can tell it to you again: without it the keys are lost.',
            },
            {
              value: 'without',
              label: 'Without a PIN',
              text: 'Whoever sits at this computer can use the keys.',
            },
          ]}
        />
      ) : null}
      {choice === 'without' ? null : (
        <Entry onSubmit={onSubmit}>
          <TextField
            ref={first}
            label={LABELS[called]}
            type={called === 'code' ? 'text' : 'password'}
            problem={problem}
            {...(isNew ? { help: `At least ${least} characters of any kind` } : {})}
          />
          {isNew ? <TextField ref={second} label={`Repeat ${called}`} type="password" /> : null}
        </Entry>
      )}
    </>
  );
}

/** What is typed before it is confirmed: Enter confirms too. */
export function Entry({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      className="trusted-passphrase"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
