import {
  isJsonObject,
  type JsonObject,
  type ProfileRow,
  parseJsonObject,
  type RequestOrigin,
  scanJson,
} from '../../../shared/model/index.ts';
import {
  type Activity,
  type ActivityOperation,
  checkValue,
  findActivityByType,
  findOperation,
} from '../../../shared/operations/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import type { Journal } from '../../storage/records/index.ts';
import { fingerprintOf } from '../verify/verify.ts';

/** The exact request behind an activity. Its bytes hash to the fingerprint and fit the declaration of the operation. */
export interface Requested {
  readonly operation: ActivityOperation;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly parameters: JsonObject;
  readonly origin: RequestOrigin;
}

/** Why no request is known, as a sentence. */
export interface NotRequested {
  readonly why: string;
}

/**
 * Finds the request behind an activity: in the journal when this profile asked for it, else among the bytes that the service shows
 * (docs/protocol.md#activities). The rest of the activity is the service's word and decides nothing here.
 */
export type FindRequested = (profile: ProfileRow, activity: Activity) => Requested | NotRequested;

/** Members of a request lie at most this deep. */
const MAXIMUM_DEPTH = 64;

export function createRequested(journal: Pick<Journal, 'answered'>): FindRequested {
  return (profile, activity) => {
    const operation = findActivityByType(activity.type);
    if (operation === undefined) return { why: 'This version of Castellan does not know this type of activity.' };
    const answer = { profile: profile.name, activityId: activity.id, fingerprint: activity.fingerprint };
    const own = journal.answered('asked', answer)?.body;
    const candidates = own === undefined ? activity.votes.map(({ message }) => utf8Encode(message)) : [own];
    const body = candidates.find((bytes) => fingerprintOf(bytes) === activity.fingerprint);
    if (body === undefined) return { why: 'The service shows no request that has the fingerprint of this activity.' };
    const read = readRequest(body);
    if (read === null) return { why: 'The request of this activity can be read in more than one way.' };
    const [problem] = checkValue(operation.request, read);
    if (problem !== undefined || read.type !== activity.type || !isJsonObject(read.parameters))
      return { why: `The request of this activity is not a valid “${operation.title}” request.` };
    if (!isSame(read.organizationId, profile.organizationId))
      return { why: `The request of this activity belongs to another organization than “${profile.name}”.` };
    const voted = () => {
      const vote = journal.answered('voted', answer);
      return vote !== null && approves(vote.operation, vote.body, activity.fingerprint);
    };
    const origin = own !== undefined ? 'asked' : voted() ? 'voted' : 'shown';
    return { operation, body, parameters: read.parameters, origin };
  };
}

/** Parses the members of a request. Null when it is not a JSON object, or parsers may differ on it. */
function readRequest(body: Uint8Array): JsonObject | null {
  let isTwofold = false;
  try {
    const text = utf8Decode(body);
    const root = parseJsonObject(text, () => new RangeError('no request'));
    scanJson(text, MAXIMUM_DEPTH, {
      leaf: () => undefined,
      member(_path, again) {
        isTwofold ||= again;
      },
      tooDeep() {
        isTwofold = true;
      },
    });
    return isTwofold ? null : root;
  } catch {
    return null;
  }
}

/** Returns true when a journaled vote approves the activity with that fingerprint. */
function approves(name: string, body: Uint8Array, fingerprint: string): boolean {
  const operation = findOperation(name);
  if (operation?.kind !== 'activity' || operation.governed.by !== 'the other activity') return false;
  const parameters = readRequest(body)?.parameters;
  return (
    operation.governed.vote === 'VOTE_SELECTION_APPROVED' &&
    isJsonObject(parameters) &&
    parameters.fingerprint === fingerprint
  );
}

const isSame = (one: unknown, other: string) => typeof one === 'string' && one.toLowerCase() === other.toLowerCase();
