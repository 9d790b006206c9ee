import {
  bitcoinNetworkOf,
  type ComposedBitcoinPayment,
  chooseCoins,
  MAXIMUM_BITCOIN_FEE,
  recipientFormats,
  type SpendableOutput,
} from '../../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { ADDRESS_TABLE } from '../../addresses/index.ts';
import { type Bytes, join } from '../../native.ts';
import { Refusal } from '../../refusal.ts';
import { INPUT } from './fields.ts';
import { compactSize, uint32 } from './numbers.ts';
import { type BitcoinAddressFacts, bitcoinAddressFacts, readPrevious } from './previous.ts';
import { bitcoins } from './scripts.ts';
import { readTransaction } from './transaction.ts';

const MAGIC = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff);
/** The reader of PSBTs has the same limit. */
const MAX_PSBT_BYTES = 512 * 1024;
const VERSION = 2;
/** The sequence by which a payment signals that its sender may replace it with a higher fee (BIP-125). */
const REPLACEABLE = 0xffff_fffd;

/** An input to spend: its outpoint as hashed, and the output that it spends. */
interface ProvenInput {
  readonly outpoint: Bytes;
  readonly units: bigint;
  readonly output: Bytes;
  readonly previous: Bytes;
}

/**
 * Returns a payment as a PSBT of version 0 (BIP-174) in hex. Each input has the whole transaction that made its output, so
 * that amounts and fee are proven. Throws a `Refusal` with the wrong member. An output of another address, another
 * transaction or another amount is one. So is a fee above the reviewed one, or above 0.1 BTC.
 */
export function unsignedBitcoinPayment(payment: ComposedBitcoinPayment): string {
  const [from, to] = [partyOf(payment, 'from'), partyOf(payment, 'to')];
  const units = BigInt(payment.units);
  if (units === 0n) throw refused('is zero', 'units');
  if (units < to.dust) throw refused(`is below ${bitcoins(to.dust)}, the least that nodes relay`, 'units');
  const given = payment.inputs.map((input) => proven(input, from));
  const inputs = given.toSorted(byOutpoint);
  if (new Set(inputs.map(({ outpoint }) => hexEncode(outpoint))).size < inputs.length)
    throw refused('are not all different', 'inputs');
  const { fee, change } = chosen(payment, given, { from, to });
  const bound = BigInt(payment.feeAtMost);
  if (fee > bound) throw refused(`is ${bitcoins(fee)} now, above the ${bitcoins(bound)} that you reviewed`, 'the fee');
  if (fee > MAXIMUM_BITCOIN_FEE)
    throw refused(`is ${bitcoins(fee)}, above the limit of ${bitcoins(MAXIMUM_BITCOIN_FEE)}`, 'the fee');
  const outputs = [
    outputOf(units, hexDecode(to.script)),
    ...(change === 0n ? [] : [outputOf(change, hexDecode(from.script))]),
  ].toSorted(byBytes);
  const psbt = join(
    MAGIC,
    ...globalMap(inputs, outputs),
    ...inputs.flatMap((input) => inputMap(input, from)),
    ...outputs.map(() => END),
  );
  if (psbt.length > MAX_PSBT_BYTES) throw refused('have too large transactions for one PSBT. Send less', 'inputs');
  return hexEncode(psbt);
}

/**
 * Takes the given outputs in their order, which is that of the choice in main, so none may be left over. An output of a
 * failed payment comes before larger ones. Fee and change depend on the amounts only, and the PSBT has the order of BIP-69.
 */
