import { type BitcoinFees, MAXIMUM_RATE, MINIMUM_RATE, type Payment } from '../../../../shared/model/index.ts';
import { bitcoinAddressFacts } from '../../../crypto/index.ts';
import { NodeFault } from '../../node-fault.ts';
import type { ChainNode } from '../node.ts';
import { spendableOf } from './outputs.ts';
import { feeRates } from './questions.ts';
import type { UsedOutputs } from './reserved.ts';

/**
 * Returns the price of a payment from an account, and the amounts of its outputs. Throws a NodeFault for a malformed
 * reply, and for a fee rate above the bound.
 *
 * Choice (bitcoin-speeds): the rates are the node's for two, six and 144 blocks, at least one satoshi for each virtual
 * byte. A target without an estimate has that minimum.
 */
export async function bitcoinPaymentFees(
  node: ChainNode,
  from: string,
  { to }: Payment,
  used: UsedOutputs,
): Promise<BitcoinFees> {
  const [payer, recipient] = [bitcoinAddressFacts(from, 'from'), bitcoinAddressFacts(to, 'to')];
  const rates = await node.ask(feeRates);
  const { coins, inOrder, pendingUnits } = await spendableOf(node, from, used);
  const slow = atLeast(MINIMUM_RATE, rates[144]);
  const normal = atLeast(slow, rates[6]);
  const fast = atLeast(normal, rates[2]);
  if (fast > MAXIMUM_RATE)
    throw new NodeFault(
      'malformed',
      `the node of ${node.chain} asks for a fee of ${fast / 1000n} satoshi per virtual byte, more than Castellan proposes. Ask another node.`,
    );
  return {
    family: 'bitcoin',
    slow: String(slow),
    normal: String(normal),
    fast: String(fast),
    coins: coins.map(({ units }) => String(units)),
    inOrder,
    pendingUnits: String(pendingUnits),
    inputWeight: payer.inputWeight,
    hasWitness: payer.hasWitness,
    recipientBytes: recipient.scriptBytes,
    changeBytes: payer.scriptBytes,
    recipientDust: String(recipient.dust),
    changeDust: String(payer.dust),
  };
}

const atLeast = (least: bigint, rate: bigint | null): bigint => (rate === null || rate < least ? least : rate);
