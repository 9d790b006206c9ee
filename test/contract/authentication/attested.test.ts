import { createHash } from 'node:crypto';
import { ApiKeyStamper, SignatureFormat } from '@turnkey/api-key-stamper';
import { TurnkeyClient } from '@turnkey/http';
import { generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClientKey, clientOf, newKey, type StartedService, startService } from '../start-service.ts';
import { AUDIENCE, type Issuer, startIssuer } from './oidc-issuer.ts';
import { tokenFor } from './one-time-code.ts';

/** Tests stamps of a key that a verification token attests (X-Stamp-Attested), as the official client makes them. */
const [operator, second] = [newKey(), newKey()];
const [NEEDED, COMPLETED] = ['ACTIVITY_STATUS_AUTHENTICATORS_NEEDED', 'ACTIVITY_STATUS_COMPLETED'];
const EMAIL = 'operator@example.com';
const rootUser = (userName: string, { publicKey }: ClientKey) => ({
  userName,
  userEmail: `${userName}@example.com`,
  apiKeys: [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }],
});
let issuer: Issuer;
let service: StartedService;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());
beforeEach(async () => {
  const rootUsers = [rootUser('operator', operator), rootUser('second', second)];
  service = await startService({ key: operator, init: { rootUsers } });
});
afterEach(() => service.stop());

const [BY_CODE, BY_ISSUER] = ['STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN', 'STAMP_ATTESTED_SCHEME_P256_OIDC'];
/** The official client with the stamps of a key and its token; `changes` take the place of members of the stamp. */
function attested(key: ClientKey, publicKeyAttestation: string, scheme = BY_CODE, changes: object = {}): TurnkeyClient {
  const stamper = new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey });
  const stamp = async (payload: string) => {
    const signature = await stamper.sign(payload, SignatureFormat.Der);
    const value = JSON.stringify({ publicKeyAttestation, scheme, publicKey: key.publicKey, signature, ...changes });
    return { stampHeaderName: 'X-Stamp-Attested', stampHeaderValue: Buffer.from(value).toString('base64url') };
  };
  return new TurnkeyClient({ baseUrl: service.ready.baseUrl }, { stamp });
}
async function byCode(contact = EMAIL): Promise<TurnkeyClient> {
  const key = newKey();
  return attested(key, await tokenFor(service, key, contact));
}
async function byIssuer(claims: object = {}): Promise<TurnkeyClient> {
  const key = newKey();
  const nonce = createHash('sha256').update(key.publicKey).digest('hex');
  return attested(key, await issuer.token(service.clock.now, { nonce, ...claims }), BY_ISSUER);
}
const register = async () => {
  const oauthProviders = [{ providerName: 'One', oidcClaims: { iss: issuer.url, sub: 'operator', aud: AUDIENCE } }];
  const body = service.envelope('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', { userId: service.userId, oauthProviders });
  const { activity } = await service.client.createOauthProviders(body as never);
  return activity.result.createOauthProvidersResultV2!.providerIds[0]!;
};
const loginBody = (publicKey: string, organizationId = service.organizationId) => ({
  ...service.envelope('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey }),
  organizationId,
});
const whoami = (client: TurnkeyClient) => client.getWhoami({ organizationId: service.organizationId });

describe('a stamp by the key of a verification token', () => {
  it('logs the contact’s user in once and answers a repeated request alike', async () => {
    const holder = newKey();
    const token = await tokenFor(service, holder, EMAIL);
    const client = attested(holder, token);
    expect(await whoami(client)).toMatchObject({ userId: service.userId });
    const key = newKey();
    const body = loginBody(key.publicKey);
    const { activity } = await client.stampLogin(body);
    expect(activity.votes[0]).toMatchObject({ userId: service.userId, scheme: BY_CODE });
    expect(await whoami(clientOf(service.ready.baseUrl, key))).toMatchObject({ userId: service.userId });
    expect((await client.stampLogin(body)).activity.id).toBe(activity.id);
    await service.restart();
    const again = attested(holder, token);
    await expect(again.stampLogin(loginBody(key.publicKey))).rejects.toThrow(
      'Turnkey error 16: could not verify attested stamp: its token was used for another request',
    );
    expect((await again.stampLogin(body)).activity.id).toBe(activity.id);
  });

  it('selects the sub-organization of the verified contact when its parent is asked for a login', async () => {
    const [key, email] = [newKey(), 'customer@example.com'];
    const create = async (more: object) => {
      const body = service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', {
        subOrganizationName: 'Customer',
        rootUsers: [{ ...rootUser('customer', key), authenticators: [], oauthProviders: [] }],
        rootQuorumThreshold: 1,
        ...more,
      });
      return (await service.client.createSubOrganization(body)).activity.result.createSubOrganizationResultV8!;
    };
    const made = await create({});
    const off = (await create({ disableOtpEmailAuth: true })).subOrganizationId;
    await expect((await byCode(email)).stampLogin(loginBody(key.publicKey, off))).rejects.toThrow(
      'FEATURE_NAME_OTP_EMAIL_AUTH is off in this organization',
    );
    const session = newKey();
    await expect((await byCode(email)).stampLogin(loginBody(session.publicKey))).rejects.toThrow(
      'nobody in the organization or its parent has what its token says',
    );
    await (await byCode(email)).stampLogin(loginBody(newKey().publicKey, made.subOrganizationId));
    await (await byCode(email)).stampLogin(loginBody(session.publicKey));
    expect(await whoami(clientOf(service.ready.baseUrl, session))).toMatchObject({
      organizationId: made.subOrganizationId,
    });
  });

  it.each<[string, object, string]>([
    ['a signature of something else', { signature: '3006020101020101' }, 'its signature is invalid'],
    ['another key than the token is bound to', { publicKey: second.publicKey }, 'its token is bound to another key'],
    ['a token that is none', { publicKeyAttestation: 'a.b.c' }, 'this service did not sign it'],
    ['a scheme that is none', { scheme: 'NONE' }, 'malformed activity stamp'],
    ['no token', { publicKeyAttestation: undefined }, 'malformed activity stamp'],
  ])('is refused with %s', async (_what, changes, said) => {
    const key = newKey();
    const client = attested(key, await tokenFor(service, key, EMAIL), BY_CODE, changes);
    await expect(whoami(client)).rejects.toMatchObject({ message: expect.stringContaining(said), code: 16 });
  });

  it('expires, and ends when the user’s contact is removed', async () => {
    const client = await byCode();
    service.clock.now += 3_600_000;
    await expect(whoami(client)).rejects.toThrow('it has expired');
    await expect(whoami(await byCode('nobody@example.com'))).rejects.toThrow('has what its token says');
  });
});

