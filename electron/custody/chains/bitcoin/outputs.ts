import { chooseCoins, MAXIMUM_COINS, type SpendableOutput } from '../../../../shared/model/index.ts';
import { bitcoinAddressFacts } from '../../../crypto/index.ts';
import { NodeFault } from '../../node-fault.ts';
import type { ChainNode } from '../node.ts';
import { type ListedOutput, transaction, unspent } from './questions.ts';

/** The payment whose outputs are wanted. `rate` is in satoshi for 1,000 virtual bytes. */
export interface WantedOutputs {
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
  readonly rate: bigint;
  /** The outputs that payments under way spend: `<txid>:<index>`. */
  readonly reserved: ReadonlySet<string>;
}

export const nameOfOutput = ({ txid, index }: Pick<ListedOutput, 'txid' | 'index'>): string => `${txid}:${index}`;

const largestFirst = (one: ListedOutput, other: ListedOutput): number =>
  one.units === other.units ? (nameOfOutput(one) < nameOfOutput(other) ? -1 : 1) : one.units < other.units ? 1 : -1;

/**
 * Returns the outputs of an address that a payment may spend, the largest first, and the sum of the others.
 * Choice (confirmed-outputs): an output is spent only when a block includes it. A transaction that never enters one would
 * make the payment invalid.
 */
export async function spendableOf(
  node: ChainNode,
  address: string,
  reserved: ReadonlySet<string>,
): Promise<{ readonly coins: readonly ListedOutput[]; readonly pendingUnits: bigint }> {
  const listed = await node.ask(unspent(address));
  const isFree = (output: ListedOutput) => output.height !== null && !reserved.has(nameOfOutput(output));
  const pending = listed.filter(({ height }) => height === null);
  return {
    coins: listed.filter(isFree).toSorted(largestFirst).slice(0, MAXIMUM_COINS),
    pendingUnits: pending.reduce((sum, { units }) => sum + units, 0n),
  };
}

/**
 * Returns the outputs that a payment spends, each proven by its transaction. Empty when they do not cover it. Throws a
 * NodeFault for an output that its transaction contradicts.
 */
export async function provenOutputs(node: ChainNode, wanted: WantedOutputs): Promise<SpendableOutput[]> {
  const { from, to, units, rate, reserved } = wanted;
  const [payer, recipient] = [bitcoinAddressFacts(from, 'from'), bitcoinAddressFacts(to, 'to')];
  const { coins } = await spendableOf(node, from, reserved);
  const choice = chooseCoins(
    coins.map((coin) => coin.units),
    units,
    {
      ...{ rate, inputWeight: payer.inputWeight, changeDust: payer.dust },
      ...{ recipientBytes: recipient.scriptBytes, changeBytes: payer.scriptBytes },
    },
  );
  if (choice === null) return [];
  const spent = coins.slice(0, choice.count);
  const made = await node.askAll(spent.map(transaction));
  return spent.map((coin, at) => {
    const { outputs = [], hex = '' } = made[at] ?? {};
    const output = outputs[coin.index];
    const name = nameOfOutput(coin);
    if (output === undefined || output.script !== payer.script)
      throw lie(node, `lists the output ${name} for ${from}, and it is not of this address`);
    if (output.units !== coin.units)
      throw lie(node, `reports ${coin.units} satoshi for the output ${name}, and its transaction has ${output.units}`);
    return { txid: coin.txid, index: coin.index, units: String(coin.units), previous: hex };
  });
}

const lie = ({ chain }: ChainNode, why: string) =>
  new NodeFault('malformed', `the node of ${chain} cannot be used: it ${why}. Ask another node.`);
