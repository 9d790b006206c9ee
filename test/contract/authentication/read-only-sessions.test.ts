import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClientKey, clientOf, newKey, type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

/** A read-only session of the user who has the key. */
async function open(by: ClientKey = service.key) {
  const body = service.envelope('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {});
  const { activity } = await clientOf(service.ready.baseUrl, by).createReadOnlySession(body);
  return activity.result.createReadOnlySessionResult!;
}

/** Asks with the header that the official browser package sends for a read-only session. */
async function ask(session: string, path: string, body: object = {}) {
  const response = await fetch(`${service.ready.baseUrl}/public/v1/${path}`, {
    method: 'POST',
    headers: { 'X-Session': session },
    body: JSON.stringify({ organizationId: service.organizationId, ...body }),
  });
  return { status: response.status, ...((await response.json()) as { message?: string; username?: string }) };
}
const NOT_READABLE = {
  status: 403,
  message: 'request not authorized: a read-only session only queries its own organization, and reads no secret',
};

describe('a read-only session', () => {
  it('queries as its user, also after a restart', async () => {
    const { session, ...result } = await open();
    expect(result).toEqual({
      organizationId: service.organizationId,
      organizationName: 'Treasury',
      userId: service.userId,
      username: 'Operator',
      sessionExpiry: String(Math.floor(service.clock.now / 1000) + 900),
    });
    expect(await ask(session, 'query/whoami')).toMatchObject({ status: 200, username: 'Operator' });
    await service.restart();
    expect(await ask(session, 'query/list_wallets')).toMatchObject({ status: 200, wallets: [] });
  });

  it('can create no activity, cast no vote and read no code', async () => {
    const { session } = await open();
    const wallet = service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Mine', accounts: [] });
    expect(await ask(session, 'submit/create_wallet', wallet)).toMatchObject(NOT_READABLE);
    const again = service.envelope('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {});
    expect(await ask(session, 'submit/create_read_only_session', again)).toMatchObject(NOT_READABLE);
    const vote = service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint: `sha256:${'00'.repeat(32)}` });
    expect(await ask(session, 'submit/approve_activity', vote)).toMatchObject(NOT_READABLE);
    expect(await ask(session, 'query/list_outbox')).toMatchObject(NOT_READABLE);
    expect((await service.client.getWallets({ organizationId: service.organizationId })).wallets).toEqual([]);
  });

  it('cannot read sub-organizations', async () => {
    const { publicKey } = newKey();
    const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const { activity } = await service.client.createSubOrganization(
      service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', {
        subOrganizationName: 'Below',
        rootUsers: [{ userName: 'End user', apiKeys, authenticators: [], oauthProviders: [] }],
        rootQuorumThreshold: 1,
      }),
    );
    const { subOrganizationId: organizationId } = activity.result.createSubOrganizationResultV8!;
    const { session } = await open();
    expect(await ask(session, 'query/list_wallets', { organizationId })).toMatchObject(NOT_READABLE);
  });

  it('ends after fifteen minutes', async () => {
    const { session, sessionExpiry } = await open();
    service.clock.now = Number(sessionExpiry) * 1000 - 1;
    expect(await ask(session, 'query/whoami')).toMatchObject({ status: 200 });
    service.clock.now += 1;
    const over = { status: 401, message: 'could not verify read-only session: it has expired' };
    expect(await ask(session, 'query/whoami')).toMatchObject(over);
  });

  it('ends when the key that opened it is deleted', async () => {
    const { userId, organizationId } = service;
    const key = newKey();
    const apiKeys = [{ apiKeyName: 'Second', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const made = await service.client.createApiKeys(
      service.envelope('ACTIVITY_TYPE_CREATE_API_KEYS_V2', { userId, apiKeys }),
    );
    const { session } = await open(key);
    expect(await ask(session, 'query/whoami')).toMatchObject({ status: 200 });
    const { apiKeyIds } = made.activity.result.createApiKeysResult!;
    await service.client.deleteApiKeys(service.envelope('ACTIVITY_TYPE_DELETE_API_KEYS', { userId, apiKeyIds }));
    expect((await service.client.getApiKeys({ organizationId, userId })).apiKeys).toHaveLength(1);
    expect(await ask(session, 'query/whoami')).toMatchObject({
      status: 401,
      message: 'could not verify read-only session: the key that opened it was removed or has expired',
    });
  });

  it('is refused with a changed token or another session’s token', async () => {
    const { session } = await open();
    const { activity } = await service.client.stampLogin(
      service.envelope('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey: newKey().publicKey }),
    );
    const [header = '', payload = '', signature = ''] = session.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const later = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 900 })).toString('base64url');
    const login = activity.result.stampLoginResult!.session;
    for (const wrong of ['text', '..', login, `${header}.${later}.${signature}`, `${header}.${payload}.`])
      expect(await ask(wrong, 'query/whoami'), wrong).toMatchObject({
        status: 401,
        message: 'could not verify read-only session: it is not one of this service',
      });
  });
});
