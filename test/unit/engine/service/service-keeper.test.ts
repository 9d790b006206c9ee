import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { StartProcess } from '../../../../electron/engine/index.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { ReadyLine } from '../../../../shared/processes/index.ts';
import { type Bench, createBench, createProcesses, createReadyBench } from '../harness.ts';

describe('the local service', () => {
  let bench: Bench;
  afterEach(() => bench.end());

  const state = () => bench.engine.service.state();
  const addressPath = () => join(bench.engine.paths.service, 'service.json');
  const addressFile = () =>
    JSON.parse(readFileSync(addressPath(), 'utf8')) as { process: number | null; line: ReadyLine };
  const writeAddress = (line: ReadyLine) => writeFileSync(addressPath(), JSON.stringify({ process: null, line }));
  const whoami = ({ engine }: Bench) => engine.queries.run('whoami', {});

  it('is started again whenever it dies, with all that it answered, but not again and again by itself', async () => {
    bench = await createReadyBench();
    /** Ends the service, and waits for its successor. */
    const crash = async () => {
      await bench.processes.crash('custody');
      await bench.engine.service.startLocal();
    };
    const restarted = { state: 'running', problem: { title: 'The local service was started again' } };

    await crash();
    expect(state()).toMatchObject(restarted);
    await expect(bench.engine.accounts.refresh()).resolves.toEqual({ accounts: 1 });

    bench.advance(60_000);
    await crash();
    expect([bench.processes.started('custody'), state()]).toMatchObject([3, restarted]);

    await bench.processes.crash('custody');
    expect(state()).toMatchObject({
      state: 'failed',
      baseUrl: null,
      problem: { message: expect.stringContaining('again right after') },
    });
    expect(bench.processes.started('custody')).toBe(3);
  });

  it('is hardened before it is given a key', async () => {
    bench = await createReadyBench();
    const calls = bench.processes.calls.filter((each) => each.startsWith('custody.'));
    expect(calls.slice(0, 3)).toEqual(['custody.harden', 'custody.offerKey', 'custody.start']);
  });

  it('reports its restart until the operator dismisses it', async () => {
    bench = await createReadyBench();
    await bench.processes.crash('custody');
    const { requestId } = await bench.engine.requests.prepare('create_wallet', { walletName: 'Cold', accounts: [] });
    await bench.engine.service.startLocal();
    expect(state().problem).not.toBeNull();
    await bench.engine.requests.submit(requestId);
    expect(state()).toMatchObject({ state: 'running', problem: null });
  });

  it('ends when the vault is locked, and nothing but unlocking starts it again', async () => {
    bench = await createReadyBench({ autoUnlock: false });
    bench.engine.vault.lock();
    expect(bench.processes.calls).toContain('custody.kill');
    expect([state(), addressFile().process]).toEqual([{ state: 'stopped', problem: null, baseUrl: null }, null]);
    await expect(whoami(bench)).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
    expect([bench.processes.started('custody'), state().state]).toEqual([1, 'stopped']);
    await bench.engine.vault.unlock();
    await expect(whoami(bench)).resolves.toMatchObject({ username: 'Operator' });
    expect(bench.processes.started('custody')).toBe(2);
  });

  it('that is only starting when the vault is locked does not come up', async () => {
    const { start } = createProcesses(() => 1_790_000_000_000);
    let onStart = () => {};
    const startProcess: StartProcess = (entry, table, errands) => {
      const process = start(entry, table, errands);
      const call: typeof process.call = (name, input) => {
        if (entry === 'custody' && name === 'start') onStart();
        return process.call(name, input);
      };
      return { ...process, call };
    };
    bench = await createReadyBench({ autoUnlock: false, startProcess });
    bench.engine.vault.lock();
    const seen: string[] = [];
    onStart = () => {
      seen.push(state().state);
      bench.engine.vault.lock();
    };
    await bench.engine.vault.unlock();
    expect(seen).toEqual(['starting']);
    expect(state()).toEqual({ state: 'stopped', problem: null, baseUrl: null });
  });

  it('that checks a large database is killed by a stop, and is not asked to end in order', async () => {
    const { start, calls } = createProcesses(() => 1_790_000_000_000);
    let begun = () => {};
    let isSlow = false;
    const startProcess: StartProcess = (entry, table, errands) => {
      const process = start(entry, table, errands);
      let gone = () => {};
      const call: typeof process.call = (name, input) => {
        if (!isSlow || entry !== 'custody' || name !== 'start') return process.call(name, input);
        begun();
        return new Promise((_resolve, reject) => {
          gone = () => reject(new AppError('SERVICE_STOPPED', 'The process ended.'));
        });
      };
      process.onExit(() => gone());
      return { ...process, call };
    };
    bench = await createReadyBench({ autoUnlock: false, startProcess });
    bench.engine.vault.lock();
    isSlow = true;
    const slow = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const unlocking = bench.engine.vault.unlock().catch((error: unknown) => error);
    await slow;
    const before = calls.length;
    await bench.engine.service.stop();
    expect(calls.slice(before)).toContain('custody.kill');
    expect(calls.slice(before)).not.toContain('custody.stop');
    expect(state().state).toBe('stopped');
    await unlocking;
  });

  it.each([
    [
      'is killed when it cannot close its database, which its stop says',
      new AppError('INTERNAL', 'A disk error.'),
      false,
    ],
    ['has closed its database when its stop says so', null, true],
  ])('%s', async (_name, failure, isClosed) => {
    const { start, calls } = createProcesses(() => 1_790_000_000_000);
    const startProcess: StartProcess = (entry, table, errands) => {
      const process = start(entry, table, errands);
      const call: typeof process.call = async (name, input) => {
        if (failure !== null && entry === 'custody' && name === 'stop') throw failure;
        return process.call(name, input);
      };
      return { ...process, call };
    };
    bench = await createReadyBench({ startProcess });
    const before = calls.length;
    expect(await bench.engine.service.stop()).toBe(isClosed);
    expect(calls.slice(before)).toContain('custody.kill');
  });

  it('continues while the vault is locked only if its profile allows it', async () => {
    bench = await createReadyBench();
    await bench.engine.profiles.set('local', { keepServing: true });
    const { baseUrl } = state();
    bench.engine.vault.lock();
    expect(state()).toMatchObject({ state: 'running', baseUrl });
    await bench.engine.profiles.set('local', { keepServing: false });
    bench.engine.vault.lock();
    expect(state().state).toBe('stopped');
  });

  it('is one for two Castellans of the same folder, and a second one lets go of it without stopping it', async () => {
    bench = await createReadyBench();
    const { baseUrl } = state();
    const second = await createBench({}, bench.root);
    await expect(whoami(second)).resolves.toMatchObject({ username: 'Operator' });
    expect(second.engine.service.state()).toMatchObject({ state: 'running', baseUrl });
    await second.engine.close();
    await expect(whoami(bench)).resolves.toMatchObject({ username: 'Operator' });

    expect(addressFile().process).toBe(process.pid);
    await bench.engine.service.stop();
    expect([addressFile().process, state().state]).toEqual([null, 'stopped']);
  });

  describe('at its next start', () => {
    const profileAt = (name: string, baseUrl: string, signerKey: string | null) =>
      bench.engine.profiles.add({
        name,
        kind: 'remote',
        organizationId: bench.engine.profiles.get('local').organizationId,
        baseUrl,
        authUrl: addressFile().line.authUrl,
        signerKey,
        notarizerKey: null,
        authProxyConfigId: null,
      });
    const addresses = (name: string) => {
      const { baseUrl, authUrl } = bench.engine.profiles.get(name);
      return { baseUrl, authUrl };
    };
    /** Locks, lets something happen, and starts the service again. Returns its addresses. */
    const startAgain = async (between: () => void = () => undefined) => {
      bench.engine.vault.lock();
      between();
      await bench.engine.vault.unlock();
      const { baseUrl, authUrl } = await bench.engine.service.startLocal();
      return { baseUrl, authUrl };
    };

    it('has the same ports', async () => {
      bench = await createReadyBench({ autoUnlock: false });
      const { baseUrl, authUrl } = addressFile().line;
      expect(await startAgain()).toEqual({ baseUrl, authUrl });
    });

    it('has other ports when one is taken, and this machine’s profiles of it follow', async () => {
      bench = await createReadyBench({ autoUnlock: false });
      const { baseUrl, authUrl, keys } = addressFile().line;
      await profileAt('second', baseUrl, keys.signer);
      await profileAt('without a signer key', baseUrl, null);
      await profileAt('by name', baseUrl.replace('127.0.0.1', 'localhost'), keys.signer);
      await profileAt('another service', baseUrl, keys.notarizer);
      await bench.engine.service.stop();
      const other = createServer().listen({ host: '127.0.0.1', port: Number(new URL(baseUrl).port) });
      await once(other, 'listening');
      try {
        const now = await startAgain();
        expect(now.baseUrl).not.toBe(baseUrl);
        expect(addresses('second')).toEqual(now);
        expect(addresses('without a signer key')).toEqual(now);
        expect(addresses('by name')).toEqual(now);
        await bench.engine.profiles.requireConfirmed(bench.engine.profiles.get('second'));
        expect(addresses('another service')).toEqual({ baseUrl, authUrl });
        expect(await startAgain()).toEqual(now);
      } finally {
        other.close();
      }
    });

    it.each(['second', 'without a signer key'])(
      'sends no stamp of the current profile, “%s”, to a stranger',
      async (name) => {
        bench = await createReadyBench({ autoUnlock: false });
        const { baseUrl, keys } = addressFile().line;
        await profileAt(name, baseUrl, name === 'second' ? keys.signer : null);
        await bench.engine.credentials.create({ profile: name, name: 'Key 1', store: 'file' });
        bench.engine.profiles.use(name);
        await bench.engine.service.stop();
        bench.engine.vault.lock();
        let asked = 0;
        const stranger = createHttpServer((_request, response) => {
          asked += 1;
          response.end('{}');
        }).listen({ host: '127.0.0.1', port: Number(new URL(baseUrl).port) });
        await once(stranger, 'listening');
        try {
          await bench.engine.vault.unlock();
          expect(state().state).toBe('running');
          // The key is registered nowhere, which only the embedded service can answer.
          await expect(whoami(bench)).rejects.toThrow('PUBLIC_KEY_NOT_FOUND');
          await bench.engine.service.stop();
          await expect(whoami(bench)).rejects.toThrow('PUBLIC_KEY_NOT_FOUND');
          expect(asked).toBe(0);
        } finally {
          stranger.close();
        }
      },
    );

    it('is asked anew for the address after another Castellan that ran it has ended', async () => {
      bench = await createReadyBench();
      const { baseUrl } = addressFile().line;
      const second = await createBench({}, bench.root);
      await whoami(second);
      await bench.engine.service.stop();
      const other = createServer().listen({ host: '127.0.0.1', port: Number(new URL(baseUrl).port) });
      await once(other, 'listening');
      try {
        await expect(whoami(second)).resolves.toMatchObject({ username: 'Operator' });
        expect(second.engine.service.state().baseUrl).not.toBe(baseUrl);
      } finally {
        other.close();
        await second.engine.close();
      }
    });

    it('moves no profile to an address that the operator did not confirm', async () => {
      bench = await createReadyBench({ autoUnlock: false });
      const { baseUrl, keys } = addressFile().line;
      await profileAt('second', 'http://127.0.0.1:1', keys.signer);
      const file = bench.engine.paths.profiles;
      writeFileSync(file, readFileSync(file, 'utf8').replace('http://127.0.0.1:1"', `${baseUrl}"`));
      await startAgain(() => writeAddress({ ...addressFile().line, authUrl: 'http://127.0.0.1:1' }));
      await expect(bench.engine.profiles.requireConfirmed(bench.engine.profiles.get('second'))).rejects.toMatchObject({
        code: 'PROFILE_CHANGED',
      });
    });

    it.each(['', 'null', '{"process":1,"line":{}}', '{'])(
      'takes any port after a damaged file: %s',
      async (content) => {
        bench = await createReadyBench({ autoUnlock: false });
        const again = await startAgain(() => writeFileSync(addressPath(), content));
        expect(again).toEqual({ baseUrl: addressFile().line.baseUrl, authUrl: addressFile().line.authUrl });
      },
    );
  });
});
