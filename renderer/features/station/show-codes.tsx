import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { count } from '../../words/number.ts';

/** Milliseconds of a code. Cameras of phones read four a second. */
const SHOWN_FOR = 250;
/** Codes that are fetched at once. */
const FETCHED = 32;

/** Shows a container as an animated QR code, after a press of the button. */
export function ShowCodes({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="station-codes" aria-label="QR codes">
      <div>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide QR codes' : 'Show QR codes'}
        </Button>
      </div>
      {isOpen ? <Codes id={id} /> : null}
    </section>
  );
}

interface Shown {
  readonly number: number;
  readonly total: number;
  readonly text: string;
}

function Codes({ id }: { readonly id: string }) {
  const [number, setNumber] = useState(1);
  const [isPlaying, setPlaying] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [isLarge, setLarge] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const fetched = useRef({ total: 0, texts: new Map<number, string>() });

  useEffect(() => {
    let gone = false;
    const show = () => {
      const { total, texts } = fetched.current;
      const text = texts.get(number);
      if (text !== undefined && !gone) setShown({ number, total, text });
      return text !== undefined;
    };
    if (!show())
      call('station.frames', { id, from: number, count: FETCHED }).then(
        ({ total, frames }) => {
          fetched.current.total = total;
          for (const [index, text] of frames.entries()) fetched.current.texts.set(number + index, text);
          show();
        },
        (error: unknown) => gone || setProblem(error),
      );
    return () => {
      gone = true;
    };
  }, [id, number]);

  const total = shown?.total ?? 1;
  // The second half of a round replaces lost codes.
  const last = total === 1 ? 1 : 2 * total;
  useEffect(() => {
    if (!isPlaying || shown?.number !== number || last === 1) return undefined;
    const timer = window.setTimeout(() => setNumber(number === last ? 1 : number + 1), SHOWN_FOR);
    return () => window.clearTimeout(timer);
  }, [isPlaying, shown, number, last]);

  const step = (by: number) => {
    setPlaying(false);
    setNumber(((number - 1 + by + last) % last) + 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLButtonElement && event.key === ' ') return;
    const act = { ' ': () => setPlaying(!isPlaying), ArrowRight: () => step(1), ArrowLeft: () => step(-1) }[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  if (problem !== null) return <Problem error={problem} />;
  if (shown === null) return <p className="soft">The codes are being made…</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys repeat the buttons below
    <div className={isLarge ? 'station-code-frames station-code-large' : 'station-code-frames'} onKeyDown={onKeyDown}>
      <QrCode text={shown.text} label={`QR code ${shown.number} of ${last}`} dense />
      <p className="tabular">
        {shown.number > shown.total
          ? `Code ${count(shown.number)}, which replaces a lost one`
          : `Code ${count(shown.number)} of ${count(shown.total)}`}
      </p>
      <div className="station-code-acts">
        {last === 1 ? null : (
          <>
            <Button onClick={() => setPlaying(!isPlaying)}>{isPlaying ? 'Pause' : 'Play'}</Button>
            <Button onClick={() => step(-1)}>Previous</Button>
            <Button onClick={() => step(1)}>Next</Button>
          </>
        )}
        <Button aria-pressed={isLarge} onClick={() => setLarge(!isLarge)}>
          Larger
        </Button>
      </div>
      <p className="soft">
        Read them on the other machine from pictures. Anybody who sees this screen can read the container.
      </p>
    </div>
  );
}