function chosen(
  { units, feeRate }: ComposedBitcoinPayment,
  inputs: readonly ProvenInput[],
  { from, to }: { readonly from: BitcoinAddressFacts; readonly to: BitcoinAddressFacts },
) {
  const coins = inputs.map((input) => input.units);
  const sizes = {
    rate: BigInt(feeRate),
    inputWeight: from.inputWeight,
    hasWitness: from.hasWitness,
    changeDust: from.dust,
    recipientBytes: to.scriptBytes,
    changeBytes: from.scriptBytes,
    inOrder: true,
  };
  const choice = chooseCoins(coins, BigInt(units), sizes);
  if (choice === null) throw refused('do not cover the amount and its fee', 'inputs');
  if (choice.places.length !== coins.length) throw refused('are more than the amount and its fee need', 'inputs');
  return choice;
}

/** Reads an output from the transaction that made it, and compares it with the stated one. */
function proven({ txid, index, units, previous }: SpendableOutput, from: BitcoinAddressFacts): ProvenInput {
  const place = `the output ${txid}:${index}`;
  const made = readPrevious(previous);
  if (made.txid !== txid) throw refused(`is proven by another transaction, ${made.txid}`, place);
  const output = made.outputs[index];
  if (output === undefined) throw refused('is not in its transaction', place);
  if (output.script !== from.script) throw refused('belongs to another address', place);
  if (output.units !== BigInt(units))
    throw refused(`has ${bitcoins(output.units)} and not ${bitcoins(BigInt(units))}`, place);
  return {
    outpoint: join(hexDecode(txid).reverse(), uint32(index)),
    units: output.units,
    output: outputOf(output.units, hexDecode(output.script)),
    previous: hexDecode(previous),
  };
}

const END = Uint8Array.of(0);

function entry(type: number, value: Uint8Array): Bytes {
  return join(Uint8Array.of(1, type), compactSize(value.length), value);
}

function globalMap(inputs: readonly ProvenInput[], outputs: readonly Bytes[]): Bytes[] {
  const unsigned = join(
    uint32(VERSION),
    compactSize(inputs.length),
    ...inputs.flatMap(({ outpoint }) => [outpoint, END, uint32(REPLACEABLE)]),
    compactSize(outputs.length),
    ...outputs,
    uint32(0),
  );
  readTransaction(unsigned, 'the payment', false);
  return [entry(0, unsigned), END];
}

function inputMap({ previous, output }: ProvenInput, { script }: BitcoinAddressFacts): Bytes[] {
  const isLegacy = script.startsWith('76a914');
  return [entry(INPUT.nonWitnessUtxo, previous), ...(isLegacy ? [] : [entry(INPUT.witnessUtxo, output)]), END];
}

function outputOf(units: bigint, script: Uint8Array): Bytes {
  const amount = Uint8Array.from({ length: 8 }, (_, index) => Number((units >> BigInt(8 * index)) & 0xffn));
  return join(amount, compactSize(script.length), script);
}

/** The facts of an address of the chain's network. */
function partyOf(payment: ComposedBitcoinPayment, member: 'from' | 'to'): BitcoinAddressFacts {
  const chain = payment.chain as Parameters<typeof recipientFormats>[0];
  const isOfNetwork =
    bitcoinNetworkOf(chain) !== null &&
    recipientFormats(chain).some((format) => ADDRESS_TABLE[format].normalize(payment[member]) !== null);
  if (!isOfNetwork) throw refused('is not an address of this network of Bitcoin', member);
  return bitcoinAddressFacts(payment[member], member);
}

/** By the order of BIP-69, so that the order does not show the change. */
const byBytes = (one: Uint8Array, other: Uint8Array) => compareText(reversedAmount(one), reversedAmount(other));
const reversedAmount = (output: Uint8Array) => hexEncode(join(output.slice(0, 8).reverse(), output.subarray(8)));
const byOutpoint = (one: ProvenInput, other: ProvenInput) =>
  compareText(outpointKey(one.outpoint), outpointKey(other.outpoint));
const outpointKey = (outpoint: Uint8Array) =>
  hexEncode(join(outpoint.slice(0, 32).reverse(), outpoint.slice(32).reverse()));
const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const refused = (why: string, place: string) => new Refusal('transaction', why, place);
