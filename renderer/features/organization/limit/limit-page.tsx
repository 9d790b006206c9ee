import { type FormEvent, useEffect, useRef, useState } from 'react';
import { chainName, type OverTimeLimit } from '../../../../shared/model/index.ts';
import { windowText } from '../../../../shared/words/index.ts';
import { call, job } from '../../../bridge.ts';
import { Problem } from '../../../parts/problem.tsx';
import { CarryButton } from '../../../request/carry-button.tsx';
import { OutcomeDialog } from '../../../request/request-dialog.tsx';
import { isCompleted } from '../../../request/running.tsx';
import { useRequest } from '../../../request/use-request.ts';
import { createDraft } from '../../../state/draft.ts';
import { organizationRefresh } from '../../../state/organization.ts';
import { showOrganizationPage } from '../../../state/route.ts';
import { useAnswer } from '../../../state/use-answer.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Place } from '../../../ui/place.tsx';
import { Visible } from '../../../ui/visible.tsx';
import { isRefused, problemWords } from '../../../words/problem.ts';
import type { Look } from '../section.ts';
import { useEscape } from '../use-escape.ts';
import './limit.css';
import { inSentence } from '../../../words/labels.ts';
import {
  changedMeanwhile,
  draftOf,
  LIMIT_CHAINS,
  type LimitDraft,
  type LimitPlan,
  type LimitStep,
  planBinding,
  planChange,
  planNew,
  WINDOWS,
} from './limit-rules.ts';
import { SCOPES } from './limit-words.ts';
import { useAssets } from './use-assets.ts';

const close = () => showOrganizationPage(null);

/** Limits as they are typed, by their id. A new one has an empty id. */
const useLimitDrafts = createDraft<Readonly<Record<string, LimitDraft>>>({}, 'limits');

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
  const draft = kept ?? draftOf(today);
  const [isShown, setShown] = useState(false);
  /** The requests as they were when the first one was reviewed, and how many of them are completed. */
  const [begun, setBegun] = useState<{ readonly plan: LimitPlan; readonly done: number } | null>(null);
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
  const plan = begun !== null && (begun.done > 0 || flow.step !== 'idle') ? begun.plan : typed;
  const done = begun?.done ?? 0;
  const step = plan.steps[done];
  const isLast = done === plan.steps.length - 1;
  const change = (changed: Partial<LimitDraft>) => set({ ...drafts, [key]: { ...draft, ...changed } });

  const review = async () => {
    setShown(true);
    if (step === undefined || flow.step !== 'idle' || isChecking) return;
    setChecking(true);
    const problem = await staleIn(plan.steps.slice(done));
    setChecking(false);
    setStale(problem);
    if (problem !== null) return;
    setBegun({ plan, done });
    await request.review(step.operation, step.parameters);
  };
  const isDone = flow.step === 'done' && isCompleted(flow.submitted);
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
    // A request that waits for votes ends here. Its limit is bound later, by its own action.
    if (!isDone || isLast) {
      set(others);
      return close();
    }
    setBegun({ plan, done: done + 1 });
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
        {limitId !== null && today === null && begun === null ? (
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
                <Fields
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

interface FieldsProps {
  readonly draft: LimitDraft;
  readonly today: OverTimeLimit | null;
  readonly isBinding: boolean;
  readonly problems: LimitPlan['problems'];
  readonly assets: readonly { readonly token: string | null; readonly symbol: string }[];
  readonly wallets: readonly { readonly walletId: string; readonly walletName: string }[];
  readonly unit: string;
  readonly onChange: (changed: Partial<LimitDraft>) => void;
}

function Fields({ draft, today, isBinding, problems, assets, wallets, unit, onChange }: FieldsProps) {
  const windows = WINDOWS.some((seconds) => seconds === draft.seconds) ? WINDOWS : [...WINDOWS, draft.seconds];
  return (
    <>
      {isBinding ? null : (
        <TextField
          label="Name"
          maxLength={128}
          autoFocus
          value={draft.name}
          problem={problems.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
      {today === null ? (
        <div className="limit-row">
          <SelectField
            label="Chain"
            value={draft.chain}
            choices={LIMIT_CHAINS.map((chain) => ({ value: chain, label: chainName(chain) }))}
            onChange={(chain) => onChange({ chain, token: null })}
          />
          <SelectField
            label="Asset"
            value={draft.token ?? ''}
            choices={assets.map(({ token, symbol }) => ({ value: token ?? '', label: symbol }))}
            onChange={(token) => onChange({ token: token === '' ? null : token })}
          />
        </div>
      ) : null}
      {isBinding ? null : (
        <div className="limit-row">
          <TextField
            label={`Amount in ${unit}`}
            inputMode="decimal"
            value={draft.amount}
            problem={problems.amount}
            onChange={(event) => onChange({ amount: event.target.value })}
          />
          <SelectField
            label="Within"
            value={draft.seconds ?? ''}
            help="Each use leaves the window after this time."
            choices={windows.map((seconds) => ({ value: seconds ?? '', label: windowText(seconds) }))}
            onChange={(seconds) => onChange({ seconds: seconds === '' ? null : seconds })}
          />
        </div>
      )}
      {today === null ? (
        <SelectField
          label="Counted"
          value={draft.scope}
          choices={Object.entries(SCOPES).map(([value, label]) => ({ value: value as LimitDraft['scope'], label }))}
          onChange={(scope) => onChange({ scope })}
        />
      ) : null}
      {draft.scope === 'wallet' && (today === null || isBinding) ? (
        <SelectField
          label="Wallet"
          value={draft.walletId}
          choices={[
            { value: '', label: 'All wallets' },
            ...wallets.map(({ walletId, walletName }) => ({ value: walletId, label: walletName })),
          ]}
          onChange={(walletId) => onChange({ walletId })}
        />
      ) : null}
    </>
  );
}
