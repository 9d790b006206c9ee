import type { LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import tls from 'node:tls';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { hostOf, mayReach, requireDestination } from '../../../shared/network/index.ts';
import type { Courier, CourierFailure, Errand } from '../../../shared/processes/index.ts';

interface Address {
  readonly address: string;
  readonly family: number;
}

export interface CourierOptions {
  /** All addresses of a host. */
  readonly resolve?: (host: string) => Promise<readonly Address[]>;
}

const MAXIMUM_HEADER_BYTES = 16 * 1024;
/** The longest wait for the beginning of a body after its status, in milliseconds. */
const START_WAIT = 1000;

/**
 * Carries requests of the local service, each over a connection of its own, and follows no redirect. A name is resolved
 * once. Every address found is judged, and the connection uses only those addresses. So nobody can answer first with a
 * public address and then with another. For the same reason no proxy is used, because a proxy would resolve the name
 * itself.
 */
export function createCourier({ resolve = resolveAll }: CourierOptions = {}): Courier {
  return async (errand) => {
    const signal = AbortSignal.timeout(errand.timeout);
    try {
      const url = requireDestination(errand.url, errand.mayBeHere, refused);
      const host = hostOf(url);
      // A look-up cannot be aborted.
      const late = new Promise<never>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
      const addresses = await Promise.race([resolve(host), late]);
      const found = addresses.map(({ address }) => address);
      if (!mayReach(host, found, errand.mayBeHere)) throw refused('it leads to a forbidden address');
      return await exchange(url, addresses, errand, signal);
    } catch (error) {
      return { failure: signal.aborted ? 'timed_out' : failureOf(error) };
    }
  };
}

const resolveAll = (host: string): Promise<readonly Address[]> => lookup(host, { all: true });

const refused = (why: string): AppError => new AppError('INVALID_INPUT', sentence`The address is refused: ${why}.`);

function exchange(
  url: URL,
  addresses: readonly Address[],
  { method, headers, body, maximumAnswer, cutsAnswer }: Errand,
  signal: AbortSignal,
): ReturnType<Courier> {
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: { ...headers, ...(body === null ? {} : { 'content-length': body.length }) },
      signal,
      agent: false as const,
      maxHeaderSize: MAXIMUM_HEADER_BYTES,
      lookup: answerWith(addresses),
    };
    const onResponse = (response: IncomingMessage) =>
      void (cutsAnswer === true ? readStart(response, maximumAnswer) : readBody(response, maximumAnswer))
        .then((read) => {
          const { statusCode = 0, headers } = response;
          if (read === null) return resolve({ failure: 'answer_too_long' });
          const contentType = headers['content-type'] ?? null;
          resolve({ status: statusCode, contentType, cacheControl: headers['cache-control'] ?? null, ...read });
        }, reject)
        .finally(() => request.destroy());
    const request: ClientRequest =
      url.protocol === 'https:'
        ? httpsRequest(url, { ...options, ca: authorities() }, onResponse)
        : httpRequest(url, options, onResponse);
    request.on('error', reject);
    request.end(body ?? undefined);
  });
}

/** A lookup function for Node's connections that returns only these addresses. */
function answerWith(addresses: readonly Address[]) {
  return (
    _host: string,
    { all }: LookupOptions,
    done: (error: null, found: string | Address[], family?: number) => void,
  ) => {
    const [first] = addresses;
    if (all === true) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };
}

let trusted: string[] | null = null;
/** The certificate authorities of Node, and those of this machine where Node can read them. */
function authorities(): string[] {
  trusted ??= [...tls.rootCertificates, ...(tls.getCACertificates?.('system') ?? [])];
  return trusted;
}

interface ReadBody {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly isCut?: boolean;
}

/**
 * Returns the first bytes of the body, at most `maximum`, of those that come within a second. The status has arrived, and
 * it alone counts. So no fault of the body is one of the exchange.
 */
function readStart(response: IncomingMessage, maximum: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const end = () => {
      clearTimeout(timer);
      const isCut = length > maximum || !response.complete;
      resolve({ body: Uint8Array.from(Buffer.concat(chunks).subarray(0, maximum)), ...(isCut && { isCut }) });
    };
    const timer = setTimeout(end, START_WAIT);
    response.on('data', (chunk: Uint8Array) => {
      if (length <= maximum) chunks.push(chunk);
      length += chunk.length;
      if (length > maximum) end();
    });
    response.on('error', end);
    response.once('end', end);
  });
}

/** Returns the body, or null when it is longer than `maximum`. With a maximum of 0, reads nothing. */
async function readBody(response: IncomingMessage, maximum: number): Promise<ReadBody | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (maximum > 0) {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > maximum) return null;
      chunks.push(chunk);
    }
  }
  return { body: Uint8Array.from(Buffer.concat(chunks)) };
}

const FAILURES: Readonly<Record<string, CourierFailure>> = {
  INVALID_INPUT: 'address_refused',
  ENOTFOUND: 'name_unknown',
  EAI_AGAIN: 'name_unknown',
  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  ETIMEDOUT: 'unreachable',
};

function failureOf(error: unknown): CourierFailure {
  const code = String((error as { code?: unknown }).code);
  return FAILURES[code] ?? (/CERT|VERIFY/.test(code) ? 'certificate_refused' : 'connection_lost');
}
