import { AppError } from '../../../shared/errors/index.ts';
import {
  type ChainState,
  ENDPOINT_CHAINS,
  type EndpointChain,
  MAXIMUM_FEE,
  type PaymentFees,
  type ProfileRow,
  type Replaceable,
  type ReplacementAct,
  type ReplacementFee,
  type ReplacementFeeOf,
  type ReplacementOffer,
} from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { bitcoinReplacementRates, ethereumReplacementFees, Refusal } from '../../crypto/index.ts';
import type { Activities } from '../activities/activities.ts';
import type { FindRequested, Requested } from '../activities/requested.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { PreparedRequest } from '../requests/drafts.ts';
import type { Requests } from '../requests/requests.ts';
import type { Results } from '../results/results.ts';
import type { VaultKeeper } from '../vault/vault-keeper.ts';
import type { Payments } from './payments.ts';

/** Replaces payments that are in no block yet, by a higher fee or by nothing. */
export interface Replacements {
  /** Returns the fees with which the payment of a completed activity can be replaced. Null where it cannot be. */
  offer(activityId: string): Promise<ReplacementOffer | null>;
  /**
   * Prepares the request that replaces the payment of an activity. The vault composes it from the very request that was
   * signed, so both use the same nonce or outputs, and only one can be paid. Throws NOT_FOUND for a payment that cannot
   * be replaced any more, and INVALID_INPUT for a fee that is too low.
   */
  prepare(activityId: string, act: ReplacementAct, fee: ReplacementFee): Promise<PreparedRequest>;
}

interface ReplacementParts {
  readonly profiles: Pick<Profiles, 'get'>;
  readonly activities: Pick<Activities, 'find'>;
  readonly findRequested: FindRequested;
  readonly results: Pick<Results, 'of' | 'chainState'>;
  readonly payments: Pick<Payments, 'fees'>;
  readonly requests: Pick<Requests, 'prepare'>;
  readonly vault: Pick<VaultKeeper, 'open'>;
}

/** A payment under way, with the request that was signed for it. */
interface Found extends Replaceable {
  readonly profile: ProfileRow;
  readonly requested: Requested;
  readonly chain: EndpointChain;
  /** The parameter that has the unsigned bytes. */
  readonly content: string;
}

export function createReplacements(parts: ReplacementParts): Replacements {
  const { profiles, activities, findRequested, results, payments, requests, vault } = parts;

  /** Returns the payment of an activity, or null when it is none, or a block may include it. */
  const find = async (activityId: string): Promise<Found | null> => {
    const profile = profiles.get();
    const activity = await activities.find(profile, activityId);
    const requested = findRequested(profile, activity);
    if ('why' in requested || requested.origin === 'shown') return null;
    const { handedOver, transaction, isBroadcast } = await results.of(profile, activity);
    const { operation, parameters } = requested;
    const isSending = operation.name === OPERATIONS.btc_send_transaction.name && handedOver !== null;
    const isSigned = operation.name === OPERATIONS.sign_transaction.name && transaction !== null && !isBroadcast;
    const named = isSending ? handedOver.chain : isSigned ? transaction.chain : null;
    const chain = ENDPOINT_CHAINS.find((known) => known === named);
    const from = isSigned ? transaction.address : String(parameters.signWith);
    if (chain === undefined || !isUnderWay(await results.chainState(activityId))) return null;
    return {
      profile,
      requested,
      chain,
      from,
      content: 'unsignedTransaction',
      unsigned: String(parameters.unsignedTransaction),
    };
  };

  /** The node's fees now. Balances are not asked, because Bitcoin Core scans for one question at a time. */
  const feesNow = ({ chain, from }: Found): Promise<PaymentFees | null> =>
    payments.fees({ chain, from, payment: { to: from, token: null, units: '1' } });

  return {
    async offer(activityId) {
      const found = await find(activityId);
      if (found === null) return null;
      try {
        const fast = await feesNow(found);
        return found.requested.operation.name === OPERATIONS.btc_send_transaction.name
          ? bitcoinOffer(found, fast)
          : ethereumOffer(found, fast);
      } catch (error) {
        // A payment of another form is not replaced, so nothing is offered.
        if (error instanceof Refusal) return null;
        throw error;
      }
    },
    async prepare(activityId, act, fee) {
      const found = await find(activityId);
      if (found === null)
        throw new AppError(
          'NOT_FOUND',
          'This payment cannot be replaced any more: a block includes it, another payment took its place, or its state is not known. Nothing was signed. Look at its state.',
        );
      const { profile, requested, unsigned, from, content } = found;
      const call = await vault.open();
      const { unsignedTransaction } = await call('composeReplacement', { payment: { unsigned, from }, act, fee });
      const parameters = { ...requested.parameters, [content]: unsignedTransaction };
      const replaces = { body: requested.body };
      return requests.prepare(requested.operation.name, parameters, { profile, replaces });
    },
  };
}

/** Only a payment that was sent, and that no block is known to include, is worth a replacement. */
const isUnderWay = ({ state }: ChainState): boolean => state === 'sent' || state === 'notFound';

function bitcoinOffer({ unsigned, from, chain }: Found, fast: PaymentFees | null): ReplacementOffer {
  const { paid, raise, cancel } = bitcoinReplacementRates(unsigned, from);
  const fee = (rate: bigint) => ({ family: 'bitcoin', rate: String(rate) }) as const;
  const proposed = fast?.family === 'bitcoin' ? BigInt(fast.fast) : 0n;
  const fees = (least: bigint | null) =>
    least === null ? null : { least: fee(least), proposed: fee(larger(least, proposed)), gasLimit: null };
  return { chain, paid: fee(paid), raise: fees(raise), cancel: fees(cancel) };
}

function ethereumOffer({ unsigned, from, chain }: Found, fast: PaymentFees | null): ReplacementOffer {
  const { paid, least, gas, isCancelled } = ethereumReplacementFees(unsigned, from);
  const fee = (price: typeof paid): ReplacementFeeOf<'ethereum'> => ({
    family: 'ethereum',
    maxFeePerGas: String(price.maxFeePerGas),
    maxPriorityFeePerGas: String(price.maxPriorityFeePerGas),
  });
  const now = fast?.family === 'ethereum' ? fast.fast : { maxFeePerGas: '0', maxPriorityFeePerGas: '0' };
  const maxPriorityFeePerGas = larger(least.maxPriorityFeePerGas, BigInt(now.maxPriorityFeePerGas));
  const maxFeePerGas = larger(larger(least.maxFeePerGas, BigInt(now.maxFeePerGas)), maxPriorityFeePerGas);
  const fees = (gasLimit: bigint) => {
    // Choice (fee-bound): the node priced a plain transfer, and this transaction may use far more gas.
    const isBounded = gasLimit * maxFeePerGas <= MAXIMUM_FEE;
    const proposed = isBounded ? { maxFeePerGas, maxPriorityFeePerGas } : least;
    return { least: fee(least), proposed: fee(proposed), gasLimit: String(gasLimit) };
  };
  return { chain, paid: fee(paid), raise: fees(gas.raise), cancel: isCancelled ? null : fees(gas.cancel) };
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
