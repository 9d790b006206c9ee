import { type ClientRequest, net } from 'electron';
import { AppError, type Outcome, sentence } from '../../shared/errors/index.ts';
import { isLoopback } from '../../shared/model/index.ts';
import {
  CertificateRefused,
  MAXIMUM_REPLY_LENGTH,
  type Transport,
  type TransportReply,
  type TransportRequest,
} from '../client/index.ts';
import { networkProblem } from './network-problem.ts';
import { createRoutes, type Route } from './routes.ts';

/** Milliseconds for sending a signed body and receiving the answer, longer than any operation of the service takes. */
const TIMEOUT_MS = 60_000;

export interface TransportOptions {
  readonly version: string;
  /** Names the proxy and further authorities (`routes.ts`). */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
  readonly maximumReplyLength?: number;
}

/**
 * The network of the product: Chromium's stack, with the system's proxy and certificate stores, unless the environment
 * names others. Sends exactly the given bytes and headers of ours, follows no redirect, keeps no cookie and no cache.
 * Chromium silently resends a request when a kept connection was cut before any reply. An error then describes only the
 * second attempt. A request that must be sent once therefore never uses a kept connection.
 * May be called after the `ready` event only. Throws SERVICE_UNREACHABLE, CANCELLED, TOO_LARGE, INVALID_INPUT.
 */
export function createTransport({
  version,
  environment,
  timeoutMs = TIMEOUT_MS,
  maximumReplyLength = MAXIMUM_REPLY_LENGTH,
}: TransportOptions): Transport {
  const routes = createRoutes(`Castellan/${version}`, environment);
  return async (request) => {
    const url = checkedUrl(request.url);
    const route = await routes(url, request.once === true);
    try {
      const send = async () => {
        if (request.signal?.aborted === true) throw cancelled(url, 'notSent');
        const clientRequest = net.request({
          method: request.method,
          url: url.href,
          session: route.session,
          // A redirect is reported as an event. Nothing here follows it.
          redirect: 'manual',
          credentials: 'omit',
          useSessionCookies: false,
          cache: 'no-store',
        });
        return exchange(clientRequest, url, { timeoutMs, ...request, maximumReplyLength, route });
      };
      return await route.contact(url, send, request.signal);
    } finally {
      route.end();
    }
  };
}

/** Requires TLS outside this machine: anyone on the way could change a reply in the clear. */
function checkedUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))) {
    throw new AppError(
      'INVALID_INPUT',
      'The address of the service must begin with https:// (http:// only on this machine). Nothing was sent. Correct the address in the profile.',
    );
  }
  return url;
}

const cancelled = (url: URL, outcome?: Outcome): AppError =>
  new AppError('CANCELLED', sentence`The request to ${url.host} was cancelled.`, { outcome });

interface Exchange extends TransportRequest {
  readonly timeoutMs: number;
  readonly maximumReplyLength: number;
  readonly route: Route;
}

/** Runs one request to its end. Exactly one of the listeners settles the promise. */
function exchange(
  clientRequest: ClientRequest,
  url: URL,
  { headers, body, signal, timeoutMs, maximumReplyLength, route }: Exchange,
): Promise<TransportReply> {
  return new Promise((resolve, reject) => {
    const unreachable = (why: string, outcome?: Outcome) =>
      new AppError(
        'SERVICE_UNREACHABLE',
        sentence`${url.host} did not answer: ${why}. Check the address and the network.`,
        {
          outcome,
        },
      );
    const unfinished = (why: string) =>
      new AppError(
        'SERVICE_UNREACHABLE',
        sentence`The reply of ${url.host} is not whole: ${why}. It was not used. Try again.`,
      );
    const stop = (error: AppError) => {
      settle(() => reject(error));
      clientRequest.abort();
    };
    const timer = setTimeout(
      () => stop(unreachable(`no complete reply came within ${Math.round(timeoutMs / 1000)} seconds`)),
      timeoutMs,
    );
    const onAbort = () => stop(cancelled(url));
    const settle = (how: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      how();
    };
    signal?.addEventListener('abort', onAbort, { once: true });

    clientRequest.on('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk) => {
        length += chunk.length;
        if (length <= maximumReplyLength) return void chunks.push(chunk);
        stop(
          new AppError(
            'TOO_LARGE',
            sentence`The reply of ${url.host} is longer than ${maximumReplyLength} bytes and was not read. Ask for less at once, with a smaller limit, or check that the address is that of a custody service.`,
          ),
        );
      });
      response.on('end', () =>
        settle(() =>
          resolve({ status: response.statusCode, headers: flatHeaders(response.headers), body: Buffer.concat(chunks) }),
        ),
      );
      response.on('error', (error: Error) => settle(() => reject(unfinished(endOf(error)))));
      response.on('aborted', () => settle(() => reject(unfinished('it broke off'))));
    });
    // A refused login is not tried again.
    clientRequest.once('login', ({ isProxy }, answer) => {
      if (isProxy && route.proxyLogin !== null) answer(...route.proxyLogin);
      else answer();
    });
    clientRequest.on('redirect', () =>
      stop(
        new AppError(
          'SERVICE_REPLY_INVALID',
          sentence`${url.host} redirects the request, and Castellan follows no redirect with a stamp. The reply was not used. Enter the address that the service is served at.`,
        ),
      ),
    );
    clientRequest.on('error', (error) => {
      const { why, moment, certificate } = networkProblem(error);
      const outcome = route.isBeforeSending(moment) ? 'notSent' : undefined;
      const problem = unreachable(why, outcome);
      settle(() =>
        reject(certificate === null ? problem : new CertificateRefused(problem.message, outcome, certificate)),
      );
    });
    for (const [name, value] of Object.entries(headers)) clientRequest.setHeader(name, value);
    if (body !== null) clientRequest.write(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    clientRequest.end();
  });
}

/** Returns why a reply ended early. Chromium has a code of its own for a length that was announced and not reached. */
function endOf(error: Error): string {
  return error.message.includes('ERR_CONTENT_LENGTH_MISMATCH')
    ? 'it ended before the length that it announced'
    : networkProblem(error).why;
}

function flatHeaders(headers: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : value.join(', '),
    ]),
  );
}
