import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** A small OpenID Connect issuer on loopback: its discovery document, its keys, and tokens of them. */
export interface Issuer {
  readonly url: string;
  /** The paths that were requested, in order. */
  readonly asked: string[];
  /** Replaces the reply at a path. */
  readonly answers: Map<string, { readonly status?: number; readonly body: string }>;
  /** A token that holds for an hour from `now` (milliseconds), with these claims beside or instead of the usual ones. */
  token(now: number, claims?: JWTPayload, by?: { readonly key?: CryptoKey; readonly alg?: string }): Promise<string>;
  close(): Promise<void>;
}

export const AUDIENCE = 'castellan of the test';

export async function startIssuer(): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  const asked: string[] = [];
  const answers: Issuer['answers'] = new Map();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const { status = 200, body } = answers.get(path) ?? { status: 404, body: '{}' };
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answers.set('/.well-known/openid-configuration', {
    body: JSON.stringify({ issuer: url, jwks_uri: `${url}/keys` }),
  });
  answers.set('/keys', { body: JSON.stringify({ keys: [jwk] }) });
  return {
    url,
    asked,
    answers,
    token: (now, claims = {}, { key = privateKey, alg = 'ES256' } = {}) =>
      new SignJWT({ iss: url, aud: AUDIENCE, sub: 'operator', iat: now / 1000, exp: now / 1000 + 3600, ...claims })
        .setProtectedHeader({ alg, kid: 'one' })
        .sign(key),
    close: () => new Promise((done) => server.close(() => done())),
  };
}
