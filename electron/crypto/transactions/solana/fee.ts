/** What a Solana transaction costs at most. */
import type { Read } from './contents.ts';
import { COMPUTE_BUDGET, SIGNATURE_PROGRAMS } from './programs/index.ts';
import type { SolanaTransaction } from './wire.ts';

/** What a transaction may use at most, and so what its price is multiplied with when it sets no limit itself. */
const MAXIMUM_COMPUTE_UNITS = 1_400_000n;
/** Lamports for each signature. */
const SIGNATURE_FEE = 5_000n;

/** Lamports that the compute budget offers at most beside the base fee; null when it sets no price. */
export function priorityFee(read: readonly Read[]): bigint | null {
  let price: bigint | null = null;
  let units = MAXIMUM_COMPUTE_UNITS;
  for (const { program, values } of read) {
    if (program !== COMPUTE_BUDGET) continue;
    const [perUnit, limit] = [values?.get('microLamports'), values?.get('units')];
    if (perUnit !== undefined) price = BigInt(perUnit.value);
    if (limit !== undefined && BigInt(limit.value) < units) units = BigInt(limit.value);
  }
  return price === null ? null : (price * units + 999_999n) / 1_000_000n;
}

/** Lamports for the signatures of the transaction, and for those that programs of the runtime check. */
export function signatureFee({ requiredSignatures }: SolanaTransaction, read: readonly Read[]): bigint {
  const checked = read.reduce(
    (sum, { program, data }) => sum + (SIGNATURE_PROGRAMS.has(program) ? (data[0] ?? 0) : 0),
    0,
  );
  return SIGNATURE_FEE * BigInt(requiredSignatures + checked);
}
