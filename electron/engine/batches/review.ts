import { AppError } from '../../../shared/errors/index.ts';
import {
  type AssetSum,
  type BatchReview,
  type BatchTable,
  type BatchTerms,
  type EthereumFees,
  inQuotes,
  type LineFinding,
  type LineWhat,
  type Payment,
  type PaymentAsset,
  type ReviewedLine,
} from '../../../shared/model/index.ts';
import type { Payments } from '../payments/payments.ts';
import type { Counting } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import { inSlices } from '../tools/slices.ts';
import { readLine, withRepeats } from './lines.ts';
import type { Payer, UsedNonce } from './nonces.ts';
import { type KnownFacts, type RecipientParts, recipientsOf } from './recipients.ts';
import { tableIn } from './table.ts';

/** Lines that are compared before other work gets its turn: a few milliseconds. */
const LINES_IN_TURN = 10;

type PaymentLine = Extract<LineWhat, { kind: 'payment' }>;

/** A reviewed table with the fee of each payment, by its line. */
export interface Reviewed {
  readonly review: BatchReview;
  readonly fees: ReadonlyMap<number, Fee>;
}

export interface Fee {
  readonly gasLimit: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
}

/**
 * Reads a table and adds this machine's knowledge of each line: names, look-alikes, repeats and fees. Signs nothing.
 * Throws INVALID_INPUT for a text that is no table, CANCELLED, VAULT_LOCKED.
 */
export type ReviewTable = (table: BatchTable, terms: BatchTerms, counting?: Counting) => Promise<Reviewed>;

interface ReviewParts extends RecipientParts {
  readonly profiles: Pick<Profiles, 'get'>;
  readonly payments: Pick<Payments, 'assets' | 'quote'>;
  readonly service: Pick<ServiceKeeper, 'startLocal' | 'own'>;
  /** The names of the batches that were confirmed before, by the keys of their payments (`paymentKey`). */
  readonly earlier: () => ReadonlyMap<string, string>;
  /** The last nonce that a batch may have used for the account. */
  readonly usedNonce: (payer: Payer) => UsedNonce | null;
  /** The problems of the batches that cannot be read, whose payments are not compared. */
  readonly broken: () => readonly string[];
}

/** Identifies payments of the same amount to the same address. */
export const paymentKey = ({ to, token, units }: Payment): string => `${to.toLowerCase()} ${token ?? ''} ${units}`;

