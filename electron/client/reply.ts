import { AppError, sentence, type Text, term } from '../../shared/errors/index.ts';
import { placeInWords } from '../../shared/model/index.ts';
import { type Activity, type ActivityOperation, checkValue, type Operation } from '../../shared/operations/index.ts';
import { refusalOf } from './refusal.ts';
import { oneLine } from './text.ts';
import { headerOf, MAXIMUM_REPLY_LENGTH, parseBody, type TransportReply } from './transport.ts';

/** The contents of a checked reply: an activity, or the declared response. */
export type ReplyOf<Declared extends Operation> = Declared extends ActivityOperation
  ? { activity: Activity }
  : Declared['example'] extends { readonly response: infer Response }
    ? Response
    : never;

/**
 * Returns the checked reply of a service. Keeps unknown members and enumerated values (docs/protocol.md#json).
 * Declared members must be present with their type. Throws:
 * - SERVICE_REFUSED with the service's own words and codes.
 * - CLOCK_SKEW. It names the difference when `now`, in milliseconds, is given and the reply is dated.
 * - SERVICE_REPLY_INVALID for a redirect, another media type or a wrong shape.
 * - TOO_LARGE above 16 MB or when the service says so (HTTP 413).
 */
export function readReply<Declared extends Operation>(
  operation: Declared,
  response: TransportReply,
  options: { readonly now?: number } = {},
): ReplyOf<Declared> {
  const invalid = (why: Text) =>
    new AppError(
      'SERVICE_REPLY_INVALID',
      sentence`The reply to “${term(operation.title)}” was not used because ${why}. Check that the profile’s address is that of a custody service.`,
    );

  const { status, body } = response;
  if (body.length > MAXIMUM_REPLY_LENGTH) {
    throw new AppError(
      'TOO_LARGE',
      sentence`The reply to “${term(operation.title)}” was not used because it is longer than ${MAXIMUM_REPLY_LENGTH} bytes. Ask for less at once.`,
    );
  }
  if (status >= 300 && status < 400)
    throw invalid(
      sentence`it redirects the request (HTTP ${status}), and Castellan sends a stamped request to one service only`,
    );
  if (status < 200 || status >= 400) throw refusalOf(operation.title, response, options.now ?? null);
  const mediaType = headerOf(response, 'content-type');
  if (mediaType?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    throw invalid(
      mediaType === undefined
        ? 'it has no Content-Type header'
        : sentence`it is ${oneLine(mediaType, 100)} and not application/json`,
    );
  }
  if (body.length === 0) throw invalid('it is empty');
  const value = parseBody(body);
  if (value === undefined) throw invalid('it is not JSON in UTF-8');
  const [problem] = checkValue(operation.response, value);
  if (problem !== undefined) throw invalid(`${placeInWords(problem.path)} ${problem.reason}`);
  return value as ReplyOf<Declared>;
}
