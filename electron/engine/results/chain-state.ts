import { AppError, NO_ENDPOINT } from '../../../shared/errors/index.ts';
import {
  type ChainState,
  chainName,
  ETHEREUM_HISTORY_CHAINS,
  type ProfileRow,
  readTimestamp,
  type SentTransaction,
} from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { activityOutcome, askerOf, failureText } from '../../client/index.ts';
import type { FindRequested } from '../activities/requested.ts';
import { storedActivity } from '../activities/stored-activity.ts';
import type { Base } from '../base.ts';
import type { Clock } from '../ports.ts';
import type { Queries } from '../queries/queries.ts';
import type { Endpoints } from '../service/named-endpoints.ts';
import type { ServiceKeeper } from '../service/service-keeper.ts';
import { type Broadcast, rivalInPlace, signingOf } from './rivals.ts';
import { identityIn, sentIn } from './sent-transaction.ts';

/**
 * Finds the state of a signed transaction on its chain, from the activities that broadcast it and from the service.
 * `signed` are its bytes in hex, null where only its broadcast is known.
 */
export type FindChainState = (
  profile: ProfileRow,
  transaction: SentTransaction,
  options?: { readonly signed?: string | null; readonly signal?: AbortSignal | undefined },
) => Promise<ChainState>;

/** Broadcasts in the cache that are searched for the transaction, newest first. */
const MAXIMUM_BROADCASTS = 500;
/** Transactions of the account that are searched, newest first: others may have come since. */
const LOOKED_AT = '50';

const BROADCAST = OPERATIONS.eth_send_raw_transaction;

