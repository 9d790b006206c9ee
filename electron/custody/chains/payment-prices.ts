import { AppError } from '../../../shared/errors/index.ts';
import {
  type EndpointChain,
  PAYMENT_FORMATS,
  type Payment,
  type PaymentFamily,
  type PaymentFees,
  paymentFamilyOf,
} from '../../../shared/model/index.ts';
import { ADDRESS_TABLE } from '../../crypto/index.ts';
import type { ChainNode } from './node.ts';
import { ethereumPaymentFees } from './payment-fees.ts';
import { solanaPaymentFees } from './solana/payment-fees.ts';

type Price = (node: ChainNode, from: string, payment: Payment) => Promise<PaymentFees>;

/** The price of a payment on each family of chains. */
const PRICES: Readonly<Record<PaymentFamily, Price>> = { ethereum: ethereumPaymentFees, solana: solanaPaymentFees };

/** Returns the price of a payment on a chain. Throws INVALID_INPUT for an address of another chain, and NodeFault. */
export async function pricePayment(chain: EndpointChain, node: ChainNode, from: string, payment: Payment) {
  const family = paymentFamilyOf(chain);
  const { normalize } = ADDRESS_TABLE[PAYMENT_FORMATS[family]];
  for (const address of [from, payment.to, payment.token])
    if (address !== null && normalize(address) === null)
      throw new AppError('INVALID_INPUT', `${address} is not an address of ${chain}. Nothing was asked. Correct it.`);
  return PRICES[family](node, from, payment);
}
