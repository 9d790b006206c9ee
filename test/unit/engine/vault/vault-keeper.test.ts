import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { NewProfile, StartProcess } from '../../../../electron/engine/index.ts';
import type { Answer, Question, QuestionOf } from '../../../../shared/ipc/index.ts';
import { type Bench, createBench, createProcesses, createReadyBench, operatorSays, PASSPHRASE } from '../harness.ts';

const wrongPassphrase = () => Uint8Array.from(Buffer.from('wrong'));
const isWiped = (secret: Uint8Array) => secret.every((byte) => byte === 0);

const DESK: NewProfile = {
  name: 'desk',
  kind: 'remote',
  baseUrl: 'https://service.example',
  authUrl: null,
  organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
  signerKey: null,
  notarizerKey: null,
  authProxyConfigId: null,
};

let bench: Bench;
afterEach(() => bench.end());

describe('the vault of a window', () => {
  const createWindowBench = () => createReadyBench({ autoUnlock: false, askPassphrase: null });

  it('is locked even by a lock that comes while it is unlocked, and then nothing needs its key', async () => {
    bench = await createWindowBench();
    bench.engine.vault.lock();
    await expect(bench.engine.queries.run('whoami', {})).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
    const draft = bench.engine.activityMeanings.explainDraft('create_wallet', { walletName: 'Desk', accounts: [] });
    await expect(draft).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
    const unlocking = bench.engine.vault.unlock();
    bench.engine.vault.lock();
    await expect(unlocking).rejects.toMatchObject({ name: 'AppError' });
    expect(bench.engine.state().vault.state).toBe('locked');
    await expect(bench.engine.queries.run('whoami', {})).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
  });

  it('ends its process when it is locked', async () => {
    bench = await createWindowBench();
    expect(bench.processes.calls).not.toContain('vault.kill');
    bench.engine.vault.lock();
    expect(bench.processes.calls).toContain('vault.kill');
  });

  it('is unlocked by the operator alone, who is asked again after a wrong passphrase, and each passphrase is wiped', async () => {
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
    for (const passphrase of [wrong, right])
      answers.push({ confirmed: true, passphrase, format: null, keep: null, typed: null, sealTo: null });
    await bench.engine.vault.unlock();
    expect(bench.engine.state().vault.state).toBe('unlocked');
    expect([isWiped(wrong), isWiped(right)]).toEqual([true, true]);
    expect(asked.map(({ passphrase, problem }) => [passphrase, problem === null])).toEqual([
      ['known', true],
      ['known', true],
      ['known', false],
    ]);
  });

  it('has its passphrase changed after the old one was typed, and only the new one opens it then', async () => {
    const next = () => Uint8Array.from(Buffer.from('another, longer one'));
    const asked: string[] = [];
    const given: Uint8Array[] = [];
    let unlocks: (() => Uint8Array<ArrayBuffer>)[] = [];
    const olds = [wrongPassphrase, PASSPHRASE, next];
    const consent = async (question: Question): Promise<Answer> => {
      const said = operatorSays(question);
      if (question.kind !== 'protect' && question.kind !== 'unlock') return said;
      asked.push(`${question.kind} ${question.passphrase}${question.problem === null ? '' : ', again'}`);
      const typed = question.kind === 'unlock' ? unlocks.shift() : question.passphrase === 'new' ? next : olds.shift();
      const passphrase = (typed ?? PASSPHRASE)();
      given.push(passphrase);
      return { ...said, passphrase };
    };
    bench = await createReadyBench({ autoUnlock: false, askPassphrase: null, consent });
    await bench.engine.vault.protect('file', false);
    bench.engine.vault.lock();
    unlocks = [PASSPHRASE, next];
    await bench.engine.vault.unlock();
    expect(asked).toEqual([
      'protect known',
      'protect known, again',
      'protect new',
      'unlock known',
      'unlock known, again',
    ]);
    expect(given.every(isWiped)).toBe(true);
    await expect(bench.engine.queries.run('whoami', {})).resolves.toMatchObject({ username: 'Operator' });
    await expect(bench.engine.vault.protect('file', true)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('is locked by a lock that comes while it is unlocked, even when its process runs already', async () => {
    bench = await createWindowBench();
    bench.engine.vault.lock();
    await bench.engine.vault.report();
    const unlocking = bench.engine.vault.unlock();
    bench.engine.vault.lock();
    await expect(unlocking).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(bench.engine.state().vault.state).toBe('locked');
  });

  it('stays locked when the answer of its process comes after a lock', async () => {
    const { start } = createProcesses(() => 1_790_000_000_000);
    let answers = 0;
    let onTheWay = Promise.resolve();
    const startProcess: StartProcess = (entry, table) => {
      const process = start(entry, table);
      if (entry !== 'vault') return process;
      const call: typeof process.call = async (name, input) => {
        const answer = await process.call(name, input);
        answers += 1;
        await onTheWay;
        return answer;
      };
      return { ...process, call };
    };
    bench = await createReadyBench({ autoUnlock: false, askPassphrase: null, startProcess });
    bench.engine.vault.lock();
    let arrive: (() => void) | undefined;
    onTheWay = new Promise((done) => {
      arrive = done;
    });
    answers = 0;
    const unlocking = bench.engine.vault.unlock();
    await vi.waitUntil(() => answers === 1, 60_000);
    bench.engine.vault.lock();
    arrive?.();
    await expect(unlocking).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
    expect(bench.engine.state().vault.state).toBe('locked');
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
    bench.engine.vault.lock();
    expect(bench.engine.state().vault.problem).not.toBeNull();
    await bench.engine.vault.unlock();
    expect(bench.engine.state().vault).toMatchObject({ state: 'unlocked', problem: null });
    await expect(bench.engine.queries.run('whoami', {})).resolves.toMatchObject({ username: 'Operator' });
  });
});

describe('the lock of a window', () => {
  it('ends the local service too when the vault dies by itself', async () => {
    bench = await createReadyBench({ autoUnlock: false, askPassphrase: null });
    expect(bench.processes.calls).not.toContain('custody.kill');
    await bench.processes.crash('vault');
    expect(bench.processes.calls).toContain('custody.kill');
    expect(bench.engine.state().service).toMatchObject({ state: 'stopped' });
  });

  /** Answers yes, even when the signal was aborted. Every question after set-up locks the vault first. */
  const createLocking = async () => {
    const asked: { kind: string; taken: boolean; passphrase: Uint8Array | null }[] = [];
    let locks = false;
    bench = await createReadyBench({
      autoUnlock: false,
      askPassphrase: null,
      async consent(question, signal) {
        const said = operatorSays(question);
        if (locks) bench.engine.vault.lock();
        const taken = signal?.aborted === true;
        if (locks) asked.push({ kind: question.kind, taken, passphrase: said.passphrase });
        return said;
      },
    });
    locks = true;
    return asked;
  };
  const files = () => ['profiles', 'credentials'].map((name) => readFileSync(join(bench.root, `${name}.json`), 'utf8'));

  it.for([
    [
      'changeKey',
      ({ engine }: Bench) => engine.credentials.rename(engine.credentials.list()[0]?.credentialId ?? '', 'New'),
    ],
    ['blindSigning', ({ engine }: Bench) => engine.setup.allowBlindSigning('local', true)],
    ['askToSign', ({ engine }: Bench) => engine.setup.askToSign('local', true)],
    ['stampWith', ({ engine }: Bench) => engine.setup.stampWith(engine.credentials.list()[0]?.credentialId ?? '')],
    ['confirmProfile', ({ engine }: Bench) => engine.setup.confirm('local')],
    [
      'moveProfile',
      ({ engine }: Bench) => engine.setup.move('local', { baseUrl: 'https://service.example', authUrl: null }),
    ],
    ['acceptName', ({ engine }: Bench) => engine.setup.acceptName('local')],
    ['removeProfile', ({ engine }: Bench) => engine.setup.disconnect('local')],
    ['changeDocument', ({ engine }: Bench) => engine.idleTime.set(1)],
    ['protect', ({ engine }: Bench) => engine.vault.protect('file', false)],
    [
      'loadModule',
      ({ engine, root }: Bench) => {
        writeFileSync(join(root, 'module.so'), '');
        return engine.tokens.tokens(join(root, 'module.so'));
      },
    ],
    [
      'tokenKey',
      ({ engine, root }: Bench) => {
        const at = { module: join(root, 'module.so'), label: 'desk', serial: null, slot: null };
        return engine.setup.addTokenKey({ ...at, keyId: null });
      },
    ],
    [
      'stamp',
      async ({ engine }: Bench) => {
        const { requestId } = await engine.requests.prepare('create_wallet', { walletName: 'Cold', accounts: [] });
        return engine.requests.submit(requestId);
      },
    ],
  ] as const)(
    'takes back the question for %s, and an answer that comes all the same; then it is not asked',
    async ([kind, work]) => {
      const asked = await createLocking();
      if (kind === 'acceptName') bench.engine.profiles.learnName('local', 'Treasury');
      const before = files();
      await expect(work(bench)).rejects.toMatchObject({ code: 'CANCELLED' });
      expect(asked).toMatchObject([{ kind, taken: true }]);
      expect(asked.every(({ passphrase }) => passphrase === null || isWiped(passphrase))).toBe(true);
      await expect(work(bench)).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
      expect([asked.length, files(), bench.processes.started('token')]).toEqual([1, before, 0]);
    },
  );

  it('leaves what begins without the vault', async () => {
    const asked = await createLocking();
    const desk = { name: 'desk', baseUrl: 'https://service.example', organizationId: DESK.organizationId };
    await bench.engine.setup.connect({ ...desk, signerKey: null, store: 'file' });
    expect(asked).toMatchObject([{ kind: 'connect', taken: false }]);
    expect(bench.engine.state().vault.state).toBe('unlocked');
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

  it('asks for the passphrase once when two first keys are made at once, and can open both later', async () => {
    let asked = 0;
    const askPassphrase = async () => {
      asked += 1;
      return PASSPHRASE();
    };
    bench = await createBench({ askPassphrase });
    const make = (name: string) => bench.engine.credentials.create({ profile: 'desk', name, store: 'file' });
    const [first, second] = await Promise.all([make('One'), make('Two')]);
    expect([asked, first.publicKey === second.publicKey]).toEqual([1, false]);
    await bench.engine.profiles.add(DESK);
    bench = await bench.reopen();
    const stamps = [first, second].map(({ credentialId }) =>
      bench.engine.requests.stamp(Uint8Array.from(Buffer.from('{}')), { credentialId }),
    );
    await expect(Promise.all(stamps)).resolves.toHaveLength(2);
    expect(asked).toBe(2);
  });

  it('is locked when another Castellan was first to make the key file: what it sealed could never be opened', async () => {
    bench = await createBench();
    const other = await createBench({}, bench.root);
    const make = ({ engine }: Bench) => engine.credentials.create({ profile: 'desk', name: 'One', store: 'file' });
    const made = await Promise.allSettled([make(bench), make(other)]);
    // Either may be first.
    const outcomes = [bench, other].map(({ engine }, index) => ({ ...made[index], vault: engine.state().vault.state }));
    expect(outcomes.toSorted((a, b) => (a.vault < b.vault ? -1 : 1))).toMatchObject([
      { vault: 'locked', status: 'rejected', reason: { code: 'FILE_REFUSED' } },
      { vault: 'unlocked', status: 'fulfilled' },
    ]);
    await other.engine.close();
  });
});
