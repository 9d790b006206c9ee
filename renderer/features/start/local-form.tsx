import { useRef, useState } from 'react';
import type { AppState, JobProgress } from '../../../shared/ipc/index.ts';
import { job } from '../../bridge.ts';
import { sentence } from '../../language/sentence.ts';
import { Problem } from '../../parts/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/steps.tsx';
import { isCancelled, isRefused } from '../../words/problem.ts';
import { chosenPlace, KeyPlaceFields, usualPlace } from './key-place-fields.tsx';

interface LocalFormProps {
  readonly app: AppState;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** Makes the vault on this machine: its first key, the local service and the profile `local`. */
export function LocalForm({ app, onBack, onDone }: LocalFormProps) {
  const [place, setPlace] = useState(() => usualPlace(app.stores));
  const [progress, setProgress] = useState<JobProgress<'setup.createLocal'> | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const controller = useRef<AbortController | null>(null);

  const chosen = chosenPlace(place);
  const create = async () => {
    if (chosen === null) return;
    controller.current = new AbortController();
    setBusy(true);
    setProblem(null);
    try {
      await job('setup.createLocal', chosen, { progress: setProgress, signal: controller.current.signal });
      onDone();
    } catch (error) {
      if (!isCancelled(error) && !isRefused(error)) setProblem(error);
    }
    setBusy(false);
    setProgress(null);
  };

  return (
    <form
      className="start-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void create();
      }}
    >
      <div className="start-title">
        <h1>Use the vault on this machine</h1>
        <p className="soft">
          Castellan makes a key, starts its own custody service on this machine and opens an organization that only this
          key controls.
        </p>
      </div>
      <div inert={busy}>
        <div className="start-form">
          <KeyPlaceFields
            label="Keep my key on a security key or smart card"
            stores={app.stores}
            place={place}
            onPlace={setPlace}
          />
        </div>
      </div>
      {busy ? (
        <Progress
          label="Creating the vault"
          done={progress?.done ?? 0}
          total={progress?.total ?? null}
          text={
            progress !== null
              ? sentence(progress.text)
              : app.isAsking
                ? 'Waiting for your answer in the confirmation window'
                : 'Opening the vault'
          }
        />
      ) : null}
      {problem === null ? null : <Problem error={problem} />}
      <div className="start-actions">
        {busy ? (
          <Button onClick={() => controller.current?.abort()}>Cancel</Button>
        ) : (
          <Button onClick={onBack}>Back</Button>
        )}
        <Button kind="primary" large submit disabled={busy || chosen === null}>
          Create vault
        </Button>
      </div>
    </form>
  );
}
