import { useEffect, useRef, useState } from 'react';
import type { QuestionOf } from '../../shared/ipc/index.ts';
import { HELD_AS } from './formats.ts';
import { drawSecret, wipeCanvas } from './secret-canvas.ts';

const CHANGES_OF_COLOUR = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'];
/** Seconds a secret stays on the screen. */
const SHOWN_FOR = 60;

interface SecretViewProps {
  readonly question: QuestionOf<'secret'>;
  readonly onTimeUp: () => void;
}

/** Draws a secret from bytes that are wiped when the view goes away: never in React state, never as text in the document. */
export function SecretView({ question: { secret, holds }, onTimeUp }: SecretViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [left, setLeft] = useState(SHOWN_FOR);
  const timeUp = useRef(onTimeUp);
  timeUp.current = onTimeUp;

  // biome-ignore lint/correctness/useExhaustiveDependencies: there is one secret, for as long as the view is there
  useEffect(() => {
    const drawing = canvas.current;
    if (drawing === null) return;
    // A canvas keeps the colours and the width it was drawn with.
    const draw = () => drawSecret(drawing, secret);
    const changes = CHANGES_OF_COLOUR.map((query) => window.matchMedia(query));
    draw();
    window.addEventListener('resize', draw);
    for (const change of changes) change.addEventListener('change', draw);
    return () => {
      window.removeEventListener('resize', draw);
      for (const change of changes) change.removeEventListener('change', draw);
      secret.fill(0);
      wipeCanvas(drawing);
    };
  }, []);

  useEffect(() => {
    const until = performance.now() + SHOWN_FOR * 1000;
    const timer = window.setInterval(() => {
      const seconds = Math.ceil((until - performance.now()) / 1000);
      if (seconds <= 0) timeUp.current();
      else setLeft(seconds);
    }, 250);
    return () => window.clearInterval(timer);
  }, []);

  return (
    <div className="secret">
      <canvas
        ref={canvas}
        className="secret-canvas"
        role="img"
        aria-label={`${HELD_AS[holds].title}, ${secret.length} characters`}
      />
      <span role="timer" className="caption soft tabular">
        Closes and wipes in {left} s
      </span>
      <span className="visually-hidden" role="status">
        {left === 30 || left === 10 ? `Closes in ${left} seconds` : ''}
      </span>
    </div>
  );
}
