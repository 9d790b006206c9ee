import type { ReactNode } from 'react';
import { RequestDialog } from '../../request/request-dialog.tsx';
import { closeDialog } from '../../state/route.ts';
import { Followed } from './followed.tsx';
import type { MoveControls } from './use-move.ts';

interface MoveDialogProps {
  readonly title: string;
  readonly move: MoveControls;
  readonly form: ReactNode;
  readonly onReview: () => void;
  /** Discards the typed values. */
  readonly onDiscard: () => void;
}

/** A request about a wrapper, and then its progress on the chain. */
export function MoveDialog({ title, move, form, onReview, onDiscard }: MoveDialogProps) {
  return (
    <RequestDialog
      title={title}
      request={move.request}
      form={form}
      onReview={onReview}
      onClose={closeDialog}
      onCancel={onDiscard}
      done={() =>
        move.requestId === null ? (
          <p>The service completed it without a transaction to follow.</p>
        ) : (
          <Followed requestId={move.requestId} />
        )
      }
    />
  );
}
