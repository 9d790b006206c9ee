import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkValue, OPERATIONS, type QueryResponse } from '../../../shared/operations/index.ts';
import { ServiceLogEntry } from '../../../shared/processes/index.ts';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

const BACKUP = Date.parse('2025-11-19T08:00:00Z');
const stranger = newKey();

let service: StartedService;
let silent: StartedService;
beforeAll(async () => {
  service = await startService({
    observed: { version: '0.3.0', logsRequests: true, hasMetrics: true },
    measure: async () => ({ walBytes: 4096, diskFreeBytes: 1_000_000, lastBackupAt: BACKUP }),
  });
  silent = await startService();
});
afterAll(async () => {
  await service.stop();
  await silent.stop();
});

const get = (path: string, of = service) => fetch(of.ready.baseUrl + path);
const status = (of = service) =>
  of.client.request<object, QueryResponse<'get_service_status'>>(OPERATIONS.get_service_status.path, {
    organizationId: of.organizationId,
  });

const ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

/** Makes a wallet and signs as many payloads with its account. */
async function sign(payloads: number): Promise<void> {
  const { activity } = await service.client.createWallet(
    service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: `Wallet ${payloads}`, accounts: [ACCOUNT] }),
  );
  await service.client.signRawPayloads(
    service.envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOADS', {
      signWith: activity.result.createWalletResult?.addresses[0] ?? '',
      payloads: Array.from({ length: payloads }, (_, index) => `0${index}`.repeat(32)),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    }),
  );
}

it('the health of a service is public on this machine and never cached', async () => {
  const reply = await get('/health');
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await reply.json()).toEqual({ ready: true, version: '0.3.0', damagedRows: 0 });
});

it('unreadable counters refuse the scraper, and the service continues', async () => {
  const broken = await startService({
    observed: { hasMetrics: true },
    measure: () => Promise.reject(new Error('the records are damaged')),
  });
  try {
    const reply = await get('/metrics', broken);
    expect([reply.status, await reply.json()]).toMatchObject([500, { message: expect.stringContaining('internal') }]);
    expect((await get('/health', broken)).status).toBe(200);
  } finally {
    await broken.stop();
  }
});

describe('after the disk refused a sync', () => {
  it('a service says that it is not ready, and posts no code that was lost', async () => {
    let fails = false;
    vi.spyOn(fs, 'fdatasyncSync').mockImplementation(() => {
      if (fails) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
    });
    syncBuiltinESMExports();
    const failing = await startService();
    try {
      fails = true;
      const asked = failing.envelope('ACTIVITY_TYPE_INIT_OTP_V2', {
        otpType: 'OTP_TYPE_EMAIL',
        contact: 'operator@example.com',
        appName: 'App',
      });
      await expect(failing.client.request('/public/v1/submit/init_otp', asked)).rejects.toThrow();
      expect(failing.posted).toEqual([]);
      const reply = await get('/health', failing);
      expect([reply.status, await reply.json()]).toMatchObject([
        503,
        { message: expect.stringContaining('start the service again') },
      ]);
    } finally {
      fails = false;
      vi.restoreAllMocks();
      syncBuiltinESMExports();
      await failing.stop();
    }
  });
});

