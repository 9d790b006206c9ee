import type { ComposedPayment, SpendableOutput, UnsignedPayment } from '../../../shared/model/index.ts';
import { bitcoinAddressFacts, Refusal, readPrevious } from '../../crypto/index.ts';

/** A block of Tron that does not exist. Its id begins with its number. */
const BLOCK = { id: `${'1'.padStart(16, '0')}${'00'.repeat(24)}`, number: 1 };

/**
 * Adds made-up outputs or a made-up block to a payment, in place of those of a node. The transaction is for a trial: no
 * chain takes it. `now` is in milliseconds since the epoch.
 */
export function asExample(payment: UnsignedPayment, now: number): ComposedPayment {
  if (payment.family === 'bitcoin') return { ...payment, inputs: outputsFor(payment) };
  return payment.family === 'tron' ? { ...payment, block: { ...BLOCK, timestamp: now } } : payment;
}

/** Returns an output of the payer that covers amount and fee. None for an address that the vault then refuses by name. */
function outputsFor({ from, units, feeAtMost }: Extract<UnsignedPayment, { family: 'bitcoin' }>): SpendableOutput[] {
  try {
    const { script, scriptBytes } = bitcoinAddressFacts(from, 'from');
    const covering = BigInt(units) + BigInt(feeAtMost);
    const amount = Buffer.alloc(8);
    amount.writeBigUInt64LE(covering);
    // One input without a script, one output, and no lock time.
    const parts = ['02000000', '01', '11'.repeat(32), '00000000', '00', 'ffffffff', '01', amount.toString('hex')];
    const previous = [...parts, scriptBytes.toString(16).padStart(2, '0'), script, '00000000'].join('');
    return [{ txid: readPrevious(previous).txid, index: 0, units: String(covering), previous }];
  } catch (error) {
    if (error instanceof Refusal || error instanceof RangeError) return [];
    throw error;
  }
}
