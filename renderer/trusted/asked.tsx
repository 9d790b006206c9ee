import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Question, Shown } from '../../shared/ipc/index.ts';
import { Button } from '../ui/button.tsx';
import { ProfileDot, profileHue } from '../ui/profile-dot.tsx';
import { confirm, refuse } from './bridge.ts';
import { Stamp } from './stamp.tsx';
import { useArmed } from './use-armed.ts';

/** How a question is drawn: its words, and what both answers are called. */
interface Drawing {
  readonly headline: string;
  readonly body: ReactNode;
  readonly no: string;
  /** Null when there is nothing that could be said yes to. */
  readonly yes: string | null;
}

function drawingOf(question: Question): Drawing {
  const { meaning } = question;
  return {
    headline: meaning?.decoded?.title ?? meaning?.title ?? 'Bytes without a meaning',
    body: <Stamp question={question} />,
    no: 'Don’t sign',
    yes: meaning === null ? null : 'Sign',
  };
}

/** One question and its two answers. The no has the focus; the yes is out of reach until all was on the screen for a while. */
export function Asked({ shown: { id, question, position, total } }: { readonly shown: Shown }) {
  const { headline, body, no, yes } = drawingOf(question);
  const { profile, key } = question;
  const { end, read, armed } = useArmed();
  const [answered, setAnswered] = useState(false);
  const refusal = useRef<HTMLButtonElement>(null);

  useEffect(() => refusal.current?.focus(), []);

  const answer = (send: () => void) => {
    if (answered) return;
    setAnswered(true);
    send();
  };
  const onRefuse = () => answer(() => refuse(id));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') refuse(id);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [id]);

  return (
    <main className="trusted hued" style={profileHue(profile.hue)} data-question={question.kind}>
      <header className="trusted-top">
        <ProfileDot hue={profile.hue} />
        <span className="trusted-who">
          <strong>{profile.name}</strong>
          <span className="soft">{profile.kind === 'local' ? 'this machine' : profile.baseUrl}</span>
          <span className="soft">key {key.name}</span>
        </span>
        {total > 1 ? (
          <span className="trusted-count tabular">
            {position} of {total}
          </span>
        ) : null}
      </header>
      <section className="trusted-body" aria-labelledby="trusted-headline">
        <h1 id="trusted-headline">{headline}</h1>
        {body}
        <div ref={end} className="trusted-end" data-testid="end" />
      </section>
      <footer className="trusted-answers">
        <span role="status" className="caption soft">
          {yes === null || read ? '' : 'Scroll to the end to sign'}
        </span>
        <Button ref={refusal} large onClick={onRefuse}>
          {no}
        </Button>
        {yes === null ? null : (
          <Button
            kind="primary"
            large
            disabled={!armed || answered}
            onClick={({ isTrusted }) => {
              if (isTrusted) answer(() => confirm(id, { passphrase: null }));
            }}
          >
            {yes}
          </Button>
        )}
      </footer>
    </main>
  );
}
