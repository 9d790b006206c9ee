import { type RefObject, useRef, useState } from 'react';
import type { ShownQuestion } from '../../shared/ipc/index.ts';
import { MINIMUM_CHARACTERS } from '../../shared/model/index.ts';
import { worded } from '../language/worded.ts';
import { Button } from '../ui/button.tsx';
import { RadioRows } from '../ui/choices.tsx';
import { TextField } from '../ui/field.tsx';
import { Entry } from './entry.tsx';
import type { Called, TypedSecret } from './passphrase.ts';
import { PhraseFields } from './phrase-fields.tsx';
import { ShownWhileHeld } from './shown-while-held.tsx';
import { offeredBy, wantedOf } from './wanted.ts';

const LABELS: Readonly<Record<Called, string>> = {
  PIN: 'PIN',
  passphrase: 'Passphrase',
  code: 'Code',
  'OIDC token': 'OIDC token',
  'recovery phrase': 'Recovery phrase',
  'private key': 'Private key',
  secret: 'Secret',
};

interface TypedProps {
  readonly question: ShownQuestion;
  readonly first: RefObject<TypedSecret | null>;
  readonly second: RefObject<HTMLInputElement | null>;
  readonly problem: string | undefined;
  readonly onSubmit: () => void;
  /** Says yes with a security key. */
  readonly onSecurityKey: () => void;
  readonly armed: boolean;
}

/**
 * The fields of a question: a new PIN or passphrase is typed twice. An offered PIN can be declined, and then there are
 * no fields.
 */
export function Typed({ question, first, second, problem, onSubmit, onSecurityKey, armed }: TypedProps) {
  const { passphrase, called, securityKey } = wantedOf(question);
  const [choice, setChoice] = useState<'with' | 'without'>('with');
  const input = useRef<HTMLInputElement>(null);
  if (securityKey === 'only') return <p className="soft">The next window asks for your security key.</p>;
  if (passphrase === 'none') return null;
  if (called === 'recovery phrase') return <PhraseFields {...{ first, problem, onSubmit }} />;
  const keep = (field: HTMLInputElement | null) => {
    input.current = field;
    first.current = field;
  };
  const isNew = passphrase === 'new' || passphrase === 'offered';
  const offered = offeredBy(question);
  const least = called === 'PIN' ? MINIMUM_CHARACTERS.pin : MINIMUM_CHARACTERS.passphrase;
  return (
    <>
      {passphrase === 'offered' ? (
        <RadioRows
          label="When the vault is unlocked"
          value={choice}
          onChange={setChoice}
          choices={[
            { value: 'with', ...offered.with },
            { value: 'without', ...offered.without },
          ]}
        />
      ) : null}
      {choice === 'without' ? null : (
        <Entry onSubmit={onSubmit}>
          <TextField
            ref={keep}
            label={LABELS[called]}
            type={called === 'code' ? 'text' : 'password'}
            mono={called === 'code'}
            problem={problem}
            {...(isNew ? { help: `At least ${least} characters of any kind${offered.help}` } : {})}
          />
          {isNew ? <TextField ref={second} label={`Repeat ${worded(called)}`} type="password" /> : null}
          {passphrase === 'import' ? (
            <div className="trusted-shown">
              <ShownWhileHeld
                onShow={(isShown) => {
                  if (input.current !== null) input.current.type = isShown ? 'text' : 'password';
                }}
              />
            </div>
          ) : null}
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
