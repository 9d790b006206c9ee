import type { ReactNode } from 'react';
import { useAsking } from '../state/session.ts';
import type { Action } from '../state/use-action.ts';
import { Button } from '../ui/button.tsx';
import { DialogActions, DialogBody } from '../ui/dialog.tsx';
import { isRefused } from '../words/problem.ts';
import { Problem } from './problem.tsx';

interface ActionFormProps {
  readonly action: Action<[]>;
  /** Label of the submit button. By default the trusted window comes next. */
  readonly submit?: string;
  /** Label of the submit button while the action runs. */
  readonly busy?: string;
  /** True when every required value is present. */
  readonly ready: boolean;
  /** The message after a "no" in the trusted window. Nothing by default, because the operator gave that answer. */
  readonly refused?: ReactNode;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** The form of a dialog for one action: the last error, the fields, and the two buttons. */
export function ActionForm({ action, ready, refused = null, onCancel, children, ...words }: ActionFormProps) {
  const isAsking = useAsking();
  const { submit = 'Review', busy = isAsking ? 'Waiting for your answer' : 'Working' } = words;
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
