import { SOLANA_SIGNATURE_FEE, type UnsignedPayment } from '../../../shared/model/index.ts';

const MICRO = 1_000_000n;
/** Choice (opened-account): above the rent of a token account on Solana, with room for extensions of the token. */
const OPENED_ACCOUNT = 5_000_000n;
/** Choice (tron-extras): above the fees for the bytes, a memo and a new account on Tron together: 4 TRX. */
const TRON_EXTRAS = 4_000_000n;

/** The most that a payment takes from the balances of its account, in smallest units. */
export interface MostPaid {
  /** With its fees. Null where its bytes do not bound them, and nobody reports the balance. */
  readonly coin: bigint | null;
  /** Exact, because no fee is paid in a token. */
  readonly token: bigint;
}

/** Returns the most that a payment takes once the service sends it. */
export function mostPaid(payment: UnsignedPayment): MostPaid {
  const units = BigInt(payment.units);
  const [coin, token] = payment.token === null ? [units, 0n] : [0n, units];
  switch (payment.family) {
    case 'solana': {
      const priority = (BigInt(payment.unitPrice) * BigInt(payment.unitLimit) + MICRO - 1n) / MICRO;
      return { coin: coin + SOLANA_SIGNATURE_FEE + priority + (payment.token === null ? 0n : OPENED_ACCOUNT), token };
    }
    case 'tron':
      return { coin: coin + BigInt(payment.feeLimit) + TRON_EXTRAS, token };
    default:
      return { coin: null, token };
  }
}
