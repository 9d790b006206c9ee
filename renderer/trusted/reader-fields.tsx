import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Given } from '../../shared/ipc/index.ts';
import { Segments } from '../ui/choices.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { recipientsIn, typedRecipientProblem } from './formats.ts';
import { takePassphrase } from './passphrase.ts';
import { Entry } from './typed.tsx';

/** The readers of a file of age, as they go into the answer. */
export type AgeReaders = Pick<Given, 'recipients' | 'filePassphrase'>;

interface AgeFieldsProps {
  /** Set to a function that takes the readers and empties the fields. It shows a problem and returns null. */
  readonly take: RefObject<(() => AgeReaders | null) | null>;
  readonly onSubmit: () => void;
}

const CHOICES = [
  { value: 'recipients', label: 'Recipients' },
  { value: 'passphrase', label: 'Passphrase' },
] as const;

/** Asks who can open a file of age: the holders of keys, or whoever knows a passphrase. */
export function AgeFields({ take, onSubmit }: AgeFieldsProps) {
  const [by, setBy] = useState<(typeof CHOICES)[number]['value']>('recipients');
  const [problem, setProblem] = useState<string | undefined>();
  const recipients = useRef<HTMLTextAreaElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  useEffect(() => {
    take.current = () => {
      const taken =
        by === 'recipients'
          ? recipientsIn(recipients.current?.value ?? '')
          : takePassphrase(first, second, 'passphrase');
      setProblem(typeof taken === 'string' ? taken : undefined);
      if (typeof taken !== 'string')
        return taken instanceof Uint8Array ? { filePassphrase: taken } : { recipients: taken };
      (by === 'recipients' ? recipients : first).current?.focus();
      return null;
    };
    return () => {
      take.current = null;
    };
  }, [take, by]);
  return (
    <>
      <Segments
        label="Who can open the file"
        value={by}
        choices={CHOICES}
        onChange={(next) => {
          setBy(next);
          setProblem(undefined);
        }}
      />
      {by === 'recipients' ? (
        <TextArea
          ref={recipients}
          label="Recipients"
          rows={3}
          problem={problem}
          onChange={({ target }) => setProblem(typedRecipientProblem(target.value))}
          help="Public keys of age (age1…), one a line. Each key opens the file without the others."
        />
      ) : (
        <Entry onSubmit={onSubmit}>
          <TextField ref={first} label="Passphrase of the file" type="password" problem={problem} />
          <TextField ref={second} label="Repeat passphrase of the file" type="password" />
        </Entry>
      )}
    </>
  );
}
