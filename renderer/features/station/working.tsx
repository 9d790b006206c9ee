import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/steps.tsx';
import { count } from '../../words/number.ts';

interface WorkingProps {
  readonly label: string;
  readonly running: boolean;
  readonly progress: { readonly done: number; readonly total: number | null } | null;
  readonly cancel: () => void;
}

/** The progress of a step over many exports, and the button that cancels it. */
export function Working({ label, running, progress, cancel }: WorkingProps) {
  if (!running) return null;
  const { done = 0, total = null } = progress ?? {};
  const text = total === null ? 'Starting' : `${count(done)} of ${count(total)}`;
  return (
    <div className="station-working">
      <Progress label={label} done={done} total={total} text={text} />
      <Button kind="quiet" onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}