describe('the status of a service', () => {
  it('counts signatures, commits and refusals by reason', async () => {
    const before = await status();
    await sign(3);
    await expect(clientOf(service.ready.baseUrl, stranger).getWhoami({ organizationId: '' })).rejects.toThrow();
    expect((await get('/nowhere')).status).toBe(404);
    const after = await status();
    expect(after.signatures - before.signatures).toBe(3);
    expect(after.commits - before.commits).toBe(2);
    expect(after.commitMillisecondsP99).toBeGreaterThan(0);
    expect(after.refusals).toEqual(
      expect.arrayContaining([
        { reason: 'PUBLIC_KEY_NOT_FOUND', count: 1 },
        { reason: 'HTTP_404', count: 1 },
      ]),
    );
  });

  it('reports the host’s resources and the resources that clients share', async () => {
    const { quotas, ...rest } = await status();
    expect(rest).toMatchObject({
      version: '0.3.0',
      walBytes: 4096,
      diskFreeBytes: 1_000_000,
      outboxDepth: 0,
      lastBackupAt: '2025-11-19T08:00:00Z',
    });
    expect(quotas.find(({ name }) => name === 'connections')).toMatchObject({ limit: 512 });
    expect(quotas.find(({ name }) => name === 'connections')?.used).toBeGreaterThan(0);
  });

  it('is not shown to users of a sub-organization', async () => {
    const key = newKey();
    const apiKeys = [{ apiKeyName: 'Key', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    const { activity } = await service.client.createSubOrganization(
      service.envelope('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', {
        subOrganizationName: 'Below',
        rootQuorumThreshold: 1,
        rootUsers: [{ userName: 'Below', apiKeys, authenticators: [], oauthProviders: [] }],
      }),
    );
    const organizationId = activity.result.createSubOrganizationResultV8?.subOrganizationId ?? '';
    const below = clientOf(service.ready.baseUrl, key);
    await expect(below.request(OPERATIONS.get_service_status.path, { organizationId })).rejects.toThrow(
      'the status of the service is for users of an organization that is below no other',
    );
  });
});

describe('the metrics of a service', () => {
  it('are the counters in the text format of Prometheus', async () => {
    const reply = await get('/metrics');
    expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await reply.text();
    expect(text).toContain('# TYPE castellan_signatures_total counter\ncastellan_signatures_total 3\n');
    expect(text).toContain('castellan_info{version="0.3.0"} 1\n');
    expect(text).toContain('castellan_refusals_total{reason="PUBLIC_KEY_NOT_FOUND"} 1\n');
    expect(text).toContain(`castellan_last_backup_time_seconds ${BACKUP / 1000}\n`);
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) castellan_\w+ .+|castellan_\w+(\{\w+="[^"]*"\})? [\d.e+]+)$/);
    expect(text).not.toContain(service.organizationId);
  });

  it('are available only if the operator enabled them', async () => {
    expect((await get('/metrics', silent)).status).toBe(404);
    expect((await get('/health', silent)).status).toBe(200);
  });
});

describe('the log of a service', () => {
  it('has an entry for each request with the verified key and without the body', async () => {
    service.logged.length = 0;
    await sign(1);
    await expect(clientOf(service.ready.baseUrl, stranger).getWhoami({ organizationId: '' })).rejects.toThrow();
    expect(service.logged.map((entry) => checkValue(ServiceLogEntry, entry))).toEqual([[], [], []]);
    expect(service.logged.map((entry) => ({ ...entry, id: 'id', milliseconds: 0 }))).toEqual([
      {
        event: 'request',
        id: 'id',
        operation: 'create_wallet',
        keyId: service.key.publicKey,
        outcome: 'ACTIVITY_STATUS_COMPLETED',
        milliseconds: 0,
      },
      {
        event: 'request',
        id: 'id',
        operation: 'sign_raw_payloads',
        keyId: service.key.publicKey,
        outcome: 'ACTIVITY_STATUS_COMPLETED',
        milliseconds: 0,
      },
      {
        event: 'request',
        id: 'id',
        operation: 'whoami',
        keyId: null,
        outcome: 'PUBLIC_KEY_NOT_FOUND',
        milliseconds: 0,
      },
    ]);
    expect(JSON.stringify(service.logged)).not.toContain('Wallet 1');
  });

  it('names a request for the metrics, and one for an unknown path', async () => {
    service.logged.length = 0;
    await get('/metrics?format=text');
    await get('/nowhere');
    expect(service.logged).toMatchObject([
      { operation: 'metrics', keyId: null, outcome: 'ok' },
      { operation: 'unknown', keyId: null, outcome: 'HTTP_404' },
    ]);
  });

  it('has no requests unless enabled, but reports a flood of refused stamps', async () => {
    const client = clientOf(silent.ready.baseUrl, stranger);
    for (let turn = 0; turn < 120; turn += 1)
      await expect(client.getWhoami({ organizationId: '' })).rejects.toThrow('PUBLIC_KEY_NOT_FOUND');
    expect(silent.logged).toEqual([{ event: 'unauthenticated_flood', state: 'begun', count: 100 }]);
  });
});
