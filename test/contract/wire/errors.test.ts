import { ApiKeyStamper, signWithApiKey } from '@turnkey/api-key-stamper';
import { TurnkeyClient, TurnkeyRequestError } from '@turnkey/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const MINUTE = 60_000;

/** Sends bytes as they are, stamped over `stamped` with the root user's key; null sends no stamp. */
async function post(
  path: string,
  body: string,
  stamped: string | null = body,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (stamped !== null) headers['x-stamp'] = await stampOf(stamped);
  const response = await fetch(service.ready.baseUrl + path, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function stampOf(content: string): Promise<string> {
  const { privateKey, publicKey } = service.key;
  const signature = await signWithApiKey({ content, privateKey, publicKey });
  return Buffer.from(JSON.stringify({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature })).toString(
    'base64url',
  );
}

const whoami = (client: TurnkeyClient) => client.getWhoami({ organizationId: service.organizationId });
const WHOAMI = '/public/v1/query/whoami';

describe('the error that the official client reports', () => {
  it('of an unregistered key', async () => {
    await expect(whoami(clientOf(service.ready.baseUrl, newKey()))).rejects.toThrow(
      /^Turnkey error 16: could not find public key in organization or its parent organization .*PUBLIC_KEY_NOT_FOUND/,
    );
  });

  it('of a request without a stamp', async () => {
    const silent = new TurnkeyClient(
      { baseUrl: service.ready.baseUrl },
      { stamp: async () => ({ stampHeaderName: 'X-Other', stampHeaderValue: 'x' }) },
    );
    await expect(whoami(silent)).rejects.toThrow(
      /^Turnkey error 16: no valid authentication signature found for request.*SIGNATURE_MISSING/,
    );
  });

  it('of a body changed after stamping', async () => {
    const { apiPublicKey, apiPrivateKey } = {
      apiPublicKey: service.key.publicKey,
      apiPrivateKey: service.key.privateKey,
    };
    const honest = new ApiKeyStamper({ apiPublicKey, apiPrivateKey });
    const changing = new TurnkeyClient(
      { baseUrl: service.ready.baseUrl },
      { stamp: (body) => honest.stamp(`${body} `) },
    );
    await expect(whoami(changing)).rejects.toThrow(
      /^Turnkey error 16: could not verify api key signature.*SIGNATURE_INVALID/,
    );
  });

  it.each([
    ['ten minutes ahead', 10 * MINUTE, '10 minutes ahead of'],
    ['two hours behind', -120 * MINUTE, '2 hours before'],
    ['just beyond the hour', -60 * MINUTE - 1, '60 minutes and 1 second before'],
  ])('of a clock that is %s, with both times', async (_what, offset, words) => {
    const body = { ...service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Late', accounts: [] }) };
    const moved = { ...body, timestampMs: String(service.clock.now + offset) };
    const sending = service.client.createWallet(moved);
    await expect(sending).rejects.toThrow('Turnkey error 3: invalid timestampMs: the request was made at 2025-11-20T');
    await expect(sending).rejects.toThrow(`${words} the clock of this service, which says 2025-11-20T12:00:00Z`);
    await expect(sending).rejects.toThrow('INVALID_TIME');
  });

  it('of a time in seconds', async () => {
    const body = { ...service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Late', accounts: [] }) };
    const sending = service.client.createWallet({ ...body, timestampMs: String(Math.floor(service.clock.now / 1000)) });
    await expect(sending).rejects.toThrow('The number looks like seconds. Write the time in milliseconds.');
  });

  it('of an invalid and of an unknown organization id', async () => {
    await expect(service.client.getWhoami({ organizationId: 'treasury' })).rejects.toThrow(
      /^Turnkey error 3: malformed organization ID provided.*INVALID_ORGANIZATION_ID/,
    );
    await expect(service.client.getWhoami({ organizationId: service.userId })).rejects.toThrow(
      /^Turnkey error 5: no organization found with the given ID.*ORGANIZATION_NOT_FOUND/,
    );
  });

  it('of an unknown operation', async () => {
    const organizationId = service.organizationId;
    await expect(service.client.getSwapStatus({ organizationId, swapRequestId: 'none' })).rejects.toThrow(
      'Turnkey error 12: operation get_swap_status is not implemented by this service: swaps run at an exchange, and this service is connected to none (Details: [])',
    );
  });

  it('of an activity type that is not implemented', async () => {
    const body = service.envelope('ACTIVITY_TYPE_CREATE_ORGANIZATION_V2', { organizationName: 'Old' });
    await expect(service.client.request('/public/v1/submit/create_sub_organization', body)).rejects.toThrow(
      'Turnkey error 12: operation ACTIVITY_TYPE_CREATE_ORGANIZATION_V2 is not implemented by this service: no public client has a path for it',
    );
  });

  it('of members with wrong types, with their paths', async () => {
    const parameters = { walletName: 7 as unknown as string, accounts: [{ path: 1 }] as never[] };
    const sending = service.client.createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', parameters));
    await expect(sending).rejects.toThrow(
      'Turnkey error 3: bad request body: /parameters/walletName must be text in double quotes and is a number',
    );
    await expect(sending).rejects.toThrow('/parameters/accounts/0/path must be text in double quotes');
  });

  it('in an error of its own class, with the public code', async () => {
    const error = await service.client.getWhoami({ organizationId: 'x' }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(TurnkeyRequestError);
    expect(error).toMatchObject({
      code: 3,
      details: [
        { '@type': 'type.googleapis.com/errors.v1.TurnkeyErrorDetail', turnkeyErrorCode: 'INVALID_ORGANIZATION_ID' },
      ],
    });
  });
});

describe('a body', () => {
  it('over 4 MiB is refused and the connection stays open', async () => {
    const large = await post(WHOAMI, `{"organizationId":"${'x'.repeat(5 * 1024 * 1024)}"}`);
    expect(large).toMatchObject({
      status: 413,
      body: { code: 3, message: 'bad request body: it is larger than 4194304 bytes' },
    });
    await expect(whoami(service.client)).resolves.toMatchObject({ username: 'Operator' });
  });

  it.each([
    ['is not JSON', '{"organizationId":'],
    ['is a JSON list', '[]'],
    ['is empty', ''],
  ])('that %s is refused after the stamp check', async (_what, text) => {
    expect(await post(WHOAMI, text)).toMatchObject({
      status: 400,
      body: { code: 3, turnkeyErrorCode: 'REQUEST_INVALID' },
    });
    expect(await post(WHOAMI, text, 'other bytes')).toMatchObject({
      status: 401,
      body: { turnkeyErrorCode: 'SIGNATURE_INVALID' },
    });
  });

  it('of another operation is refused at the wrong path', async () => {
    const body = JSON.stringify(service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {}));
    expect(await post('/public/v1/submit/create_wallet', body)).toMatchObject({
      status: 400,
      body: {
        message:
          'bad request body: /type must be ACTIVITY_TYPE_CREATE_WALLET for /public/v1/submit/create_wallet, and belongs to /public/v1/submit/sign_raw_payload',
      },
    });
  });

  it('with a hostile member name has no side effect', async () => {
    const body = `{"organizationId":"${service.organizationId}","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}`;
    expect(await post(WHOAMI, body)).toMatchObject({ status: 200 });
    expect({}).not.toHaveProperty('polluted');
  });

  it('nested a hundred thousand deep is refused before it is parsed', async () => {
    const body = `{"organizationId":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(await post(WHOAMI, body)).toMatchObject({
      status: 400,
      body: { turnkeyErrorCode: 'REQUEST_INVALID', message: 'bad request body: it is nested more than 64 deep' },
    });
  });
});

describe('a stamp', () => {
  const stampHeader = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const send = async (value: string) => {
    const body = JSON.stringify({ organizationId: service.organizationId });
    const response = await fetch(service.ready.baseUrl + WHOAMI, {
      method: 'POST',
      headers: { 'X-Stamp': value },
      body,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it.each([
    ['is not base64url', '!!!', 'it has a character that base64url does not have'],
    ['is not JSON', Buffer.from('stamp').toString('base64url'), 'it is not JSON (line 1, column 1: '],
    [
      'has an unknown scheme',
      stampHeader({ publicKey: '02'.repeat(33), scheme: 'SIGNATURE_SCHEME_X', signature: '00' }),
      'its scheme is none of SIGNATURE_SCHEME_TK_API_P256',
    ],
    [
      'has no signature',
      stampHeader({ publicKey: '02'.repeat(33), scheme: 'SIGNATURE_SCHEME_TK_API_P256' }),
      'its signature is missing',
    ],
  ])('that %s is called malformed', async (_what, value, fault) => {
    const message = expect.stringContaining(`malformed activity stamp: ${fault}`);
    expect(await send(value)).toMatchObject({ status: 401, body: { code: 16, message } });
  });

  it.each([
    [
      'a signature of nothing',
      { publicKey: `02${'11'.repeat(32)}`, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature: '3006020101020101' },
    ],
    [
      'a key that is no point',
      { publicKey: 'ff'.repeat(33), scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1', signature: '3006020101020101' },
    ],
    [
      'a short Ed25519 signature',
      { publicKey: '11'.repeat(32), scheme: 'SIGNATURE_SCHEME_TK_API_ED25519', signature: '00' },
    ],
  ])('with %s is refused as an unknown key', async (_what, stamp) => {
    expect(await send(stampHeader(stamp))).toMatchObject({
      status: 401,
      body: { turnkeyErrorCode: 'PUBLIC_KEY_NOT_FOUND' },
    });
  });

  it('with an empty signature does not verify', async () => {
    const { publicKey } = service.key;
    const stamp = { publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature: '3006020101020101' };
    expect(await send(stampHeader(stamp))).toMatchObject({
      status: 401,
      body: { message: 'could not verify api key signature' },
    });
  });

  it('of a passkey needs all of its parts', async () => {
    const response = await fetch(service.ready.baseUrl + WHOAMI, {
      method: 'POST',
      headers: { 'X-Stamp-Webauthn': '{}' },
      body: '{}',
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      code: 16,
      message: 'could not extract webauthn stamp: malformed activity stamp: its credentialId is missing',
    });
  });
});

describe('a path', () => {
  it.each([
    ['POST', '/public/v1/submit/create_secret', 404, 'no operation has the name create_secret'],
    ['POST', '/public/v1/submit/whoami', 404, 'operation whoami has another path: /public/v1/query/whoami'],
    [
      'POST',
      '/public/v1/submit/get_swap_status',
      404,
      'operation get_swap_status has another path: /public/v1/query/get_swap_status',
    ],
    ['GET', '/public/v1/query/get_swap_status', 405, 'get_swap_status is asked with POST'],
    ['GET', '/', 404, 'no operation has this path'],
    ['GET', '/public/v1/query/whoami/', 404, 'no operation has this path'],
    ['GET', '/public/v1/query/whoami', 405, 'whoami is asked with POST'],
    ['POST', '/public/v1/discovery/webhooks/jwks', 405, 'webhook_keys is asked with GET'],
  ])('%s %s answers %i', async (method, path, status, message) => {
    const response = await fetch(service.ready.baseUrl + path, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ message, details: [] });
  });

  it('of an unimplemented operation is answered only with a valid stamp', async () => {
    const path = '/public/v1/query/get_swap_status';
    const body = JSON.stringify({ organizationId: service.organizationId });
    const unstamped = await fetch(service.ready.baseUrl + path, { method: 'POST', body });
    expect(unstamped.status).toBe(401);
    expect(await post(path, body, 'other bytes')).toMatchObject({
      status: 401,
      body: { turnkeyErrorCode: 'SIGNATURE_INVALID' },
    });
    expect(await post(path, body)).toMatchObject({ status: 501, body: { code: 12, details: [] } });
    expect(await post(path, JSON.stringify({ organizationId: service.userId }))).toMatchObject({ status: 404 });
  });

  it('of the other host is refused with a public error', async () => {
    const response = await fetch(`${service.ready.baseUrl}/v1/wallet_kit_config`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      code: 5,
      message: 'operation wallet_kit_config is answered at the other address of this service',
      details: [],
      turnkeyErrorCode: '',
    });
  });
});

describe('the bytes of a body', () => {
  const whoami = '/public/v1/query/whoami';

  it.each([
    ['once', `{"organizationId":"ID"}`, 200, null],
    [
      'twice',
      `{"organizationId":"ID","organizationId":"ID"}`,
      400,
      'it has the member organizationId twice; send it once',
    ],
    [
      'twice, spelled with an escape',
      `{"organizationId":"ID","organization\\u0049d":"ID"}`,
      400,
      'it has the member organizationId twice; send it once',
    ],
    [
      'twice inside another member',
      `{"organizationId":"ID","more":[{"a":1,"a":2}]}`,
      400,
      'it has the member a in item 1 of more twice; send it once',
    ],
    ['without a name twice', `{"organizationId":"ID","":1,"":2}`, 400, 'it has the member "" twice; send it once'],
  ])('with a member %s', async (_how, body, status, why) => {
    const answer = await post(whoami, body.replaceAll('ID', service.organizationId));
    expect(answer.status).toBe(status);
    if (why !== null) expect(answer.body).toMatchObject({ message: `bad request body: ${why}` });
  });

  it.each([['gzip', 415] as const, ['identity', 401] as const])('in the content coding %s', async (coding, status) => {
    const response = await fetch(service.ready.baseUrl + whoami, {
      method: 'POST',
      headers: { 'content-encoding': coding },
      body: '{}',
    });
    expect(response.status).toBe(status);
    if (status === 415)
      expect(await response.json()).toMatchObject({
        code: 3,
        message: 'bad request body: its Content-Encoding is not identity; send the body that was stamped as it is',
      });
  });
});

it('reports no internal error for any of these requests', () => {
  expect(service.reports).toEqual([]);
});
