import {
  type BitcoinFees,
  decimalText,
  type LineFinding,
  MAXIMUM_BITCOIN_FEE,
  shareCoins,
} from '../../../../shared/model/index.ts';
import { bitcoinAddressFacts } from '../../../crypto/index.ts';
import { type BatchRule, type PricedPayment, refusedBy, UNPRICED, type WantedPayment } from './family.ts';

const BTC_DECIMALS = 8;

const NO_OUTPUTS: LineFinding = {
  level: 'care',
  short: 'No outputs left',
  text: 'Each payment of a batch on Bitcoin spends outputs of its own, and larger payments take them first. Take other lines out, or pay this line later.',
};

/** Batches on Bitcoin. Each line is a transaction of its own, and no two lines spend the same output. */
export const BITCOIN: BatchRule = {
  request: (unsignedTransaction, { chain: caip2, from: signWith }) => ({
    operation: 'btc_send_transaction',
    parameters: { unsignedTransaction, signWith, caip2 },
  }),
  async price(payments, { terms: { chain, from }, feesOf, step }) {
    const [first] = payments;
    if (first === undefined) return new Map();
    step(0);
    // Asked once, because Bitcoin Core scans all outputs for each question.
    const fees = await feesOf({ to: first.to, token: null, units: first.units });
    if (fees?.family !== 'bitcoin') return new Map(payments.map(({ line }) => [line, UNPRICED]));
    const shares = sharesOf(payments, fees);
    return new Map(
      payments.map((wanted, index): readonly [number, PricedPayment] => {
        const { line, to, units } = wanted;
        const { dust } = bitcoinAddressFacts(to, 'to');
        const share = shares[index] ?? null;
        const text = (amount: bigint) => `${decimalText(amount, BTC_DECIMALS)} BTC`;
        if (BigInt(units) < dust)
          return [line, refusedBy('Too small', `Nodes do not relay less than ${text(dust)} to this address.`)];
        if (share === null) return [line, { ...UNPRICED, findings: [NO_OUTPUTS] }];
        if (share.fee > MAXIMUM_BITCOIN_FEE)
          return [line, refusedBy('Fee too high', `Its fee would be ${text(share.fee)}.`)];
        const payment = {
          ...({ family: 'bitcoin', chain, from, to, units, token: null } as const),
          feeRate: fees.normal,
          feeAtMost: String(share.fee),
        };
        return [line, { fee: share.fee, payment, findings: [] }];
      }),
    );
  },
  kept: () => '0',
};

/** Shares the outputs of the account in the same way as the local service does. */
function sharesOf(payments: readonly WantedPayment[], fees: BitcoinFees) {
  const { inputWeight, hasWitness, changeBytes, changeDust, normal, coins, inOrder } = fees;
  const own = { inputWeight, hasWitness, changeBytes, inOrder, changeDust: BigInt(changeDust), rate: BigInt(normal) };
  return shareCoins(
    coins.map((units) => BigInt(units)),
    payments.map(({ to, units }) => ({
      units: BigInt(units),
      sizes: { ...own, recipientBytes: bitcoinAddressFacts(to, 'to').scriptBytes },
    })),
  );
}
