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
 * Choice (page-origins): pages of this machine may ask and read answers, at any port; no other page may, and none sends cookies.
 * What gives power is a stamp, but a page from elsewhere must not have the operator's browser knock here.
 */
const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]{1,5})?$/;

/** What the public clients send beside the body. */
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
  return { vary: 'Origin', ...(isLoopback(origin) ? { 'access-control-allow-origin': origin } : {}) };
}

/** The answer to a browser that asks whether a page of this machine may send a request; undefined for every other request. */
export function preflight({
  method,
  headers,
}: {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}): HttpAnswer | undefined {
  const asked = headers['access-control-request-method'];
  if (method !== 'OPTIONS' || asked === undefined || !isLoopback(headers.origin)) return undefined;
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

function isLoopback(origin: string | undefined): origin is string {
  return origin !== undefined && LOOPBACK.test(origin);
}
