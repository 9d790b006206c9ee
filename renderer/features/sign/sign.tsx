import { useEffect, useRef, useState } from 'react';
import { Problem } from '../../parts/problem.tsx';
import type { Flow } from '../../request/flow.ts';
import { Review } from '../../request/review.tsx';
import { ActButton, Failure, Running, StopButton } from '../../request/running.tsx';
import { useRequest } from '../../request/use-request.ts';
import { selectAccount, useRoute } from '../../state/route.ts';
import { Button } from '../../ui/button.tsx';
import { Place } from '../../ui/place.tsx';
import { Compose } from './compose.tsx';
import { type Draft, EMPTY_DRAFT, requestOf } from './draft.ts';
import { SignResult } from './result.tsx';
import './sign.css';

const TITLES: Readonly<Record<Flow['step'], string>> = {
  idle: 'What will be signed',
  preparing: 'What will be signed',
  ready: 'What will be signed',
  submitting: 'Signing',
  failed: 'Not finished',
  done: 'Outcome',
};

/** Signs a message, typed data or a transaction: the draft on the left, what it means and its exact bytes on the right. Changing the draft drops what was prepared. */
export function Sign({ title }: { readonly title: string }) {
  const account = useRoute((route) => route.account);
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const request = useRequest();
  const { flow } = request;

  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (flow.step === 'ready' || flow.step === 'failed' || flow.step === 'done') heading.current?.focus();
  }, [flow.step]);

  const restart = () => {
    if (flow.step !== 'idle' && flow.step !== 'submitting') request.discard();
  };
  return (
    <Place title={title}>
      <div
        className={flow.step === 'submitting' ? 'sign-compose sign-compose-still' : 'sign-compose'}
        inert={flow.step === 'submitting'}
      >
        <Compose
          account={account}
          draft={draft}
          busy={flow.step === 'preparing' || flow.step === 'submitting'}
          prepared={flow.step !== 'idle' && flow.step !== 'preparing'}
          onAccount={(chosen) => {
            restart();
            selectAccount(chosen);
          }}
          onDraft={(changed) => {
            restart();
            setDraft(changed);
          }}
          onPreview={(signer) => {
            const { operation, parameters } = requestOf(signer, draft);
            void request.prepare(operation, parameters);
          }}
        />
      </div>
      <section className="sign-review" aria-labelledby="sign-review-title">
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
          {(flow.step === 'idle' && flow.problem === null) || flow.step === 'preparing' ? (
            <p className="soft">
              Preview shows here what it means and the exact bytes that will be stamped. Nothing is signed before you
              confirm it.
            </p>
          ) : null}
          {flow.step === 'ready' ? <Review prepared={flow.prepared} /> : null}
          {flow.step === 'submitting' ? <Running flow={flow} /> : null}
          {flow.step === 'failed' ? <Failure flow={flow} /> : null}
          {flow.step === 'done' ? (
            <SignResult
              submitted={flow.submitted}
              onAgain={() => {
                request.discard();
                setDraft({ ...EMPTY_DRAFT, kind: draft.kind });
              }}
            />
          ) : null}
        </div>
        {flow.step === 'ready' || flow.step === 'submitting' || flow.step === 'failed' ? (
          <footer className="sign-review-actions">
            {flow.step === 'ready' ? (
              <>
                <Button onClick={request.discard}>Discard</Button>
                <ActButton label="Sign and submit" onAct={() => void request.submit()} />
              </>
            ) : null}
            {flow.step === 'submitting' ? <StopButton flow={flow} onStop={request.stop} /> : null}
            {flow.step === 'failed' ? <Button onClick={request.discard}>Back to the draft</Button> : null}
          </footer>
        ) : null}
      </section>
    </Place>
  );
}
