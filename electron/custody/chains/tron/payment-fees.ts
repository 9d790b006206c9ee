import {
  MAXIMUM_FEE_LIMIT,
  MAXIMUM_MEMO,
  type Payment,
  TRON_BYTES,
  type TronFees,
} from '../../../../shared/model/index.ts';
import { NodeFault } from '../../node-fault.ts';
import type { ChainNode } from '../node.ts';
import { accountBalance, prices, type TronPrices, tokenTransfer } from './questions.ts';

/** Choice (tron-fee-limit): the proposed limit is a fifth above the energy that the node measured, at the network's price. */
const MARGIN = { over: 6n, under: 5n } as const;
/** The highest price of a byte, 0.01 TRX, and of an account or a memo, 10 TRX, that a node is believed. */
const MOST = { byte: 10_000n, account: 10_000_000n, memo: 10_000_000n } as const;
/** The bytes around a memo: its tag, its length, and one more of the length of the whole. */
const MEMO_FRAME = 3;

/** Returns the price of a payment from an account. Throws a NodeFault for a malformed reply, and for prices above the bounds. */
export async function tronPaymentFees(node: ChainNode, from: string, payment: Payment): Promise<TronFees> {
  const { to, token } = payment;
  const [price, recipient] = await node.askAll<[TronPrices, bigint | null]>([prices, accountBalance(to)]);
  if (price.byte > MOST.byte || price.account > MOST.account || price.memo > MOST.memo)
    throw new NodeFault(
      'malformed',
      `the node of ${node.chain} reports prices far above the network’s. Ask another node.`,
    );
  const bandwidthFee = String(price.byte * (token === null ? TRON_BYTES.coin : TRON_BYTES.token));
  const memoFee = String(price.memo + price.byte * BigInt(MAXIMUM_MEMO + MEMO_FRAME));
  if (token === null) {
    const accountFee = String(recipient === null ? price.account : 0n);
    return { family: 'tron', bandwidthFee, accountFee, memoFee, feeLimit: '0', refusal: null };
  }
  const run = await node.ask(tokenTransfer(from, token, to, BigInt(payment.units)));
  const refused = (refusal: string): TronFees => ({
    family: 'tron',
    bandwidthFee,
    accountFee: '0',
    memoFee,
    feeLimit: '0',
    refusal: `The chain would refuse this payment: ${refusal}.`,
  });
  if (run.refusal !== null) return refused(run.refusal);
  if (!/^0{63}1$|^$/.test(run.word)) return refused('the contract of the token returns no success');
  const feeLimit = (run.energy * price.energy * MARGIN.over) / MARGIN.under;
  if (feeLimit > MAXIMUM_FEE_LIMIT)
    throw new NodeFault(
      'malformed',
      `the node of ${node.chain} asks for a fee limit of ${feeLimit} sun, more than Castellan proposes. Ask another node.`,
    );
  return {
    family: 'tron',
    bandwidthFee,
    accountFee: '0',
    memoFee,
    feeLimit: String(feeLimit === 0n ? 1n : feeLimit),
    refusal: null,
  };
}
