import Type from 'typebox';
import {
  Closed,
  ENDPOINT_CHAINS,
  KnownRecipient,
  Payment,
  PaymentAddress,
  PaymentAsset,
  PaymentQuote,
  REPLACEMENT_ACTS,
  RecipientFacts,
  ReplacementFee,
  ReplacementOffer,
  UnsignedPayment,
} from '../model/index.ts';
import { call } from './define.ts';

const Chain = Type.Enum(ENDPOINT_CHAINS);
const Id = Type.String({ minLength: 1, maxLength: 64 });

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
    /** The unsigned bytes of a payment for a trial, with made-up outputs and blocks. No chain takes them. Asks no node. */
    example: call(UnsignedPayment, Closed({ unsignedTransaction: Type.String() })),
    /** The fees with which the payment of an activity can be replaced. Null where it cannot be. */
    replacement: call(Closed({ activityId: Id }), Closed({ offer: Type.Union([ReplacementOffer, Type.Null()]) })),
    /**
     * Builds the exact body that replaces a payment, and stamps nothing. Main composes it from the request that was
     * signed. Throws NOT_FOUND for a payment that cannot be replaced any more, and INVALID_INPUT for too low a fee.
     */
    replace: call(
      Closed({ activityId: Id, act: Type.Enum(REPLACEMENT_ACTS), fee: ReplacementFee }),
      Closed({ requestId: Id }),
    ),
  },
} as const;
