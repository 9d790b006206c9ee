import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import {
  type AskedProfile,
  isAnswerable,
  markOf,
  type QuestionOf,
  type Shown,
  type ShownQuestion,
} from '../../shared/ipc/index.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choices.tsx';
import { TextField } from '../ui/field.tsx';
import { Reading } from '../ui/pages.tsx';
import { ProfileDot, profileHue } from '../ui/profile-dot.tsx';
import { Visible } from '../ui/visible.tsx';
import { furtherVotesWords } from '../words/votes.ts';
import { type Arming, watchArming } from './arming.ts';
import { confirm, copy, refuse } from './bridge.ts';
import { drawingOf } from './drawings.tsx';
import { Entry } from './entry.tsx';
import { FormatChoice, formatsOf } from './format-choice.tsx';
import { type RevealFormat, writingOf } from './formats.ts';
import { firstLife, hasNext, KeyLife, type Life } from './key-life.tsx';
import { NameChange } from './name-change.tsx';
import { type TypedSecret, takePassphrase } from './passphrase.ts';
import type { Readers } from './reader-fields.tsx';
import { leftToRead, needsOnlyLead } from './reading.ts';
import { sealTo } from './reveal-keys.ts';
import { useCramped } from './room.ts';
import { SecretView } from './secret-view.tsx';
import { LeadEnd } from './stamp.tsx';
import { Typed } from './typed.tsx';
import { wantedOf } from './wanted.ts';

/** Characters of an organization's id. The whole id stands in the request. */
const SHOWN_ID = 8;

/** The colour of the mark for a question without a profile. */
const OWN_HUE = 258;

/**
 * One question and its two answers. The no has the focus. The yes is disabled until everything was on the screen for a
 * while.
 */
