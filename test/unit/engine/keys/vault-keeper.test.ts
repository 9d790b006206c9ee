import { afterEach, describe, expect, it } from 'vitest';
import { type Bench, createReadyBench, PASSPHRASE } from '../harness.ts';

const wrongPassphrase = () => Uint8Array.from(Buffer.from('wrong'));
const isWiped = (secret: Uint8Array) => secret.every((byte) => byte === 0);

let bench: Bench;
afterEach(() => bench.end());

describe('the vault of a window', () => {
  const createWindowBench = () => createReadyBench({ autoUnlock: false, askPassphrase: null });

  it('is locked even by a lock that comes while it is unlocked, and then nothing needs its key', async () => {
    bench = await createWindowBench();
    bench.engine.vault.lock();
    await expect(bench.engine.queries.run('whoami', {})).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
    const unlocking = bench.engine.vault.unlock(PASSPHRASE());
    bench.engine.vault.lock();
    await expect(unlocking).rejects.toMatchObject({ name: 'AppError' });
    expect(bench.engine.state().vault.state).toBe('locked');
    await expect(bench.engine.queries.run('whoami', {})).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
  });

  it('stays locked after its process died, because only the operator has the passphrase', async () => {
    bench = await createWindowBench();
    await bench.processes.crash('vault');
    expect(bench.engine.state().vault).toMatchObject({
      state: 'locked',
      needsPassphrase: true,
      problem: { title: 'The vault stopped' },
    });
    expect(bench.processes.started('vault')).toBe(1);
    await bench.engine.vault.unlock(PASSPHRASE());
    expect(bench.engine.state().vault).toMatchObject({ state: 'unlocked', problem: null });
    await expect(bench.engine.queries.run('whoami', {})).resolves.toMatchObject({ username: 'Operator' });
  });
});

describe('the vault of a command line', () => {
  it('is not locked by a wrong passphrase, and every passphrase it is given is wiped', async () => {
    bench = await createReadyBench();
    const wrong = wrongPassphrase();
    await expect(bench.engine.vault.unlock(wrong)).rejects.toMatchObject({ code: 'PASSPHRASE_WRONG' });
    expect(bench.engine.state().vault.state).toBe('unlocked');
    await expect(bench.engine.queries.run('whoami', {})).resolves.toBeDefined();
    const right = PASSPHRASE();
    await bench.engine.vault.unlock(right);
    expect([isWiped(wrong), isWiped(right)]).toEqual([true, true]);
  });

  it('is started again after its process died, loads its keys anew, and says so until the operator goes on', async () => {
    bench = await createReadyBench();
    await bench.processes.crash('vault');
    await expect(bench.engine.queries.run('whoami', {})).resolves.toMatchObject({ username: 'Operator' });
    expect(bench.processes.started('vault')).toBe(2);
    expect(bench.engine.state().vault).toMatchObject({
      state: 'unlocked',
      problem: { title: 'The vault was started again' },
    });
    const { requestId } = await bench.engine.requests.prepare('create_wallet', { walletName: 'Cold', accounts: [] });
    await bench.engine.requests.submit(requestId);
    expect(bench.engine.state().vault.problem).toBeNull();
  });

  it('refuses a wrong passphrase after a crash of everything, and then accepts the right one', async () => {
    bench = await createReadyBench();
    bench = await bench.reopen();
    await expect(bench.engine.vault.unlock(wrongPassphrase())).rejects.toMatchObject({ code: 'PASSPHRASE_WRONG' });
    await bench.engine.vault.unlock(PASSPHRASE());
    expect(bench.engine.state().vault.state).toBe('unlocked');
  });
});
