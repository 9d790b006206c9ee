import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { type Bench, createBench, createReadyBench, PASSPHRASE } from '../harness.ts';

describe('what the engine refuses', () => {
  let bench: Bench;
  afterEach(() => bench.end());

  it('an unknown operation and an unknown profile, naming what there is', async () => {
    bench = await createReadyBench();
    await expect(bench.engine.requests.prepare('print_money', {})).rejects.toMatchObject({ code: 'UNKNOWN_OPERATION' });
    expect(() => bench.engine.profiles.get('nobody')).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_PROFILE', message: expect.stringContaining('local') }),
    );
  });

  it('wrong parameters, with the path of each, before anything is stamped', async () => {
    bench = await createReadyBench();
    const before = bench.engine.audit.status().entries;
    await expect(
      bench.engine.requests.prepare('create_wallet', { walletName: '', accounts: 'none' }),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: expect.arrayContaining([expect.objectContaining({ path: expect.stringContaining('walletName') })]),
    });
    expect(bench.engine.audit.status().entries).toBe(before);
  });

  it('to stamp what it cannot record', async () => {
    const ready = await createReadyBench();
    bench = ready;
    const { requestId } = await bench.engine.requests.prepare('sign_raw_payload', {
      signWith: ready.address,
      payload: 'x',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_SHA256',
    });
    const sentBefore = bench.transport.sent.length;
    rmSync(bench.engine.paths.auditHead, { force: true });
    mkdirSync(bench.engine.paths.auditHead);
    await expect(bench.engine.requests.submit(requestId)).rejects.toMatchObject({ code: 'AUDIT_UNAVAILABLE' });
    expect(bench.transport.sent.length).toBe(sentBefore);
    expect(bench.engine.requests.unsettled()).toEqual([]);
  });

  it('a wrong passphrase, and then accepts the right one', async () => {
    bench = await createReadyBench();
    Object.assign(bench, await bench.reopen());
    await expect(bench.engine.vault.unlock(Uint8Array.from(Buffer.from('wrong')))).rejects.toMatchObject({
      code: 'PASSPHRASE_WRONG',
    });
    await bench.engine.vault.unlock(PASSPHRASE());
    expect(bench.engine.state().vault.state).toBe('unlocked');
  });

  it('everything that needs a key while it is locked', async () => {
    bench = await createReadyBench({ autoUnlock: false, askPassphrase: null });
    await bench.engine.vault.lock();
    await expect(bench.engine.queries.run('whoami', {})).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
  });

  it('to remove the profile whose key is the only way to the local wallets', async () => {
    bench = await createReadyBench();
    await expect(bench.engine.profiles.remove('local')).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });
  });

  it('a key in a keychain when this run may only use the passphrase file, changing nothing', async () => {
    bench = await createReadyBench();
    const path = bench.engine.paths.credentials;
    const recorded = JSON.parse(readFileSync(path, 'utf8')) as { keys: { store: string; backend: string }[] };
    for (const key of recorded.keys) Object.assign(key, { store: 'keychain', backend: 'Secret Service' });
    writeFileSync(path, JSON.stringify(recorded));
    chmodSync(path, 0o600);
    const before = readFileSync(path, 'utf8');
    Object.assign(bench, await bench.reopen());
    await expect(bench.engine.queries.run('whoami', {})).rejects.toMatchObject({ code: 'KEY_STORE_CHANGED' });
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('an address that is not one for a service', async () => {
    bench = await createBench();
    await expect(
      bench.engine.setup.connect({
        name: 'desk',
        baseUrl: 'http://example.com',
        organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
        signerKey: null,
        store: 'file',
        passphrase: PASSPHRASE(),
      }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(bench.engine.profiles.list()).toEqual([]);
  });
});
