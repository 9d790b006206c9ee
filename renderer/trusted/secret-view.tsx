import { type RefObject, useEffect, useRef, useState } from 'react';
import type { QuestionOf } from '../../shared/ipc/index.ts';
import { Notice } from '../ui/notice.tsx';
import { HELD_AS } from './formats.ts';
import { openRevealed } from './reveal-keys.ts';
import { drawSecret, wipeCanvas } from './secret-canvas.ts';

const CHANGES_OF_COLOUR = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'];
/** Seconds a secret stays on the screen. */
const SHOWN_FOR = 60;

interface SecretViewProps {
  readonly question: QuestionOf<'secret'>;
  /** The revealed bytes while they are shown. */
  readonly revealed: RefObject<Uint8Array<ArrayBuffer> | null>;
  readonly onTimeUp: () => void;
}

/**
 * Opens the sealed secret and draws it from bytes that are wiped when the view unmounts. The secret is never in React
 * state and never text in the document.
 */
export function SecretView({ question: { sealed, holds }, revealed, onTimeUp }: SecretViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [left, setLeft] = useState(SHOWN_FOR);
  /** The number of characters, or null before it is open and when it does not open. */
  const [length, setLength] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const timeUp = useRef(onTimeUp);
  timeUp.current = onTimeUp;

  // biome-ignore lint/correctness/useExhaustiveDependencies: there is one secret, for as long as the view is there
  useEffect(() => {
    const drawing = canvas.current;
    if (drawing === null) return;
    // A canvas keeps the colours and the width it was drawn with.
    const draw = () => {
      if (revealed.current !== null) drawSecret(drawing, revealed.current);
    };
    const changes = CHANGES_OF_COLOUR.map((query) => window.matchMedia(query));
    let gone = false;
    openRevealed(sealed).then(
      (secret) => {
        if (gone) {
          secret.fill(0);
          return;
        }
        revealed.current = secret;
        draw();
        setLength(secret.length);
      },
      () => setFailed(true),
    );
    window.addEventListener('resize', draw);
    for (const change of changes) change.addEventListener('change', draw);
    return () => {
      window.removeEventListener('resize', draw);
      for (const change of changes) change.removeEventListener('change', draw);
      gone = true;
      revealed.current?.fill(0);
      revealed.current = null;
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
        aria-label={length === null ? HELD_AS[holds].title : `${HELD_AS[holds].title}, ${length} characters`}
      />
      {failed ? (
        <Notice tone="danger" title="It cannot be shown" loud>
          It was sealed to another window, or it differs from the proven content. Close this window, then export again.
        </Notice>
      ) : null}
      <span role="timer" className="caption soft tabular">
        Closes and wipes in {left} s
      </span>
      <span className="visually-hidden" role="status">
        {left === 30 || left === 10 ? `Closes in ${left} seconds` : ''}
      </span>
    </div>
  );
}
