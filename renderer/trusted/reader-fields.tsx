import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Given } from '../../shared/ipc/index.ts';
import { Segments } from '../ui/choices.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { Entry } from './entry.tsx';
import { type RevealFormat, recipientsIn, typedRecipientProblem } from './formats.ts';
import { takePassphrase } from './passphrase.ts';

/** The readers of an encrypted file, as they go into the answer. */
export type Readers = Pick<Given, 'recipients' | 'filePassphrase'>;

interface ReaderFieldsProps {
  /** Only a file of age takes recipients. */
  readonly format: RevealFormat;
  /** Set to a function that takes the readers and empties the fields. It shows a problem and returns null. */
  readonly take: RefObject<(() => Readers | null) | null>;
  readonly onSubmit: () => void;
}

const CHOICES = [
  { value: 'recipients', label: 'Recipients' },
  { value: 'passphrase', label: 'Passphrase' },
] as const;

/** Asks who can open an encrypted file: whoever knows a passphrase, or the holders of keys of age. */
export function ReaderFields({ format, take, onSubmit }: ReaderFieldsProps) {
  const [chosen, setBy] = useState<(typeof CHOICES)[number]['value']>('recipients');
  const by = format === 'age' ? chosen : 'passphrase';
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
      {format === 'age' ? (
        <Segments
          label="Who can open the file"
          value={by}
          choices={CHOICES}
          onChange={(next) => {
            setBy(next);
            setProblem(undefined);
          }}
        />
      ) : null}
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
