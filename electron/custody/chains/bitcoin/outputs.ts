import { chooseCoins, MAXIMUM_COINS, type SpendableOutput } from '../../../../shared/model/index.ts';
import { bitcoinAddressFacts } from '../../../crypto/index.ts';
import { NodeFault } from '../../node-fault.ts';
import type { ChainNode } from '../node.ts';
import { type ListedOutput, transaction, unspent } from './questions.ts';
import type { UsedOutputs } from './reserved.ts';

/** The payment whose outputs are wanted. `rate` is in satoshi for 1,000 virtual bytes. */
export interface WantedOutputs {
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
  readonly rate: bigint;
  readonly used: UsedOutputs;
}

/** Hexadecimal digits of the previous transactions of one payment. They go into one PSBT. */
const MAXIMUM_PREVIOUS = 8 * 1024 * 1024;

export const nameOfOutput = ({ txid, index }: Pick<ListedOutput, 'txid' | 'index'>): string => `${txid}:${index}`;

const largestFirst = (one: ListedOutput, other: ListedOutput): number =>
  one.units === other.units ? (nameOfOutput(one) < nameOfOutput(other) ? -1 : 1) : one.units < other.units ? 1 : -1;

/**
 * Returns the outputs of an address that a payment may spend, and the sum of the others. Those of failed payments come
 * first, then the largest.
 * Choice (confirmed-outputs): an output is spent only when a block includes it. A transaction that never enters one would
 * make the payment invalid.
 */
export async function spendableOf(
  node: ChainNode,
  address: string,
  { reserved, first }: UsedOutputs,
): Promise<{ readonly coins: readonly ListedOutput[]; readonly pendingUnits: bigint }> {
  const listed = await node.ask(unspent(address));
  const isFree = (output: ListedOutput) => output.height !== null && !reserved.has(nameOfOutput(output));
  const byUse = (one: ListedOutput, other: ListedOutput) =>
    Number(first.has(nameOfOutput(other))) - Number(first.has(nameOfOutput(one))) || largestFirst(one, other);
  const pending = listed.filter(({ height }) => height === null);
  return {
    coins: listed.filter(isFree).toSorted(byUse).slice(0, MAXIMUM_COINS),
    pendingUnits: pending.reduce((sum, { units }) => sum + units, 0n),
  };
}

/**
 * Returns the outputs that a payment spends, each proven by its transaction. Empty when they do not cover it. Throws a
 * NodeFault for an output that its transaction contradicts.
 */
export async function provenOutputs(node: ChainNode, wanted: WantedOutputs): Promise<SpendableOutput[]> {
  const { from, to, units, rate, used } = wanted;
  const [payer, recipient] = [bitcoinAddressFacts(from, 'from'), bitcoinAddressFacts(to, 'to')];
  const { coins } = await spendableOf(node, from, used);
  const choice = chooseCoins(
    coins.map((coin) => coin.units),
    units,
    {
      ...{ rate, inputWeight: payer.inputWeight, changeDust: payer.dust },
      ...{ recipientBytes: recipient.scriptBytes, changeBytes: payer.scriptBytes },
    },
  );
  if (choice === null) return [];
  const proven: SpendableOutput[] = [];
  let length = 0;
  // One at a time: a hostile node may return enormous transactions.
  for (const coin of coins.slice(0, choice.count)) {
    const { outputs, hex } = await node.ask(transaction(coin));
    const output = outputs[coin.index];
    const name = nameOfOutput(coin);
    length += hex.length;
    if (length > MAXIMUM_PREVIOUS)
      throw new NodeFault(
        'tooLong',
        'the transactions behind the outputs are larger than one payment can carry. Pay a smaller amount.',
      );
    if (output === undefined || output.script !== payer.script)
      throw lie(node, `lists the output ${name} for ${from}, and it is not of this address`);
    if (output.units !== coin.units)
      throw lie(node, `reports ${coin.units} satoshi for the output ${name}, and its transaction has ${output.units}`);
    proven.push({ txid: coin.txid, index: coin.index, units: String(coin.units), previous: hex });
  }
  return proven;
}

const lie = ({ chain }: ChainNode, why: string) =>
  new NodeFault('malformed', `the node of ${chain} cannot be used: it ${why}. Ask another node.`);
