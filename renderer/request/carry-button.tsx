import { Button } from '../ui/button.tsx';
import type { RequestControls } from './use-request.ts';

interface CarryButtonProps {
  readonly request: Pick<RequestControls, 'flow' | 'carryNext'>;
  /** Reviews the form, which calls `review` when it is complete. */
  readonly onReview: () => void;
  readonly disabled?: boolean;
}

/** Composes the request for a machine without a network, in place of asking for a stamp here. */
export function CarryButton({ request, onReview, disabled = false }: CarryButtonProps) {
  return (
    <Button
      disabled={disabled || request.flow.step === 'preparing'}
      onClick={() => {
        request.carryNext(true);
        onReview();
      }}
    >
      Carry to the offline station
    </Button>
  );
}
