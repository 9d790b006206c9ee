import {
  chainName,
  decimalText,
  FEE_SPEEDS,
  type FeeSpeed,
  feeUnitOf,
  grouped,
  type PaymentQuote,
  paymentFamilyOf,
  TEMPO_FEE_DECIMALS,
} from '../../../shared/model/index.ts';
import { GasFields } from '../../parts/gas-fields.tsx';
import { useClock } from '../../state/clock.ts';
import { Segments } from '../../ui/choices.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Visible } from '../../ui/visible.tsx';
import { roughly } from '../../words/amount.ts';
import { age } from '../../words/time.ts';
import type { PaymentDraft } from './draft.ts';
import { nextNonce } from './ethereum-rules.ts';
import { coinText, type PaymentProblems } from './family-rules.ts';
import { costOf, rulesOf } from './rules.ts';
import { tempoFees } from './tempo-rules.ts';
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
export function FeeFields(props: FeeFieldsProps) {
  const { state, problems, onChange } = props;
  const { draft, chain, quote } = state;
  const fees = quote?.fees ?? null;
  const choices = rulesOf(chain).choices?.(draft) ?? [...FEE_SPEEDS, 'typed' as const];
  const speed = choices.includes(draft.speed) ? draft.speed : (choices[0] ?? 'normal');
  const isTyped = speed === 'typed' || fees === null;
  const Typed = TYPED[paymentFamilyOf(chain)];
  return (
    <>
      {fees === null ? null : choices.length === 0 ? (
        <p className="field-help">
          <FeeHelp state={state} />
        </p>
      ) : (
        <Segments
          label="Fee"
          value={speed}
          choices={choices.map((value) => ({ value, label: speedLabel(state, value) }))}
          onChange={(value) => onChange({ speed: value })}
          help={<FeeHelp state={state} />}
        />
      )}
      {problems.fee === undefined ? null : (
        <p className="field-problem" role="alert">
          {problems.fee}
        </p>
      )}
      {isTyped && !state.isReading ? <Typed {...props} /> : null}
      <FeeTokenField {...props} />
      {rulesOf(chain).hasMemo ? (
        <TextField
          label="Memo (optional)"
          value={draft.memo}
          problem={problems.memo}
          help="Everybody can read it. Some recipients, such as exchanges, require one."
          onChange={(event) => onChange({ memo: event.target.value })}
        />
      ) : null}
      {rulesOf(chain).hasNonce ? (
        <TextField
          label="Nonce"
          inputMode="numeric"
          placeholder={nextNonce(quote) ?? ''}
          value={draft.nonce}
          problem={problems.nonce}
          help={nonceHelp(quote, draft.nonce)}
          onChange={(event) => onChange({ nonce: event.target.value })}
        />
      ) : null}
    </>
  );
}

/** Names the next nonce, and the payments before the typed one or the next one that the chain does not know. */
export function nonceHelp(quote: PaymentQuote | null, typed = ''): string | undefined {
  const next = nextNonce(quote);
  if (quote === null || next === null) return undefined;
  const isLater = /^[1-9]\d{0,18}$/.test(typed.trim()) && BigInt(typed.trim()) > BigInt(next);
  if (isLater) return `Next is ${next}. With a later nonce, the payment waits for those before it.`;
  const before =
    quote.freeNonce === undefined
      ? ''
      : ` The chain waits for ${quote.nonce}: payments of this workstation from there on are not executed yet. Broadcast them first, or enter their nonce to replace one.`;
  return `Next is ${next}. Leave the field empty to use it.${before}`;
}

/** The typed fee of each family. */
const TYPED = {
  ethereum: EthereumFee,
  solana: SolanaFee,
  bitcoin: BitcoinFee,
  tron: TronFee,
  tempo: TempoFee,
} as const;

function EthereumFee({ state: { draft }, problems, onChange }: FeeFieldsProps) {
  return (
    <div className="send-row">
      <GasFields
        draft={draft}
        problems={problems}
        gasLimitLabel="Gas limit"
        gasLimitHelp={draft.token === null ? '21000 to an account without code.' : undefined}
        onChange={onChange}
      />
    </div>
  );
}

