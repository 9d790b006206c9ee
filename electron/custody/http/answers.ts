import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type PublicError, plainError } from '../public-error.ts';

export interface HttpAnswer {
  readonly status: number;
  /** Becomes JSON, or is sent as it is when `isText`. */
  readonly body: unknown;
  readonly isText?: true;
  readonly headers?: Readonly<Record<string, string>>;
  /** The answer once the body is known, when it is short enough to be kept. */
  readonly ofBody?: (body: Uint8Array) => HttpAnswer;
}

/** The answer that a refusal is. */
export function answerOf(error: PublicError, headers?: Readonly<Record<string, string>>): HttpAnswer {
  return { status: error.status, body: error.body, ...(headers === undefined ? {} : { headers }) };
}

/** The same answer on a connection that ends with it, because not all of its request was read. */
export function closing(answer: HttpAnswer): HttpAnswer {
  return { ...answer, headers: { ...answer.headers, connection: 'close' } };
}

/** Writes an answer, unless nobody waits for it any more. */
export function send(response: ServerResponse, { status, body, isText, headers }: HttpAnswer): void {
  if (response.destroyed) return;
  const text = isText === true ? String(body) : textOf(body);
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

/**
 * Returns the JSON of a body, or null. A string cannot exceed half a gigabyte, and one answer must not end the service.
 */
function textOf(body: unknown): string | null {
  try {
    return JSON.stringify(body);
  } catch {
    return null;
  }
}

/** Answers a request that the parser of node:http refused. No response object exists, so this writes to the socket. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
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
