import {
  type ChainState,
  ENDPOINT_CHAINS,
  type HandedOver,
  isBitcoinChain,
  type ProfileRow,
} from '../../../shared/model/index.ts';
import { type Activity, OPERATIONS } from '../../../shared/operations/index.ts';
import { outbids, Refusal, readSendingBitcoin } from '../../crypto/index.ts';
import type { FindRequested } from '../activities/requested.ts';
import { storedActivity } from '../activities/stored-activity.ts';
import type { Base } from '../base.ts';
import { handedOverIn } from './handed-over.ts';
import { identityIn, shownOf } from './sent-transaction.ts';

/** An activity that broadcasts a transaction of Ethereum's kind. */
export interface Broadcast {
  readonly activity: Activity;
  readonly hash: string;
  /** Its signed bytes in hex. */
  readonly signed: string;
}

/**
 * Returns the completed broadcast of another transaction that keeps the one with `hash` from being paid, or null.
 * `done` are all completed broadcasts with its nonce, the newest first. Of two transactions, nodes keep the one whose
 * fees are at least 10 % higher, else the first one. `signed` are the bytes of one that was not broadcast.
 */
export function rivalInPlace(done: readonly Broadcast[], hash: string, signed: string | null): Broadcast | null {
  const sentAt = done.findLastIndex((each) => each.hash === hash);
  const own = done[sentAt]?.signed ?? signed;
  if (own === null) return null;
  const inPlace = done.filter((rival, at) => {
    if (rival.hash === hash) return false;
    const isEarlier = sentAt === -1 || at > sentAt;
    return isHigher(rival.signed, own) || (isEarlier && !isHigher(own, rival.signed));
  });
  return inPlace.reduce<Broadcast | null>(
    (best, next) => (best === null || isHigher(next.signed, best.signed) ? next : best),
    null,
  );
}

/** The completed activities of a profile that are searched, the newest first. */
const MAXIMUM_COMPARED = 500;

/** Returns the id of the activity that signed a broadcast transaction, which can be replaced. Else that of the broadcast. */
export function signingOf(
  { reader }: Base['cache'],
  profile: ProfileRow,
  { activity, hash }: Pick<Broadcast, 'activity' | 'hash'>,
): string {
  const types = [OPERATIONS.sign_transaction.activityType];
  for (const { json } of reader.completed(profile.name, types, MAXIMUM_COMPARED)) {
    const signing = storedActivity(json);
    const signed = signing === null ? null : shownOf(signing);
    if (signed?.kind === 'transaction' && identityIn(signed.signedTransaction)?.transactionHash === hash)
      return signing?.id ?? activity.id;
  }
  return activity.id;
}

/** False where the fees of one cannot be read. */
function isHigher(one: string, other: string): boolean {
  try {
    return outbids(one, other);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** A completed payment on Bitcoin that spends an output of another one and pays a higher fee. */
interface BitcoinRival {
  readonly activity: Activity;
  readonly handedOver: HandedOver;
  readonly feeSatoshi: bigint;
}

const SENDING = OPERATIONS.btc_send_transaction;

/** Reads the state of a transaction that an activity handed over. */
type ReadState = (handedOver: HandedOver, activity: Activity) => Promise<ChainState>;

/**
 * Returns the state of a payment on Bitcoin with regard to the payments that replaced it. The service signs a payment
 * of the same outputs only with a higher fee (BIP-125), so the fee decides the order, and no clock. A failed payment
 * replaces nothing.
 */
export type WithBitcoinRivals = (profile: ProfileRow, activity: Activity, state: ChainState) => Promise<ChainState>;

export function createBitcoinRivals(
  { cache }: Pick<Base, 'cache'>,
  findRequested: FindRequested,
): (read: ReadState) => WithBitcoinRivals {
  const paymentOf = (profile: ProfileRow, activity: Activity) => {
    const requested = findRequested(profile, activity);
    if ('why' in requested || requested.operation.name !== SENDING.name) return null;
    const handedOver = handedOverIn(requested, activity);
    const chain = ENDPOINT_CHAINS.find((known) => known === handedOver?.chain);
    if (handedOver === null || chain === undefined || !isBitcoinChain(chain)) return null;
    try {
      const { inputs, feeSatoshi } = readSendingBitcoin(String(requested.parameters.unsignedTransaction));
      return { activity, handedOver, feeSatoshi, spends: inputs.map(({ outpoint }) => outpoint) };
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  };

  const rivalsOf = (profile: ProfileRow, activity: Activity): BitcoinRival[] => {
    const own = paymentOf(profile, activity);
    if (own === null) return [];
    return cache.reader
      .completed(profile.name, [SENDING.activityType], MAXIMUM_COMPARED)
      .flatMap(({ json }) => {
        const other = storedActivity(json);
        const payment = other === null || other.id === activity.id ? null : paymentOf(profile, other);
        if (payment === null || payment.handedOver.chain !== own.handedOver.chain) return [];
        const isRival = payment.feeSatoshi > own.feeSatoshi && payment.spends.some((each) => own.spends.includes(each));
        return isRival ? [payment] : [];
      })
      .toSorted((one, other) => (one.feeSatoshi < other.feeSatoshi ? 1 : -1));
  };

  return (read) => async (profile, activity, state) => {
    if (state.state !== 'sent' && state.state !== 'spent' && state.state !== 'failed') return state;
    for (const rival of rivalsOf(profile, activity)) {
      const found = await read(rival.handedOver, rival.activity);
      if (found.state === 'failed') continue;
      const isIncluded = found.state === 'included';
      // A failed payment may have another reason than this one.
      if (state.state === 'failed' && !isIncluded) return state;
      return { state: 'replaced', activityId: rival.activity.id, isIncluded };
    }
    return state;
  };
}
