import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GATEWAY_HEADER } from '../../../shared/operations/index.ts';
import { type StartedService, startService } from '../start-service.ts';

/** Tests the replies to a browser for a page that asks this service (the CORS protocol of the Fetch standard). */
let service: StartedService;
beforeAll(async () => {
  service = await startService({ init: { authProxyConfigId: 'gateway' } });
});
afterAll(() => service.stop());

const WHOAMI = '/public/v1/query/whoami';
const PREFLIGHT = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type,x-client-version,x-stamp',
};

/** As a browser asks: `fetch` has no say over Origin and Host. */
const ask = (method: string, url: string, headers: Record<string, string>) =>
  new Promise<{ status: number; headers: Record<string, unknown> }>((done, fail) => {
    request(url, { method, headers }, (response) => {
      response.resume();
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers }));
    })
      .on('error', fail)
      .end();
  });

describe.each(['http://localhost:5173', 'https://localhost', 'http://127.0.0.1:8080', 'http://[::1]:3000'])(
  'a page of %s',
  (origin) => {
    it('may call both hosts with the headers of the public clients', async () => {
      for (const host of [service.ready.baseUrl, service.ready.authUrl]) {
        const { status, headers } = await ask('OPTIONS', `${host}/any`, { origin, ...PREFLIGHT });
        expect(status).toBe(200);
        expect(headers).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-allow-methods': 'GET, POST',
          vary: 'Origin',
        });
        const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(', ');
        expect(allowed).toEqual(
          expect.arrayContaining([
            'content-type',
            'x-client-version',
            'x-stamp',
            'x-stamp-webauthn',
            'x-stamp-attested',
            GATEWAY_HEADER.toLowerCase(),
          ]),
        );
        expect(headers).not.toHaveProperty('access-control-allow-credentials');
      }
    });

    it('may read every answer, including refusals', async () => {
      const { baseUrl, authUrl } = service.ready;
      const asked = [
        ask('GET', `${baseUrl}/public/v1/discovery/webhooks/jwks`, { origin }),
        ask('POST', baseUrl + WHOAMI, { origin }),
        ask('POST', `${baseUrl}/public/v1/submit/nothing_such`, { origin }),
        ask('GET', baseUrl + WHOAMI, { origin }),
        ask('POST', `${authUrl}/v1/account`, { origin }),
        ask('POST', baseUrl + WHOAMI, { origin, host: 'elsewhere.example' }),
      ];
      const answers = await Promise.all(asked);
      expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 405, 401, 421]);
      for (const { headers } of answers) expect(headers['access-control-allow-origin']).toBe(origin);
    });
  },
);

describe.each([
  'https://example.com',
  'null',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com:80',
  'http://127.0.0.2',
  'http://castellan.localhost',
  'file://localhost',
  'http://localhost:1@example.com',
  'http://localhost:5173/',
])('a page of %s', (origin) => {
  it('may neither call nor read', async () => {
    const { baseUrl } = service.ready;
    for (const host of [baseUrl, service.ready.authUrl]) {
      const { status, headers } = await ask('OPTIONS', host + WHOAMI, { origin, ...PREFLIGHT });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    const { headers } = await ask('GET', `${baseUrl}/public/v1/discovery/webhooks/jwks`, { origin });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers.vary).toBe('Origin');
  });
});

it('a client without an origin gets no CORS headers, and OPTIONS is no operation', async () => {
  const { status, headers } = await ask('OPTIONS', service.ready.baseUrl + WHOAMI, {});
  expect(status).toBe(405);
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});