interface ChainStateParts {
  readonly queries: Pick<Queries, 'ask'>;
  readonly findRequested: FindRequested;
  readonly service: Pick<ServiceKeeper, 'own'>;
  readonly endpoints: Pick<Endpoints, 'list'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Choice (not-found-after): a node that neither has nor refuses a transaction is given ten minutes to show it. */
const NOT_FOUND_AFTER = 10 * 60_000;

export function createChainState({ cache }: Pick<Base, 'cache'>, parts: ChainStateParts): FindChainState {
  const { queries, findRequested, service, endpoints, clock } = parts;

  /** The activities that were to broadcast it, or another transaction with its nonce, newest first. */
  const attempts = (profile: ProfileRow, { hash, chain, address, nonce }: SentTransaction): Broadcast[] =>
    cache.reader.ofTypes(profile.name, [BROADCAST.activityType], MAXIMUM_BROADCASTS).flatMap(({ json }) => {
      const activity = storedActivity(json);
      if (activity === null) return [];
      const requested = findRequested(profile, activity);
      if ('why' in requested) return [];
      const signed = String(requested.parameters.signedTransaction);
      const identity = identityIn(signed);
      if (identity === null) return [];
      if (identity.transactionHash === hash) return [{ activity, hash, signed }];
      if (String(identity.nonce) !== nonce) return [];
      const rival = sentIn(signed);
      const isRival = rival?.chain === chain && rival.address.toLowerCase() === address.toLowerCase();
      return isRival ? [{ activity, hash: rival.hash, signed }] : [];
    });

  /** The newest transactions of the account by their hashes. Empty for a chain without history. */
  const listed = async (profile: ProfileRow, transaction: SentTransaction, signal?: AbortSignal) => {
    const { address } = transaction;
    const chain = historyChain(transaction);
    if (chain === undefined) return new Map<string, never>();
    const { transactions } = await queries.ask(
      'list_eth_transaction_history',
      { address, caip2: chain, paginationOptions: { limit: LOOKED_AT } },
      { profile, signal },
    );
    return new Map(transactions.map((each) => [each.transactionHash.toLowerCase(), each]));
  };

  const isNonceUsed = async (profile: ProfileRow, transaction: SentTransaction, signal?: AbortSignal) => {
    const { address, chain, nonce } = transaction;
    const request = { address, caip2: chain, nonce: true };
    const { nonce: next = '' } = await queries.ask('get_nonces', request, { profile, signal });
    return /^\d+$/.test(next) && BigInt(next) > BigInt(nonce);
  };

  /**
   * Returns the process that asks the operator's nodes, for the profiles of every service. Null where it does not run,
   * and for a service elsewhere where the operator named no node of the chain. Throws DOCUMENT_CHANGED.
   */
  const nodesFor = async ({ kind }: ProfileRow, { chain }: SentTransaction) => {
    const own = service.own();
    if (own === null || kind !== 'remote') return own;
    return (await endpoints.list()).some((node) => node.chain === chain) ? own : null;
  };

  /** Asks a node whether blocks have another transaction with the nonce. False where none answers. */
  const isTaken = async (profile: ProfileRow, transaction: SentTransaction): Promise<boolean> => {
    try {
      const nodes = await nodesFor(profile, transaction);
      return nodes !== null && (await nodes.call('nonceTaken', transaction)).isTaken === true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  };

  /** Asks a node for a transaction that was broadcast. Returns `state` where the node only has it, or does not answer. */
  const asNodesSee = async (
    profile: ProfileRow,
    transaction: SentTransaction,
    state: ChainState,
  ): Promise<ChainState> => {
    if (state.state !== 'sent') return state;
    try {
      const nodes = await nodesFor(profile, transaction);
      if (nodes === null) return state;
      const { isKnown, included, refusal } = await nodes.call('transactionKnown', transaction);
      if (included !== null) return { state: 'included', by: 'node', ...included };
      const isOld = state.at !== null && clock.now() - state.at >= NOT_FOUND_AFTER;
      if (isKnown !== false || (refusal === null && !isOld)) return state;
      return { state: 'notFound', by: state.by, at: state.at, refusal };
    } catch (error) {
      if (error instanceof AppError) return state;
      throw error;
    }
  };

  const replacedBy = (profile: ProfileRow, rival: Broadcast, isIncluded: boolean): ChainState => ({
    state: 'replaced',
    activityId: signingOf(cache, profile, rival),
    isIncluded,
  });

  return async (profile, transaction, { signed = null, signal } = {}) => {
    const all = attempts(profile, transaction);
    const tried = all.filter(({ hash }) => hash === transaction.hash).map(({ activity }) => activity);
    const done = all.filter(({ activity }) => activityOutcome(activity) === 'done');
    /** Other broadcast transactions with the same nonce: the ones that this one replaces, or that replace it. */
    const rivals = done.filter(({ hash }) => hash !== transaction.hash);
    const sent = tried.find((activity) => activityOutcome(activity) === 'done');
    const open = tried.find((activity) => !['done', 'failed', 'rejected'].includes(activityOutcome(activity)));
    const inPlace = rivalInPlace(done, transaction.hash, signed);
    const replaced: ChainState | null = inPlace === null ? null : replacedBy(profile, inPlace, false);
    const notIncluded = (problem: string | null): ChainState | null => {
      if (sent !== undefined) return { state: 'sent', by: askerOf(sent), at: readTimestamp(sent.createdAt), problem };
      return open === undefined ? null : { state: 'asked', activityId: open.id };
    };
    try {
      const isUnseen = historyChain(transaction) === undefined;
      const unseen = `The service keeps no history of ${chainName(transaction.chain)}.`;
      const known = await listed(profile, transaction, signal);
      const found = known.get(transaction.hash);
      if (found !== undefined) {
        const { block, status, executionFailed = false } = found;
        return { state: 'included', block: block.number, isFinal: status === 'FINALIZED', failed: executionFailed };
      }
      const included = rivals.find(({ hash }) => known.has(hash));
      if (included !== undefined) return replacedBy(profile, included, true);
      // A rival that its node refused uses no nonce, and keeps nothing from being paid.
      if (replaced !== null && (await isNonceUsed(profile, transaction, signal))) return replaced;
      if (sent !== undefined && (await isTaken(profile, transaction)))
        return { state: 'replaced', activityId: null, isIncluded: true };
      const state = notIncluded(isUnseen ? unseen : null);
      if (state !== null) return asNodesSee(profile, transaction, state);
      // The service counts a waiting rival as well, and its replacement can still be broadcast.
      if (rivals.length === 0 && (await isNonceUsed(profile, transaction, signal))) return { state: 'nonceUsed' };
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error;
      const isWithoutNode = error.message.includes(NO_ENDPOINT);
      const state = replaced ?? notIncluded(error.message);
      if (state !== null) return asNodesSee(profile, transaction, state);
      return isWithoutNode ? { state: 'noNode' } : { state: 'unknown', problem: error.message };
    }
    const [last] = tried;
    const isRejected = last !== undefined && activityOutcome(last) === 'rejected';
    const failure = last === undefined ? null : isRejected ? 'The broadcast was rejected.' : failureText(last);
    return { state: 'open', failure };
  };
}

/** The chain of the transaction if the service keeps its history. */
const historyChain = ({ chain }: SentTransaction) => ETHEREUM_HISTORY_CHAINS.find((known) => known === chain);
