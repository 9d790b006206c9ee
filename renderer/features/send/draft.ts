import { ENDPOINT_CHAINS, type EndpointChain, type FeeSpeed, feeUnitOf } from '../../../shared/model/index.ts';
import { createDraft } from '../../state/draft.ts';

/** Chains that payments are made on: those whose fees are counted in a known unit. */
export const PAYMENT_CHAINS: readonly EndpointChain[] = ENDPOINT_CHAINS.filter((chain) => feeUnitOf(chain) !== null);

/** The fields of a payment as they were typed. An empty nonce or fee is filled from the service and its node. */
export interface PaymentDraft {
  /** Null follows the first chain with a node. */
  readonly chain: EndpointChain | null;
  /** Null for the chain's coin. */
  readonly token: string | null;
  readonly to: string;
  /** The address that the operator kept although a known one reads like it. */
  readonly kept: string | null;
  readonly amount: string;
  /** `typed` for a fee that is not the node's. */
  readonly speed: FeeSpeed | 'typed';
  readonly nonce: string;
  /** In gwei for each unit of gas, on Tempo in nanodollars. */
  readonly maxFee: string;
  /** In gwei for each unit of gas, on Tempo in nanodollars, or on Solana in SOL for the whole payment. */
  readonly priorityFee: string;
  readonly gasLimit: string;
  /** On Tron, the most that the energy of a token may cost, in TRX. */
  readonly feeLimit: string;
  /** On Bitcoin, in satoshi for each virtual byte. */
  readonly feeRate: string;
  /** On Solana, Tron and Tempo. */
  readonly memo: string;
  /** On Tempo, the token that pays the fee. Null for the account's default. */
  readonly feeToken: string | null;
}

export const EMPTY_PAYMENT: PaymentDraft = {
  chain: null,
  token: null,
  to: '',
  kept: null,
  amount: '',
  speed: 'normal',
  nonce: '',
  maxFee: '',
  priorityFee: '',
  gasLimit: '',
  feeRate: '',
  feeLimit: '',
  memo: '',
  feeToken: null,
};

/** The typed payment of each profile. */
export const usePaymentDraft = createDraft<PaymentDraft>(EMPTY_PAYMENT, 'payment', ['kept']);
