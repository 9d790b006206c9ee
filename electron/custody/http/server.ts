import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { AppError } from '../../../shared/errors/index.ts';
import { plainError } from '../public-error.ts';
import { answerOf, refuseMalformed } from './answers.ts';
import { createConnectionQueue } from './connection-queue.ts';
import { HTTP_LIMITS, type HttpLimits } from './limits.ts';
import { type Admit, type Connection, HOST, STRANGERS, serveOne } from './serve-one.ts';
import { createShares } from './shares.ts';

export interface HttpListener {
  /** `http://127.0.0.1:PORT`, no slash at the end: clients put paths behind it as they are. */
  readonly url: string;
  /** Starts to handle requests. Until then they get a 503, which invites a retry. */
  serve(admit: Admit): void;
  /** The use of the resources that all clients share. */
  use(): readonly { readonly name: string; readonly used: number; readonly limit: number }[];
  /** Accepts no more connections, lets requests under way end for a while, then closes the rest. */
  close(): Promise<void>;
}

/**
 * Listens on a port of the loopback interface. 0 takes any free port. Throws PORT_IN_USE, or INVALID_INPUT for a
 * privileged port. `onAcceptError` is called when a connection cannot be accepted.
 */
export async function listen(
  port: number,
  limits: HttpLimits = HTTP_LIMITS,
  onAcceptError: (error: NodeJS.ErrnoException) => void = () => undefined,
): Promise<HttpListener> {
  let admit: Admit = () => answerOf(plainError(503, 14, 'the service is starting; try again'));
  const connections = createShares<string>(limits.connections);
  const bodies = createShares<string>(limits.bytesInFlight);
  const claims = createShares<Connection>(limits.claimedBytes);
  const queue = createConnectionQueue(limits.unprovenPerRound);
  const open = new WeakMap<Socket, Connection>();
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
    open.set(socket, { held, provenBy: null, underWay: 0 });
    socket.once('close', held.release);
  });
  server.on('request', (request, response) => {
    const connection = open.get(request.socket);
    if (connection === undefined || request.socket.destroyed) return;
    // An error that nobody expected must end the connection, not the process.
    serveOne(request, response, { limits, bodies, claims, admit, connection, queue }).catch(() =>
      request.socket.destroy(),
    );
  });
  server.on('clientError', refuseMalformed);
  await bind(server, port);
  // Without a listener, an error while accepting would end the process.
  server.on('error', onAcceptError);
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    serve(next) {
      admit = next;
    },
    use: () => [
      { name: 'connections', used: connections.total(), limit: limits.connections },
      { name: 'body_bytes', used: bodies.total(), limit: limits.bytesInFlight },
      { name: 'claimed_body_bytes', used: claims.total(), limit: limits.claimedBytes },
    ],
    close: () => close(server, limits.stopTime),
  };
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

/** Explains to the operator why a port could not be opened. */
export function listenError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new AppError(
      'PORT_IN_USE',
      `Port ${port} on ${HOST} is already used by another program, so the local service was not started. Stop that program, or choose another port (0 chooses a free one).`,
    );
  }
  if (error.code === 'EACCES') {
    return new AppError(
      'INVALID_INPUT',
      `Port ${port} needs rights that this program does not have. The local service was not started. Choose a port from 1024 to 65535 (0 chooses a free one).`,
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
