import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localServicesCheck } from '../../../../electron/engine/doctor/services.ts';
import type { EnginePorts } from '../../../../electron/engine/index.ts';
import { createServedAddress, serveFolder } from '../../../../electron/engine/service/address-file.ts';
import { createLocalServices, type FoundService } from '../../../../electron/engine/service/running.ts';
import { restorePorts } from '../backup/restore-ports.ts';

describe('the doctor on local services', () => {
  const found = (own: Partial<FoundService>): FoundService => ({
    name: 'desk',
    baseUrl: 'http://127.0.0.1:8787',
    version: '0.3.0',
    damagedRows: 0,
    problem: null,
    ...own,
  });
  const localService = (...services: FoundService[]) =>
    localServicesCheck({ localServices: { ask: async () => services } }, '0.3.0');

  it('shows each that answers with its version', async () => {
    expect(await localService()).toMatchObject({ status: 'ok', finding: 'None is running.' });
    expect(await localService(found({}))).toEqual({
      name: 'Local service',
      status: 'ok',
      advice: null,
      finding: '“desk” at http://127.0.0.1:8787 is ready, version 0.3.0.',
    });
  });

  it('names one that gives no answer, and one of another version', async () => {
    const silent = await localService(found({}), found({ name: 'other', version: null, problem: 'It is not there.' }));
    expect(silent).toMatchObject({ status: 'care', finding: expect.stringContaining('“other”') });
    expect(silent.finding).toContain('did not reply: It is not there.');
    const older = await localService(found({ version: '0.2.0' }));
    expect(older).toMatchObject({ status: 'care', advice: 'This program is version 0.3.0. Restart the service.' });
  });

  it('asks the one that `castellan serve` runs in the state folder, without a profile', async () => {
    const root = mkdtempSync(join(tmpdir(), 'castellan-served-'));
    const body = new TextEncoder().encode('{"ready":true,"version":"0.3.0"}');
    const transport: EnginePorts['transport'] = async () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body,
    });
    const ports = restorePorts(root, 0, { transport });
    const { ask } = createLocalServices({ ports }, { list: () => [] });
    expect(await ask()).toEqual([]);
    mkdirSync(serveFolder(root));
    const keys = { signer: '02', notarizer: '03', fetcher: '02', webhook: { kid: 'k', x: 'x' } };
    const line = { ready: true, baseUrl: 'http://127.0.0.1:7710', authUrl: 'http://127.0.0.1:7711' } as const;
    const served = createServedAddress(root);
    served.write(serveFolder(root), { ...line, organizationId: 'o', keys });
    expect(await ask()).toMatchObject([
      { name: 'castellan serve', baseUrl: line.baseUrl, version: '0.3.0', problem: null },
    ]);
    served.release();
    expect(await ask()).toEqual([]);
    rmSync(root, { recursive: true });
  });

  it('reports rows that another program changed', async () => {
    expect(await localService(found({ damagedRows: 2 }))).toMatchObject({
      status: 'care',
      finding:
        '“desk” at http://127.0.0.1:8787 is ready, version 0.3.0. Another program changed 2 rows of its database.',
      advice: expect.stringContaining('get_service_status'),
    });
  });
});
