import { useState } from 'react';
import type { AppState, CallOutput } from '../../../shared/ipc/index.ts';
import { call } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { createDraft } from '../../state/draft.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { isRefused } from '../../words/problem.ts';
import { signerWarning } from '../../words/service.ts';
import { type ServiceFields, serviceProblems } from './connection.ts';
import { chosenPlace, KeyPlaceFields, usualPlace } from './key-place-fields.tsx';
import { RegisterKey } from './register-key.tsx';

const useConnectDraft = createDraft<ServiceFields>(
  { name: '', baseUrl: '', organizationId: '', signerKey: '' },
  'connect',
);

interface ConnectFormProps {
  readonly app: AppState;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** Makes a key and a profile for a service elsewhere. */
export function ConnectForm({ app, onBack, onDone }: ConnectFormProps) {
  const [place, setPlace] = useState(() => usualPlace(app.stores));
  const { value: values, set: setValues, discard } = useConnectDraft();
  const [problems, setProblems] = useState<Partial<ServiceFields>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [made, setMade] = useState<CallOutput<'setup.connect'> | null>(null);

  const connect = async () => {
    const found = serviceProblems(values);
    setProblems(found);
    const chosen = chosenPlace(place);
    if (Object.keys(found).length > 0 || chosen === null) return;
    setBusy(true);
    setProblem(null);
    try {
      const { signerKey, ...service } = values;
      setMade(
        await call('setup.connect', {
          ...service,
          signerKey: signerKey === '' ? null : signerKey,
          ...chosen,
        }),
      );
      discard();
    } catch (error) {
      if (!isRefused(error)) setProblem(error);
    }
    setBusy(false);
  };

  const warning = signerWarning(values.baseUrl, values.signerKey === '' ? null : values.signerKey);
  if (made !== null) return <RegisterKey {...made} onDone={onDone} />;
  const field = (name: keyof ServiceFields) => ({
    value: values[name],
    problem: problems[name],
    onChange: (event: { target: { value: string } }) =>
      setValues({ ...values, [name]: event.target.value.trimStart() }),
  });
  return (
    <form
      className="start-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void connect();
      }}
    >
      <div className="start-title">
        <h1>Connect to a service</h1>
        <p className="soft">
          Castellan makes a key here, or on a token, and shows you its public half. The private half stays there.
        </p>
      </div>
      <TextField label="Profile name" placeholder="production" {...field('name')} />
      <TextField label="Service address" placeholder="https://api.example.com" inputMode="url" {...field('baseUrl')} />
      <TextField
        label="Organization id"
        mono
        placeholder="00000000-0000-0000-0000-000000000000"
        {...field('organizationId')}
      />
      <TextField
        label="Export signer key (optional)"
        mono
        help="The public key that signs this service’s export bundles, 130 hex digits. Leave it empty for the public service."
        {...field('signerKey')}
      />
      {warning === null ? null : <p className="soft">{warning}</p>}
      <KeyPlaceFields
        label="Use a key on a security key, smart card or TPM"
        stores={app.stores}
        place={place}
        onPlace={setPlace}
      />
      {problem === null ? null : <Problem error={problem} />}
      <div className="start-actions">
        <Button onClick={onBack}>Back</Button>
        <Button kind="primary" large submit disabled={busy || chosenPlace(place) === null}>
          {busy ? (app.isAsking ? 'Waiting for your answer' : 'Working') : 'Make key and connect'}
        </Button>
      </div>
    </form>
  );
}
