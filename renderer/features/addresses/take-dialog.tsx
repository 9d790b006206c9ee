import { useRef, useState } from 'react';
import type { JobOutput } from '../../../shared/ipc/index.ts';
import { GIVEN_LIMITS } from '../../../shared/model/index.ts';
import { job } from '../../bridge.ts';
import { ChooseFile } from '../../parts/choose-file.tsx';
import { dropsText, takeText } from '../../parts/dropped-text.ts';
import { Problem } from '../../parts/problem.tsx';
import { createDraft } from '../../state/draft.ts';
import { useGivenFile } from '../../state/given.ts';
import { closeDialog } from '../../state/route.ts';
import { useAsking } from '../../state/session.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { visible } from '../../ui/visible.tsx';
import { counted } from '../../words/number.ts';
import { isCancelled, isRefused } from '../../words/problem.ts';

/** Lines of the report that are drawn. */
const SHOWN = 200;

const useTakenDraft = createDraft('', 'address-book');

/** The operator's own refusal or cancellation is not shown as a problem. */
const isQuiet = (problem: unknown) => problem === null || isRefused(problem) || isCancelled(problem);

/** Imports entries from a text or a dropped file. Shows the result of each line first, then imports all at once. */
export function TakeDialog() {
  const isAsking = useAsking();
  const draft = useTakenDraft();
  const text = draft.value;
  const [report, setReport] = useState<JobOutput<'addresses.take'> | null>(null);
  const [read, setRead] = useState(0);
  const reading = useRef<AbortController | null>(null);
  const look = useAction(async () => {
    reading.current = new AbortController();
    setRead(0);
    const { signal } = reading.current;
    setReport(await job('addresses.take', { text, take: false }, { signal, progress: ({ done }) => setRead(done) }));
  });
  const taking = useAction(async () => {
    await job('addresses.take', { text, take: true });
    leave();
  });
  const leave = () => {
    draft.discard();
    closeDialog();
  };
  const change = (next: string) => {
    draft.set(next);
    setReport(null);
  };
  const takeFile = (file: File) => takeText(file, GIVEN_LIMITS.addresses, change);
  useGivenFile('addresses', takeFile);
  const close = () => {
    reading.current?.abort();
    closeDialog();
  };
  const left = report?.lines.filter(({ problem }) => problem !== null) ?? [];
  return (
    <Dialog
      title="Import addresses"
      wide
      onClose={close}
      closable={!taking.busy}
      step={report === null ? 'text' : 'report'}
    >
      <DialogBody>
        {[look.problem, taking.problem].map((problem, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: one place for each act
          isQuiet(problem) ? null : <Problem key={index} error={problem} />,
        )}
        <TextArea
          label="CSV, JSON or BIP-329 labels"
          help="Paste them, drop a file, or choose one. The first line of a CSV names its columns: address, label, and chain, note, tags, allowed."
          rows={8}
          value={text}
          onChange={(event) => change(event.target.value)}
          onDrop={dropsText(GIVEN_LIMITS.addresses, change)}
        />
        <div>
          <ChooseFile use="addresses" onFiles={([file]) => file !== undefined && takeFile(file)} />
        </div>
        {look.busy && read > 0 ? <p role="status">{counted(read, 'line', 'lines')} read</p> : null}
        {report === null ? null : (
          <section aria-label="Report">
            <p role="status">
              {counted(report.taken, 'entry', 'entries')} can be taken, {counted(left.length, 'line')} cannot.
            </p>
            <ul className="take-report">
              {left.slice(0, SHOWN).map(({ line, problem }) => (
                <li key={line}>
                  Line {line}: {visible(problem)}
                </li>
              ))}
            </ul>
            {left.length > SHOWN ? <p className="soft">And {left.length - SHOWN} more.</p> : null}
          </section>
        )}
      </DialogBody>
      <DialogActions>
        <Button onClick={look.busy ? () => reading.current?.abort() : leave} disabled={taking.busy}>
          {look.busy ? 'Stop' : 'Cancel'}
        </Button>
        {report === null || report.taken === 0 ? (
          <Button kind="primary" onClick={() => void look.run()} disabled={look.busy || text.trim() === ''}>
            Check
          </Button>
        ) : (
          <Button kind="primary" onClick={() => void taking.run()} disabled={taking.busy}>
            {taking.busy
              ? isAsking
                ? 'Waiting for your answer'
                : 'Working'
              : `Review ${counted(report.taken, 'entry', 'entries')}`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
