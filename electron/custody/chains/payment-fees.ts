import {
  type EthereumFees,
  type FeeSpeed,
  type GasFees,
  MAXIMUM_FEE,
  type Payment,
} from '../../../shared/model/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { paymentCall } from '../../crypto/index.ts';
import { NodeFault } from '../node-fault.ts';
import type { ChainNode, Question } from './node.ts';
import { quantity, readData, readList, readObject, readQuantity } from './quantities.ts';
import { gasEstimate, priorityFee } from './questions.ts';

/** Blocks whose fees are compared. */
const BLOCKS = 10;

/**
 * Choice (fee-speeds): the priority fee is the median over ten blocks of what the cheap, the usual and the dear
 * transactions paid. The fee at most leaves room for one, three and six full blocks, each of which raises the base fee
 * by an eighth (EIP-1559).
 */
const SPEEDS: Readonly<Record<FeeSpeed, { readonly percentile: number; readonly eighths: bigint }>> = {
  slow: { percentile: 10, eighths: 9n },
  normal: { percentile: 50, eighths: 12n },
  fast: { percentile: 90, eighths: 16n },
};

/** A transfer of the coin to an account without code. */
const PLAIN_GAS = 21_000n;

export interface FeeHistory {
  readonly nextBaseFee: bigint;
  /** For each block the priority fees at the percentiles of `SPEEDS`. */
  readonly rewards: readonly (readonly bigint[])[];
}

/** The fees of the last blocks (`eth_feeHistory`). */
export const feeHistory: Question<FeeHistory> = {
  method: 'eth_feeHistory',
  params: [quantity(BLOCKS), 'latest', Object.values(SPEEDS).map(({ percentile }) => percentile)],
  read(result) {
    const { baseFeePerGas, reward = [] } = readObject(result, 'the fee history');
    const base = readList(baseFeePerGas, 'the base fees').at(-1);
    return {
      nextBaseFee: readQuantity(base, 'the base fee'),
      rewards: readList(reward, 'the priority fees').map((block) =>
        readList(block, 'the priority fees of a block').map((fee) => readQuantity(fee, 'the priority fee')),
      ),
    };
  },
};

const codeOf = (address: string): Question<boolean> => ({
  method: 'eth_getCode',
  params: [address, 'latest'],
  read: (result) => readData(result, 'the code') !== '0x',
});

/** The fees of a unit of gas in three speeds, with the base fee of the next block. */
export interface GasSpeeds extends Readonly<Record<FeeSpeed, GasFees>> {
  readonly baseFeePerGas: string;
}

/** Returns the fees by the node's last blocks. Throws a NodeFault. */
export async function gasSpeeds(node: ChainNode, { nextBaseFee, rewards }: FeeHistory): Promise<GasSpeeds> {
  const tips = Object.values(SPEEDS).map((_speed, index) => median(rewards.flatMap((block) => block[index] ?? [])));
  // Blocks without transactions show no priority fees.
  const advised = tips.every((tip) => tip === 0n) ? await node.ask(priorityFee) : null;
  const [slow, normal, fast] = Object.values(SPEEDS).map(({ eighths }, index): GasFees => {
    const tip = advised ?? tips[index] ?? 0n;
    return {
      maxFeePerGas: String((nextBaseFee * eighths) / 8n + tip),
      maxPriorityFeePerGas: String(tip),
    };
  }) as [GasFees, GasFees, GasFees];
  return { baseFeePerGas: String(nextBaseFee), slow, normal, fast };
}

/**
 * Returns the price of a payment from an account. Throws a NodeFault when the node gives no fees, as on a chain without
 * EIP-1559, and for a fee above the bound.
 */
export async function ethereumPaymentFees(node: ChainNode, from: string, payment: Payment): Promise<EthereumFees> {
  const [history, isContract] = await node.askAll<[FeeHistory, boolean]>([feeHistory, codeOf(payment.to)]);
  const speeds = await gasSpeeds(node, history);
  const gas = await gasOf(node, from, payment, isContract);
  const most = BigInt(gas.gasLimit ?? 0) * BigInt(speeds.fast.maxFeePerGas);
  if (most > MAXIMUM_FEE)
    throw new NodeFault(
      'malformed',
      `the node of ${node.chain} asks for a fee of up to ${most} of the smallest unit, more than Castellan pays without your input. Enter the fee.`,
    );
  return { family: 'ethereum', ...speeds, isContract, ...gas };
}

async function gasOf(
  node: ChainNode,
  from: string,
  payment: Payment,
  isContract: boolean,
): Promise<Pick<EthereumFees, 'gasLimit' | 'refusal'>> {
  if (payment.token === null && !isContract) return { gasLimit: String(PLAIN_GAS), refusal: null };
  const { data, ...call } = paymentCall(payment);
  try {
    const gas = await node.ask(gasEstimate({ from, ...call, data: `0x${hexEncode(data)}` }));
    return { gasLimit: String(withRoom(gas)), refusal: null };
  } catch (error) {
    if (error instanceof NodeFault && error.kind === 'refused') return { gasLimit: null, refusal: error.message };
    throw error;
  }
}

/** A call may need more when it is carried out than when it is tried. */
export const withRoom = (gas: bigint): bigint => (gas * 6n) / 5n;

function median(fees: readonly bigint[]): bigint {
  const inOrder = fees.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  return inOrder[Math.floor(inOrder.length / 2)] ?? 0n;
}
