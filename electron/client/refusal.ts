import { AppError, sentence, type Text, term } from '../../shared/errors/index.ts';
import { durationText, REQUEST_TIME } from '../../shared/model/index.ts';
import { oneLine } from './text.ts';
import { headerOf, parseBody, type TransportReply } from './transport.ts';

const MAXIMUM_QUOTE = 500;
const NOT_IMPLEMENTED = 501;

interface Refusal {
  readonly message: string;
  readonly grpc: number | null;
  readonly serviceCode: string | null;
}

/**
 * Returns the error of a reply that is not a success (docs/protocol.md#errors), with the service's own words and codes.
 * `now` (milliseconds) and the reply's Date header give the error of this machine's clock.
 */
export function refusalOf(title: string, response: TransportReply, now: number | null): AppError {
  const { status } = response;
  const refusal = readRefusal(response);
  const codes = [`HTTP ${status}`, refusal.grpc === null ? null : `code ${refusal.grpc}`, refusal.serviceCode]
    .filter((part) => part !== null)
    .join(', ');
  const refused = sentence`“${term(title)}” was refused by the service: ${refusal.message === '' ? 'it gave no reason' : refusal.message} (${codes}).`;
  // A server's own failure leaves the outcome open. An operation that the server lacks did not happen.
  const outcome = status < 500 || status === NOT_IMPLEMENTED ? 'refused' : 'unknown';
  const ahead = clockAhead(response, now);
  if (isOfClock(status, refusal, ahead))
    return new AppError(
      'CLOCK_SKEW',
      sentence`${refused} ${clockText(ahead)} Set this machine’s clock and try again.`,
      {
        outcome,
      },
    );
  if (status === 413) return new AppError('TOO_LARGE', sentence`${refused} Ask for less at once.`, { outcome });
  return new AppError('SERVICE_REFUSED', sentence`${refused} ${adviceFor(status, refusal.serviceCode)}`, { outcome });
}

/**
 * Returns why a service does not take a key, in the service's words and without codes. Null for a reply that says nothing
 * of the key. `now` is as for `refusalOf`.
 */
export function keyRefusalOf(response: TransportReply, now: number | null): Text | null {
  const { status } = response;
  // Every answered read comes here, so its body is parsed only when it can be about the key.
  if (status !== 400 && status !== 401) return null;
  const refusal = readRefusal(response);
  const ahead = clockAhead(response, now);
  if (isOfClock(status, refusal, ahead)) return sentence`${clockText(ahead)} Set this machine’s clock and try again.`;
  if (status !== 401) return null;
  const advice = adviceFor(status, refusal.serviceCode);
  return refusal.message === '' ? advice : sentence`It says “${refusal.message}”. ${advice}`;
}

/** True for a refusal whose reason is this machine's clock. */
const isOfClock = (status: number, { serviceCode }: Refusal, ahead: number | null): boolean =>
  (status === 400 || status === 401) && (serviceCode === 'INVALID_TIME' || isRefusedClock(ahead));

function readRefusal(response: TransportReply): Refusal {
  const body = parseBody(response.body);
  if (typeof body !== 'object' || body === null) return { message: '', grpc: null, serviceCode: null };
  const { message, code, turnkeyErrorCode, details } = body as Record<string, unknown>;
  return {
    message: typeof message === 'string' ? oneLine(message, MAXIMUM_QUOTE).replace(/\.$/, '') : '',
    grpc: typeof code === 'number' && Number.isSafeInteger(code) ? code : null,
    serviceCode: codeText(turnkeyErrorCode) ?? (Array.isArray(details) ? codeText(details[0]?.turnkeyErrorCode) : null),
  };
}

function codeText(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Z0-9_]{1,64}$/.test(value) ? value : null;
}

/**
 * Returns how far this machine's clock is ahead of the service's, in milliseconds. Null when the reply is not dated.
 */
function clockAhead(response: TransportReply, now: number | null): number | null {
  const theirs = Date.parse(headerOf(response, 'date') ?? '');
  return now === null || Number.isNaN(theirs) ? null : now - theirs;
}

/**
 * Choice (clock-refusal): no public source fixes the words of a refusal for the time, so words are not compared.
 * Without the code INVALID_TIME, a clock difference that would refuse every request is the reason.
 */
function isRefusedClock(ahead: number | null): boolean {
  return ahead !== null && (ahead > REQUEST_TIME.ahead || -ahead > REQUEST_TIME.behind);
}

function clockText(ahead: number | null): Text {
  if (ahead === null) return 'This machine’s clock differs too much from the service’s.';
  const apart = durationText(Math.abs(ahead));
  return ahead < 0
    ? sentence`This machine’s clock is ${apart} behind the service’s.`
    : sentence`This machine’s clock is ${apart} ahead of the service’s.`;
}

function adviceFor(status: number, serviceCode: string | null): string {
  if (serviceCode === 'PUBLIC_KEY_NOT_FOUND') return 'Have this profile’s public key registered in the organization.';
  if (serviceCode === 'API_KEY_EXPIRED') return 'Make a new key and have it registered.';
  if (serviceCode === 'RPC_CALL_ERROR')
    return 'Ask the chain through a node of your own, or a service that is connected to it.';
  if (status === 401) return 'Check the profile’s organization and key.';
  if (status === 403) return 'Ask an administrator of the organization for this permission.';
  if (status === 404) return 'Check the ids and addresses in the request, and the profile’s address and organization.';
  if (status === 429) return 'Wait a few seconds and try again. If the service names a quota, make room first.';
  if (status === NOT_IMPLEMENTED) return 'Ask another service for it.';
  if (status >= 500) return 'The service has an internal problem. Ask those who operate it, or try again later.';
  return 'Correct the request and try again.';
}
