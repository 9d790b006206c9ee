import { useEffect, useState } from 'react';
import { job } from '../../bridge.ts';
import { ExportWritten } from '../../parts/export-written.tsx';
import { Problem } from '../../parts/problem.tsx';
import { closeDialog } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog.tsx';
import { isRefused } from '../../words/problem.ts';

/**
 * Opens an export and shows it in the confirmation window. No part of it reaches this page. Closing this dialog closes
 * and wipes it there.
 */
export function RevealDialog({ activityId }: { readonly activityId: string }) {
  const [problem, setProblem] = useState<unknown>(null);
  const [written, setWritten] = useState<readonly string[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    job('exports.show', { activityId }, { signal: controller.signal }).then(
      ({ paths }) => (paths.length === 0 ? closeDialog() : setWritten(paths)),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (isRefused(error)) closeDialog();
        else setProblem(error);
      },
    );
    return () => controller.abort();
  }, [activityId]);
  return (
    <Dialog title="Open export" onClose={closeDialog}>
      <DialogBody>
        {written.length > 0 ? (
          written.map((path) => <ExportWritten key={path} path={path} />)
        ) : problem === null ? (
          <p className="soft" role="status">
            Continue in the confirmation window. The vault opens each bundle without a network and proves its address
            before it shows anything.
          </p>
        ) : (
          <Problem error={problem} />
        )}
      </DialogBody>
      <DialogActions>
        <Button large onClick={closeDialog}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
