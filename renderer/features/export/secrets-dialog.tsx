import { useEffect, useRef, useState } from 'react';
import { NO_SECRET_NAME, type StoredSecret } from '../../../shared/model/index.ts';
import { job } from '../../bridge.ts';
import { worded } from '../../language/worded.ts';
import { Problem } from '../../parts/problem.tsx';
import { Failure, isCompleted, RunningResult } from '../../request/running.tsx';
import { useRequest } from '../../request/use-request.ts';
import { closeDialog } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Visible } from '../../ui/visible.tsx';
import { acknowledgement } from '../../words/address.ts';
import { counted } from '../../words/number.ts';
import { isRefused } from '../../words/problem.ts';
import './export.css';
import { partsOf } from './exported-object.tsx';
import { useTargetPlace } from './target-place.tsx';

type Done = 'exported' | 'written' | 'waiting';
const DONE_WORDS: Readonly<Record<Done, string>> = {
  exported: 'was exported',
  written: 'was written to a file',
  waiting: 'waits for votes',
};

/**
 * Exports several secrets, one after the other. Each has its own question and its own view in the confirmation window, so
 * that no more than one is open at a time. Closing the dialog stops it.
 */
export function ExportSecretsDialog({ secrets }: { readonly secrets: readonly StoredSecret[] }) {
  const request = useRequest();
  const { flow } = request;
  const place = useTargetPlace();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | undefined>();
  const [done, setDone] = useState<ReadonlyMap<string, Done>>(new Map());
  /** The secret under way, by its id. Null while none is. */
  const [current, setCurrent] = useState<string | null>(null);
  const [hasBegun, setBegun] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const wanted = acknowledgement(secrets.at(-1)?.id ?? '');

  /** Exports one secret and shows it. Returns null when it was not exported. */
  const exportOne = async (secret: StoredSecret, signal: AbortSignal): Promise<Done | null> => {
    const { operation, parameters } = partsOf({ kind: 'secret', secret });
    const submitted = await request.review(operation, parameters, place.beside);
    if (submitted === null || signal.aborted) return null;
    const { activityId, status } = submitted.activity.row;
    if (status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED') return 'waiting';
    if (!isCompleted(submitted)) return null;
    try {
      const { path } = await job('exports.show', { activityId }, { signal });
      return path === null ? 'exported' : 'written';
    } catch (error) {
      // The operator closed the shown secret, or chose not to see it.
      if (isRefused(error)) return 'exported';
      throw error;
    }
  };
  const start = async () => {
    if (controller.current !== null) return;
    const mine = new AbortController();
    controller.current = mine;
    setBegun(true);
    setProblem(null);
    try {
      for (const secret of secrets) {
        if (done.has(secret.id)) continue;
        setCurrent(secret.id);
        const became = await exportOne(secret, mine.signal);
        if (became === null || mine.signal.aborted) break;
        setDone((before) => new Map([...before, [secret.id, became]]));
      }
    } catch (error) {
      if (!mine.signal.aborted) setProblem(error);
    }
    controller.current = null;
    if (!mine.signal.aborted) setCurrent(null);
  };
  const isRunning = current !== null;
  const left = secrets.length - done.size;
  const submit = () => {
    if (!hasBegun && typed !== wanted)
      return setWrong(`This is not the end of the ${worded('secret id')}. It ends in ${wanted}.`);
    void start();
  };
  return (
    <Dialog
      title={`Export ${counted(secrets.length, 'secret')}`}
      onClose={closeDialog}
      closable={flow.step !== 'submitting'}
      step={hasBegun ? 'progress' : 'form'}
      wide
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <DialogBody>
          {hasBegun ? null : (
            <Notice tone="care" title="Whoever reads these secrets can use them">
              The service keeps them. Castellan asks about each export and shows one secret at a time. Each request
              stays in the list of activities.
            </Notice>
          )}
          <ol className="export-secrets" aria-label="Secrets">
            {secrets.map(({ id, name }) => (
              <li key={id} aria-current={id === current ? 'step' : undefined}>
                <span className="cut">
                  <Visible text={name ?? NO_SECRET_NAME} />
                </span>
                <span className="soft">{stateOf(id, { done, current, hasBegun })}</span>
              </li>
            ))}
          </ol>
          {flow.step === 'submitting' ? <RunningResult request={request} carriable={false} /> : null}
          {flow.step === 'failed' ? <Failure flow={flow} onClosed={request.reset} /> : null}
          {flow.step === 'idle' && flow.problem !== null ? <Problem error={flow.problem} /> : null}
          {problem === null ? null : <Problem error={problem} />}
          {isRunning && flow.step === 'done' ? (
            <p className="soft" role="status">
              Continue in the confirmation window. The next secret follows when you close this one.
            </p>
          ) : null}
          {hasBegun && left === 0 ? <Notice tone="plain" title="All secrets are requested" loud /> : null}
          {hasBegun ? null : (
            <>
              {place.chooser}
              <div className="acknowledge">
                <TextField
                  label="Type the last six characters of the last secret’s id"
                  help={`The id of “${secrets.at(-1)?.name ?? NO_SECRET_NAME}” ends in …${secrets.at(-1)?.id.slice(-12) ?? ''}`}
                  mono
                  value={typed}
                  maxLength={6}
                  problem={wrong}
                  onChange={(event) => {
                    setTyped(event.target.value);
                    setWrong(undefined);
                  }}
                />
              </div>
            </>
          )}
        </DialogBody>
        <DialogActions>
          <Button onClick={closeDialog} disabled={flow.step === 'submitting'}>
            {hasBegun ? 'Close' : 'Cancel'}
          </Button>
          {left === 0 || isRunning ? null : (
            <Button kind="primary" large submit data-act="true">
              {hasBegun ? 'Export next secret' : 'Review'}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface Progress {
  readonly done: ReadonlyMap<string, Done>;
  readonly current: string | null;
  readonly hasBegun: boolean;
}

/** Returns the state of a secret in words. */
function stateOf(id: string, { done, current, hasBegun }: Progress): string {
  const became = done.get(id);
  if (became !== undefined) return DONE_WORDS[became];
  if (id === current) return 'asked now';
  return hasBegun ? 'not exported' : '';
}
