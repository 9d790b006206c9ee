import { AppError, sentence, type Text } from '../../../shared/errors/index.ts';
import {
  type AssetSum,
  addressKey,
  type BatchReview,
  type BatchTable,
  type BatchTerms,
  batchFactsOf,
  chainName,
  inQuotes,
  type LineFinding,
  type LineWhat,
  type Payment,
  type PaymentAsset,
  type PaymentFees,
  type ProfileRow,
  paymentFamilyOf,
  type ReviewedLine,
} from '../../../shared/model/index.ts';
import { inSlices, yieldToEventLoop } from '../../storage/sqlite/index.ts';
import type { Payments } from '../payments/payments.ts';
import type { Counting } from '../ports.ts';
import { hasCommaFractions } from './amounts.ts';
import { BARRED, type ExplainedLine, type ExplainLine, SHORT } from './explained.ts';
import type { PricedPayment, WantedPayment } from './families/family.ts';
import { batchRuleOf } from './families/index.ts';
import { readLine, unreadable, withRepeats } from './lines.ts';
import type { Payer, UsedNonce } from './nonces.ts';
import { payloadRequest } from './payload-request.ts';
import { type KnownFacts, type RecipientParts, recipientsOf } from './recipients.ts';
import { tableIn } from './table.ts';

/** Lines that are compared before other work gets its turn: a few milliseconds. */
const LINES_IN_SLICE = 10;

export type PaymentLine = Extract<LineWhat, { kind: 'payment' }>;

/** A reviewed table with the price of each payment, by its line. */
export interface Reviewed {
  readonly review: BatchReview;
  readonly priced: ReadonlyMap<number, PricedPayment>;
}

/**
 * Reads a table and adds this machine's knowledge of each line for a profile: names, look-alikes, repeats, fees and the
 * vault's reading. Signs nothing. With `lines`, only these are priced, and the vault reads none of them: the question
 * does. Throws INVALID_INPUT for a text that is no table, CANCELLED, VAULT_LOCKED.
 */
export type ReviewTable = (
  profile: ProfileRow,
  table: BatchTable,
  terms: BatchTerms,
  counting?: Counting,
  lines?: ReadonlySet<number>,
) => Promise<Reviewed>;

interface ReviewParts extends RecipientParts {
  readonly payments: Pick<Payments, 'assets' | 'quote' | 'fees' | 'example'>;
  readonly explain: ExplainLine;
  /** The names of the profile's batches that were confirmed before, by the keys of their payments (`paymentKey`). */
  readonly earlier: (profile: ProfileRow) => ReadonlyMap<string, string>;
  /** The last nonce that a batch may have used for the account. */
  readonly usedNonce: (payer: Payer) => UsedNonce | null;
  /** The problems of the batches that cannot be read, whose payments are not compared. */
  readonly broken: () => readonly Text[];
}

/** Identifies payments of the same amount to the same address. */
export const paymentKey = ({ to, token, units }: Payment): string => `${addressKey(to)} ${token ?? ''} ${units}`;

/** Returns the payments of lines, each with the number of equal ones before it. */
export function wantedOf(payments: readonly Omit<WantedPayment, 'repeat'>[]): WantedPayment[] {
  const seen = new Map<string, number>();
  return payments.map((payment) => {
    const key = `${paymentKey(payment)} ${payment.memo ?? ''}`;
    const repeat = seen.get(key) ?? 0;
    seen.set(key, repeat + 1);
    return { ...payment, repeat };
  });
}

interface Explaining {
  readonly terms: BatchTerms;
  readonly priced: Reviewed['priced'];
  /** Throws CANCELLED. */
  readonly step: (done: number, total: number, text: string) => void;
}

