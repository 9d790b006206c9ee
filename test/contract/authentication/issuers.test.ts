import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Courier } from '../../../shared/processes/index.ts';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';
import { AUDIENCE, startIssuer } from './oidc-issuer.ts';

/**
 * Tests the issuers that the service asks, and on whose behalf. The courier here reports every issuer as unreachable.
 */
const GATEWAY = 'gateway of the test';
const asked: Parameters<Courier>[0][] = [];
let service: StartedService;
let issuer: Awaited<ReturnType<typeof startIssuer>>;
beforeAll(async () => {
  const courier: Courier = async (errand) => {
    asked.push(errand);
    return { failure: 'unreachable' };
  };
  [service, issuer] = await Promise.all([
    startService({ courier, init: { authProxyConfigId: GATEWAY } }),
    startIssuer(),
  ]);
});
afterAll(() => Promise.all([service.stop(), issuer.close()]));

const gateway = async (path: string, body: object) => {
  const headers = { 'X-Auth-Proxy-Config-ID': GATEWAY };
  const response = await fetch(service.ready.authUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await response.json()) as { message?: string }).message;
};
const [nobody, customer] = [newKey(), newKey()];
const nonce = createHash('sha256').update(nobody.publicKey).digest('hex');
const tokenOf = (iss: string, sub = 'stranger') => issuer.token(service.clock.now, { iss, sub, nonce });
/** A stranger at the gateway signs up with a token, and looks for an account with it. */
const signUp = async (iss: string) =>
  gateway('/v1/signup_v2', {
    apiKeys: [],
    authenticators: [],
    oauthProviders: [{ providerName: 'Own', oidcToken: await tokenOf(iss) }],
  });
const look = async (iss: string) =>
  gateway('/v1/account', { filterType: 'EMAIL', filterValue: 'a@b.example', oidcToken: await tokenOf(iss) });
const urls = () => asked.splice(0).map(({ url, mayBeHere }) => [url, mayBeHere]);
const documentOf = (iss: string) => `${iss}/.well-known/openid-configuration`;

const register = async (client: typeof service.client, organizationId: string, userId: string, provider: object) =>
  client.createOauthProviders({
    ...service.envelope('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', {
      userId,
      oauthProviders: [{ providerName: 'Provider', ...provider }],
    }),
    organizationId,
  } as never);
const claims = (iss: string, sub = 'somebody') => ({ oidcClaims: { iss, sub, aud: AUDIENCE } });

it('the service does not fetch keys from an issuer that is neither allowed nor well known nor registered', async () => {
  const notLetIn = 'no user of the organization has an identity at its issuer, so the issuer was not asked';
  for (const iss of ['https://attacker.example', issuer.url, 'https://localhost'])
    for (const stranger of [signUp, look]) expect(await stranger(iss)).toContain(notLetIn);
  expect(asked).toEqual([]);
  expect(await signUp('https://accounts.google.com')).toContain('its issuer could not be asked');
  expect(urls()).toEqual([[documentOf('https://accounts.google.com'), false]]);
  const { client, organizationId, userId } = service;
  await register(client, organizationId, userId, claims('https://login.example'));
  for (const stranger of [signUp, look]) {
    await stranger('https://login.example');
    expect(urls()).toEqual([[documentOf('https://login.example'), true]]);
  }
});

it('the service does not fetch keys from an issuer on this machine for a sub-organization', async () => {
  const apiKeys = [{ apiKeyName: 'Key', publicKey: customer.publicKey, curveType: 'API_KEY_CURVE_P256' }];
  const rootUsers = [{ userName: 'Customer', apiKeys, authenticators: [], oauthProviders: [] }];
  const parameters = { subOrganizationName: 'Customer', rootUsers, rootQuorumThreshold: 1 };
  const { activity } = await service.client.createSubOrganization(
    service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', parameters) as never,
  );
  const organizationId = activity.result.createSubOrganizationResultV8!.subOrganizationId;
  const as = clientOf(service.ready.baseUrl, customer);
  const { userId } = await as.getWhoami({ organizationId });
  const here = 'it is on this machine';
  await expect(register(as, organizationId, userId, { oidcToken: await tokenOf(issuer.url) })).rejects.toThrow(here);
  await register(as, organizationId, userId, claims(issuer.url, 'claimed'));
  const login = { oidcToken: await tokenOf(issuer.url, 'claimed'), publicKey: nobody.publicKey, organizationId };
  expect(await gateway('/v1/oauth_login', login)).toContain(here);
  expect(await signUp(issuer.url)).toContain('was not asked');
  expect(asked).toEqual([]);
  // An issuer elsewhere is asked, but may not lead to this machine. The same rule holds for the address of its keys.
  await expect(
    register(as, organizationId, userId, { oidcToken: await tokenOf('https://theirs.example') }),
  ).rejects.toThrow('could not be asked');
  expect(urls()).toEqual([[documentOf('https://theirs.example'), false]]);
  // The operator's own is asked, and then for those below as well.
  const own = await tokenOf(issuer.url, 'own');
  await expect(register(service.client, service.organizationId, service.userId, { oidcToken: own })).rejects.toThrow(
    'could not be asked',
  );
  await register(service.client, service.organizationId, service.userId, claims(issuer.url));
  expect(await gateway('/v1/oauth_login', login)).toContain('could not be asked');
  expect(urls()).toEqual([
    [documentOf(issuer.url), true],
    [documentOf(issuer.url), true],
  ]);
});
