/** The fee that a PSBT pays to the miner. */
import { decimalText, type Finding } from '../../../../shared/model/index.ts';
import { knownScript, type ScriptKind } from '../../addresses/bitcoin.ts';
import { care, danger, row } from '../../meaning.ts';
import type { TransactionField } from '../rule.ts';
import { type AmountProof, statedAmount } from './amounts.ts';
import { type Psbt, spentAmount } from './psbt.ts';
import { bitcoins } from './scripts.ts';
import { type BitcoinTransaction, sumOf } from './transaction.ts';

/** Bitcoin Core's default wallet limits: 0.1 bitcoin in all, 0.1 bitcoin per 1000 virtual bytes. */
const MAX_USUAL_FEE = 10_000_000n;
const MAX_USUAL_RATE = 10_000;
/** Choice (bitcoin-fee-part): a fee of more than a quarter of the outputs is more likely a mistake than a wish. */
const LARGE_PART = 4n;
/** The minimum relay fee, in tenths of a satoshi per virtual byte. */
const MIN_RATE_TENTHS = 10n;

/** Weight units that the signature of one key adds to an input. */
export const SIGNATURE_WEIGHT: Readonly<Record<ScriptKind, number>> = {
  P2PKH: 4 * 107,
  P2SH: 4 * 133,
  P2WPKH: 108,
  P2WSH: 134,
  P2TR: 66,
};

export interface Fee {
  /** Below zero when the outputs are more than the inputs hold. */
  readonly satoshi: bigint;
  readonly paid: bigint;
  readonly virtualBytes: number;
  readonly isProven: boolean;
}

/** Returns null when the PSBT does not state the amount of every input. */
export function feeOf({ transaction, spent }: Psbt, { isWhole }: AmountProof): Fee | null {
  const available = spentAmount(spent);
  if (available === null) return null;
  const paid = sumOf(transaction.outputs);
  return {
    satoshi: available - paid,
    paid,
    virtualBytes: virtualBytesOf(transaction, spent),
    isProven: isWhole,
  };
}

export function feeFields(fee: Fee | null): TransactionField[] {
  if (fee === null) return [{ name: 'fee', value: 'not known', kind: 'text' }];
  if (fee.satoshi < 0n) return [{ name: 'fee', value: lackText(fee), kind: 'text' }];
  return [
    { name: 'fee', value: statedAmount(`${fee.satoshi} satoshi`, fee.isProven), kind: 'amount' },
    { name: 'feeRate', value: rateText(fee), kind: 'amount' },
  ];
}

export function feeRows(fee: Fee | null): TransactionField[] {
  if (fee === null) return [row('Fee', 'not known')];
  if (fee.satoshi < 0n) return [row('Fee', lackText(fee))];
  return [
    row('Fee', statedAmount(bitcoins(fee.satoshi), fee.isProven), 'amount'),
    row('Fee rate', rateText(fee), 'amount'),
  ];
}

/** Warns of an unknown fee, with the reason, and of an absurd one. A negative fee is reported as an obstacle. */
export function feeFindings(fee: Fee | null, { spent }: Psbt): Finding[] {
  if (fee === null) {
    const missing = spent.flatMap((output, index) => (output === null ? [`input ${index + 1}`] : []));
    const of =
      missing.length === 0
        ? 'it has no input'
        : `the PSBT does not say what ${missing.join(', ')} ${missing.length === 1 ? 'holds' : 'hold'}`;
    return [danger(`The fee is not known: ${of}.`, { field: 'fee', basis: 'BIP-174' })];
  }
  const { satoshi, paid, virtualBytes } = fee;
  if (satoshi < 0n) return [];
  const isUsual = satoshi <= MAX_USUAL_FEE && satoshi <= BigInt(MAX_USUAL_RATE * virtualBytes) && satoshi <= paid;
  if (isUsual && satoshi * LARGE_PART <= paid) return [];
  if (isUsual)
    return [
      care(
        `The fee is more than a quarter of what is sent: ${bitcoins(satoshi)}, while the outputs hold ${bitcoins(paid)}.`,
        {
          field: 'fee',
        },
      ),
    ];
  return [
    danger(`The fee is very high: ${bitcoins(satoshi)}, while the outputs hold ${bitcoins(paid)}.`, { field: 'fee' }),
  ];
}

/** Returns true when the fee is too low for nodes to relay the transaction. */
export function isTooLow({ satoshi, virtualBytes }: Fee): boolean {
  return satoshi >= 0n && satoshi * 10n < MIN_RATE_TENTHS * BigInt(virtualBytes);
}

function rateText({ satoshi, virtualBytes, isProven }: Fee): string {
  const rate = decimalText((satoshi * 10n) / BigInt(virtualBytes), 1);
  return statedAmount(`about ${rate} satoshi per virtual byte`, isProven);
}

function lackText({ satoshi }: Fee): string {
  return `none: the outputs are ${bitcoins(-satoshi)} more than the inputs hold`;
}

/**
 * Returns the size that the fee is based on (BIP-141), with the signature of one key for every input. For other scripts
 * it is an estimate.
 */
function virtualBytesOf({ bytes }: BitcoinTransaction, spent: Psbt['spent']): number {
  const weights = spent.map((output) => {
    const kind = output === null ? undefined : knownScript(output.script)?.kind;
    return kind === undefined ? 0 : SIGNATURE_WEIGHT[kind];
  });
  return Math.ceil(bytes.length + weights.reduce((sum, weight) => sum + weight, 0) / 4);
}
