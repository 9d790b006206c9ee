import type { ReactNode } from 'react';
import { Problem } from '../parts/problem.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx';
import { CarryButton } from './carry-button.tsx';
import type { Submitted } from './flow.ts';
import { Failure, isCompleted, NotCompleted, RequestButtons, Running } from './running.tsx';
import type { RequestControls } from './use-request.ts';

interface RequestDialogProps {
  readonly title: string;
  readonly request: RequestControls;
  /** The first step. */
  readonly form: ReactNode;
  /** The form is filled in. */
  readonly onReview: () => void;
  /** The last step of a request that the service completed. */
  readonly done: (submitted: Submitted) => ReactNode;
  /** Closes the dialog and keeps the typed values. */
  readonly onClose: () => void;
  /** False for a request that no other machine can compose, such as an export to a key of this vault. */
  readonly carriable?: boolean;
  /** The operator turned away from the form. */
  readonly onCancel?: () => void;
}

/** A request in a dialog: form, then the answer in main's own window, then progress, then the outcome. */
export function RequestDialog({
  title,
  request,
  form,
  onReview,
  done,
  onClose,
  onCancel,
  carriable = true,
}: RequestDialogProps) {
  const { flow } = request;
  if (flow.step === 'idle' || flow.step === 'preparing') {
    return (
      <Dialog title={title} onClose={onClose} step="form" wide>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (flow.step !== 'idle') return;
            request.carryNext(false);
            onReview();
          }}
        >
          <DialogBody>
            {form}
            {flow.step === 'idle' && flow.problem !== null ? <Problem error={flow.problem} /> : null}
          </DialogBody>
          <DialogActions>
            <Button
              onClick={() => {
                onCancel?.();
                onClose();
              }}
            >
              Cancel
            </Button>
            {carriable ? <CarryButton request={request} onReview={onReview} /> : null}
            <Button kind="primary" large submit disabled={flow.step === 'preparing'} data-act="true">
              Review
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    );
  }
  return <OutcomeDialog title={title} request={request} done={done} onClose={onClose} carriable={carriable} />;
}

type OutcomeDialogProps = Pick<RequestDialogProps, 'title' | 'request' | 'done' | 'onClose' | 'carriable'>;

/** A request that was sent from a form elsewhere: the answer in main's own window, the progress and the outcome. */
export function OutcomeDialog({ title, request, done, onClose, carriable = true }: OutcomeDialogProps) {
  const { flow } = request;
  return (
    <Dialog title={title} onClose={onClose} closable={flow.step !== 'submitting'} step={flow.step} wide>
      <DialogBody>
        {flow.step === 'submitting' ? <Running flow={flow} /> : null}
        {flow.step === 'failed' ? <Failure flow={flow} onClosed={request.reset} /> : null}
        {flow.step === 'done' ? (
          isCompleted(flow.submitted) ? (
            done(flow.submitted)
          ) : (
            <NotCompleted submitted={flow.submitted} />
          )
        ) : null}
      </DialogBody>
      <DialogActions>
        <RequestButtons request={request} carriable={carriable} />
        {flow.step === 'failed' ? <Button onClick={request.reset}>Back to the form</Button> : null}
        {flow.step === 'failed' || flow.step === 'done' ? (
          <Button large onClick={onClose}>
            Close
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}