export function createReview({ payments, explain, earlier, usedNonce, broken, ...known }: ReviewParts): ReviewTable {
  const withFacts = (
    line: ReviewedLine,
    what: PaymentLine,
    facts: KnownFacts,
    { from, paid }: { readonly from: string; readonly paid: ReadonlyMap<string, string> },
  ): ReviewedLine => {
    const found: LineFinding[] = [];
    if (facts.alike !== null) {
      const known = facts.alike.label === null ? 'an address that you signed for' : `“${facts.alike.label}”`;
      const text = `It looks like ${facts.alike.address}, ${known}, but is another address. Attackers make such addresses.`;
      found.push({ level: 'danger', short: SHORT.lookalike, text });
    }
    if (facts.isToken) {
      const text = 'The recipient is the contract of a token. Coins and tokens sent there are usually lost.';
      found.push({ level: 'danger', short: 'Token contract', text });
    } else if (facts.isUnowned) {
      const text =
        'Nobody is known to have a key of this address. Coins and tokens sent there are lost, or the payment fails.';
      found.push({ level: 'danger', short: 'No known key', text });
    }
    if (what.to.toLowerCase() === from.toLowerCase())
      found.push({ level: 'care', short: 'Pays itself', text: 'The recipient is the account that pays.' });
    else if (facts.own)
      found.push({ level: 'information', short: 'Your account', text: 'The recipient is one of your accounts.' });
    else if (facts.label === null && facts.times === 0)
      found.push({ level: 'care', short: SHORT.first, text: 'You have never signed anything for this address.' });
    const name = paid.get(paymentKey(what));
    if (name !== undefined) {
      const text = `The batch ${inQuotes(name)} has a payment of the same amount to the same address.`;
      found.push({ level: 'care', short: 'In an earlier batch', text });
    }
    const { label, alike } = facts;
    return { ...line, what: { ...what, label, alike }, findings: [...line.findings, ...found] };
  };

  /** The vault's reading of a line. Null for a line that is not composed. */
  const explained = async (
    profile: ProfileRow,
    { line, what }: ReviewedLine,
    { terms, priced }: Pick<Explaining, 'terms' | 'priced'>,
  ): Promise<ExplainedLine | null> => {
    if (what === null) return null;
    if (what.kind !== 'payment') return explain(profile, payloadRequest(what, terms));
    const payment = priced.get(line)?.payment ?? null;
    if (payment === null) return null;
    const { unsignedTransaction } = await payments.example(payment);
    return explain(profile, batchRuleOf(terms.chain).request(unsignedTransaction, terms));
  };

  /** Adds the vault's reading of each line. */
  const withExplanations = async (profile: ProfileRow, lines: readonly ReviewedLine[], explaining: Explaining) => {
    const all: ReviewedLine[] = [];
    for (const line of lines) {
      explaining.step(all.length, lines.length, 'Reading the lines');
      try {
        all.push(withExplanation(line, await explained(profile, line, explaining)));
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'VAULT_LOCKED') throw error;
        all.push({ ...line, isBarred: true, findings: [...line.findings, unreadable(error.message)] });
      }
    }
    return all;
  };

  /** The price of one payment, from the operator's nodes. Not stamped, because no service is asked. */
  const feesOf =
    (profile: ProfileRow, { chain, from }: BatchTerms) =>
    (payment: Payment): Promise<PaymentFees | null> =>
      payments.fees({ chain, from, payment }, profile);

  const balancesOf = async (profile: ProfileRow, assets: readonly PaymentAsset[], terms: BatchTerms) => {
    const problems = new Set<string>();
    const sums: AssetSum[] = [];
    let nonce: string | null = null;
    let coinUnits: string | null = null;
    let fees: PaymentFees | null = null;
    for (const { token, symbol, decimals } of assets) {
      const payment = { to: terms.from, token, units: '1' };
      const quote = await payments.quote({ chain: terms.chain, from: terms.from, payment }, profile);
      for (const problem of [...quote.problems, ...(quote.notes ?? [])]) problems.add(problem);
      [nonce, coinUnits, fees] = [quote.freeNonce ?? quote.nonce, quote.coinUnits, quote.fees];
      sums.push({ token, symbol, decimals, held: quote.assetUnits });
    }
    return { sums, nonce, coinUnits, fees, problems: [...problems] };
  };

  return async (profile, table, terms, { signal, progress } = {}, chosen) => {
    const [rule, facts] = [batchRuleOf(terms.chain), batchFactsOf(terms.chain)];
    if (terms.typed !== null && !facts.isOpen)
      throw new AppError(
        'INVALID_INPUT',
        sentence`Nothing was signed. The fees of a batch on ${chainName(terms.chain)} come from a node and cannot be entered.`,
      );
    const assets = payments.assets(terms.chain);
    const reportProgress = (done: number, total: number | null, text: string) => {
      if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. Nothing was signed.');
      progress?.({ done, total, text });
    };
    const {
      columns,
      headerLine,
      lines,
      problems: choices,
    } = await inSlices(tableIn(table, facts), () => reportProgress(0, null, 'Reading the table'));
    const context = { chain: terms.chain, assets, hasCommas: hasCommaFractions(lines), ...facts };
    const read = withRepeats(lines.map((line) => readLine(line, context)));
    const paid = earlier(profile);
    const factsOf = await recipientsOf(profile, terms.chain, known);
    const compared: ReviewedLine[] = [];
    for (const line of read) {
      reportProgress(compared.length, read.length, 'Comparing the recipients');
      if (compared.length % LINES_IN_SLICE === 0) await yieldToEventLoop();
      const { what } = line;
      const isPaid = what?.kind === 'payment';
      compared.push(isPaid ? withFacts(line, what, factsOf(what.to), { from: terms.from, paid }) : line);
    }
    const wanted = wantedOf(
      compared.flatMap(({ line, what }) =>
        what?.kind === 'payment' && (chosen === undefined || chosen.has(line)) ? [{ ...what, line }] : [],
      ),
    );
    const priced = await rule.price(wanted, {
      terms,
      feesOf: feesOf(profile, terms),
      step: (done) => reportProgress(done, wanted.length, 'Reading the fees'),
    });
    const withPrices = compared.map((line) => withPrice(line, priced.get(line.line)));
    const reviewed =
      chosen === undefined
        ? await withExplanations(profile, withPrices, { terms, priced, step: reportProgress })
        : withPrices;
    const [coin = { token: null, symbol: '', decimals: 18 }] = assets;
    const usedAssets = assets.filter(({ token }) =>
      reviewed.some(({ what }) => what?.kind === 'payment' && what.token === token),
    );
    reportProgress(read.length, read.length, 'Reading the balances');
    const { sums, nonce, coinUnits, fees, problems } = await balancesOf(profile, usedAssets, terms);
    const allProblems = [...choices, ...(terms.typed === null ? problems : []), ...broken()];
    const used = paymentFamilyOf(terms.chain) === 'ethereum' ? usedNonce(terms) : null;
    const first = terms.typed?.nonce ?? (used === null ? nonce : laterOf(nonce, used));
    return {
      review: {
        columns: [...columns],
        headerLine,
        lines: withNonces(reviewed, terms, { used, nonce }),
        assets: sums,
        nonce: first,
        kept: rule.kept(fees),
        problems: allProblems,
        coin: { token: null, symbol: coin.symbol, decimals: coin.decimals, held: coinUnits },
      },
      priced,
    };
  };
}

