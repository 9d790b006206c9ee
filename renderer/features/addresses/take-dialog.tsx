import { useState } from 'react';
import type { CallOutput } from '../../../shared/ipc/index.ts';
import { call } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { closeDialog } from '../../state/route.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { counted } from '../../words/number.ts';
import { isRefused } from '../../words/problem.ts';

/** Lines of the report that are drawn. */
const SHOWN = 200;

/** Takes entries from a text or a dropped file: first what would become of each line, then all of them at once. */
export function TakeDialog() {
  const [text, setText] = useState('');
  const [report, setReport] = useState<CallOutput<'addresses.take'> | null>(null);
  const look = useAction(async () => setReport(await call('addresses.take', { text, take: false })));
  const taking = useAction(async () => {
    await call('addresses.take', { text, take: true });
    closeDialog();
  });
  const change = (next: string) => {
    setText(next);
    setReport(null);
  };
  const left = report?.lines.filter(({ problem }) => problem !== null) ?? [];
  return (
    <Dialog
      title="Import addresses"
      wide
      onClose={closeDialog}
      closable={!taking.busy}
      step={report === null ? 'text' : 'report'}
    >
      <DialogBody>
        {[look.problem, taking.problem].map((problem, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: one place for each act
          problem === null || isRefused(problem) ? null : <Problem key={index} error={problem} />,
        )}
        <TextArea
          label="CSV, JSON or BIP-329 labels"
          help="Paste them or drop a file. The first line of a CSV names its columns: address, label, and chain, note, tags, allowed."
          rows={8}
          value={text}
          onChange={(event) => change(event.target.value)}
          onDrop={(event) => {
            const file = event.dataTransfer.files[0];
            if (file === undefined) return;
            event.preventDefault();
            void file.text().then(change);
          }}
        />
        {report === null ? null : (
          <section aria-label="Report">
            <p role="status">
              {counted(report.taken, 'entry', 'entries')} can be taken, {counted(left.length, 'line')} cannot.
            </p>
            <ul className="take-report">
              {left.slice(0, SHOWN).map(({ line, problem }) => (
                <li key={line}>
                  Line {line}: {problem}
                </li>
              ))}
            </ul>
            {left.length > SHOWN ? <p className="soft">And {left.length - SHOWN} more.</p> : null}
          </section>
        )}
      </DialogBody>
      <DialogActions>
        <Button onClick={closeDialog} disabled={taking.busy}>
          Cancel
        </Button>
        {report === null || report.taken === 0 ? (
          <Button kind="primary" onClick={() => void look.run()} disabled={look.busy || text.trim() === ''}>
            Check
          </Button>
        ) : (
          <Button kind="primary" onClick={() => void taking.run()} disabled={taking.busy}>
            {taking.busy ? 'Waiting for your answer' : `Review ${counted(report.taken, 'entry', 'entries')}`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