function TempoFee({ state: { draft }, problems, onChange }: FeeFieldsProps) {
  return (
    <div className="send-row">
      <GasFields
        draft={draft}
        problems={problems}
        unit="nanodollars"
        gasLimitLabel="Gas limit"
        gasLimitHelp="About 50000, and 300000 to a new account."
        onChange={onChange}
      />
    </div>
  );
}

/** The token that pays the fee, on chains without a coin. Nothing while no node lists any. */
function FeeTokenField({ state: { draft, quote }, problems, onChange }: FeeFieldsProps) {
  const fees = tempoFees(quote);
  if (fees === null) return null;
  const usual = fees.feeTokens.find(({ token }) => token.toLowerCase() === fees.defaultFeeToken.toLowerCase());
  const choices = fees.feeTokens.map(({ token, symbol, units }) => ({
    value: token,
    label: `${symbol}, ${grouped(decimalText(BigInt(units), TEMPO_FEE_DECIMALS))} available`,
  }));
  return (
    <SelectField
      label="Fee paid in"
      value={draft.feeToken ?? ''}
      problem={problems.feeToken}
      choices={[{ value: '', label: `The account’s default, ${usual?.symbol ?? fees.defaultFeeToken}` }, ...choices]}
      onChange={(token) => onChange({ feeToken: token === '' ? null : token })}
    />
  );
}

function SolanaFee({ state: { draft, quote }, problems, onChange }: FeeFieldsProps) {
  // Without a node there is no payment that a fee could be typed for.
  if (quote?.fees == null) return null;
  return (
    <TextField
      label="Priority fee (SOL)"
      inputMode="decimal"
      value={draft.priorityFee}
      problem={problems.priorityFee}
      help="For the whole payment, beside the fee of its signature. Empty means none."
      onChange={(event) => onChange({ priorityFee: event.target.value })}
    />
  );
}

function BitcoinFee({ state: { draft, quote }, problems, onChange }: FeeFieldsProps) {
  // Without a node there are no outputs to spend.
  if (quote?.fees == null) return null;
  return (
    <TextField
      label="Fee rate (satoshi per virtual byte)"
      inputMode="decimal"
      value={draft.feeRate}
      problem={problems.feeRate}
      help="Nodes relay from 1. A higher rate is included sooner."
      onChange={(event) => onChange({ feeRate: event.target.value })}
    />
  );
}

function TronFee({ state: { draft, quote }, problems, onChange }: FeeFieldsProps) {
  // Without a node there is no block that a payment could refer to.
  if (quote?.fees == null || draft.token === null) return null;
  return (
    <TextField
      label="Fee limit (TRX)"
      inputMode="decimal"
      value={draft.feeLimit}
      problem={problems.feeLimit}
      help="The most that the token’s energy may cost. Above it the payment fails, and the limit is lost."
      onChange={(event) => onChange({ feeLimit: event.target.value })}
    />
  );
}

/** “Normal” over “0.000428”: about the most it can cost, in the chain's coin. */
function speedLabel({ draft, chain, quote }: PaymentState, speed: FeeSpeed | 'typed'): string {
  const cost = speed === 'typed' ? null : costOf({ draft: { ...draft, speed }, chain, quote });
  return cost === null
    ? LABELS[speed]
    : `${LABELS[speed]}\n${roughly(decimalText(cost, feeUnitOf(chain)?.decimals ?? 18))}`;
}

/** The most that the chosen fee can cost, its source and its age. */
function FeeHelp({ state }: { readonly state: PaymentState }) {
  const { chain, quote, withNode } = state;
  const now = useClock((clock) => clock.now);
  const cost = costOf(state);
  const rate = rulesOf(chain).feeDetail?.(state.draft, quote) ?? null;
  const token = rulesOf(chain).feeToken?.(state.draft, quote) ?? null;
  const detail = `${rate === null ? '' : `, ${rate}`}${token === null ? '' : `, paid in ${token}`}`;
  const source = withNode.has(chain) ? `your node of ${chainName(chain)}` : 'the service';
  const read = quote === null ? '' : ` Numbers from ${source}, ${age(quote.at, Math.max(now, quote.at))}.`;
  return (
    <>
      <Visible text={cost === null ? 'Enter the fee.' : `At most ${coinText(chain, cost)}${detail}.`} />
      {read}
    </>
  );
}
