import {
  MAXIMUM_COINS,
  MAXIMUM_PREVIOUS_DIGITS,
  type SpendableOutput,
  shareCoins,
} from '../../../../shared/model/index.ts';
import { bitcoinAddressFacts } from '../../../crypto/index.ts';
import { NodeFault } from '../../node-fault.ts';
import type { ChainNode } from '../node.ts';
import { type ListedOutput, transaction, unspent } from './questions.ts';
import type { UsedOutputs } from './reserved.ts';

/** The payments whose outputs are wanted. `rate` is in satoshi for 1,000 virtual bytes. */
export interface WantedOutputs {
  readonly from: string;
  readonly payments: readonly { readonly to: string; readonly units: bigint }[];
  readonly rate: bigint;
  readonly used: UsedOutputs;
}

/** Hexadecimal digits of the previous transactions of all payments of a batch. */
const MAXIMUM_IN_ALL = 32 * 1024 * 1024;

export const nameOfOutput = ({ txid, index }: Pick<ListedOutput, 'txid' | 'index'>): string => `${txid}:${index}`;

const largestFirst = (one: ListedOutput, other: ListedOutput): number =>
  one.units === other.units ? (nameOfOutput(one) < nameOfOutput(other) ? -1 : 1) : one.units < other.units ? 1 : -1;

/**
 * Returns the outputs of an address that a payment may spend, and the sum of the others. Those of failed payments come
 * first, then the largest. `inOrder` is true when there are some of failed payments.
 * Choice (confirmed-outputs): an output is spent only when a block includes it. A transaction that never enters one would
 * make the payment invalid.
 */
export async function spendableOf(
  node: ChainNode,
  address: string,
  { reserved, first }: UsedOutputs,
): Promise<{ readonly coins: readonly ListedOutput[]; readonly inOrder: boolean; readonly pendingUnits: bigint }> {
  const listed = await node.ask(unspent(address));
  const isFree = (output: ListedOutput) => output.height !== null && !reserved.has(nameOfOutput(output));
  const byUse = (one: ListedOutput, other: ListedOutput) =>
    Number(first.has(nameOfOutput(other))) - Number(first.has(nameOfOutput(one))) || largestFirst(one, other);
  const pending = listed.filter(({ height }) => height === null);
  const coins = listed.filter(isFree).toSorted(byUse).slice(0, MAXIMUM_COINS);
  return {
    coins,
    inOrder: coins.some((coin) => first.has(nameOfOutput(coin))),
    pendingUnits: pending.reduce((sum, { units }) => sum + units, 0n),
  };
}

/**
 * Returns the outputs that each payment spends, proven by their transactions. No two payments spend the same one. Empty
 * for a payment that they do not cover. Throws a NodeFault for an output that its transaction contradicts.
 */
export async function provenOutputs(
  node: ChainNode,
  { from, payments, rate, used }: WantedOutputs,
): Promise<SpendableOutput[][]> {
  const payer = bitcoinAddressFacts(from, 'from');
  const { coins, inOrder } = await spendableOf(node, from, used);
  const own = {
    rate,
    inOrder,
    inputWeight: payer.inputWeight,
    hasWitness: payer.hasWitness,
    changeDust: payer.dust,
    changeBytes: payer.scriptBytes,
  };
  const shares = shareCoins(
    coins.map((coin) => coin.units),
    payments.map(({ to, units }) => {
      const { scriptBytes: recipientBytes } = bitcoinAddressFacts(to, 'to');
      return { units, sizes: { ...own, recipientBytes } };
    }),
  );
  const proven: SpendableOutput[][] = [];
  let sum = 0;
  // One at a time: a hostile node may return enormous transactions.
  for (const share of shares) {
    const outputs: SpendableOutput[] = [];
    let length = 0;
    for (const place of share?.places ?? []) {
      const coin = coins[place];
      if (coin === undefined) continue;
      const output = await provenOutput(node, coin, { from, script: payer.script });
      length += output.previous.length;
      sum += output.previous.length;
      if (length > MAXIMUM_PREVIOUS_DIGITS || sum > MAXIMUM_IN_ALL)
        throw new NodeFault(
          'tooLong',
          `the transactions behind the outputs are larger than ${length > MAXIMUM_PREVIOUS_DIGITS ? 'one payment can carry. Pay a smaller amount' : 'one batch can carry. Take lines out'}.`,
        );
      outputs.push(output);
    }
    proven.push(outputs);
  }
  return proven;
}

/** Reads an output from the transaction that made it, and compares it with the listed one. */
async function provenOutput(
  node: ChainNode,
  coin: ListedOutput,
  { from, script }: { readonly from: string; readonly script: string },
): Promise<SpendableOutput> {
  const { outputs, hex } = await node.ask(transaction(coin));
  const output = outputs[coin.index];
  const name = nameOfOutput(coin);
  if (output === undefined || output.script !== script)
    throw lie(node, `lists the output ${name} for ${from}, and it is not of this address`);
  if (output.units !== coin.units)
    throw lie(node, `reports ${coin.units} satoshi for the output ${name}, and its transaction has ${output.units}`);
  return { txid: coin.txid, index: coin.index, units: String(coin.units), previous: hex };
}

const lie = ({ chain }: ChainNode, why: string) =>
  new NodeFault('malformed', `the node of ${chain} cannot be used: it ${why}. Ask another node.`);
