import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call, job } from '../../../bridge.ts';
import { Problem } from '../../../parts/problem.tsx';
import { CarryButton } from '../../../request/carry-button.tsx';
import { OutcomeDialog } from '../../../request/request-dialog.tsx';
import { isCompleted } from '../../../request/running.tsx';
import { useRequest } from '../../../request/use-request.ts';
import { organizationRefresh } from '../../../state/organization.ts';
import { showOrganizationPage } from '../../../state/route.ts';
import { useAnswer } from '../../../state/use-answer.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Place } from '../../../ui/place.tsx';
import { Visible } from '../../../ui/visible.tsx';
import { isRefused, problemWords } from '../../../words/problem.ts';
import type { Look } from '../section.ts';
import { useEscape } from '../use-escape.ts';
import './limit.css';
import { inSentence } from '../../../words/labels.ts';
import { afterRequest, type LimitRun, useLimitDrafts } from './draft.ts';
import { LimitFields } from './limit-fields.tsx';
import {
  changedMeanwhile,
  draftOf,
  type LimitDraft,
  type LimitStep,
  planBinding,
  planChange,
  planNew,
} from './limit-rules.ts';
import { useAssets } from './use-assets.ts';

const close = () => showOrganizationPage(null);

interface LimitPageProps {
  /** Null for a new limit. */
  readonly limitId: string | null;
  /** Writes the policy of an existing limit. */
  readonly isBinding: boolean;
  readonly look: Look;
}