export function Asked({ shown: { id, question, position, total } }: { readonly shown: Shown }) {
  const { headline, body, no, yes, danger = false, extra = false } = drawingOf(question);
  const profile = 'profile' in question ? question.profile : null;
  const wanted = wantedOf(question);
  const mark = isAnswerable(question) ? markOf(question) : null;
  const next =
    question.kind === 'stamp'
      ? furtherVotesWords(question.votes)
      : question.kind === 'batch'
        ? furtherVotesWords(question.votes, ' for each line')
        : null;
  const formats = formatsOf(question);

  const [unread, setUnread] = useState<ReadonlyMap<string, number>>(new Map());
  const onPages = useCallback(
    (pages: string, done: boolean, count: number) =>
      setUnread((before) => {
        if (before.has(pages) !== done) return before;
        const others = [...before].filter(([other]) => other !== pages);
        return new Map(done ? others : [...others, [pages, count]]);
      }),
    [],
  );
  const isPaged = unread.size === 0;
  const { end, read, armed } = useArmed(isPaged);
  const isLead = needsOnlyLead(question);
  const marker = <div ref={end} className="trusted-end" data-testid="end" />;
  const top = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const answers = useRef<HTMLElement>(null);
  const isCramped = useCramped(id, [top, content, answers]);
  const [answered, setAnswered] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const [unmarked, setUnmarked] = useState<string | undefined>();
  const [format, setFormat] = useState<RevealFormat | null>(formats[0]?.value ?? null);
  const opensExports = question.kind === 'writeExports' || (question.kind === 'reveal' && !hasNext(question));
  const [life, setLife] = useState<Life>(question.kind === 'reveal' ? firstLife(question) : 'destroy');
  const isKeepable = question.kind === 'tokenPin' && question.keepable;
  const [keepsPin, setKeepsPin] = useState(false);
  const refusal = useRef<HTMLButtonElement>(null);
  const first = useRef<TypedSecret>(null);
  const second = useRef<HTMLInputElement>(null);
  const marked = useRef<HTMLInputElement>(null);
  const takeReaders = useRef<() => Readers | null>(null);
  const revealed = useRef<Uint8Array<ArrayBuffer>>(null);

  // Typing on after a question was withdrawn presses nothing.
  useEffect(() => {
    // The text starts at its beginning: focus on a field further down must not scroll it away.
    const answer = wanted.passphrase === 'none' ? refusal : first;
    if (question.kind !== 'withdrawn') answer.current?.focus({ preventScroll: true });
  }, [question.kind, wanted.passphrase]);

  const onRefuse = () => {
    if (answered) return;
    setAnswered(true);
    refuse(id);
  };
  const onConfirm = (by: 'typed' | 'securityKey' = wanted.securityKey === 'only' ? 'securityKey' : 'typed') => {
    if (!armed || answered) return;
    // A copied secret stays on the screen.
    if (question.kind === 'secret') {
      if (revealed.current !== null) copy(id, revealed.current);
      return;
    }
    const typed = mark === null ? null : (marked.current?.value ?? '');
    if (typed?.trim().toLowerCase() !== mark?.toLowerCase()) {
      setUnmarked(`Type ${mark} as it stands above.`);
      marked.current?.focus();
      return;
    }
    setUnmarked(undefined);
    const readers = takeReaders.current === null ? {} : takeReaders.current();
    if (readers === null) return;
    // An offered PIN that was declined has no fields.
    const isTyped =
      by === 'typed' && wanted.passphrase !== 'none' && (wanted.passphrase !== 'offered' || first.current !== null);
    const passphrase = isTyped ? takePassphrase(first, second, wanted.called) : null;
    if (typeof passphrase === 'string') {
      readers.filePassphrase?.fill(0);
      setProblem(passphrase);
      first.current?.focus();
      return;
    }
    setAnswered(true);
    const kept = opensExports && life !== 'destroy' ? life : null;
    const proof = by === 'typed' ? { passphrase } : { passphrase: null, bySecurityKey: true as const };
    const given = { ...proof, ...readers, format, keep: keepsPin ? ('keychain' as const) : kept, typed };
    if (question.kind !== 'reveal' || format === null || writingOf(format) !== null)
      confirm(id, { ...given, sealTo: null });
    else void sealTo(format, question.proof).then((key) => confirm(id, { ...given, sealTo: key }));
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') refuse(id);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [id]);

  return (
    <main
      className={isCramped ? 'trusted cramped hued' : 'trusted hued'}
      style={profileHue(profile?.hue ?? OWN_HUE)}
      data-question={id}
    >
      <header ref={top} className="trusted-top" tabIndex={0}>
        <ProfileDot hue={profile?.hue ?? OWN_HUE} />
        <span className="trusted-who">
          {Object.entries(whoOf(question)).map(([what, text]) => (
            <span key={what}>
              <Visible text={text} />
            </span>
          ))}
        </span>
        {total > 1 ? (
          <span className="trusted-count tabular">
            {position} of {total}
          </span>
        ) : null}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="trusted-body" aria-labelledby="trusted-headline" tabIndex={0}>
        <div ref={content} className="trusted-content">
          <h1 id="trusted-headline">
            <Visible text={headline} />
          </h1>
          {question.kind === 'acceptName' ? null : <NameChange profile={profile} />}
          <LeadEnd.Provider value={isLead ? marker : null}>
            <Reading.Provider value={onPages}>{body}</Reading.Provider>
          </LeadEnd.Provider>
          {question.kind === 'oidcToken' ? (
            <p>
              <Button icon="copy" onClick={() => copy(id, new TextEncoder().encode(question.nonce))}>
                Copy nonce
              </Button>
            </p>
          ) : null}
          <Typed
            {...{ question, first, second, problem }}
            armed={armed && !answered}
            onSubmit={() => onConfirm()}
            onSecurityKey={() => onConfirm('securityKey')}
          />
          {isKeepable ? (
            <Checkbox
              label="Keep this PIN in the keychain. Programs with access to the keychain can read it, and you are not asked for it again"
              checked={keepsPin}
              onChange={setKeepsPin}
            />
          ) : null}
          {mark === null ? null : (
            <Entry onSubmit={() => onConfirm()}>
              <TextField
                ref={marked}
                mono
                label={`Type ${mark} to sign without knowing what it does`}
                problem={unmarked}
                maxLength={64}
              />
            </Entry>
          )}
          {format === null ? null : (
            <FormatChoice
              {...{ formats, format, onFormat: setFormat }}
              readers={takeReaders}
              many={question.kind === 'writeExports'}
              onSubmit={() => onConfirm()}
            />
          )}
          {opensExports ? (
            <KeyLife
              keptUntil={question.kind === 'reveal' ? question.keptUntil : null}
              many={question.kind === 'writeExports'}
              value={life}
              onChange={setLife}
            />
          ) : null}
          {question.kind === 'secret' ? (
            <SecretView question={question} revealed={revealed} onTimeUp={onRefuse} />
          ) : null}
          {isLead ? null : marker}
        </div>
      </section>
      <footer ref={answers} className="trusted-answers">
        <span className="trusted-next caption soft">
          {next === null ? null : <Visible text={next} />}
          <span role="status">{yes === null || read ? '' : leftToRead(unread.values())}</span>
        </span>
        <Button ref={refusal} large aria-keyshortcuts="Escape" onClick={onRefuse}>
          {no}
        </Button>
        {yes === null ? null : (
          <Button
            kind={danger ? 'danger' : extra ? 'plain' : 'primary'}
            large
            disabled={!armed || answered}
            onClick={({ isTrusted }) => {
              if (isTrusted) onConfirm();
            }}
          >
            {(question.kind === 'reveal' ? writingOf(format) : null) ?? yes}
          </Button>
        )}
      </footer>
    </main>
  );
}

/** Returns the owner of the keys, from the most to the least familiar. */
function whoOf(question: ShownQuestion): Readonly<Record<string, string>> {
  const profile = 'profile' in question ? question.profile : null;
  if (profile === null) return { program: 'Castellan' };
  return {
    profile: profile.name,
    organization: organizationOf(profile),
    ...(isStamped(question) ? { key: `key ${question.key.name}` } : {}),
  };
}

/** Returns true for a question whose yes stamps requests with a key. */
const isStamped = (question: ShownQuestion): question is QuestionOf<'stamp' | 'batch' | 'votes'> =>
  question.kind === 'stamp' || question.kind === 'batch' || question.kind === 'votes';

/** The service's name for the organization can be any text, so one that could pass for other parts is quoted. */
function organizationOf({ organizationName, organizationId }: AskedProfile): string {
  if (organizationName === null) return `organization ${organizationId.slice(0, SHOWN_ID)}`;
  return organizationName.includes('·') ? `called “${organizationName}”` : organizationName;
}

/**
 * Disables the yes of a question until it can have been read. `isPaged` is true once every page was shown. `end`
 * belongs at the end of the question.
 */
function useArmed(isPaged: boolean): Arming & { readonly end: RefObject<HTMLDivElement | null> } {
  const end = useRef<HTMLDivElement>(null);
  const [arming, setArming] = useState<Arming>({ read: false, armed: false });
  useEffect(() => {
    setArming({ read: false, armed: false });
    return end.current === null ? undefined : watchArming(end.current, isPaged, setArming);
  }, [isPaged]);
  return { end, ...arming };
}
