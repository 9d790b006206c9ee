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
import { answerOf, closing, type HttpAnswer, refuseMalformed, send } from './answers.ts';
import { type Body, discardBody, readBody } from './body.ts';
import { HTTP_LIMITS, type HttpLimits } from './limits.ts';
import { createShares, type Holding } from './shares.ts';

/** A request before its body. */
export interface HttpHead {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** A request whose body is worth reading: whose share of the service it uses, and what answers its exact bytes. Must not reject. */
export interface Admitted {
  readonly sender: string;
  readonly answer: (body: Uint8Array) => HttpAnswer | Promise<HttpAnswer>;
}

/** Looks at the head of a request: it is admitted by a key that is known, or answered whatever its body holds. Must not throw. */
export type Admit = (head: HttpHead) => Admitted | HttpAnswer;

/** Everybody who has not shown a known key counts as one sender; no key is spelled like this. */
const STRANGERS = 'strangers';

export interface HttpListener {
  /** `http://127.0.0.1:PORT`, no slash at the end: clients put paths behind it as they are. */
  readonly url: string;
  /** Begins to answer; until then requests are told to come again. */
  serve(admit: Admit): void;
  /** Takes no more connections, lets requests under way end for a while, then closes the rest. */
  close(): Promise<void>;
}

/** The service is for programs on this machine only. */
const HOST = '127.0.0.1';

/** Takes a port of the loopback interface; 0 is any free one. Throws PORT_IN_USE, or INVALID_INPUT for a port that needs rights. */
export async function listen(port: number, limits: HttpLimits = HTTP_LIMITS): Promise<HttpListener> {
  let admit: Admit = () => answerOf(plainError(503, 14, 'the service is starting; try again'));
  const connections = createShares(limits.connections);
  const bodies = createShares(limits.bytesInFlight);
  const holdings = new WeakMap<Socket, Holding>();
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTime,
    requestTimeout: limits.requestTime,
    keepAliveTimeout: limits.idleTime,
    connectionsCheckingInterval: limits.checkInterval,
  });
  server.on('connection', (socket) => {
    const held = connections.open(STRANGERS, () => socket.destroy());
    if (!held.grow(1)) socket.destroy();
    holdings.set(socket, held);
    socket.once('close', held.release);
  });
  server.on('request', (request, response) => {
    const site = { limits, bodies, admit, connection: holdings.get(request.socket) };
    void serveOne(request, response, site);
  });
  server.on('clientError', refuseMalformed);
  await bind(server, port);
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    serve(next) {
      admit = next;
    },
    close: () => close(server, limits.stopTime),
  };
}

interface Site {
  readonly limits: HttpLimits;
  readonly bodies: ReturnType<typeof createShares>;
  readonly admit: Admit;
  readonly connection: Holding | undefined;
}

async function serveOne(request: IncomingMessage, response: ServerResponse, site: Site): Promise<void> {
  const { limits, connection } = site;
  // A client may go away at any moment; there is nobody left to tell then.
  response.on('error', () => response.destroy());
  const { method = '', url: target = '', headers } = request;
  const admitted = isOwnHost(request) ? site.admit({ method, target, headers }) : answerOf(wrongHost());
  if ('status' in admitted) {
    const whole = await discardBody(request, limits.strangerBytes);
    send(response, whole ? admitted : closing(admitted));
    return;
  }
  connection?.moveTo(admitted.sender);
  const { body, held } = await readBody(request, limits, (giveWay) => site.bodies.open(admitted.sender, giveWay));
  try {
    if (typeof body === 'string') {
      refuseBody(response, body, limits);
      return;
    }
    connection?.keep(true);
    const answer = await admitted.answer(body);
    // Nobody has shown that the key is theirs.
    if (answer.status === 401) connection?.moveTo(STRANGERS);
    send(response, answer);
  } finally {
    held.release();
    connection?.keep(false);
  }
}

function refuseBody(response: ServerResponse, body: Exclude<Body, Buffer>, limits: HttpLimits): void {
  const crowded = answerOf(plainError(429, 8, 'too many large requests are under way; try again'));
  const large = answerOf(plainError(413, 3, `bad request body: it is larger than ${limits.bodyBytes} bytes`));
  if (body === 'crowded') send(response, closing(crowded));
  else if (body !== 'aborted') send(response, body === 'endless' ? closing(large) : large);
}

/** A page of another site reaches this port by a name of its own (DNS rebinding), which its browser then says here. */
function isOwnHost({ headers: { host }, socket }: IncomingMessage): boolean {
  return [HOST, 'localhost'].some((name) => host?.toLowerCase() === `${name}:${socket.localPort}`);
}

function wrongHost(): PublicError {
  return plainError(421, 3, 'bad request: its Host is not the address of this service');
}

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
