import { useCallback, useEffect, useRef, useState } from 'react';
import type { ExportProof } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { closeDialog } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/choices.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { formatsFor, type RevealFormat } from './formats.ts';
import { Proof } from './proof.tsx';
import { SecretView } from './secret-view.tsx';

interface Opened {
  readonly revealId: string;
  readonly proof: ExportProof;
}

/** Opens an export in the vault, shows what was proven, and only on a further act draws the key. Closing wipes everything. */
export function RevealDialog({ activityId }: { readonly activityId: string }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [format, setFormat] = useState<RevealFormat | null>(null);
  const [shown, setShown] = useState(false);
  const revealId = useRef<string | null>(null);

  const close = useCallback(() => closeDialog(), []);

  useEffect(() => {
    let gone = false;
    const wipe = (id: string) => void call('exports.close', { revealId: id }).catch(() => undefined);
    call('exports.open', { activityId }).then(
      (answer) => {
        if (gone) wipe(answer.revealId);
        else {
          revealId.current = answer.revealId;
          setOpened(answer);
        }
      },
      (error: unknown) => setProblem(error),
    );
    const onHidden = () => {
      if (document.visibilityState === 'hidden') close();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', onHidden);
      if (revealId.current !== null) wipe(revealId.current);
      revealId.current = null;
    };
  }, [activityId, close]);

  const formats = opened === null ? [] : formatsFor(opened.proof);
  const chosen = format ?? formats[0]?.value ?? 'hex';
  return (
    <Dialog title="Exported key" onClose={close} closeLabel="Close and wipe" wide>
      <DialogBody>
        {problem === null ? null : <Problem error={problem} />}
        {opened === null && problem === null ? (
          <p className="soft">The vault is opening the bundle. No network is used.</p>
        ) : null}
        {opened === null ? null : <Proof proof={opened.proof} />}
        {opened !== null && !shown && formats.length > 1 ? (
          <Segments label="Format" value={chosen} choices={formats} onChange={setFormat} />
        ) : null}
        {opened !== null && shown ? (
          <SecretView revealId={opened.revealId} format={chosen} onProblem={setProblem} onTimeUp={close} />
        ) : null}
      </DialogBody>
      <DialogActions>
        <Button large onClick={close}>
          Close and wipe
        </Button>
        {opened === null || shown ? null : (
          <Button kind="danger" large icon="reveal" onClick={() => setShown(true)}>
            Reveal key
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
