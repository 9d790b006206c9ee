import { Notice } from '../ui/notice.tsx';
import { Visible } from '../ui/visible.tsx';

interface RefusedProps {
  /** What did not happen. */
  readonly title: string;
  /** Why the answer before was refused; null where none was. */
  readonly problem: string | null;
}

/** Why what was typed did not do. */
export function Refused({ title, problem }: RefusedProps) {
  if (problem === null) return null;
  return (
    <Notice tone="danger" title={title} loud>
      <Visible text={problem} />
    </Notice>
  );
}
