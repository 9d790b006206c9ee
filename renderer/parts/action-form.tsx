import type { ReactNode } from 'react';
import type { Action } from '../state/use-action.ts';
import { Button } from '../ui/button.tsx';
import { DialogActions, DialogBody } from '../ui/dialog.tsx';
import { isRefused } from '../words/problem.ts';
import { Problem } from './problem.tsx';

interface ActionFormProps {
  readonly action: Action<[]>;
  /** What the button that begins it says; what comes next is the trusted window, unless it says otherwise. */
  readonly submit?: string;
  /** What that button says while it is under way. */
  readonly busy?: string;
  /** Whether everything that it needs is there. */
  readonly ready: boolean;
  /** What is said after a "no" in the trusted window; nothing by default, who said it knows. */
  readonly refused?: ReactNode;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** What a dialog asks before one act: why the last try failed, the fields, and the two buttons. */
export function ActionForm({ action, ready, refused = null, onCancel, children, ...words }: ActionFormProps) {
  const { submit = 'Review', busy = 'Waiting for your answer' } = words;
  return (
    <form
      className="dialog-form"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      <DialogBody>
        {action.problem === null ? null : isRefused(action.problem) ? refused : <Problem error={action.problem} />}
        {children}
      </DialogBody>
      <DialogActions>
        <Button onClick={onCancel} disabled={action.busy}>
          Cancel
        </Button>
        <Button kind="primary" submit disabled={action.busy || !ready}>
          {action.busy ? busy : submit}
        </Button>
      </DialogActions>
    </form>
  );
}
