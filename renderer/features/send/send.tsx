import { type FormEvent, useEffect, useRef, useState } from 'react';
import { hasRisen } from '../../../shared/model/index.ts';
import { call } from '../../bridge.ts';
import { Problem } from '../../parts/problem.tsx';
import { CarryButton } from '../../request/carry-button.tsx';
import { Failure, RequestButtons, Running } from '../../request/running.tsx';
import { useRequest } from '../../request/use-request.ts';
import { selectAccount, sendMany, useRoute } from '../../state/route.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Place } from '../../ui/place.tsx';
import { canSend } from '../../words/account.ts';
import { Compose } from './compose.tsx';
import { EMPTY_PAYMENT, type PaymentDraft, usePaymentDraft } from './draft.ts';
import { coinText, type PaymentParts } from './family-rules.ts';
import { LimitNotices } from './limits.tsx';
import { type Asked, Outcome } from './outcome.tsx';
import { checkPayment, costOf, isUndecided, paymentIn, rulesOf, unpayable } from './rules.ts';
import './send.css';
import { Summary } from './summary.tsx';
import { usePayment } from './use-payment.ts';

/** Sends a coin or a token. The fields are on the left, the payment on the right. */
export function Send({ title }: { readonly title: string }) {
  const selected = useRoute((route) => route.signingKey ?? route.account);
  const account = selected !== null && canSend(selected) ? selected : null;
  const draft = usePaymentDraft();
  const state = usePayment(draft.value, account);
  const request = useRequest();
  const { flow } = request;
  const [isShown, setShown] = useState(false);
  const [risen, setRisen] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);

  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = flow.step === 'done';
  useEffect(() => {
    if (flow.step === 'failed' || isDone) heading.current?.focus();
  }, [flow.step, isDone]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the outcome clears the payment that was signed
  useEffect(() => (isDone ? () => draft.set({ ...EMPTY_PAYMENT, chain: state.chain }) : undefined), [isDone]);
  const isLeft = useRef(false);
  useEffect(
    () => () => {
      isLeft.current = true;
    },
    [],
  );
  const isAnswered = flow.step === 'submitting' && flow.stage !== 'confirming';
  // An operator who comes back before the service answers must not find the payment as if nothing was signed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs at the end, with what was typed
  useEffect(() => {
    if (!isAnswered) return undefined;
    return () => {
      if (isLeft.current) draft.discard();
    };
  }, [isAnswered]);

  const review = useAction(async () => {
    setShown(true);
    setRisen(null);
    const { from, hasNode, chain } = state;
    const payment = paymentIn(state);
    if (from === null || payment === null) return;
    const quote = hasNode ? await call('payments.quote', { chain, from, payment }) : state.quote;
    const checked = checkPayment({ ...state, quote });
    // The fee of another payment is no measure: a transfer to a new account may cost twice that of the account to itself.
    const rise = state.isQuoted ? riseWords(state, { ...state, quote }) : null;
    if (checked.payment === null || rise !== null) {
      setRisen(rise);
      state.again();
      return;
    }
    const { unsignedTransaction } = await call('payments.compose', checked.payment);
    const { symbol, decimals } = state.asset;
    setAsked({ payment: checked.payment, chain, from, hasNode, symbol, decimals });
    setShown(false);
    const { name, parameters } = rulesOf(chain).operation(checked.payment, from, unsignedTransaction);
    const submitted = await request.review(name, parameters);
    if (isLeft.current && submitted === null) draft.bringBack(draft.value);
  });

  const problems = isShown ? checkPayment(state).problems : unpayable(state);
  const isWriting = flow.step === 'idle' || flow.step === 'preparing';
  const change = (changed: Partial<PaymentDraft>) => {
    setRisen(null);
    const { chain, ...typed } = draft.value;
    const isOther = chain !== null && chain !== state.chain;
    // The chain followed the account, so that the tokens of the typed one are no choice any more.
    const kept = isOther ? { ...typed, chain: state.chain, token: null, feeToken: null } : { ...typed, chain };
    draft.set({ ...kept, ...changed });
  };
  const again = () => {
    draft.set({ ...EMPTY_PAYMENT, chain: state.chain });
    request.reset();
  };
  return (
    <Place title={title} actions={<Button onClick={() => sendMany(true)}>Send many</Button>}>
      {isWriting ? (
        <form
          className="send"
          aria-label="Payment"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            request.carryNext(false);
            void review.run();
          }}
        >
          <div className="send-fields">
            <Compose account={account} state={state} problems={problems} onAccount={selectAccount} onChange={change} />
          </div>
          <section className="send-review" aria-label="Review">
            <div className="send-review-body">
              {flow.step === 'idle' && flow.problem !== null ? <Problem error={flow.problem} /> : null}
              {review.problem === null ? null : <Problem error={review.problem} />}
              {risen === null ? null : (
                <Notice tone="care" title="The fee rose" loud>
                  {risen}
                </Notice>
              )}
              <LimitNotices state={state} account={account} />
              <Summary state={state} account={account} />
            </div>
          </section>
          <footer className="send-actions">
            <span className="soft" role="status">
              {isUndecided(state.draft, state.recipient)
                ? 'Choose one of the two addresses first.'
                : review.busy && flow.step === 'idle'
                  ? 'Checking the payment before its review.'
                  : ''}
            </span>
            <CarryButton
              request={request}
              onReview={() => void review.run()}
              disabled={review.busy || isUndecided(state.draft, state.recipient)}
            />
            <Button
              kind="primary"
              large
              submit
              disabled={review.busy || flow.step === 'preparing' || isUndecided(state.draft, state.recipient)}
              data-act="true"
              aria-keyshortcuts="Control+Enter"
            >
              Review payment
            </Button>
          </footer>
        </form>
      ) : (
        <section className="send-review" aria-label="Outcome">
          <div className="send-review-body">
            <h2 ref={heading} tabIndex={-1} className={isDone ? 'visually-hidden' : undefined}>
              {flow.step === 'submitting' ? 'Signing' : flow.step === 'failed' ? 'Not finished' : 'Outcome'}
            </h2>
            {flow.step === 'submitting' ? <Running flow={flow} /> : null}
            {flow.step === 'failed' ? <Failure flow={flow} onClosed={request.reset} /> : null}
            {flow.step === 'done' && asked !== null ? (
              <Outcome submitted={flow.submitted} asked={asked} onAgain={again} />
            ) : null}
          </div>
          {isDone ? null : (
            <footer className="send-actions">
              <RequestButtons request={request} />
              {flow.step === 'failed' ? <Button onClick={request.reset}>Back to the payment</Button> : null}
            </footer>
          )}
        </section>
      )}
    </Place>
  );
}

/** Returns the words for a fee that rose since it was shown, or null. A typed fee stays as it was typed. */
function riseWords(shown: PaymentParts, fresh: PaymentParts): string | null {
  const [before, now] = [costOf(shown), costOf(fresh)];
  if (shown.draft.speed === 'typed' || before === null || now === null || !hasRisen(before, now)) return null;
  const words = (cost: bigint) => coinText(shown.chain, cost);
  return `The fee was at most ${words(before)}, and is at most ${words(now)} now. Nothing was signed. Review again to accept it.`;
}
