import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openP256Signer, signStamp } from '../../../electron/crypto/index.ts';
import { type ExportReport, reportBytes } from '../../../electron/engine/index.ts';
import { OPERATIONS, type Operation } from '../../../shared/operations/index.ts';
import { encodeStamp, hexDecode, utf8Encode } from '../../../shared/wire/index.ts';
import { type StartedService, startService } from '../start-service.ts';

/** A stamp has no end, so nobody who holds a stamped report may read from the service with it. */
let service: StartedService;
let report: ExportReport;
beforeAll(async () => {
  service = await startService();
  const { organizationId } = service;
  const { signer } = service.ready.keys;
  report = { organizationId, signerKey: signer, list: '0'.repeat(64), openedAt: 0, exports: [], missing: [] };
});
afterAll(() => service.stop());

async function post(path: string, body: Uint8Array<ArrayBuffer>): Promise<number> {
  const stamp = encodeStamp(signStamp(openP256Signer(hexDecode(service.key.privateKey)), body));
  const response = await fetch(service.ready.baseUrl + path, { method: 'POST', headers: { 'x-stamp': stamp }, body });
  await response.arrayBuffer();
  return response.status;
}

describe('a stamped report of exports', () => {
  it('would be a request of its user as an object', async () => {
    expect(await post(OPERATIONS.whoami.path, utf8Encode(JSON.stringify(report)))).toBe(200);
  });

  it('is no request of any declared operation', async () => {
    const stamped = Object.values<Operation>(OPERATIONS).filter(({ kind }) => kind === 'query' || kind === 'activity');
    expect(stamped.length).toBeGreaterThan(50);
    const statuses = await Promise.all(
      stamped.map(async ({ name, path }) => [name, await post(path, reportBytes(report))]),
    );
    expect(statuses.filter(([, status]) => status !== 400)).toEqual([]);
  });
});
