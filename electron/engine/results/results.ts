import { AppError, sentence, toErrorData } from '../../../shared/errors/index.ts';
import type {
  ActivityResult,
  HandedOver,
  ProfileRow,
  SentTransaction,
  SignatureProof,
  Signed,
} from '../../../shared/model/index.ts';
import { type Activity, OPERATIONS } from '../../../shared/operations/index.ts';
import { activityOutcome, resultOf, signedOf } from '../../client/index.ts';
import type { Activities } from '../activities/activities.ts';
import type { FindRequested, Requested } from '../activities/requested.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Queries } from '../queries/queries.ts';
import type { PreparedRequest } from '../requests/drafts.ts';
import type { Requests } from '../requests/requests.ts';
import type { AnswerChecker } from '../verify/verify.ts';
import type { FindChainState } from './chain-state.ts';
import { handedOverIn, handedOverState } from './handed-over.ts';
import type { createBitcoinRivals } from './rivals.ts';
import { sentIn, shownOf } from './sent-transaction.ts';

/** The results of completed activities of any proposer, with local proofs of them. */
export interface Results {
  /** The result of a completed activity. Throws NOT_FOUND for one that is not completed. */
  of(profile: ProfileRow, activity: Activity): Promise<ActivityResult>;
  /** The same for an activity of the current profile. */
  get(activityId: string): Promise<ActivityResult>;
  /**
   * The state of its transaction, from the service. The profile is the current one when absent. Throws NOT_FOUND for an
   * activity without a proven one.
   */
  chainState(
    activityId: string,
    options?: { readonly profile?: ProfileRow; readonly signal?: AbortSignal | undefined },
  ): ReturnType<FindChainState>;
  /** Prepares the broadcast of the proven transaction. Throws NOT_FOUND for an activity without one. */
  prepareBroadcast(activityId: string): Promise<PreparedRequest>;
}

interface ResultParts {
  readonly profiles: Profiles;
  readonly activities: Pick<Activities, 'find'>;
  readonly checker: AnswerChecker;
  readonly findRequested: FindRequested;
  readonly findChainState: FindChainState;
  readonly withRivals: ReturnType<typeof createBitcoinRivals>;
  readonly requests: Pick<Requests, 'prepare'>;
  readonly queries: Pick<Queries, 'ask'>;
}

const UNKNOWN_SIGNER = 'The public key of this signer is unknown here. Check the signature before you rely on it.';
const NOTHING: Omit<ActivityResult, 'comparedWith'> = {
  signed: null,
  proof: null,
  problem: null,
  transaction: null,
  isBroadcast: false,
  handedOver: null,
};

export function createResults(parts: ResultParts): Results {
  const { profiles, activities, checker, findRequested, findChainState, withRivals, requests, queries } = parts;

  const compare = async (
    profile: ProfileRow,
    activity: Activity,
    requested: Requested,
  ): Promise<Omit<ActivityResult, 'comparedWith'>> => {
    const { operation, body, parameters } = requested;
    checker.requireSame(operation, body, activity);
    if (operation.name === OPERATIONS.eth_send_raw_transaction.name) {
      const transaction = sentIn(String(parameters.signedTransaction));
      const { transactionHash } = resultOf(OPERATIONS.eth_send_raw_transaction, activity);
      if (transaction === null || transaction.hash !== transactionHash.toLowerCase())
        throw wrong('The service names another transaction than the requested one.');
      return { ...NOTHING, transaction, isBroadcast: true };
    }
    const handedOver = handedOverIn(requested, activity);
    if (handedOver !== null) return { ...NOTHING, handedOver };
    const signed = signedOf(activity);
    if (signed === null) return NOTHING;
    const proof = await checker.checkSignature(profile, operation, body, activity);
    if (proof === null) return { ...NOTHING, signed, problem: { isWrong: false, message: UNKNOWN_SIGNER } };
    return { ...NOTHING, signed, proof, transaction: transactionOf(signed, proof) };
  };

  const of: Results['of'] = async (profile, activity) => {
    if (activityOutcome(activity) !== 'done')
      throw new AppError('NOT_FOUND', 'This activity is not completed, so it has no result yet.');
    const requested = findRequested(profile, activity);
    if ('why' in requested) {
      const message = `${requested.why} The result was not compared with the request.`;
      return { ...NOTHING, comparedWith: null, signed: shownOf(activity), problem: { isWrong: false, message } };
    }
    try {
      return { comparedWith: requested.origin, ...(await compare(profile, activity, requested)) };
    } catch (error) {
      // Whatever cannot be compared is withheld: the page has nothing to copy or to broadcast.
      const { code, message } = toErrorData(error);
      const isWrong = code === 'SIGNATURE_MISMATCH' || code === 'SERVICE_REPLY_INVALID';
      return { ...NOTHING, comparedWith: requested.origin, problem: { isWrong, message } };
    }
  };

  const current = async (activityId: string, profile = profiles.get()) => {
    const activity = await activities.find(profile, activityId);
    return { profile, activity, result: await of(profile, activity) };
  };

  return {
    of,
    get: async (activityId) => (await current(activityId)).result,
    async chainState(activityId, { profile: of, signal } = {}) {
      const { profile, activity, result } = await current(activityId, of);
      const { handedOver } = result;
      if (handedOver !== null) {
        const read = (of: HandedOver, by: Activity) => handedOverState(queries.ask, profile, of, by, signal);
        return withRivals(read)(profile, activity, await read(handedOver, activity));
      }
      const signed = result.signed?.kind === 'transaction' ? result.signed.signedTransaction : null;
      return findChainState(profile, result.transaction ?? noTransaction(), { signed, signal });
    },
    async prepareBroadcast(activityId) {
      const { profile, result } = await current(activityId);
      const { signed, transaction } = result;
      if (signed?.kind !== 'transaction' || transaction === null) return noTransaction();
      const { signedTransaction } = signed;
      const parameters = { signedTransaction, caip2: transaction.chain };
      return requests.prepare(OPERATIONS.eth_send_raw_transaction.name, parameters, { profile });
    },
  };
}

/** Choice (broadcast-ethereum): what is signed for Solana is sent by the operation that signs it, as its block hash would not last. */
function transactionOf(signed: Signed, proof: SignatureProof): SentTransaction | null {
  if (signed.kind !== 'transaction' || proof.chain === undefined || proof.transactionId === null) return null;
  const read = sentIn(signed.signedTransaction);
  return read?.hash === proof.transactionId.toLowerCase() && read.chain === proof.chain ? read : null;
}

const wrong = (why: string) =>
  new AppError('SIGNATURE_MISMATCH', sentence`${why} Do not use its result, and report this to the service.`);

function noTransaction(): never {
  throw new AppError(
    'NOT_FOUND',
    'This activity has no verified signed transaction to broadcast. Nothing was prepared.',
  );
}
