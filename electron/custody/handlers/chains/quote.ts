import { MAXIMUM_FEE } from '../../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';
import { type ChainNode, NodeFault, type Question } from '../../chains/index.ts';
import { blockHead, gasEstimate, priorityFee, transactionCount } from '../../chains/questions.ts';
import { publicError } from '../../public-error.ts';

/** The fees and the nonce that a caller sets, in decimal digits. A node supplies the others. */
export interface GivenFees {
  readonly nonce?: string;
  readonly gasLimit?: string;
  readonly maxFeePerGas?: string;
  readonly maxPriorityFeePerGas?: string;
}

/** One call of a transaction of an account. */
export interface Call {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly data: Uint8Array;
}

/** All of a transaction of EIP-1559 but its nonce. */
export interface Quote {
  readonly maxPriorityFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
  readonly gasLimit: bigint;
  /** The first nonce without a transaction that the node knows. */
  readonly nextNonce: number;
}

/** A call may need more when it is carried out than when it is tried: a fifth. A plain transfer never does. */
const PLAIN = 21_000n;
/** The priority fee when a node recommends none. */
const USUAL_PRIORITY_FEE = 10n ** 9n;

/**
 * Queries the fees that the request omits. Throws NodeFault, with the node's words when the call would fail, and
 * RPC_CALL_ERROR for fees out of bounds.
 */
export async function quote(node: ChainNode, call: Call, given: GivenFees): Promise<Quote> {
  const nextNonce = Number(await node.ask(transactionCount(call.from, 'pending')));
  const gasLimit = given.gasLimit === undefined ? withMargin(await node.ask(estimateOf(call))) : BigInt(given.gasLimit);
  const fees = await feesOf(node, given);
  const total = gasLimit * fees.maxFeePerGas;
  const isGiven = given.maxFeePerGas !== undefined && given.gasLimit !== undefined;
  if (total > MAXIMUM_FEE && !isGiven)
    throw publicError(
      'RPC_CALL_ERROR',
      `the node of ${node.chain} asks for a fee of up to ${total} of the smallest unit, which is more than is paid on its word. Nothing was sent. Give gasLimit and maxFeePerGas to pay it.`,
    );
  return { ...fees, gasLimit, nextNonce };
}

/** The gas that a call needs now. */
export const estimateOf = ({ data, ...call }: Call): Question<bigint> =>
  gasEstimate({ ...call, data: `0x${hexEncode(data)}` });

export const withMargin = (gas: bigint): bigint => (gas === PLAIN ? gas : (gas * 6n) / 5n);

async function feesOf(
  node: ChainNode,
  given: GivenFees,
): Promise<Pick<Quote, 'maxFeePerGas' | 'maxPriorityFeePerGas'>> {
  const { maxFeePerGas, maxPriorityFeePerGas } = given;
  const priority = maxPriorityFeePerGas === undefined ? await advisedPriority(node) : BigInt(maxPriorityFeePerGas);
  if (maxFeePerGas !== undefined) {
    const most = BigInt(maxFeePerGas);
    return { maxFeePerGas: most, maxPriorityFeePerGas: priority < most ? priority : most };
  }
  const latest = await node.ask(blockHead('latest'));
  // Twice the base fee covers six full blocks, because the base fee rises by at most an eighth a block (EIP-1559).
  return { maxFeePerGas: 2n * (latest?.baseFeePerGas ?? 0n) + priority, maxPriorityFeePerGas: priority };
}

async function advisedPriority(node: ChainNode): Promise<bigint> {
  try {
    return await node.ask(priorityFee);
  } catch (error) {
    if (error instanceof NodeFault && error.kind === 'unable') return USUAL_PRIORITY_FEE;
    throw error;
  }
}

/** Bytes in hex, with or without 0x. */
export const bytesOf = (data: string | undefined): Uint8Array => hexDecode((data ?? '').replace(/^0x/i, ''));
