import { AppError, type FieldProblem, sentence, term } from '../../shared/errors/index.ts';
import { isLoopback, LIMITS, placeInWords } from '../../shared/model/index.ts';
import { type ActivityOperation, checkValue, type Gateway, type Query } from '../../shared/operations/index.ts';
import { utf8Decode, utf8Encode } from '../../shared/wire/index.ts';

/**
 * Throws INVALID_INPUT with the paths of the wrong members (`/parameters/accounts/0/curve`), never their values.
 * Accepts undeclared members: a newer service may know them, and the vault names them before stamping.
 *
 * @example
 * checkParameters(OPERATIONS.delete_policy, { policyId: 7 });
 * // throws INVALID_INPUT
 */
export function checkParameters(operation: ActivityOperation, parameters: Readonly<Record<string, unknown>>): void {
  refuseProblems(operation.title, checkValue(operation.parameters, parameters).map(under('/parameters')));
}

/**
 * Returns the exact bytes of an activity request (docs/protocol.md#requests), serialised once. These bytes are stamped,
 * journaled and sent. `timestampMs` is milliseconds since the epoch and is sent as a decimal string. Throws
 * INVALID_INPUT.
 *
 * @example
 * const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
 * const parameters = { policyId: '5d0d3a0c-6b4e-4a57-8d4f-6f2b7f3c1e90' };
 * const body = buildActivityBody(OPERATIONS.delete_policy, { organizationId, parameters, timestampMs: 1745383555123 });
 * JSON.parse(utf8Decode(body));
 * // {
 * //   type: 'ACTIVITY_TYPE_DELETE_POLICY',
 * //   timestampMs: '1745383555123',
 * //   organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
 * //   parameters: { policyId: '5d0d3a0c-6b4e-4a57-8d4f-6f2b7f3c1e90' },
 * // }
 */
export function buildActivityBody(
  operation: ActivityOperation,
  envelope: {
    readonly organizationId: string;
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly timestampMs: number;
  },
): Uint8Array<ArrayBuffer> {
  const body = {
    type: operation.activityType,
    timestampMs: String(envelope.timestampMs),
    organizationId: envelope.organizationId,
    parameters: envelope.parameters,
  };
  refuseProblems(operation.title, checkValue(operation.request, body));
  return encode(operation.title, body);
}

/** Returns the parameters in the body of an activity that `buildActivityBody` made here. */
export function parametersIn(body: Uint8Array): Readonly<Record<string, unknown>> {
  return (JSON.parse(utf8Decode(body)) as { parameters: Readonly<Record<string, unknown>> }).parameters;
}

/**
 * Returns the exact bytes of a query or a gateway request. Keeps the caller's order of members. Throws INVALID_INPUT.
 *
 * @example
 * utf8Decode(buildQueryBody(OPERATIONS.whoami, { organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10' }));
 * // '{"organizationId":"3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10"}'
 */
export function buildQueryBody(
  operation: Query | Gateway,
  request: Readonly<Record<string, unknown>>,
): Uint8Array<ArrayBuffer> {
  refuseProblems(operation.title, checkValue(operation.request, request));
  return encode(operation.title, request);
}

/**
 * Returns the URL of an operation below a service's base address. Keeps the base path without trailing slashes.
 * HTTPS, or HTTP to a loopback host.
 * Throws INVALID_INPUT. The message never repeats the address, which may hold a password.
 *
 * @example
 * requestUrl('https://api.example.com/base/', '/public/v1/query/whoami');
 * // 'https://api.example.com/base/public/v1/query/whoami'
 */
export function requestUrl(baseUrl: string, path: string): string {
  if (!path.startsWith('/')) throw refusedAddress('the path does not begin with a slash');
  const url = requireSafeAddress(baseUrl, refusedAddress);
  if (/[?#]/.test(baseUrl)) throw refusedAddress('it has a query or a fragment');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}${path}`;
}

/**
 * Returns an address where requests may go: HTTPS, or HTTP to a loopback host, without a user name or a password.
 * Throws the error of `refuse` for the reason, which never repeats the address.
 */
export function requireSafeAddress(address: string, refuse: (why: string) => AppError): URL {
  if (!/^\s*[a-z][a-z0-9+.-]*:\/\//i.test(address))
    throw refuse('it does not begin with https://, as in https://api.example.com');
  if (!URL.canParse(address)) throw refuse('it has no host, or an invalid host');
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') throw refuse('it holds a user name or a password');
  if (url.protocol === 'http:') {
    if (!isLoopback(url.hostname)) throw refuse('only a service on this machine may be reached without HTTPS');
  } else if (url.protocol !== 'https:') throw refuse('it is neither https:// nor http://');
  return url;
}

/**
 * Returns an address as it is requested: its host in ASCII (RFC 5891), without a trailing slash. Returns other text
 * unchanged.
 *
 * @example
 * plainAddress('HTTPS://Bücher.example/api/');
 * // 'https://xn--bcher-kva.example/api'
 */
export function plainAddress(text: string): string {
  return URL.canParse(text) ? new URL(text).href.replace(/\/+$/, '') : text;
}

function encode(title: string, value: object): Uint8Array<ArrayBuffer> {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch {
    throw new AppError(
      'INVALID_INPUT',
      sentence`The input of “${term(title)}” cannot be written as JSON, so no request was made. Check its values.`,
    );
  }
  const bytes = utf8Encode(text);
  if (bytes.length > LIMITS.body) {
    throw new AppError(
      'INVALID_INPUT',
      sentence`The request of “${term(title)}” would be longer than ${LIMITS.body} bytes, so it was not made. Shorten its input.`,
    );
  }
  return bytes;
}

function refuseProblems(title: string, fields: readonly FieldProblem[]): void {
  if (fields.length === 0) return;
  const places = fields.map((field) => `${placeInWords(field.path)} ${field.reason}`).join('; ');
  throw new AppError(
    'INVALID_INPUT',
    sentence`The input of “${term(title)}” is not valid, so no request was made: ${places}.`,
    {
      fields,
    },
  );
}

function under(prefix: string) {
  return (problem: FieldProblem): FieldProblem => ({
    ...problem,
    path: problem.path === '/' ? prefix : prefix + problem.path,
  });
}

function refusedAddress(why: string): AppError {
  return new AppError(
    'INVALID_INPUT',
    sentence`The address of the service cannot be used: ${why}. Nothing was sent. Correct the profile’s base address.`,
  );
}
