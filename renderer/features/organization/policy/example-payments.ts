import {
  ENDPOINT_CHAINS,
  type EndpointChain,
  isTempoChain,
  type PaymentAsset,
  type PaymentFamily,
  paymentFamilyOf,
  type TokenProgram,
  type UnsignedPayment,
} from '../../../../shared/model/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';

/** Chains whose payments have no other members than those of the form. */
export const TRIED_CHAINS: readonly EndpointChain[] = ENDPOINT_CHAINS.filter((chain) => !isTempoChain(chain));
type TriedFamily = Exclude<PaymentFamily, 'tempo'>;

/** A payment as the form has it. */
export interface TriedPayment {
  readonly chain: EndpointChain;
  readonly from: string;
  readonly to: string;
  readonly asset: PaymentAsset;
  readonly units: string;
  /** The program of a token on Solana. The first one when absent. */
  readonly program?: TokenProgram;
}

interface TriedFamilyRules {
  /** The whole payment, at a usual price, because a trial reads no node. */
  readonly payment: (typed: TriedPayment) => UnsignedPayment;
  /** The type and the parameters of the request that *Send* makes of it. */
  readonly request: (
    typed: TriedPayment,
    unsignedTransaction: string,
  ) => { readonly type: string; readonly parameters: Readonly<Record<string, unknown>> };
}

const FAMILIES: Readonly<Record<TriedFamily, TriedFamilyRules>> = {
  ethereum: {
    payment: ({ chain, to, asset: { token }, units }) => ({
      family: 'ethereum',
      chain,
      to,
      token,
      units,
      nonce: '0',
      gasLimit: '100000',
      maxFeePerGas: '30000000000',
      maxPriorityFeePerGas: '1000000000',
    }),
    request: ({ from }, unsignedTransaction) => ({
      type: OPERATIONS.sign_transaction.activityType,
      parameters: { signWith: from, unsignedTransaction, type: 'TRANSACTION_TYPE_ETHEREUM' },
    }),
  },
  solana: {
    payment: ({ chain, from, to, asset: { token, decimals }, units, program = 'token' }) => ({
      family: 'solana',
      chain,
      from,
      to,
      units,
      unitLimit: '200000',
      unitPrice: '1000',
      memo: null,
      token: token === null ? null : { mint: token, program, decimals },
    }),
    request: ({ from, chain }, unsignedTransaction) => ({
      type: OPERATIONS.sol_send_transaction.activityType,
      parameters: { unsignedTransaction, signWiths: [from], caip2: chain },
    }),
  },
  bitcoin: {
    payment: ({ chain, from, to, units }) => ({
      family: 'bitcoin',
      chain,
      from,
      to,
      units,
      token: null,
      feeRate: '5000',
      feeAtMost: '10000',
    }),
    request: ({ from, chain }, unsignedTransaction) => ({
      type: OPERATIONS.btc_send_transaction.activityType,
      parameters: { unsignedTransaction, signWith: from, caip2: chain },
    }),
  },
  tron: {
    payment: ({ chain, from, to, asset: { token }, units }) => ({
      family: 'tron',
      chain,
      from,
      to,
      units,
      token,
      memo: null,
      feeLimit: token === null ? '0' : '100000000',
    }),
    request: ({ from, chain }, unsignedTransaction) => ({
      type: OPERATIONS.tron_send_transaction.activityType,
      parameters: { unsignedTransaction, signWith: from, caip2: chain },
    }),
  },
};

/** Returns the rules of a chain's family. Tempo has none here, and is not among the chains of the form. */
export function triedRules(chain: EndpointChain): TriedFamilyRules {
  const family = paymentFamilyOf(chain);
  return FAMILIES[family === 'tempo' ? 'ethereum' : family];
}
