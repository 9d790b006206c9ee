import type { Text } from '../../shared/errors/index.ts';
import { errorSentence } from '../language/sentence.ts';
import { Notice } from '../ui/notice.tsx';
import { Visible } from '../ui/visible.tsx';
import { inWindow } from '../words/window-acts.ts';

interface RefusedProps {
  /** The action that did not happen. */
  readonly title: string;
  /** The reason that the last answer was refused, or null. */
  readonly problem: Text | null;
}

/** The reason that the typed secret was not accepted. */
export function Refused({ title, problem }: RefusedProps) {
  if (problem === null) return null;
  return (
    <Notice tone="danger" title={title} loud>
      <Visible text={inWindow(errorSentence(problem))} />
    </Notice>
  );
}
