import { AppError } from '../../../shared/errors/index.ts';
import {
  type EndpointChain,
  type Payment,
  type PaymentFamily,
  type PaymentFees,
  paymentFamilyOf,
  recipientFormats,
} from '../../../shared/model/index.ts';
import { ADDRESS_TABLE } from '../../crypto/index.ts';
import { bitcoinPaymentFees } from './bitcoin/payment-fees.ts';
import { NONE_USED, type UsedOutputs } from './bitcoin/reserved.ts';
import type { ChainNode } from './node.ts';
import { ethereumPaymentFees } from './payment-fees.ts';
import { solanaPaymentFees } from './solana/payment-fees.ts';
import { tempoPaymentFees } from './tempo/payment-fees.ts';
import { tronPaymentFees } from './tron/payment-fees.ts';

/** `used` are the outputs of Bitcoin that other payments of the account concern. */
type Price = (node: ChainNode, from: string, payment: Payment, used: UsedOutputs) => Promise<PaymentFees>;

/** The price of a payment on each family of chains. */
const PRICES: Readonly<Record<PaymentFamily, Price>> = {
  ethereum: ethereumPaymentFees,
  solana: solanaPaymentFees,
  bitcoin: bitcoinPaymentFees,
  tron: tronPaymentFees,
  tempo: tempoPaymentFees,
};

/** Returns the price of a payment on a chain. Throws INVALID_INPUT for an address of another chain, and NodeFault. */
export async function pricePayment(
  chain: EndpointChain,
  node: ChainNode,
  from: string,
  payment: Payment,
  used: UsedOutputs = NONE_USED,
): Promise<PaymentFees> {
  for (const address of [from, payment.to, payment.token]) if (address !== null) requireOfChain(chain, address);
  return PRICES[paymentFamilyOf(chain)](node, from, payment, used);
}

/** Throws INVALID_INPUT for an address of another chain. */
export function requireOfChain(chain: EndpointChain, address: string): void {
  if (recipientFormats(chain).every((format) => ADDRESS_TABLE[format].normalize(address) === null))
    throw new AppError('INVALID_INPUT', `${address} is not an address of ${chain}. Nothing was asked. Correct it.`);
}
