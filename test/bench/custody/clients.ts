import { connect, type Socket } from 'node:net';
import { type P256Signer, signStamp } from '../../../electron/crypto/index.ts';
import { encodeStamp, utf8Encode } from '../../../shared/wire/index.ts';

/** The answers of a run: how long it took, and how long each client waited for each answer. Milliseconds. */
export interface Answered {
  readonly elapsed: number;
  readonly waits: readonly number[];
}

/** Returns the bytes of a stamped request. It is made before the run, so that its stamp is no part of the time. */
export function stampedRequest(baseUrl: string, path: string, body: object, signer: P256Signer): Buffer {
  const text = JSON.stringify(body);
  const stamp = encodeStamp(signStamp(signer, utf8Encode(text)));
  const { host } = new URL(baseUrl);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Stamp: ${stamp}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

/** A connection that sends a request and waits for the whole answer. Bare sockets leave the processor to the service. */
export interface Client {
  /** Returns the body. Throws when the status is not 200. */
  ask(request: Buffer): Promise<string>;
  end(): void;
}

const HEAD_END = '\r\n\r\n';

export async function openClient(baseUrl: string): Promise<Client> {
  const { hostname, port } = new URL(baseUrl);
  const socket = await new Promise<Socket>((done, fail) => {
    const made = connect({ host: hostname, port: Number(port), noDelay: true }, () => done(made)).once('error', fail);
  });
  let parts: Buffer[] = [];
  let settle: { done: (body: string) => void; fail: (error: Error) => void } | undefined;
  socket.on('data', (part) => {
    parts.push(part);
    const answer = Buffer.concat(parts);
    const head = answer.indexOf(HEAD_END);
    if (head === -1) return;
    const length = Number(/content-length: (\d+)/i.exec(answer.toString('latin1', 0, head))?.[1]);
    if (answer.length < head + HEAD_END.length + length) return;
    parts = [];
    const body = answer.toString('utf8', head + HEAD_END.length);
    if (answer.toString('latin1', 9, 12) === '200') settle?.done(body);
    else settle?.fail(new Error(`The service refused a request of the benchmark: ${body}`));
  });
  socket.on('close', () => settle?.fail(new Error('The service closed a connection of the benchmark.')));
  return {
    ask: (request) =>
      new Promise((done, fail) => {
        settle = { done, fail };
        socket.write(request);
      }),
    end: () => void socket.removeAllListeners('close').destroy(),
  };
}

/** Sends all requests over `width` connections. Each sends its next request after its last answer. */
export async function sendAll(baseUrl: string, requests: readonly Buffer[], width: number): Promise<Answered> {
  const clients = await Promise.all(Array.from({ length: width }, () => openClient(baseUrl)));
  const waits: number[] = [];
  let next = 0;
  try {
    const start = performance.now();
    await Promise.all(
      clients.map(async (client) => {
        for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
          const asked = performance.now();
          await client.ask(request);
          waits.push(performance.now() - asked);
        }
      }),
    );
    return { elapsed: performance.now() - start, waits };
  } finally {
    for (const client of clients) client.end();
  }
}