describe('a stamp by the key of an OIDC token', () => {
  it('authenticates the user whose identity the issuer confirms', async () => {
    await expect(whoami(await byIssuer())).rejects.toThrow('nobody has the identity that its token says');
    expect(issuer.asked).toEqual([]);
    await register();
    expect(await whoami(await byIssuer())).toMatchObject({ userId: service.userId });
    await expect(whoami(await byIssuer({ nonce: 'another' }))).rejects.toThrow('its nonce is not the SHA-256');
    await expect(whoami(await byIssuer({ exp: service.clock.now / 1000 - 1 }))).rejects.toThrow('"exp"');
    const key = newKey();
    const nonce = createHash('sha256').update(key.publicKey).digest('hex');
    const forger = { key: (await generateKeyPair('ES256')).privateKey };
    const forged = attested(key, await issuer.token(service.clock.now, { nonce }, forger), BY_ISSUER);
    await expect(whoami(forged)).rejects.toMatchObject({
      message: expect.stringContaining('signature verification failed'),
      code: 16,
    });
    const client = await byIssuer();
    const session = newKey();
    await client.stampLogin(loginBody(session.publicKey));
    expect(await whoami(clientOf(service.ready.baseUrl, session))).toMatchObject({ userId: service.userId });
    await expect(client.stampLogin(loginBody(session.publicKey))).rejects.toThrow('was used for another request');
  });
});

describe('an MFA policy', () => {
  const require = async (...steps: object[]) => {
    const policy = { mfaPolicyName: 'Policy', condition: "activity.resource == 'WALLET'", order: 0 };
    const requiredAuthenticationMethods = steps.map((method) => ({ any: [method] }));
    const parameters = { ...policy, userId: service.userId, requiredAuthenticationMethods };
    await clientOf(service.ready.baseUrl, second).createMfaPolicy(
      service.envelope('ACTIVITY_TYPE_CREATE_MFA_POLICY', parameters) as never,
    );
  };
  const propose = async () => {
    const body = service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Guarded', accounts: [] });
    return (await service.client.createWallet(body)).activity;
  };
  const approve = async (client: TurnkeyClient, fingerprint: string) =>
    (await client.approveActivity(service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint }))).activity;

  it('accepts a code and an identity, each shown once, even after a restart of the service', async () => {
    await expect(require({ type: 'AUTHENTICATION_TYPE_OAUTH' })).rejects.toThrow('requires one of ["OAuth"]');
    const id = await register();
    await require({ type: 'AUTHENTICATION_TYPE_EMAIL_OTP' }, { type: 'AUTHENTICATION_TYPE_OAUTH', id });
    const { fingerprint, status } = await propose();
    expect(status).toBe(NEEDED);
    const used = await byCode();
    expect((await approve(used, fingerprint)).status).toBe(NEEDED);
    await expect(approve(used, fingerprint)).rejects.toThrow('was used for another request');
    await service.restart();
    const done = await approve(await byIssuer(), fingerprint);
    expect(done.status).toBe(COMPLETED);
    expect(done.votes.map(({ scheme }) => scheme)).toEqual(['SIGNATURE_SCHEME_TK_API_P256', BY_CODE, BY_ISSUER]);
    expect(done.votes.every(({ signature }) => /^30[0-9a-f]+$/.test(signature))).toBe(true);
  });

  it('counts a code for as long as its vote, also after the code has expired', async () => {
    await register();
    await require({ type: 'AUTHENTICATION_TYPE_EMAIL_OTP' }, { type: 'AUTHENTICATION_TYPE_OAUTH' });
    const { fingerprint } = await propose();
    expect((await approve(await byCode(), fingerprint)).status).toBe(NEEDED);
    service.clock.now += 2 * 60 * 60 * 1000;
    // The use of another token removes the expired ones.
    await (await byIssuer()).stampLogin(loginBody(newKey().publicKey));
    expect((await approve(await byIssuer(), fingerprint)).status).toBe(COMPLETED);
  });

  it('stops counting a code after the user’s address changed', async () => {
    await register();
    await require({ type: 'AUTHENTICATION_TYPE_EMAIL_OTP' }, { type: 'AUTHENTICATION_TYPE_OAUTH' });
    const { fingerprint } = await propose();
    await approve(await byCode(), fingerprint);
    const changed = { userId: service.userId, userEmail: 'moved@example.com' };
    await service.client.updateUserEmail(service.envelope('ACTIVITY_TYPE_UPDATE_USER_EMAIL', changed));
    expect((await approve(await byIssuer(), fingerprint)).status).toBe(NEEDED);
    expect((await approve(await byCode('moved@example.com'), fingerprint)).status).toBe(COMPLETED);
  });
});
