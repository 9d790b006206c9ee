import { afterEach, describe, expect, it } from 'vitest';
import { type Bench, createReadyBench, PASSPHRASE } from '../harness.ts';

describe('locking', () => {
  let bench: Bench;
  afterEach(() => bench.end());

  it('wins over an unlock that is under way', async () => {
    bench = await createReadyBench({ autoUnlock: false, askPassphrase: null });
    await bench.engine.vault.lock();
    const unlocking = bench.engine.vault.unlock(PASSPHRASE());
    await bench.engine.vault.lock();
    await expect(unlocking).rejects.toMatchObject({ name: 'AppError' });
    expect(bench.engine.state().vault.state).toBe('locked');
    await expect(bench.engine.queries.run('whoami', {})).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
  });

  it('is not brought about by a wrong passphrase while unlocked', async () => {
    bench = await createReadyBench();
    await expect(bench.engine.vault.unlock(Uint8Array.from(Buffer.from('wrong')))).rejects.toMatchObject({
      code: 'PASSPHRASE_WRONG',
    });
    expect(bench.engine.state().vault.state).toBe('unlocked');
    await expect(bench.engine.queries.run('whoami', {})).resolves.toBeDefined();
  });

  it('two first starts at once make one key and one service', async () => {
    const { createBench } = await import('../harness.ts');
    bench = await createBench();
    const start = () => bench.engine.setup.createLocal({ store: 'file', passphrase: PASSPHRASE() }, {});
    const [first, second] = await Promise.allSettled([start(), start()]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'PROFILE_EXISTS' } });
    expect(bench.engine.credentials.list()).toHaveLength(1);
    await expect(bench.engine.queries.run('whoami', {})).resolves.toMatchObject({ username: 'Operator' });
  });

  it('a second key never becomes the stamping one by being made', async () => {
    bench = await createReadyBench();
    await bench.engine.credentials.create({ profile: 'local', name: 'Another', store: 'file' });
    await expect(bench.engine.queries.run('whoami', {})).resolves.toMatchObject({ username: 'Operator' });
  });

  it('forgets the passphrase it was given, whatever happened', async () => {
    bench = await createReadyBench();
    for (const passphrase of [PASSPHRASE(), Uint8Array.from(Buffer.from('wrong'))]) {
      await bench.engine.vault.unlock(passphrase).catch(() => undefined);
      expect([...passphrase].every((byte) => byte === 0)).toBe(true);
    }
  });
});