function withPrice(line: ReviewedLine, priced: PricedPayment | undefined): ReviewedLine {
  if (line.what?.kind !== 'payment' || priced === undefined) return line;
  const fee = priced.fee === null ? null : String(priced.fee);
  // The chain would refuse it, so there is nothing to ask about.
  const isBarred = priced.payment === null && priced.findings.some(({ level }) => level === 'danger');
  return { ...line, isBarred, what: { ...line.what, fee }, findings: [...line.findings, ...priced.findings] };
}

/** The comparisons of a payment say more than the vault, which has the last word on what a question can hold. */
function withExplanation(line: ReviewedLine, explained: ExplainedLine | null): ReviewedLine {
  const { what } = line;
  if (what === null || explained === null) return line;
  const { headline, findings, isBarred } = explained;
  if (what.kind !== 'payment')
    return { ...line, isBarred, what: { ...what, headline }, findings: [...findings, ...line.findings] };
  if (!isBarred) return line;
  const isKnown = line.findings.some(({ level }) => level === 'danger');
  return { ...line, isBarred, findings: [...line.findings, ...(isKnown ? [BARRED] : findings)] };
}

/** The node's nonce, or the one after what another batch may have used. Null when the node's is unknown. */
const laterOf = (nonce: string | null, { next }: UsedNonce): string | null =>
  nonce === null || BigInt(nonce) >= next ? nonce : String(next);

/** Adds the batch whose payments use the same nonces, or come before these. */
function withNonces(
  lines: readonly ReviewedLine[],
  { typed }: BatchTerms,
  { used, nonce }: { readonly used: UsedNonce | null; readonly nonce: string | null },
): ReviewedLine[] {
  const from = typed?.nonce ?? nonce;
  if (used === null || from === null || BigInt(from) >= used.next) return [...lines];
  const batch = `the batch ${inQuotes(used.name)}`;
  const finding: LineFinding =
    typed === null
      ? {
          level: 'care',
          short: 'After another batch',
          text: `Its nonce follows payments of ${batch} that are not executed yet. Broadcast them first.`,
        }
      : {
          level: 'danger',
          short: 'Nonce used',
          text: `Payments of ${batch} use nonces up to ${used.next - 1n}. Of two payments with one nonce only one is executed.`,
        };
  return lines.map((line) =>
    line.what?.kind === 'payment' ? { ...line, findings: [...line.findings, finding] } : line,
  );
}
