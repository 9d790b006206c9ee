import type {
  EndpointChain,
  Payment,
  PaymentAsset,
  PaymentQuote,
  RecipientFacts,
} from '../../../shared/model/index.ts';
import { payerFormats } from '../../../shared/model/index.ts';
import type { SigningAccount } from '../../state/route.ts';
import { useProfile } from '../../state/session.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { PAYMENT_CHAINS, type PaymentDraft } from './draft.ts';
import type { PaymentParts } from './family-rules.ts';
import { paymentIn } from './rules.ts';
import { useSettled } from './use-settled.ts';

/** A payment as it was typed, with everything that main knows about it. */
export interface PaymentState extends PaymentParts {
  readonly assets: readonly PaymentAsset[];
  /** Chains with a node that the operator named. The local service asks it, for the profiles of every service. */
  readonly withNode: ReadonlySet<string>;
  /** False when nobody can report the balance: the profile is of the local service, which has no node of the chain. */
  readonly hasNode: boolean;
  readonly recipient: RecipientFacts | null;
  readonly quote: PaymentQuote | null;
  /** True when the quote is for the payment as it is typed now. */
  readonly isQuoted: boolean;
  /** True while the numbers are read for the first time. */
  readonly isReading: boolean;
  readonly problem: unknown;
  /** Reads the numbers again. */
  readonly again: () => void;
}

/** The coin stands for an asset until the list of assets is here. */
const NO_ASSET: PaymentAsset = { token: null, symbol: '', decimals: 18 };

/** The smallest payment to the account itself: its price is shown before the recipient is known. */
const trial = (from: string, token: string | null): Payment => ({ to: from, token, units: '1' });

/** Reads what main knows about the typed payment. */
export function usePayment(typed: PaymentDraft, account: SigningAccount | null): PaymentState {
  const isLocal = useProfile()?.kind === 'local';
  const { answer: nodes } = useAnswer('endpoints.list', {}, 'endpoints.changed');
  const withNode = new Set<string>(nodes?.rows.map(({ chain: name }) => name) ?? []);
  const chain = chainFor(typed, account, withNode);
  // A token of another chain is not this chain's.
  const ofChain = typed.chain === null || typed.chain === chain ? typed : { ...typed, token: null, feeToken: null };
  const hasNode = !isLocal || withNode.has(chain);

  const { value: listed } = useSettled('payments.assets', { chain }, chain);
  const assets = listed?.assets ?? [];
  const asset = assets.find(({ token }) => token === ofChain.token) ?? assets[0] ?? NO_ASSET;
  // On a chain without a coin, no choice means the first token.
  const draft = ofChain.token === null ? { ...ofChain, token: asset.token } : ofChain;
  const to = draft.to.trim();
  const asked = useSettled(
    'payments.recipient',
    to === '' ? null : { chain, address: to.slice(0, 512) },
    `${chain} ${to}`,
  );
  const recipient = asked.value;
  const from = account?.address ?? null;
  const parts = { draft, chain, asset, from, recipient, quote: null };
  const payment = from === null ? null : (paymentIn(parts) ?? trial(from, asset.token));
  const { value: quote, ...quoting } = useSettled(
    'payments.quote',
    from === null || payment === null || !hasNode || assets.length === 0 ? null : { chain, from, payment },
    `${chain} ${from} ${asset.token}`,
  );
  return {
    ...parts,
    assets,
    withNode,
    hasNode,
    quote,
    isQuoted: quoting.isCurrent,
    isReading: hasNode && from !== null && quote === null && quoting.problem === null,
    problem: quoting.problem ?? asked.problem,
    again: quoting.again,
  };
}

/** Returns the chosen chain, or the first one with a node where the account is of another family. */
function chainFor(
  { chain }: PaymentDraft,
  account: SigningAccount | null,
  withNode: ReadonlySet<string>,
): EndpointChain {
  const fits = (each: EndpointChain) =>
    account === null || payerFormats(each).some((format) => format === account.addressFormat);
  if (chain !== null && fits(chain)) return chain;
  const fitting = PAYMENT_CHAINS.filter(fits);
  return fitting.find((each) => withNode.has(each)) ?? fitting[0] ?? 'eip155:1';
}