export function createReview({
  profiles,
  payments,
  service,
  earlier,
  usedNonce,
  broken,
  ...known
}: ReviewParts): ReviewTable {
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
      found.push({ level: 'danger', short: 'Look-alike address', text });
    }
    if (facts.isToken) {
      const text = 'The recipient is the contract of a token. Coins and tokens sent there are usually lost.';
      found.push({ level: 'danger', short: 'Token contract', text });
    }
    if (what.to.toLowerCase() === from.toLowerCase())
      found.push({ level: 'care', short: 'Pays itself', text: 'The recipient is the account that pays.' });
    else if (facts.own)
      found.push({ level: 'information', short: 'Your account', text: 'The recipient is one of your accounts.' });
    else if (facts.label === null && facts.times === 0)
      found.push({ level: 'care', short: 'First payment', text: 'You have never signed anything for this address.' });
    const name = paid.get(paymentKey(what));
    if (name !== undefined) {
      const text = `The batch ${inQuotes(name)} has a payment of the same amount to the same address.`;
      found.push({ level: 'care', short: 'In an earlier batch', text });
    }
    const { label, alike } = facts;
    return { ...line, what: { ...what, label, alike }, findings: [...line.findings, ...found] };
  };

  /** The price of one payment, from the nodes of the local service. Not stamped, because no service is asked. */
  const priceOf = async (terms: BatchTerms, payment: Payment): Promise<EthereumFees | null> => {
    if (profiles.get().kind === 'remote') return null;
    await service.startLocal();
    const own = service.own();
    if (own === null) return null;
    const { fees } = await own.call('priceTransfer', { chain: terms.chain, from: terms.from, payment });
    return fees?.family === 'ethereum' ? fees : null;
  };

  const balancesOf = async (assets: readonly PaymentAsset[], terms: BatchTerms) => {
    const problems = new Set<string>();
    const sums: AssetSum[] = [];
    let nonce: string | null = null;
    let coinUnits: string | null = null;
    for (const { token, symbol, decimals } of assets) {
      const payment = { to: terms.from, token, units: '1' };
      const quote = await payments.quote({ chain: terms.chain, from: terms.from, payment });
      for (const problem of quote.problems) problems.add(problem);
      [nonce, coinUnits] = [quote.nonce, quote.coinUnits];
      sums.push({ token, symbol, decimals, held: quote.assetUnits });
    }
    return { sums, nonce, coinUnits, problems: [...problems] };
  };

  return async (table, terms, { signal, progress } = {}) => {
    const assets = payments.assets(terms.chain);
    const goOn = (done: number, total: number | null, text: string) => {
      if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. Nothing was signed.');
      progress?.({ done, total, text });
    };
    const { columns, lines } = await inSlices(tableIn(table), () => goOn(0, null, 'Reading the table'));
    const read = withRepeats(lines.map((line) => readLine(line, { chain: terms.chain, assets })));
    const paid = earlier();
    const factsOf = await recipientsOf(profiles.get(), terms.chain, known);
    const reviewed: ReviewedLine[] = [];
    const fees = new Map<number, Fee>();
    for (const line of read) {
      goOn(reviewed.length, read.length, 'Comparing the recipients');
      // Other work of this process gets its turn, because a typed fee asks no other process.
      if (reviewed.length % LINES_IN_TURN === 0) await new Promise((next) => setImmediate(next));
      const { what } = line;
      if (what?.kind !== 'payment') {
        reviewed.push(line);
        continue;
      }
      const told = withFacts(line, what, factsOf(what.to), { from: terms.from, paid });
      const priced = await price(told, what, terms);
      if (priced.fee !== null) fees.set(line.line, priced.fee);
      reviewed.push(priced.line);
    }
    const [coin = { token: null, symbol: '', decimals: 18 }] = assets;
    const usedAssets = assets.filter(({ token }) =>
      reviewed.some(({ what }) => what?.kind === 'payment' && what.token === token),
    );
    goOn(read.length, read.length, 'Reading the balances');
    const { sums, nonce, coinUnits, problems } = await balancesOf(usedAssets, terms);
    const told = [...(terms.typed === null ? problems : []), ...broken()];
    const used = usedNonce(terms);
    const first = terms.typed?.nonce ?? (used === null ? nonce : laterOf(nonce, used));
    return {
      review: {
        ...{
          columns: [...columns],
          lines: withNonces(reviewed, terms, { used, nonce }),
          assets: sums,
          nonce: first,
          problems: told,
        },
        coin: { token: null, symbol: coin.symbol, decimals: coin.decimals, held: coinUnits },
      },
      fees,
    };
  };

  async function price(line: ReviewedLine, what: PaymentLine, terms: BatchTerms) {
    const withFee = (fee: Fee | null, findings: readonly LineFinding[] = []) => {
      const most = fee === null ? null : String(BigInt(fee.gasLimit) * BigInt(fee.maxFeePerGas));
      const told = line.what?.kind === 'payment' ? { ...line.what, fee: most } : line.what;
      return { fee, line: { ...line, what: told, findings: [...line.findings, ...findings] } };
    };
    if (terms.typed !== null) {
      const { gasLimit, maxFeePerGas, maxPriorityFeePerGas } = terms.typed;
      return withFee({ gasLimit, maxFeePerGas, maxPriorityFeePerGas });
    }
    const { to, token, units } = what;
    const fees = await priceOf(terms, { to, token, units });
    if (fees === null) return withFee(null);
    const contract: LineFinding = {
      ...{ level: 'care', short: 'Contract', text: 'The recipient is a contract, which may refuse the payment.' },
    };
    const told = fees.isContract && token === null ? [contract] : [];
    if (fees.gasLimit !== null) return withFee({ ...fees.normal, gasLimit: fees.gasLimit }, told);
    const text = `The node refuses this payment: ${fees.refusal ?? 'it gave no reason'}. Correct the line, or take it out.`;
    return withFee(null, [...told, { level: 'danger', short: 'Node refuses', text }]);
  }
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
          ...{ level: 'care', short: 'After another batch' },
          text: `Its nonce follows payments of ${batch} that are not executed yet. Broadcast them first.`,
        }
      : {
          ...{ level: 'danger', short: 'Nonce used' },
          text: `Payments of ${batch} use nonces up to ${used.next - 1n}. Of two payments with one nonce only one is executed.`,
        };
  return lines.map((line) =>
    line.what?.kind === 'payment' ? { ...line, findings: [...line.findings, finding] } : line,
  );
}
