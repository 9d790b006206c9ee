import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, sentence } from '../../../shared/errors/index.ts';
import { LIMITS } from '../../../shared/model/index.ts';
import type { Delivery, Verdict } from './verify-delivery.ts';

/** Only programs of this machine can deliver here. For more, the operator sets up a tunnel. */
const HOST = '127.0.0.1';
const LIMITED = { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5000 };
const CONNECTIONS = 64;
/** The number of accepted delivery ids kept, to detect a retry or a replay. */
const REMEMBERED = 10_000;

export interface Received {
  readonly delivery: Delivery;
  readonly verdict: Verdict;
  /** True when an event of this id was accepted before. */
  readonly repeated: boolean;
}

export interface Listening {
  /** `http://127.0.0.1:PORT/`: the address to deliver to. Every path is accepted. */
  readonly url: string;
  close(): Promise<void>;
}

export interface ListenerOptions {
  /** 0 is any free one. */
  readonly port: number;
  readonly verify: (delivery: Delivery) => Promise<Verdict>;
  readonly onDelivery: (received: Received) => void;
  /**
   * Takes only requests to the port's own loopback name from programs other than browsers, and answers 401 to every
   * refused one, whatever the reason.
   */
  readonly guarded?: boolean;
  /** Records the error that prevented verification. The sender is asked to try again. */
  readonly report: (error: unknown) => void;
}

/**
 * Receives deliveries on loopback and answers 200 for a verified one, 401 for another (docs/protocol.md#webhooks).
 * Throws PORT_IN_USE.
 */
export async function listenForDeliveries({ port, guarded = false, ...options }: ListenerOptions): Promise<Listening> {
  const accepted = new Set<string>();
  const server = createServer(LIMITED, (request, response) => {
    const reply: Reply = (status, body) =>
      guarded && status !== 200 ? answer(response, 401, { ok: false }) : answer(response, status, body);
    if (guarded && !isLocal(request)) return reply(403, { reason: 'not_local' });
    receive(request, reply, { ...options, accepted }).catch((error: unknown) => {
      options.report(error);
      reply(503, { reason: 'not_verified' });
    });
  });
  server.maxConnections = CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(port, error)));
    server.listen(port, HOST, resolve);
  });
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Reply = (status: number, body: object) => void;

/**
 * True for a request to this port by a loopback name that no web page made. Pages send `Origin`, or `Sec-Fetch-Site`
 * with another value than `none`.
 */
function isLocal({ headers, socket }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'] ?? 'none';
  const names = [HOST, 'localhost'].map((name) => `${name}:${socket.localPort}`);
  return headers.origin === undefined && site === 'none' && names.includes(headers.host ?? '');
}

async function receive(
  request: IncomingMessage,
  reply: Reply,
  { verify, onDelivery, accepted }: Pick<ListenerOptions, 'verify' | 'onDelivery'> & { readonly accepted: Set<string> },
): Promise<void> {
  if (request.method !== 'POST') return reply(405, { reason: 'not_a_delivery' });
  const body = await readBody(request);
  if (body === null) return reply(413, { reason: 'too_long' });
  const delivery = { headers: headersOf(request), body };
  const verdict = await verify(delivery);
  const repeated = verdict.ok && accepted.has(verdict.eventId);
  if (verdict.ok) remember(accepted, verdict.eventId);
  onDelivery({ delivery, verdict, repeated });
  reply(verdict.ok ? 200 : 401, verdict.ok ? { ok: true } : { ok: false, reason: verdict.reason });
}

/** The raw body. Null when it exceeds the limit, and the rest is dropped. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > LIMITS.body) return null;
    chunks.push(chunk);
  }
  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

/** Names in lower case. Repeated headers are joined into one value, which is then invalid. */
function headersOf({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]));
}

function remember(accepted: Set<string>, eventId: string): void {
  accepted.add(eventId);
  const [oldest] = accepted;
  if (accepted.size > REMEMBERED && oldest !== undefined) accepted.delete(oldest);
}

function answer(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return;
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));
}

function cannotListen(port: number, error: NodeJS.ErrnoException): AppError {
  const why = error.code === 'EADDRINUSE' ? 'another program uses it' : `the system says ${error.code ?? 'no'}`;
  return new AppError(
    'PORT_IN_USE',
    sentence`Port ${port} of this machine is not available: ${why}. Nothing was received. Choose another port, or 0 for any free one.`,
    { cause: error },
  );
}
