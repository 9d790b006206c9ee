import type { GasFees, LineFinding } from '../../../../shared/model/index.ts';
import { yieldToEventLoop } from '../../../storage/sqlite/index.ts';
import { type BatchRule, type PricedPayment, pricedEach, refusedBy, UNPRICED, type WantedPayment } from './family.ts';

/** Lines that are priced before other work gets its turn: a few milliseconds. */
const LINES_IN_SLICE = 10;

const CONTRACT: LineFinding = {
  level: 'care',
  short: 'Contract',
  text: 'The recipient is a contract, which may refuse the payment.',
};

/** Batches on Ethereum's kind of chain. Their nonces follow each other, and nothing of them expires. */
export const ETHEREUM: BatchRule = {
  request: (unsignedTransaction, { from: signWith }) => ({
    operation: 'sign_transaction',
    parameters: { signWith, unsignedTransaction, type: 'TRANSACTION_TYPE_ETHEREUM' },
  }),
  price: (payments, pricing) =>
    pricedEach(payments, pricing, async (wanted) => {
      const { line, to, token, units } = wanted;
      const { chain, typed } = pricing.terms;
      // Other work of this process gets its turn, because a typed fee asks no other process.
      if (line % LINES_IN_SLICE === 0) await yieldToEventLoop();
      if (typed !== null) return paid(chain, wanted, typed);
      const fees = await pricing.feesOf({ to, token, units });
      if (fees?.family !== 'ethereum') return UNPRICED;
      const findings = fees.isContract && token === null ? [CONTRACT] : [];
      if (fees.gasLimit !== null)
        return { ...paid(chain, wanted, { ...fees.normal, gasLimit: fees.gasLimit }), findings };
      const refused = refusedBy(
        'Node refuses',
        `The node refuses this payment: ${fees.refusal ?? 'it gave no reason'}.`,
      );
      return { ...refused, findings: [...findings, ...refused.findings] };
    }),
  kept: () => '0',
};

function paid(
  chain: string,
  { to, token, units }: WantedPayment,
  { gasLimit, maxFeePerGas, maxPriorityFeePerGas }: GasFees & { readonly gasLimit: string },
): PricedPayment {
  const gas = { gasLimit, maxFeePerGas, maxPriorityFeePerGas };
  return {
    fee: BigInt(gasLimit) * BigInt(maxFeePerGas),
    payment: { family: 'ethereum', chain, to, token, units, ...gas, nonce: '0' },
    findings: [],
  };
}
