import type { IncomingHttpHeaders } from 'node:http';
import { GATEWAY_HEADER } from '../../../shared/operations/index.ts';
import {
  ATTESTED_STAMP_HEADER,
  PASSKEY_STAMP_HEADER,
  SESSION_HEADER,
  STAMP_HEADER,
} from '../../../shared/wire/index.ts';
import type { HttpAnswer } from './answers.ts';

/**
 * Choice (page-origins): pages of this machine, at any port, may send requests and read the answers. No other page may,
 * and none sends cookies. Only a stamp grants access, but a page from elsewhere must not make the operator's browser
 * probe this service.
 */
const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?$/;

/** The request headers that the public clients send. */
const REQUEST_HEADERS = [
  'Content-Type',
  'Accept',
  'X-Client-Version',
  STAMP_HEADER,
  PASSKEY_STAMP_HEADER,
  ATTESTED_STAMP_HEADER,
  SESSION_HEADER,
  GATEWAY_HEADER,
  'X-Captcha-Token',
];

/** The headers (CORS protocol of the Fetch standard) that let a page read an answer, for every answer to the request. */
export function originHeaders({ origin }: IncomingHttpHeaders): Readonly<Record<string, string>> {
  // The answer depends on the origin also where it has none.
  return { vary: 'Origin', ...(isPageHere(origin) ? { 'access-control-allow-origin': origin } : {}) };
}

/** Answers the CORS preflight request of a loopback page. Returns undefined for every other request. */
export function preflight({
  method,
  headers,
}: {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}): HttpAnswer | undefined {
  const asked = headers['access-control-request-method'];
  if (method !== 'OPTIONS' || asked === undefined || !isPageHere(headers.origin)) return undefined;
  return {
    status: 200,
    body: {},
    headers: {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': REQUEST_HEADERS.join(', '),
      'access-control-max-age': '600',
    },
  };
}

function isPageHere(origin: string | undefined): origin is string {
  return origin !== undefined && LOOPBACK.test(origin);
}
