import { useEffect, useRef } from 'react';
import { Problem } from '../../parts/problem.tsx';
import type { Flow } from '../../request/flow.ts';
import { Failure, RequestButtons, Running } from '../../request/running.tsx';
import { useRequest } from '../../request/use-request.ts';
import { createDraft } from '../../state/draft.ts';
import { selectAccount, useRoute } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { Place } from '../../ui/place.tsx';
import { Compose } from './compose.tsx';
import { type Draft, EMPTY_DRAFT, requestOf } from './draft.ts';
import { DraftMeaning } from './meaning.tsx';
import { SignResult } from './result.tsx';
import './sign.css';

const TITLES: Readonly<Record<Flow['step'], string>> = {
  idle: 'What it does',
  preparing: 'What it does',
  submitting: 'Signing',
  failed: 'Not finished',
  done: 'Outcome',
};

const useSignDraft = createDraft<Draft>(EMPTY_DRAFT, 'sign');

/**
 * Signs a message, typed data or a transaction. The draft is on the left, its progress and outcome on the right.
 * Changing the draft starts over.
 */
export function Sign({ title }: { readonly title: string }) {
  const account = useRoute((route) => route.signingKey ?? route.account);
  const { value: draft, set: setDraft } = useSignDraft();
  const request = useRequest();
  const { flow } = request;

  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (flow.step === 'failed' || flow.step === 'done') heading.current?.focus();
  }, [flow.step]);

  const isDone = flow.step === 'done';
  /** The operator works on with the draft that was signed. */
  const goesOn = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the draft that was signed
  useEffect(() => {
    goesOn.current = false;
    // Leaving the outcome clears the signed draft, and no other draft.
    const leave = () => {
      if (!goesOn.current) setDraft({ ...EMPTY_DRAFT, kind: draft.kind });
    };
    return isDone ? leave : undefined;
  }, [isDone]);

  const isRefused = flow.step === 'idle' && flow.problem !== null;
  const isWriting = (flow.step === 'idle' && !isRefused) || flow.step === 'preparing';
  const restart = () => {
    goesOn.current = true;
    if (flow.step !== 'idle' && flow.step !== 'submitting') request.reset();
  };
  return (
    <Place title={title}>
      <div
        className={`sign-compose${isWriting ? ' sign-step' : ''}${flow.step === 'submitting' ? ' sign-compose-still' : ''}`}
        inert={flow.step === 'submitting'}
      >
        <Compose
          account={account}
          draft={draft}
          busy={flow.step === 'preparing' || flow.step === 'submitting'}
          ended={flow.step === 'failed' || flow.step === 'done'}
          onAccount={(chosen) => {
            restart();
            selectAccount(chosen);
          }}
          onDraft={(changed) => {
            restart();
            setDraft(changed);
          }}
          request={request}
          onReview={(signer) => {
            const { operation, parameters } = requestOf(signer, draft);
            void request.review(operation, parameters);
          }}
        />
      </div>
      <section className={isWriting ? 'sign-review' : 'sign-review sign-step'} aria-labelledby="sign-review-title">
        <div className="sign-review-body">
          <h2
            ref={heading}
            tabIndex={-1}
            id="sign-review-title"
            className={flow.step === 'done' ? 'visually-hidden' : undefined}
          >
            {TITLES[flow.step]}
          </h2>
          {flow.step === 'idle' && flow.problem !== null ? <Problem error={flow.problem} /> : null}
          {isWriting ? (
            <>
              <p className="soft">
                The confirmation window shows it again with the exact bytes. Nothing is signed before you confirm there.
              </p>
              <DraftMeaning account={account} draft={draft} />
            </>
          ) : null}
          {flow.step === 'submitting' ? <Running flow={flow} /> : null}
          {flow.step === 'failed' ? <Failure flow={flow} onClosed={request.reset} /> : null}
          {flow.step === 'done' ? <SignResult submitted={flow.submitted} onAgain={request.reset} /> : null}
        </div>
        {isRefused || flow.step === 'submitting' || flow.step === 'failed' ? (
          <footer className="sign-review-actions">
            <RequestButtons request={request} />
            {isRefused || flow.step === 'failed' ? <Button onClick={request.reset}>Back to the draft</Button> : null}
          </footer>
        ) : null}
      </section>
    </Place>
  );
}
