import { type ReactNode, type RefObject, useState } from 'react';
import type { PassphraseWanted, ShownQuestion } from '../../shared/ipc/index.ts';
import { MINIMUM_CHARACTERS } from '../../shared/model/index.ts';
import { Button } from '../ui/button.tsx';
import { RadioRows } from '../ui/choices.tsx';
import { TextField } from '../ui/field.tsx';
import type { Called } from './passphrase.ts';

/** What is typed with a yes to a question, and what it is called. */
export interface Wanted {
  readonly passphrase: PassphraseWanted;
  readonly called: Called;
  /** Whether a security key may be touched in the place of what is typed, or nothing else does. */
  readonly securityKey: 'none' | 'beside' | 'only';
}

export function wantedOf(question: ShownQuestion): Wanted {
  if (!('passphrase' in question)) return { passphrase: 'none', called: 'passphrase', securityKey: 'none' };
  if ('called' in question) return question;
  const { passphrase } = question;
  return { passphrase, called: CALLED[passphrase], securityKey: 'none' };
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
  /** Says yes with a security key. */
  readonly onSecurityKey: () => void;
  readonly armed: boolean;
}

/** The fields of what is typed, of a PIN or passphrase twice; where one is only offered, it can be chosen to have none, and there are no fields then. */
export function Typed({ wanted, first, second, problem, onSubmit, onSecurityKey, armed }: TypedProps) {
  const { passphrase, called, securityKey } = wanted;
  const [choice, setChoice] = useState<'with' | 'without'>('with');
  if (securityKey === 'only')
    return <p className="soft">Your security key is asked for next, in a window of its own.</p>;
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
      {securityKey === 'beside' ? (
        <div>
          <Button
            disabled={!armed}
            onClick={({ isTrusted }) => {
              if (isTrusted) onSecurityKey();
            }}
          >
            Use security key
          </Button>
        </div>
      ) : null}
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
