import { useEffect, useRef, useState } from 'react';
import { call } from '../../bridge.ts';
import { copyText } from '../../parts/copy.tsx';
import { Button } from '../../ui/button.tsx';
import type { RevealFormat } from './formats.ts';
import { drawSecret, wipeCanvas } from './secret-canvas.ts';
import './export.css';

/** Seconds a key stays on the screen. */
const SHOWN_FOR = 60;

/**
 * Copies a revealed key. A system clipboard takes text only, so this is the one place where a secret becomes a string;
 * it is made for this call and not kept, and main clears the clipboard after a minute.
 */
async function copySecret(secret: Uint8Array): Promise<void> {
  await copyText('Key', new TextDecoder().decode(secret));
}

interface SecretViewProps {
  readonly revealId: string;
  readonly format: RevealFormat;
  readonly onProblem: (error: unknown) => void;
  readonly onTimeUp: () => void;
}

/**
 * The one place where the page holds a secret: as bytes in this closure, wiped when the view goes away.
 * Never in React state, never as text in the document.
 */
export function SecretView({ revealId, format, onProblem, onTimeUp }: SecretViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const secret = useRef<Uint8Array<ArrayBuffer> | null>(null);
  const [length, setLength] = useState(0);
  const [left, setLeft] = useState(SHOWN_FOR);

  useEffect(() => {
    const drawing = canvas.current;
    let gone = false;
    call('exports.reveal', { revealId, format }).then(
      (answer) => {
        if (gone || drawing === null) {
          answer.secret.fill(0);
          return;
        }
        secret.current = answer.secret;
        drawSecret(drawing, answer.secret);
        setLength(answer.secret.length);
      },
      (error: unknown) => onProblem(error),
    );
    return () => {
      gone = true;
      secret.current?.fill(0);
      secret.current = null;
      if (drawing !== null) wipeCanvas(drawing);
    };
  }, [revealId, format, onProblem]);

  useEffect(() => {
    if (length === 0) return;
    const until = performance.now() + SHOWN_FOR * 1000;
    const timer = setInterval(() => {
      const seconds = Math.ceil((until - performance.now()) / 1000);
      if (seconds <= 0) onTimeUp();
      else setLeft(seconds);
    }, 250);
    return () => clearInterval(timer);
  }, [length, onTimeUp]);

  return (
    <div className="secret">
      <canvas ref={canvas} className="secret-canvas" role="img" aria-label={`Private key, ${length} characters`} />
      <div className="secret-line">
        <span role="timer" className="caption soft tabular">
          Closes and wipes in {left} s
        </span>
        <Button
          icon="copy"
          disabled={length === 0}
          onClick={() => secret.current !== null && void copySecret(secret.current)}
        >
          Copy key
        </Button>
      </div>
      <span className="visually-hidden" role="status">
        {left === 30 || left === 10 ? `Closes in ${left} seconds` : ''}
      </span>
    </div>
  );
}
