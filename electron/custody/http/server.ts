import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { AppError } from '../../../shared/errors/index.ts';
import { type PublicError, plainError } from '../public-error.ts';
import { readBody } from './body.ts';
import { HTTP_LIMITS, type HttpLimits } from './limits.ts';

export interface HttpRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** The exact bytes of the body. */
  readonly body: Uint8Array;
}

export interface HttpAnswer {
  readonly status: number;
  /** Becomes JSON. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers one request; it must not reject. */
export type Respond = (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>;

export interface HttpListener {
  /** `http://127.0.0.1:PORT`, no slash at the end: clients put paths behind it as they are. */
  readonly url: string;
  /** Begins to answer; until then requests are told to come again. */
  serve(respond: Respond): void;
  /** Takes no more connections, lets requests under way end for a while, then closes the rest. */
  close(): Promise<void>;
}

/** The service is for programs on this machine only. */
const HOST = '127.0.0.1';

/** Takes a port of the loopback interface; 0 is any free one. Throws PORT_IN_USE, or INVALID_INPUT for a port that needs rights. */
export async function listen(port: number, limits: HttpLimits = HTTP_LIMITS): Promise<HttpListener> {
  let respond: Respond = () => answerOf(plainError(503, 14, 'the service is starting; try again'));
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTime,
    requestTimeout: limits.requestTime,
    keepAliveTimeout: limits.idleTime,
    connectionsCheckingInterval: limits.checkInterval,
  });
  server.maxConnections = limits.connections;
  server.on('request', (request, response) => void serveOne(request, response, limits, (one) => respond(one)));
  server.on('clientError', refuseMalformed);
  await bind(server, port);
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    serve(next) {
      respond = next;
    },
    close: () => close(server, limits.stopTime),
  };
}

/** The answer that a refusal is. */
export function answerOf(error: PublicError, headers?: Readonly<Record<string, string>>): HttpAnswer {
  return { status: error.status, body: error.body, ...(headers === undefined ? {} : { headers }) };
}

async function serveOne(
  request: IncomingMessage,
  response: ServerResponse,
  limits: HttpLimits,
  respond: Respond,
): Promise<void> {
  // A client may go away at any moment; there is nobody left to tell then.
  response.on('error', () => response.destroy());
  const body = await readBody(request, limits);
  if (body === 'aborted') return;
  if (body === 'large' || body === 'endless') {
    const refusal = plainError(413, 3, `bad request body: it is larger than ${limits.bodyBytes} bytes`);
    send(response, answerOf(refusal, body === 'endless' ? { connection: 'close' } : {}));
    return;
  }
  send(
    response,
    await respond({ method: request.method ?? '', target: request.url ?? '', headers: request.headers, body }),
  );
}

function send(response: ServerResponse, { status, body, headers }: HttpAnswer): void {
  if (response.destroyed) return;
  const text = textOf(body);
  if (text === null) {
    send(response, answerOf(plainError(500, 13, 'internal server error: the answer could not be written')));
    return;
  }
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(text);
}

/** The JSON of a body, or null: above half a gigabyte there are no strings, and one answer must not end the service. */
function textOf(body: unknown): string | null {
  try {
    return JSON.stringify(body);
  } catch {
    return null;
  }
}

/** What the parser of node:http refuses never becomes a request; the answer is written to the socket by hand. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, why] = MALFORMED[error.code ?? ''] ?? [400, 'it is not HTTP/1.1'];
  const body = JSON.stringify(plainError(status, 3, `bad request: ${why}`).body);
  const head = `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`;
  socket.end(head + body, () => socket.destroy());
}

const MALFORMED: Readonly<Record<string, readonly [status: number, why: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'its headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'it took too long to arrive'],
};

function bind(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error) => fail(listenError(error, port)));
    server.listen({ host: HOST, port, exclusive: true }, () => {
      server.removeAllListeners('error');
      done();
    });
  });
}

/** Why a port could not be taken, in the operator's words. */
export function listenError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new AppError(
      'PORT_IN_USE',
      `Port ${port} on ${HOST} is already used by another program, so the local service was not started. End that program, or choose another port (0 takes any free one).`,
    );
  }
  if (error.code === 'EACCES') {
    return new AppError(
      'INVALID_INPUT',
      `Port ${port} needs rights that this program does not have, so the local service was not started. Choose a port from 1024 to 65535 (0 takes any free one).`,
    );
  }
  return error;
}

function close(server: Server, stopTime: number): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(() => server.closeAllConnections(), stopTime);
    server.close(() => {
      clearTimeout(timer);
      done();
    });
    server.closeIdleConnections();
  });
}
