/** Replacements of payments by a higher fee (BIP-125), and the rule that recognises them. */
import { MAXIMUM_BITCOIN_FEE, type ReplacementAct } from '../../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { readSendingBitcoin, type SendingBitcoin } from './final.ts';
import { compactSize, uint32 } from './numbers.ts';
import { type BitcoinAddressFacts, bitcoinAddressFacts } from './previous.ts';
import { readPsbt } from './psbt.ts';
import { bitcoins } from './scripts.ts';
import { readTransaction } from './transaction.ts';

/** A sequence above it does not signal that the sender may replace the transaction (BIP-125). */
const LAST_REPLACEABLE = 0xffff_fffd;
/** Satoshi for each virtual byte that a replacement adds to the fee, so that nodes relay it (BIP-125, rule 4). */
const INCREMENT = 1n;

/** A transaction that a replacement takes the place of. */
export interface ReplacedBitcoin {
  /** The outputs that it spends: `<txid>:<index>`. */
  readonly spends: readonly string[];
  /** Satoshi, and the script in hex. */
  readonly outputs: readonly { readonly units: bigint; readonly script: string }[];
  readonly virtualBytes: bigint;
}

/** A replacement as its PSBT states it. */
export type NextBitcoin = SendingBitcoin & Pick<ReplacedBitcoin, 'outputs'>;

/** Reads a signed transaction in hex with its size (BIP-141). Throws a `Refusal`. */
export function readReplaced(signed: string): ReplacedBitcoin {
  const bytes = hexDecode(signed);
  const transaction = readTransaction(bytes, 'the transaction', true);
  return {
    spends: transaction.inputs.map(({ outpoint, index }) => `${hexEncode(outpoint.slice(0, 32).reverse())}:${index}`),
    outputs: transaction.outputs.map(({ amount, script }) => ({ units: amount, script: hexEncode(script) })),
    virtualBytes: BigInt(Math.ceil((transaction.bytes.length * 3 + bytes.length) / 4)),
  };
}

/** The lowest fee with which a transaction of `virtualBytes` replaces one (BIP-125, rules 3 and 4, and a higher rate). */
function leastFee(virtualBytes: bigint, before: { readonly fee: bigint; readonly virtualBytes: bigint }): bigint {
  const byIncrement = before.fee + INCREMENT * virtualBytes;
  const byRate = (before.fee * virtualBytes) / before.virtualBytes + 1n;
  return byIncrement > byRate ? byIncrement : byRate;
}

/**
 * Throws a `Refusal` unless a PSBT replaces a transaction exactly. It spends the same outputs, so that only one of both
 * can be confirmed. It pays the same payees the same amounts, or nobody but the account. Its fee is high enough.
 * `own` is the account's output script in hex.
 */
export function requireReplacement(next: NextBitcoin, before: ReplacedBitcoin, own: string): void {
  const spends = next.inputs.map(({ outpoint }) => outpoint);
  if (!isSameList(spends, before.spends))
    throw refused('spends other outputs than the payment that it replaces, so both could be paid');
  const [paid, paidBefore] = [payeesOf(next, own), payeesOf(before, own)];
  if (paid.length > 0 && !isSameList(paid, paidBefore))
    throw refused('pays others or other amounts than the payment that it replaces');
  const spent = next.inputs.reduce((sum, { satoshi }) => sum + satoshi, 0n);
  const fee = spent - before.outputs.reduce((sum, { units }) => sum + units, 0n);
  const least = leastFee(next.virtualBytes, { fee, virtualBytes: before.virtualBytes });
  if (next.feeSatoshi < least)
    throw refused(`pays a fee of ${bitcoins(next.feeSatoshi)}, and replacing takes at least ${bitcoins(least)}`);
}

/** The outputs to others than the account. */
const payeesOf = ({ outputs }: Pick<ReplacedBitcoin, 'outputs'>, own: string): string[] =>
  outputs.filter(({ script }) => script !== own).map(({ units, script }) => `${units} ${script}`);

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.toSorted().join() === other.toSorted().join();

/** The fee rates of a replacement, in satoshi for 1,000 virtual bytes. Null for an act that is not possible. */
export interface BitcoinReplacementRates {
  readonly paid: bigint;
  readonly raise: bigint | null;
  readonly cancel: bigint | null;
}

/** Returns the lowest fee rates with which a payment is replaced. Throws a `Refusal` for one that cannot be replaced. */
export function bitcoinReplacementRates(unsigned: string, from: string): BitcoinReplacementRates {
  const old = readOriginal(unsigned, from);
  const rate = (fee: bigint, virtualBytes: bigint) => (fee * 1000n + virtualBytes - 1n) / virtualBytes;
  const least = (act: ReplacementAct) => {
    const size = sizeAfter(old, act);
    return rate(leastFee(size, { fee: old.next.feeSatoshi, virtualBytes: old.next.virtualBytes }), size);
  };
  const isAllOwn = old.payees.length === 0;
  return {
    paid: rate(old.next.feeSatoshi, old.next.virtualBytes),
    raise: old.change === null ? null : least('raise'),
    cancel: isAllOwn ? null : least('cancel'),
  };
}

