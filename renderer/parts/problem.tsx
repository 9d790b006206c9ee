import type { ReactNode } from 'react';
import { Notice } from '../ui/notice.tsx';
import { say } from '../ui/toasts.tsx';
import { Visible } from '../ui/visible.tsx';
import { problemWords } from '../words/problem.ts';

/** Shows at the window's edge the error of an action without a place of its own. */
export function sayProblem(error: unknown): void {
  say(problemWords(error).message, 'danger');
}

interface ProblemProps {
  readonly error: unknown;
  readonly action?: ReactNode;
}

/** An error in its place: what happened, what was not done, what to do. */
export function Problem({ error, action }: ProblemProps) {
  const { tone, title, message, isEnglish, details, reference } = problemWords(error);
  return (
    <Notice tone={tone} title={title} loud action={action}>
      <p className="selectable" lang={isEnglish ? 'en' : undefined}>
        <Visible text={message} />
      </p>
      {details.length === 0 ? null : (
        <ul className="mono selectable" lang="en">
          {details.map((detail) => (
            <li key={detail}>
              <Visible text={detail} />
            </li>
          ))}
        </ul>
      )}
      {reference === null ? null : <p className="caption selectable">Reference {reference}</p>}
    </Notice>
  );
}
