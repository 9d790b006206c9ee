import { type FormEvent, type ReactNode, useState } from 'react';
import {
  type ActivityDetail,
  type ChainState,
  chainOf,
  decimalText,
  type ReplacementAct,
  type ReplacementFee,
  type ReplacementOffer,
} from '../../shared/model/index.ts';
import { call } from '../bridge.ts';
import { Problem } from '../parts/problem.tsx';
import { createDraft } from '../state/draft.ts';
import { useAnswer } from '../state/use-answer.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { unitsIn } from '../words/earn.ts';
import { Failure, isCompleted, NotCompleted, RunningResult } from './running.tsx';
import { useRequest } from './use-request.ts';

interface ReplacePaymentProps {
  readonly activityId: string;
  readonly state: ChainState | null;
  /** Draws the result of the replacement. */
  readonly result: (detail: ActivityDetail) => ReactNode;
}

/** Replaces a payment that is in no block yet. Shows nothing where it cannot be replaced. */
export function ReplacePayment({ activityId, state, result }: ReplacePaymentProps) {
  const [act, setAct] = useState<ReplacementAct | null>(null);
  const request = useRequest();
  const { flow } = request;
  if (flow.step === 'submitting') return <RunningResult request={request} />;
  if (flow.step === 'failed')
    return (
      <div className="request-result">
        <Failure flow={flow} onClosed={request.reset} />
        <div className="request-actions">
          <Button onClick={request.reset}>Back to the payment</Button>
        </div>
      </div>
    );
  if (flow.step === 'done')
    return (
      <section className="request-result" aria-label="Replacement">
        <h3>{act === 'cancel' ? 'Cancellation' : 'Payment with the higher fee'}</h3>
        {isCompleted(flow.submitted) ? result(flow.submitted.activity) : <NotCompleted submitted={flow.submitted} />}
      </section>
    );
  if (state?.state !== 'sent' && state?.state !== 'notFound') return null;
  return <Offered activityId={activityId} act={act} onAct={setAct} request={request} />;
}

interface OfferedProps {
  readonly activityId: string;
  readonly act: ReplacementAct | null;
  readonly onAct: (act: ReplacementAct | null) => void;
  readonly request: ReturnType<typeof useRequest>;
}

function Offered({ activityId, act, onAct, request }: OfferedProps) {
  const { answer, problem } = useAnswer('payments.replacement', { activityId });
  const offer = answer?.offer ?? null;
  if (offer === null) return problem === null ? null : <Problem error={problem} />;
  if (act !== null && offer[act] !== null)
    return (
      <FeeForm key={act} activityId={activityId} act={act} offer={offer} onBack={() => onAct(null)} request={request} />
    );
  return (
    <div className="request-actions">
      {offer.raise === null ? null : <Button onClick={() => onAct('raise')}>Raise fee…</Button>}
      {offer.cancel === null ? null : <Button onClick={() => onAct('cancel')}>Cancel payment…</Button>}
      {offer.raise === null ? <p className="soft">The payment has no change that could pay a higher fee.</p> : null}
    </div>
  );
}

interface FeeFormProps {
  readonly activityId: string;
  readonly act: ReplacementAct;
  readonly offer: ReplacementOffer;
  readonly onBack: () => void;
  readonly request: ReturnType<typeof useRequest>;
}

const WORDS = {
  raise: {
    title: 'Raise the fee',
    text: 'The same payment is signed again with a higher fee. Only one of both can be paid.',
    review: 'Review higher fee',
  },
  cancel: {
    title: 'Cancel the payment',
    text: 'A transaction that pays your own account takes its place, and costs its fee. A block may still include the payment first.',
    review: 'Review cancellation',
  },
} as const;

/** Typed fees by the replacement and the activity of the payment. */
const useFeeDrafts = createDraft<Readonly<Record<string, readonly string[]>>>({}, 'replacement');

/** The typed fee of a replacement, at first the proposed one. */
function FeeForm({ activityId, act, offer, onBack, request }: FeeFormProps) {
  const fees = offer[act] as NonNullable<ReplacementOffer[typeof act]>;
  const { value: drafts, set } = useFeeDrafts();
  const key = `${act} ${activityId}`;
  const typed = drafts[key] ?? fieldsOf(fees.proposed).map(({ text }) => text);
  const { flow } = request;
  const leasts = fieldsOf(fees.least);
  const paid = fieldsOf(offer.paid);
  const problems = leasts.map(({ units, text, decimals }, at) => {
    const { problem, units: entered } = unitsIn(typed[at] ?? '', decimals);
    if (problem !== undefined) return problem;
    return BigInt(entered) < units ? `Nodes take at least ${text} here. Raise it.` : undefined;
  });
  const isWrong = problems.some((problem) => problem !== undefined);
  const units = leasts.map(({ decimals }, at) => unitsIn(typed[at] ?? '', decimals).units ?? '0');
  const total = isWrong ? null : totalText(offer.chain, fees.gasLimit, units);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWrong) return;
    void request.start(() => call('payments.replace', { activityId, act, fee: feeFrom(fees.least, units) }));
  };
  return (
    <form className="request-open" aria-label={WORDS[act].title} onSubmit={submit}>
      <h3>{WORDS[act].title}</h3>
      <p className="soft">{WORDS[act].text}</p>
      {flow.step === 'idle' && flow.problem !== null ? <Problem error={flow.problem} /> : null}
      {leasts.map(({ label, text }, at) => (
        <TextField
          key={label}
          label={label}
          inputMode="decimal"
          value={typed[at] ?? ''}
          problem={problems[at]}
          help={`At least ${text}. The payment pays ${paid[at]?.text}.`}
          onChange={(event) => set({ ...drafts, [key]: typed.with(at, event.target.value) })}
        />
      ))}
      {total === null ? null : <p className="soft">{total}</p>}
      <div className="request-actions">
        <Button kind="primary" submit disabled={isWrong || flow.step === 'preparing'}>
          {WORDS[act].review}
        </Button>
        <Button onClick={onBack}>Back</Button>
      </div>
    </form>
  );
}

/** Decimals of gwei, and of satoshi for each virtual byte. */
const [GWEI, RATE] = [9, 3] as const;

/** The fields of a fee, each with its value in units and as it is typed. */
function fieldsOf(fee: ReplacementFee) {
  const field = (label: string, value: string, decimals: number) => ({
    label,
    decimals,
    units: BigInt(value),
    text: decimalText(BigInt(value), decimals),
  });
  return fee.family === 'bitcoin'
    ? [field('Fee rate (satoshi per virtual byte)', fee.rate, RATE)]
    : [
        field('Fee at most (gwei)', fee.maxFeePerGas, GWEI),
        field('Priority fee (gwei)', fee.maxPriorityFeePerGas, GWEI),
      ];
}

/** The highest fee in coins. Null on Bitcoin, whose size is known only after composing. */
function totalText(chain: string, gasLimit: string | null, [maxFeePerGas = '0']: readonly string[]): string | null {
  const coin = chainOf(chain);
  if (gasLimit === null || coin === null) return null;
  return `The fee is at most ${decimalText(BigInt(gasLimit) * BigInt(maxFeePerGas), coin.decimals)} ${coin.coin}.`;
}

function feeFrom({ family }: ReplacementFee, [first = '0', second = '0']: readonly string[]): ReplacementFee {
  return family === 'bitcoin' ? { family, rate: first } : { family, maxFeePerGas: first, maxPriorityFeePerGas: second };
}
