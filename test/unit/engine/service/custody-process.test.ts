import { afterEach, describe, expect, it } from 'vitest';
import type { StartProcess } from '../../../../electron/engine/index.ts';
import { createCustodyProcesses } from '../../../../electron/engine/service/custody-process.ts';
import type { Answer, Question } from '../../../../shared/ipc/index.ts';
import type { Errands } from '../../../../shared/processes/index.ts';
import { type Bench, createProcesses, createReadyBench, operatorSays } from '../harness.ts';

describe('a process of the local service that was started early', () => {
  let bench: Bench;
  afterEach(() => bench.end());

  const callsOf = (entry: 'vault' | 'custody', from = 0) =>
    bench.processes.calls.slice(from).filter((message) => message.startsWith(`${entry}.`));

  it('has no key while the vault opens, and becomes the service after it', async () => {
    bench = await createReadyBench({ autoUnlock: false, askPassphrase: null });
    bench.engine.vault.lock();
    const from = bench.processes.calls.length;
    await bench.engine.vault.unlock();
    const since = bench.processes.calls.slice(from);
    expect(since.indexOf('custody.harden')).toBeLessThan(since.indexOf('vault.openStore'));
    expect(callsOf('custody', from)).toEqual(['custody.harden', 'custody.offerKey', 'custody.start']);
    expect(since.indexOf('custody.start')).toBeGreaterThan(since.indexOf('vault.openStore'));
    await expect(bench.engine.queries.run('whoami', {})).resolves.toMatchObject({ username: 'Operator' });
  });

  it('ends when the operator gives up and when the vault is locked', async () => {
    const answers: Answer[] = [];
    const consent = async (question: Question) =>
      question.kind === 'unlock' ? (answers.shift() ?? ({ confirmed: false } as const)) : operatorSays(question);
    bench = await createReadyBench({ autoUnlock: false, askPassphrase: null, consent });
    bench.engine.vault.lock();
    const from = bench.processes.calls.length;
    const wrong = Uint8Array.from(Buffer.from('a wrong passphrase'));
    answers.push({ confirmed: true, passphrase: wrong, format: null, keep: null, typed: null, sealTo: null });
    await expect(bench.engine.vault.unlock()).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(callsOf('custody', from).at(-1)).toBe('custody.kill');
    expect(callsOf('custody', from)).not.toContain('custody.start');
    bench.engine.service.prepareLocal();
    bench.engine.vault.lock();
    expect(callsOf('custody', from).filter((message) => message === 'custody.kill')).toHaveLength(2);
  });
});

describe('processes of the local service', () => {
  it('are started once, refuse requests before they serve, and end while they wait', async () => {
    const processes = createProcesses(() => 1_790_000_000_000);
    const given: Errands[] = [];
    const start: StartProcess = (entry, table, errands) => {
      if (errands !== undefined) given.push(errands);
      return processes.start(entry, table, errands);
    };
    const custody = createCustodyProcesses(start);
    custody.prepare();
    custody.prepare();
    expect(processes.started('custody')).toBe(1);
    const { offered, serve } = custody.take();
    expect(processes.started('custody')).toBe(1);
    expect(() => given[0]?.measure({})).toThrow('before it was started');
    const measured = { walBytes: 1, diskFreeBytes: 2, lastBackupAt: null };
    serve({ ...(given[0] as Errands), measure: () => measured });
    expect(given[0]?.measure({})).toEqual(measured);
    expect((await offered).sealTo).toBeDefined();
    custody.prepare();
    await custody.end();
    expect(processes.calls.at(-1)).toBe('custody.kill');
    custody.take();
    expect(processes.started('custody')).toBe(3);
  });
});
