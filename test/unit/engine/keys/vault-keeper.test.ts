import { afterEach, describe, expect, it } from 'vitest';
import type { Answer, Question, QuestionOf } from '../../../../shared/ipc/index.ts';
import { type Bench, createReadyBench, operatorSays, PASSPHRASE } from '../harness.ts';

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
    const unlocking = bench.engine.vault.unlock();
    bench.engine.vault.lock();
    await expect(unlocking).rejects.toMatchObject({ name: 'AppError' });
    expect(bench.engine.state().vault.state).toBe('locked');
    await expect(bench.engine.queries.run('whoami', {})).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
  });

  it('is unlocked by the operator alone, who is asked again after a wrong passphrase; each that is given is wiped', async () => {
    const answers: Answer[] = [];
    const asked: QuestionOf<'unlock'>[] = [];
    const consent = async (question: Question) => {
      if (question.kind !== 'unlock') return operatorSays(question);
      asked.push(question);
      return answers.shift() ?? ({ confirmed: false } as const);
    };
    bench = await createReadyBench({ autoUnlock: false, askPassphrase: null, consent });
    bench.engine.vault.lock();
    await expect(bench.engine.vault.unlock()).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(bench.engine.state().vault.state).toBe('locked');
    const [wrong, right] = [wrongPassphrase(), PASSPHRASE()];
    for (const passphrase of [wrong, right]) answers.push({ confirmed: true, passphrase, format: null });
    await bench.engine.vault.unlock();
    expect(bench.engine.state().vault.state).toBe('unlocked');
    expect([isWiped(wrong), isWiped(right)]).toEqual([true, true]);
    expect(asked.map(({ passphrase, problem }) => [passphrase, problem === null])).toEqual([
      ['known', true],
      ['known', true],
      ['known', false],
    ]);
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
    await bench.engine.vault.unlock();
    expect(bench.engine.state().vault).toMatchObject({ state: 'unlocked', problem: null });
    await expect(bench.engine.queries.run('whoami', {})).resolves.toMatchObject({ username: 'Operator' });
  });
});

describe('the vault of a command line', () => {
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
});
