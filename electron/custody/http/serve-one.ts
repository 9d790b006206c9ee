import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { LOOPBACK_ADDRESS } from '../../../shared/network/index.ts';
import { type PublicError, plainError } from '../public-error.ts';
import { answerOf, closing, type HttpAnswer, send } from './answers.ts';
import { type Body, discardBody, readBody } from './body.ts';
import type { ConnectionQueue } from './connection-queue.ts';
import { originHeaders, preflight } from './cross-origin.ts';
import type { HttpLimits } from './limits.ts';
import type { createShares, Holding } from './shares.ts';

/** The service is for programs on this machine only. */
export const HOST = LOOPBACK_ADDRESS;

/** A request before its body. */
export interface HttpHead {
  readonly method: string;
  /** The path and query, unchanged. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** The address of the peer. Empty once the connection is gone. */
  readonly source: string;
}

/**
 * A request whose body is to be read. `answer` handles the exact bytes, and calls `proven` as soon as they prove the
 * claimed sender. Must not reject.
 */
export interface Admitted {
  readonly sender: string;
  readonly answer: (body: Uint8Array, proven: () => void) => HttpAnswer | Promise<HttpAnswer>;
}

/**
 * Checks the head of a request. Admits one with a known key, and answers any other without its body. Must not throw.
 */
export type Admit = (head: HttpHead) => Admitted | HttpAnswer;

/** All connections without a proven key count as one sender. No key can be spelled like this. */
export const STRANGERS = 'strangers';

/** A connection of a client. */
export interface Connection {
  readonly held: Holding<string>;
  /** The key of the last stamp that held. Null when no stamp held, or when a later stamp failed. */
  provenBy: string | null;
  /** Requests that are not answered yet. */
  underWay: number;
}

/** The resources that all requests share, and the connection of this request. */
export interface Site {
  readonly limits: HttpLimits;
  /** The bodies of those who have proven their key, by key. */
  readonly bodies: ReturnType<typeof createShares<string>>;
  /** The bodies of those who only claim one, by connection: a key that is claimed may be anybody's. */
  readonly claims: ReturnType<typeof createShares<Connection>>;
  readonly admit: Admit;
  readonly connection: Connection;
  readonly queue: ConnectionQueue;
}

/** Answers one request. Connections with a proven key are served at once, and all others wait for their turn. */
export async function serveOne(request: IncomingMessage, response: ServerResponse, site: Site): Promise<void> {
  const { limits, connection } = site;
  // A client may disconnect at any moment. Nobody is left to answer then.
  response.on('error', () => response.destroy());
  response.on('close', () => {
    connection.underWay -= 1;
  });
  connection.underWay += 1;
  const queue = connection.provenBy === null ? site.queue : null;
  // Clients wait for their response before they send again. Pipelined requests would take the turns of others.
  if (queue !== null && connection.underWay > 1) request.socket.destroy();
  await queue?.(request.socket);
  const { method = '', url: target = '', headers } = request;
  for (const [name, value] of Object.entries(originHeaders(headers))) response.setHeader(name, value);
  const head = { method, target, headers, source: request.socket.remoteAddress ?? '' };
  const admitted = isOwnHost(request)
    ? (preflight(head) ?? refusedEncoding(head) ?? site.admit(head))
    : answerOf(wrongHost());
  if ('status' in admitted) {
    const kept = admitted.ofBody === undefined ? 0 : limits.namingBytes;
    const body = await discardBody(request, { limit: limits.strangerBytes, kept }, queue);
    const answer = typeof body === 'boolean' ? admitted : (admitted.ofBody?.(body) ?? admitted);
    send(response, body === false ? closing(answer) : answer);
    return;
  }
  await serveAdmitted(request, response, { ...site, ...admitted });
}

async function serveAdmitted(request: IncomingMessage, response: ServerResponse, site: Site & Admitted): Promise<void> {
  const { limits, bodies, claims, connection, sender } = site;
  const isProven = connection.provenBy === sender;
  const { body, release } = await readBody(request, limits, {
    hold: (giveWay) => (isProven ? bodies.open(sender, giveWay) : claims.open(connection, giveWay)),
    queue: isProven ? null : site.queue,
  });
  const answered = bodies.open(sender, () => undefined);
  try {
    if (typeof body === 'string') {
      refuseBody(response, body, { limits, isProven });
      return;
    }
    const answer = await site.answer(body, () => {
      release();
      answered.keep(true);
      answered.grow(body.length);
      connection.provenBy = sender;
      connection.held.moveTo(sender);
      connection.held.keep(true);
    });
    if (answer.status === 401) {
      connection.provenBy = null;
      connection.held.moveTo(STRANGERS);
    }
    send(response, answer);
  } finally {
    release();
    answered.release();
    connection.held.keep(false);
  }
}

/** A body is stamped byte for byte, so it is read as it comes. Null for a body without a content coding. */
function refusedEncoding({ headers }: HttpHead): HttpAnswer | null {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (coding === 'identity' || coding === '') return null;
  return answerOf(
    plainError(
      415,
      3,
      'bad request body: its Content-Encoding is not identity; send the body that was stamped as it is',
    ),
  );
}

const CROWDED = 'too many large requests are under way; try again';
const CROWDED_CLAIMS =
  'too many large requests are under way of senders whose stamp is not checked yet; send a small request first, then this one on the same connection';

function refuseBody(
  response: ServerResponse,
  body: Exclude<Body, Buffer>,
  { limits, isProven }: { limits: HttpLimits; isProven: boolean },
): void {
  const crowded = answerOf(plainError(429, 8, isProven ? CROWDED : CROWDED_CLAIMS));
  const large = answerOf(plainError(413, 3, `bad request body: it is larger than ${limits.bodyBytes} bytes`));
  if (body === 'crowded') send(response, closing(crowded));
  else if (body !== 'aborted') send(response, body === 'endless' ? closing(large) : large);
}

/** In a DNS rebinding attack, a page reaches this port under its own host name, which the Host header then has. */
function isOwnHost({ headers: { host }, socket }: IncomingMessage): boolean {
  return [HOST, 'localhost'].some((name) => host?.toLowerCase() === `${name}:${socket.localPort}`);
}

function wrongHost(): PublicError {
  return plainError(421, 3, 'bad request: its Host is not the address of this service');
}
