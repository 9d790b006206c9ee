import type { ReactNode } from 'react';
import { Visible } from '../ui/visible.tsx';
import { visibleString } from '../words/visible.ts';

interface FoldProps {
  readonly title: string;
  /** Stands at the right end: the number or the size of the folded content. */
  readonly note: string;
  /** Open from the start. The operator can fold it. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Content that most readers do not need, behind one line. */
export function Fold({ title, note, isOpen, children }: FoldProps) {
  return (
    <details className="fold" open={isOpen}>
      <summary>
        <span className="fold-title">
          <Visible text={title} />
        </span>
        <span className="fold-note caption faint tabular" title={visibleString(note)}>
          <Visible text={note} />
        </span>
      </summary>
      <div className="fold-body">{children}</div>
    </details>
  );
}
