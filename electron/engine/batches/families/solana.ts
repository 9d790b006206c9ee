import { chainOf, decimalText, type LineFinding, MEMO_UNITS, type SolanaFees } from '../../../../shared/model/index.ts';
import { hasKey } from '../../../crypto/index.ts';
import { type BatchRule, pricedEach, refusedBy, UNPRICED, type WantedPayment } from './family.ts';

const MICRO = 1_000_000n;

const NO_WALLET = refusedBy(
  'No wallet',
  'No key signs for this address: it is a token account or an account of a program. Coins and tokens that it receives are usually lost.',
);

/**
 * Batches on Solana. The service sets the newest blockhash when it signs a line, so nothing of a line expires before.
 * Choice (solana-repeats): each repeated payment asks for one more compute unit. Equal bytes with one blockhash would be
 * one transaction, so that only one of the payments would be made.
 */
export const SOLANA: BatchRule = {
  request: (unsignedTransaction, { chain: caip2, from }) => ({
    operation: 'sol_send_transaction',
    parameters: { unsignedTransaction, signWiths: [from], caip2 },
  }),
  price: (payments, pricing) =>
    pricedEach(payments, pricing, async (wanted) => {
      const { to, token, units, memo, decimals, repeat } = wanted;
      const { chain, from } = pricing.terms;
      if (!hasKey(to)) return NO_WALLET;
      const fees = await pricing.feesOf({ to, token, units });
      if (fees?.family !== 'solana') return UNPRICED;
      if (fees.refusal !== null) return refusedBy('Chain refuses', fees.refusal);
      if (token !== null && fees.program === null) return UNPRICED;
      const text = (amount: bigint) => `${decimalText(amount, chainOf(chain)?.decimals ?? 9)} SOL`;
      if (isBelowRent(wanted, fees))
        return refusedBy(
          'Below the rent',
          `The recipient’s account is new, and a new account needs at least ${text(BigInt(fees.minimum))}.`,
        );
      const unitLimit = BigInt(fees.unitLimit) + (memo === null ? 0n : MEMO_UNITS) + BigInt(repeat);
      const rent = BigInt(fees.accountRent ?? 0);
      const priority = (BigInt(fees.normal) * unitLimit + MICRO - 1n) / MICRO;
      return {
        fee: BigInt(fees.signatureFee) + priority + rent,
        findings: rent === 0n ? [] : [opensAccount(text(rent))],
        payment: {
          family: 'solana',
          chain,
          from,
          to,
          units,
          memo,
          unitLimit: String(unitLimit),
          unitPrice: fees.normal,
          token: token === null ? null : { mint: token, program: fees.program ?? 'token', decimals },
        },
      };
    }),
  // Choice (solana-rent-stays): a batch leaves the account open.
  kept: (fees) => (fees?.family === 'solana' ? fees.minimum : '0'),
};

const isBelowRent = ({ token, units }: WantedPayment, { recipientUnits, minimum }: SolanaFees): boolean =>
  token === null && BigInt(recipientUnits) + BigInt(units) < BigInt(minimum);

const opensAccount = (rent: string): LineFinding => ({
  level: 'information',
  short: 'Opens a token account',
  text: `The recipient has no account for this token. The payment opens it, and its fee has the rent of ${rent}.`,
});