/**
 * Returns the PSBT that replaces a payment, in hex. Inputs, payees and their amounts stay. `raise` takes the higher fee
 * from the change, `cancel` pays everything to the account. `rate` is in satoshi for 1,000 virtual bytes. Throws a
 * `Refusal`, also for a fee above 0.1 BTC.
 */
export function replacementBitcoin(unsigned: string, from: string, act: ReplacementAct, rate: bigint): string {
  const old = readOriginal(unsigned, from);
  const { own, next, payees, psbt } = old;
  if (act === 'raise' && old.change === null)
    throw refused('has no change that could pay a higher fee. Cancel the payment, or wait for it');
  const spent = next.inputs.reduce((sum, { satoshi }) => sum + satoshi, 0n);
  const kept = act === 'cancel' ? [] : payees;
  const paid = kept.reduce((sum, { amount }) => sum + amount, 0n);
  const wanted = (rate * sizeAfter(old, act) + 999n) / 1000n;
  const rest = spent - paid - wanted;
  const isDust = rest < own.dust;
  if (isDust && (kept.length === 0 || rest < 0n))
    throw refused(`would need a fee of ${bitcoins(wanted)}, more than the payment has left for it. Lower the rate`);
  const fee = isDust ? spent - paid : wanted;
  if (fee > MAXIMUM_BITCOIN_FEE)
    throw refused(`would pay a fee of ${bitcoins(fee)}, above the limit of ${bitcoins(MAXIMUM_BITCOIN_FEE)}`);
  const script = hexDecode(own.script);
  const changed = isDust ? [] : [join(amountBytes(rest), compactSize(script.length), script)];
  const outputs = [...kept.map(({ bytes }) => bytes), ...changed];
  const { version, inputs, lockTime } = psbt.transaction;
  const transaction = join(
    uint32(version),
    compactSize(inputs.length),
    ...inputs.flatMap(({ outpoint, sequence }) => [outpoint, Uint8Array.of(0), uint32(sequence)]),
    compactSize(outputs.length),
    ...outputs,
    uint32(lockTime),
  );
  const replacement = hexEncode(
    join(
      Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff, 1, 0),
      ...[compactSize(transaction.length), transaction, END],
      ...psbt.inputs.flatMap(({ entries }) => [...[...entries.values()].map(({ bytes }) => bytes), END]),
      ...outputs.map(() => END),
    ),
  );
  const stated = { ...next, spends: next.inputs.map(({ outpoint }) => outpoint) };
  requireReplacement(readNextBitcoin(replacement), stated, own.script);
  return replacement;
}

/** Reads the PSBT of a replacement. Throws a `Refusal`. */
export function readNextBitcoin(unsigned: string): NextBitcoin {
  const sending = readSendingBitcoin(unsigned);
  const { outputs } = readPsbt(unsigned).transaction;
  return {
    ...sending,
    // The two bytes that mark a witness (BIP-144) are not counted there.
    virtualBytes: sending.virtualBytes + 1n,
    outputs: outputs.map(({ amount, script }) => ({ units: amount, script: hexEncode(script) })),
  };
}

const END = Uint8Array.of(0);

function readOriginal(unsigned: string, from: string) {
  const psbt = readPsbt(unsigned);
  if (psbt.version !== 0) throw refused('is a PSBT of version 2, which Castellan does not replace');
  const own: BitcoinAddressFacts = bitcoinAddressFacts(from, 'from');
  const next = readNextBitcoin(unsigned);
  if (next.inputs.some(({ script }) => script !== own.script)) throw refused('spends outputs of other addresses');
  if (psbt.transaction.inputs.every(({ sequence }) => sequence > LAST_REPLACEABLE))
    throw refused('does not signal that it may be replaced (BIP-125)');
  const isOwn = ({ script }: { readonly script: Uint8Array }) => hexEncode(script) === own.script;
  const payees = psbt.transaction.outputs.filter((output) => !isOwn(output));
  const back = psbt.transaction.outputs.filter(isOwn);
  if (back.length > 1) throw refused('pays the account more than once, so its change is not known');
  return { psbt, own, next, payees, change: back[0] ?? null };
}

/** The virtual bytes of a replacement with one output to the account. */
function sizeAfter({ own, next, payees, change }: ReturnType<typeof readOriginal>, act: ReplacementAct): bigint {
  const changeBytes = 9n + BigInt(own.scriptBytes);
  const removed = act === 'raise' ? 0n : payees.reduce((sum, { bytes }) => sum + BigInt(bytes.length), 0n);
  return next.virtualBytes - removed + (change === null ? changeBytes : 0n);
}

function amountBytes(units: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, units, true);
  return bytes;
}

const refused = (why: string) => new Refusal('transaction', why, 'the replacement');
