import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { verifyOidcToken } from '../../../../electron/custody/authentication/oidc.ts';
import type { ServiceContext } from '../../../../electron/custody/context.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';

it('asks an issuer once for all who wait for its keys, and anew for whoever comes later', async () => {
  const claims = { iss: 'https://issuer.example.com', sub: 'operator', aud: 'castellan' };
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const token = await new SignJWT({ ...claims, exp: 1_000 }).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
  const answers: Record<string, object> = {
    '/.well-known/openid-configuration': { issuer: claims.iss, jwks_uri: `${claims.iss}/keys` },
    '/keys': { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] },
  };
  const asked: string[] = [];
  const courier: ServiceContext['courier'] = async ({ url }) => {
    const path = url.slice(claims.iss.length);
    asked.push(path);
    return { status: 200, contentType: null, cacheControl: null, body: utf8Encode(JSON.stringify(answers[path])) };
  };
  const store = { oauthProviders: { letsIn: () => true } };
  const verify = () => verifyOidcToken(token, claims, { courier, store, now: () => 0 } as unknown as ServiceContext);
  await Promise.all([verify(), verify(), verify()]);
  expect(asked).toEqual(['/.well-known/openid-configuration', '/keys']);
  await verify();
  expect(asked).toHaveLength(4);
});

it('refuses a token that never expires', async () => {
  const claims = { iss: 'https://endless.example.com', sub: 'operator', aud: 'castellan' };
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
  const courier: ServiceContext['courier'] = async ({ url }) => {
    const answer = url.endsWith('/keys')
      ? { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] }
      : { issuer: claims.iss, jwks_uri: `${claims.iss}/keys` };
    return { status: 200, contentType: null, cacheControl: null, body: utf8Encode(JSON.stringify(answer)) };
  };
  const context = { courier, store: { oauthProviders: { letsIn: () => true } }, now: () => 0 };
  await expect(verifyOidcToken(token, claims, context as unknown as ServiceContext)).rejects.toThrow('"exp"');
});
