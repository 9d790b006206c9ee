import { createHash } from 'node:crypto';
import { ApiKeyStamper, SignatureFormat } from '@turnkey/api-key-stamper';
import { TurnkeyClient } from '@turnkey/http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newKey, type StartedService, startService } from '../start-service.ts';
import { AUDIENCE, type Issuer, startIssuer } from './oidc-issuer.ts';

/** Requests whose issuer is asked about their token. All go on once `wanted` of them wait. */
const waiting = vi.hoisted(() => ({ wanted: 1, resume: [] as (() => void)[] }));
vi.mock('../../../electron/custody/authentication/oidc.ts', async (original) => {
  const real = await original<typeof import('../../../electron/custody/authentication/oidc.ts')>();
  const verifyOidcToken: typeof real.verifyOidcToken = async (...given) => {
    await new Promise<void>((resume) => {
      waiting.resume.push(resume);
      if (waiting.resume.length >= waiting.wanted) for (const one of waiting.resume.splice(0)) one();
    });
    return await real.verifyOidcToken(...given);
  };
  return { ...real, verifyOidcToken };
});

let issuer: Issuer;
let service: StartedService;
beforeAll(async () => {
  issuer = await startIssuer();
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  await issuer.close();
});

it('a token attests only one of two simultaneous activities', async () => {
  const oauthProviders = [{ providerName: 'One', oidcClaims: { iss: issuer.url, sub: 'operator', aud: AUDIENCE } }];
  const registration = { userId: service.userId, oauthProviders };
  await service.client.createOauthProviders(
    service.envelope('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', registration) as never,
  );
  const key = newKey();
  const nonce = createHash('sha256').update(key.publicKey).digest('hex');
  const publicKeyAttestation = await issuer.token(service.clock.now, { nonce });
  const stamper = new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey });
  const stamp = async (payload: string) => {
    const signature = await stamper.sign(payload, SignatureFormat.Der);
    const scheme = 'STAMP_ATTESTED_SCHEME_P256_OIDC';
    const value = JSON.stringify({ publicKeyAttestation, scheme, publicKey: key.publicKey, signature });
    return { stampHeaderName: 'X-Stamp-Attested', stampHeaderValue: Buffer.from(value).toString('base64url') };
  };
  const client = new TurnkeyClient({ baseUrl: service.ready.baseUrl }, { stamp });
  waiting.wanted = 2;
  const answers = await Promise.allSettled(
    [newKey(), newKey()].map(({ publicKey }) =>
      client.stampLogin(service.envelope('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey })),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refusals = answers.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(refusals).toEqual([expect.stringContaining('its token was used for another request')]);
});
