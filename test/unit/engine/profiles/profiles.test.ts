import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { editJson } from '../audit/audit-edit.ts';
import { type Bench, createBench, createProcesses, createReadyBench } from '../harness.ts';

const ORGANIZATION = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';

describe('a profile that is changed or removed', () => {
  let bench: Bench;
  afterEach(() => bench.end());

  /** A profile for the service that the local profile has, as another machine would reach it. */
  const addDesk = async () => {
    bench = await createReadyBench();
    const { baseUrl } = await bench.engine.service.startLocal();
    const { organizationId, signerKey, notarizerKey } = bench.engine.profiles.get('local');
    const rest = { authUrl: null, authProxyConfigId: null };
    const profile = {
      name: 'desk',
      kind: 'remote',
      baseUrl,
      organizationId,
      signerKey,
      notarizerKey,
      ...rest,
    } as const;
    await bench.engine.profiles.add(profile);
    await bench.engine.credentials.create({ profile: 'desk', name: 'Key 1', store: 'file' });
    return bench.engine;
  };

  it('keeps its keys, its colour and what was not named, and forgets rows of the service before', async () => {
    const { profiles, credentials, accounts, on } = await addDesk();
    const announced: string[] = [];
    for (const event of ['state', 'accounts', 'activities'] as const) on(event, () => announced.push(event));
    const before = profiles.get('desk');
    const keys = credentials.list('desk');
    expect(
      await profiles.set('desk', { baseUrl: 'https://service.example/', signerKey: before.signerKey.toUpperCase() }),
    ).toEqual({
      ...before,
      baseUrl: 'https://service.example',
    });
    expect(credentials.list('desk')).toEqual(keys);
    expect(announced).toEqual(['state', 'accounts', 'activities']);
    profiles.use('desk');
    expect(accounts.list({ search: '', offset: 0, limit: 1 })).toMatchObject({ total: 0, refreshedAt: null });
  });

  it('that is not known is answered with the nearest name, or with all of them', async () => {
    const { profiles } = await addDesk();
    expect(() => profiles.get('dekc')).toThrow('Nothing was done. Known profiles: local, desk.');
    expect(() => profiles.get('Desc')).toThrow('There is no profile “Desc”. Nothing was done. Did you mean “desk”?');
    expect(() => profiles.use('lcoal')).toThrow('The current one stays. Did you mean “local”?');
  });

  it('is refused an address that requests may not be sent to, and another member of the vault on this machine', async () => {
    const { profiles } = await addDesk();
    const before = profiles.list();
    await expect(profiles.set('desk', { baseUrl: 'http://service.example' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    await expect(profiles.set('nobody', { organizationId: ORGANIZATION })).rejects.toMatchObject({
      code: 'UNKNOWN_PROFILE',
    });
    for (const wanted of [{ baseUrl: 'https://service.example' }, { organizationId: ORGANIZATION }]) {
      await expect(profiles.set('local', wanted)).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });
    }
    expect(profiles.list()).toEqual(before);
  });

  it('stays where its unsettled requests are to be settled', async () => {
    const { profiles, requests } = await addDesk();
    const parameters = { walletName: 'Cold', accounts: [] };
    const { requestId } = await requests.prepare('create_wallet', parameters, { profile: profiles.get('desk') });
    bench.transport.fail('/public/v1/submit/create_wallet', 'before the answer');
    await expect(requests.submit(requestId)).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    for (const wanted of [{ baseUrl: 'https://service.example' }, { organizationId: ORGANIZATION }]) {
      await expect(profiles.set('desk', wanted)).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });
    }
    const named = await profiles.set('desk', { authProxyConfigId: 'config-1' });
    expect(named).toMatchObject({ authProxyConfigId: 'config-1' });
    await expect(profiles.remove('desk')).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });
    await requests.giveUp(requestId, 'The service is gone');
    await profiles.remove('desk');
    expect(profiles.list().map(({ name }) => name)).toEqual(['local']);
  });

  it('goes with its keys when it is removed, unless its key is the only way to the wallets on this machine', async () => {
    const { profiles, credentials } = await addDesk();
    profiles.use('desk');
    await expect(profiles.remove('local')).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });
    await profiles.remove('desk');
    expect([credentials.list('desk'), profiles.list().map(({ name }) => name)]).toEqual([[], ['local']]);
    expect(profiles.current()?.name).toBe('local');
  });

  it('is as it was confirmed after two keys of it were made at once, one after the other', async () => {
    const { credentials, profiles } = await addDesk();
    let release = () => {};
    let isHeld = () => {};
    const whenHeld = new Promise<void>((done) => {
      isHeld = done;
    });
    const released = new Promise<void>((done) => {
      release = done;
    });
    const { start: startProcess } = createProcesses(() => 0);
    // Another Castellan that has begun to record its key.
    const other = await createBench(
      {
        startProcess(entry, table, errands) {
          const handle = startProcess(entry, table, errands);
          return {
            ...handle,
            async call(name, input) {
              if (name === 'signAuditHead') {
                isHeld();
                await released;
              }
              return handle.call(name, input);
            },
          };
        },
      },
      bench.root,
    );
    const first = other.engine.credentials.create({ profile: 'desk', name: 'Three', store: 'file' });
    await whenHeld;
    const second = credentials.create({ profile: 'desk', name: 'Four', store: 'file' });
    const waiting = new Promise((done) => setTimeout(() => done('waits for the other one'), 500));
    expect(await Promise.race([second, waiting])).toBe('waits for the other one');
    release();
    await Promise.all([first, second]);
    await other.engine.close();
    await profiles.requireConfirmed(profiles.get('desk'));
    // A changed order of keys in the index is not accepted either.
    editJson(join(bench.root, 'credentials.json'), (content: { keys?: unknown[] }) => void content.keys?.reverse());
    await credentials.create({ profile: 'desk', name: 'Five', store: 'file' });
    await expect(profiles.requireConfirmed(profiles.get('desk'))).rejects.toMatchObject({ code: 'PROFILE_CHANGED' });
  });
});