/** Creates, changes or binds a limit over time: amount, window and owners by name, with its effect in words. */
export function LimitPage({ limitId, isBinding, look: { content } }: LimitPageProps) {
  const today = content.limits.find(({ id }) => id === limitId) ?? null;
  const { value: drafts, set } = useLimitDrafts();
  const key = `${isBinding ? 'binding' : 'limit'} ${limitId ?? ''}`;
  const { [key]: kept, ...others } = drafts;
  const draft = kept?.typed ?? draftOf(today);
  const [isShown, setShown] = useState(false);
  /** The run of the request that is open, as it was reviewed. */
  const [asked, setAsked] = useState<LimitRun | null>(null);
  /** The reason why the planned requests can no longer be asked, or the error of the check. */
  const [stale, setStale] = useState<unknown>(null);
  const [isChecking, setChecking] = useState(false);
  const request = useRequest();
  const { flow } = request;
  const assets = useAssets(draft.chain);
  const { answer: wallets } = useAnswer('accounts.wallets', {}, 'accounts.changed');
  const asset = assets.find(({ token }) => token === draft.token) ?? null;
  const rows = wallets?.rows ?? [];
  const walletName =
    draft.scope === 'wallet' ? (rows.find(({ walletId }) => walletId === draft.walletId)?.walletName ?? null) : null;

  const typed =
    today === null
      ? planNew(draft, { asset, content, walletName })
      : isBinding
        ? planBinding(today, walletName === null ? '' : draft.walletId, walletName)
        : planChange(today, draft, content);
  // A question that was answered no leaves the fields open, so the plan follows them again.
  const { plan, done } = (flow.step === 'idle' ? kept?.run : asked) ?? { plan: typed, done: 0 };
  const step = plan.steps[done];
  const isLast = done === plan.steps.length - 1;
  const change = (changed: Partial<LimitDraft>) =>
    set({ ...drafts, [key]: { typed: { ...draft, ...changed }, run: null } });

  const review = async () => {
    setShown(true);
    if (step === undefined || flow.step !== 'idle' || isChecking) return;
    setChecking(true);
    const problem = await staleIn(plan.steps.slice(done));
    setChecking(false);
    setStale(problem);
    if (problem !== null) return;
    setAsked({ plan, done });
    await request.review(step.operation, step.parameters);
  };
  const isEnded = flow.step === 'done';
  const isDone = isEnded && isCompleted(flow.submitted);
  // The page can be left from the outcome. It then begins again at the next request.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!isEnded) return;
    const run = afterRequest({ plan, done }, isDone);
    set(run === null ? others : { ...others, [key]: { typed: draft, run } });
  }, [isEnded, isDone]);
  const next = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // A refresh between two requests would miss the second.
    if (isDone && isLast) void organizationRefresh.start({});
  }, [isDone, isLast]);
  useEffect(() => {
    if (done > 0) next.current?.focus();
  }, [done]);
  const leave = () => {
    // The limit exists. Its policy is written by its own action.
    if (done > 0) {
      set(others);
      void organizationRefresh.start({});
    }
    close();
  };
  useEscape(leave);
  const continueFlow = () => {
    if (flow.step !== 'done') return request.reset();
    if (!isDone || isLast) return close();
    request.reset();
  };
  const title = today === null ? 'New limit' : isBinding ? `Bind ${today.name}` : `Change ${today.name}`;
  const problems = isShown ? plan.problems : {};
  const count = plan.steps.length > 1 ? ` (${done + 1} of ${plan.steps.length})` : '';
  return (
    <div className="organization">
      <Place
        title={title}
        before={
          <Button kind="quiet" onClick={leave}>
            Limits
          </Button>
        }
        actions={
          <>
            <Button
              onClick={() => {
                set(others);
                leave();
              }}
            >
              {done > 0 ? 'Finish later' : kept === undefined ? 'Cancel' : 'Discard draft'}
            </Button>
            <Button
              kind="primary"
              disabled={flow.step !== 'idle' || isChecking || plan.problem !== null}
              data-act="true"
              aria-keyshortcuts="Control+Enter"
              onClick={() => {
                request.carryNext(false);
                void review();
              }}
            >
              {step === undefined ? 'Review limit' : `Review: ${step.title}${count}`}
            </Button>
          </>
        }
      >
        {limitId !== null && today === null && done === 0 && flow.step === 'idle' ? (
          <div className="limit-gone">
            <Notice tone="care" title="This limit was deleted">
              The organization no longer has it. Nothing can be changed here.
            </Notice>
          </div>
        ) : (
          <form className="limit" aria-label="Limit" onSubmit={(event: FormEvent) => event.preventDefault()}>
            <div className="limit-fields">
              {flow.step !== 'idle' || flow.problem === null ? null : isRefused(flow.problem) ? (
                <p role="status">
                  <Visible text={problemWords(flow.problem).message} />
                </p>
              ) : (
                <Problem error={flow.problem} />
              )}
              {done === 0 ? (
                <LimitFields
                  {...{ draft, today, isBinding, problems }}
                  assets={assets}
                  wallets={rows}
                  unit={today?.unit ?? asset?.symbol ?? ''}
                  onChange={change}
                />
              ) : (
                <p ref={next} tabIndex={-1}>
                  Done:{' '}
                  {plan.steps
                    .slice(0, done)
                    .map((one) => inSentence(one.title))
                    .join(', ')}
                  . Next: {inSentence(step?.title ?? '')}. Until the last request is done, the old rules hold.
                </p>
              )}
              <div>
                <CarryButton
                  request={request}
                  onReview={() => void review()}
                  disabled={isChecking || flow.step !== 'idle' || plan.problem !== null}
                />
                {plan.steps.length > 1 ? (
                  <p className="field-help">
                    Carries the first request: {inSentence(step?.title ?? '')}. Bind the limit once that is done.
                  </p>
                ) : null}
              </div>
            </div>
            <section className="limit-effect" aria-label="Effect">
              {plan.sentence === null ? (
                <p className="soft">Enter a name and an amount.</p>
              ) : (
                <p className="limit-headline">
                  <Visible text={plan.sentence} />
                </p>
              )}
              {plan.problem === null ? null : (
                <p role="status">
                  <Visible text={plan.problem} />
                </p>
              )}
              {stale === null ? null : typeof stale === 'string' ? (
                <Notice tone="care" title="The change stopped" loud>
                  {stale}
                </Notice>
              ) : (
                <Problem error={stale} />
              )}
              <ul>
                {plan.effects.map((effect) => (
                  <li key={effect}>
                    <Visible text={effect} />
                  </li>
                ))}
              </ul>
            </section>
          </form>
        )}
      </Place>
      {flow.step === 'idle' || flow.step === 'preparing' ? null : (
        <OutcomeDialog
          title={step?.title ?? title}
          request={request}
          done={() => (
            <p>
              {isLast
                ? 'The service completed it.'
                : `The service completed it. Next: ${inSentence(plan.steps[done + 1]?.title ?? '')}.`}
            </p>
          )}
          onClose={continueFlow}
        />
      )}
    </div>
  );
}

/** Reads the organization again before a policy is overwritten. Returns the reason not to, or null. */
async function staleIn(steps: readonly LimitStep[]): Promise<unknown> {
  if (steps.every(({ overwrites }) => overwrites === undefined)) return null;
  try {
    await job('organization.refresh', {});
    return changedMeanwhile(steps, await call('organization.get', {}));
  } catch (problem) {
    return problem;
  }
}
