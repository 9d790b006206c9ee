import Type from 'typebox';
import {
  Closed,
  ENDPOINT_CHAINS,
  KnownRecipient,
  Payment,
  PaymentAddress,
  PaymentAsset,
  PaymentQuote,
  RecipientFacts,
  UnsignedPayment,
} from '../model/index.ts';
import { call } from './define.ts';

const Chain = Type.Enum(ENDPOINT_CHAINS);

/**
 * The part of the contract about payments. Nothing of it is trusted later: the composed bytes are signed like every
 * transaction, and the trusted window shows what they are decoded to.
 */
export const PAYMENT_CALLS = {
  payments: {
    assets: call(Closed({ chain: Chain }), Closed({ assets: Type.Array(PaymentAsset) })),
    recipients: call(
      Closed({ chain: Chain, search: Type.String({ maxLength: 200 }) }),
      Closed({ rows: Type.Array(KnownRecipient) }),
    ),
    recipient: call(Closed({ chain: Chain, address: Type.String({ maxLength: 512 }) }), RecipientFacts),
    /** Reads balances and nonce from the service, and for the local service the fees from its nodes. */
    quote: call(Closed({ chain: Chain, from: PaymentAddress, payment: Payment }), PaymentQuote),
    /** The unsigned bytes of a payment, made by the vault. Signs and keeps nothing. */
    compose: call(UnsignedPayment, Closed({ unsignedTransaction: Type.String() })),
  },
} as const;
