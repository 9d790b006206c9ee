import { chainOf, decimalText, FEE_SPEEDS, type FeeSpeed } from '../../../shared/model/index.ts';
import { useClock } from '../../state/clock.ts';
import { Segments } from '../../ui/choices.tsx';
import { TextField } from '../../ui/field.tsx';
import { roughly } from '../../words/amount.ts';
import { age } from '../../words/time.ts';
import type { PaymentDraft } from './draft.ts';
import { coinText, feeOf, feeUnits, type PaymentProblems } from './rules.ts';
import type { PaymentState } from './use-payment.ts';

const LABELS: Readonly<Record<FeeSpeed | 'typed', string>> = {
  slow: 'Slow',
  normal: 'Normal',
  fast: 'Fast',
  typed: 'Set fee…',
};

interface FeeFieldsProps {
  readonly state: PaymentState;
  readonly problems: PaymentProblems;
  readonly onChange: (change: Partial<PaymentDraft>) => void;
}

/** The fee in three speeds from the node, or as it is typed. The nonce, shown and changeable. */
export function FeeFields({ state, problems, onChange }: FeeFieldsProps) {
  const { draft, quote } = state;
  const fees = quote?.fees ?? null;
  const isTyped = draft.speed === 'typed' || fees === null;
  return (
    <>
      {fees === null ? null : (
        <Segments
          label="Fee"
          value={draft.speed}
          choices={[...FEE_SPEEDS, 'typed' as const].map((speed) => ({
            value: speed,
            label: speedLabel(state, speed),
          }))}
          onChange={(speed) => onChange({ speed })}
          help={<FeeHelp state={state} />}
        />
      )}
      {problems.fee === undefined ? null : (
        <p className="field-problem" role="alert">
          {problems.fee}
        </p>
      )}
      {isTyped && !state.isReading ? (
        <div className="send-row">
          <TextField
            label="Fee at most (gwei)"
            inputMode="decimal"
            value={draft.maxFee}
            problem={problems.maxFee}
            onChange={(event) => onChange({ maxFee: event.target.value })}
          />
          <TextField
            label="Priority fee (gwei)"
            inputMode="decimal"
            value={draft.priorityFee}
            problem={problems.priorityFee}
            onChange={(event) => onChange({ priorityFee: event.target.value })}
          />
          <TextField
            label="Gas limit"
            inputMode="numeric"
            value={draft.gasLimit}
            problem={problems.gasLimit}
            help={draft.token === null ? '21000 to an account without code.' : undefined}
            onChange={(event) => onChange({ gasLimit: event.target.value })}
          />
        </div>
      ) : null}
      <TextField
        label="Nonce"
        inputMode="numeric"
        placeholder={quote?.nonce ?? ''}
        value={draft.nonce}
        problem={problems.nonce}
        help={quote?.nonce == null ? undefined : `Next is ${quote.nonce}. Leave the field empty to use it.`}
        onChange={(event) => onChange({ nonce: event.target.value })}
      />
    </>
  );
}

/** “Normal” over “0.000428”: about the most it can cost, in the chain's coin. */
function speedLabel({ draft, quote }: PaymentState, speed: FeeSpeed | 'typed'): string {
  const fee = speed === 'typed' ? null : feeOf({ ...draft, speed }, quote);
  return fee === null ? LABELS[speed] : `${LABELS[speed]}\n${roughly(decimalText(feeUnits(fee), 18))}`;
}

/** The most that the chosen fee can cost, its source and its age. */
function FeeHelp({ state: { draft, chain, quote, withNode } }: { readonly state: PaymentState }) {
  const now = useClock((clock) => clock.now);
  const fee = feeOf(draft, quote);
  const source = withNode === null ? 'the service' : `your node of ${chainOf(chain)?.name ?? chain}`;
  const read = quote === null ? '' : ` Numbers from ${source}, ${age(quote.at, Math.max(now, quote.at))}.`;
  return (
    <>
      {fee === null ? 'Enter the fee.' : `At most ${coinText(chain, feeUnits(fee))}.`}
      {read}
    </>
  );
}
