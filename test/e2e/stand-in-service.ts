import { createPublicKey, ECDH, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OPERATIONS } from '../../shared/operations/index.ts';

/** A service elsewhere that knows one key: it checks stamps over the raw bytes and answers with the declared examples. */
export interface StandIn {
  readonly baseUrl: string;
  readonly organizationId: string;
  /** Sets the only key that is let in. Before the first call, no key is let in. */
  allow(publicKey: string): void;
  /** Paths of the requests it answered, and the headers of the last one. */
  readonly seen: { readonly paths: string[]; headers: IncomingMessage['headers'] };
  /** Answers that path with this value from now on, or with the function's result for the request's body. */
  answer(path: string, value: unknown | ((body: Buffer) => unknown)): void;
  /** Answers every stamped request by itself where this returns true, from now on. Null answers as usual again. */
  interfere(answering: Interference | null): void;
  /** Cuts the connection instead of every answer to a submit. */
  cutSubmits(cut: boolean): void;
  stop(): Promise<void>;
  /** Listens again on the same port. */
  restart(): Promise<void>;
}

/** Returns true for a request that it answers itself, or never. */
export type Interference = (path: string, response: ServerResponse) => boolean;

const ANSWERS: Readonly<Record<string, unknown>> = {
  [OPERATIONS.whoami.path]: OPERATIONS.whoami.example.response,
  [OPERATIONS.list_wallets.path]: OPERATIONS.list_wallets.example.response,
  [OPERATIONS.list_wallet_accounts.path]: OPERATIONS.list_wallet_accounts.example.response,
  [OPERATIONS.list_activities.path]: { activities: [] },
};

export async function startStandIn(): Promise<StandIn> {
  const answers = { ...ANSWERS };
  let allowed: string | null = null;
  let cuts = false;
  let interference: Interference | null = null;
  const seen: StandIn['seen'] = { paths: [], headers: {} };
  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const path = request.url ?? '';
    seen.headers = request.headers;
    if (!isStamped(request, body, allowed)) {
      return send(response, 401, {
        code: 16,
        message: 'could not find public key in organization',
        details: [],
        turnkeyErrorCode: 'PUBLIC_KEY_NOT_FOUND',
      });
    }
    seen.paths.push(path);
    if (interference?.(path, response) === true) return;
    if (cuts && path.includes('/submit/')) {
      response.destroy();
      return;
    }
    const given = answers[path];
    const value = typeof given === 'function' ? (given(body) as unknown) : given;
    send(response, value === undefined ? 404 : 200, value ?? { code: 5, message: 'not found', details: [] });
  };
  let server: Server;
  const listen = async (port: number) => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => answer(request, response, Buffer.concat(chunks)));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    organizationId: OPERATIONS.whoami.example.response.organizationId,
    allow: (publicKey) => {
      allowed = publicKey;
    },
    seen,
    answer: (path, value) => {
      answers[path] = value;
    },
    interfere: (answering) => {
      interference = answering;
    },
    cutSubmits: (cut) => {
      cuts = cut;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => void server.close(done));
    },
    async restart() {
      await listen(port);
    },
  };
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'set-cookie': 'session=1' })
    .end(JSON.stringify(value));
}

/** A stamp (docs/protocol.md#stamps), checked with nothing of Castellan's. */
function isStamped(request: IncomingMessage, body: Buffer, allowed: string | null): boolean {
  const header = request.headers['x-stamp'];
  if (typeof header !== 'string') return false;
  const stamp = JSON.parse(Buffer.from(header, 'base64url').toString()) as {
    publicKey: string;
    scheme: string;
    signature: string;
  };
  if (stamp.publicKey !== allowed || stamp.scheme !== 'SIGNATURE_SCHEME_TK_API_P256') return false;
  const point = Buffer.from(ECDH.convertKey(stamp.publicKey, 'prime256v1', 'hex', undefined, 'uncompressed') as Buffer);
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  return verify('sha256', body, key, Buffer.from(stamp.signature, 'hex'));
}
