import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Engine } from '../../../electron/engine/index.ts';
import { AppError } from '../../../shared/errors/index.ts';
import type { ReadyLine } from '../../../shared/processes/index.ts';
import { CommandRun, cli, FakeEngine, ORGANIZATION, ofAnotherUser, SIGNER_KEY, terminalInput } from './support.ts';

const READY: ReadyLine = {
  ready: true,
  baseUrl: 'http://127.0.0.1:4000',
  authUrl: 'http://127.0.0.1:4001',
  organizationId: ORGANIZATION,
  keys: { signer: SIGNER_KEY, notarizer: SIGNER_KEY, fetcher: SIGNER_KEY, webhook: { kid: 'k', x: 'x' } },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-cli-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function service(parts: Partial<Engine['service']> = {}) {
  const calls: unknown[] = [];
  let exit: (code: number) => void = () => {};
  const engine = new FakeEngine({
    service: {
      serve: async (options) => {
        calls.push(options);
        return READY;
      },
      stop: async () => calls.push('stop') > 0,
      onExit: (listener) => {
        exit = listener;
        return () => calls.push('not listening');
      },
      onReading: () => () => undefined,
      onLog: () => () => undefined,
      ...parts,
    },
  });
  return { engine, calls, exit: (code: number) => exit(code) };
}

/** Waits until the service has been queried and its reply is printed. */
const running = (run: CommandRun) => vi.waitUntil(() => run.stdout !== '', 30_000);

it.each(['SIGTERM', 'SIGINT'] as const)(
  'prints one ready line, even on a terminal, and ends cleanly on %s',
  async (signal) => {
    const { engine, calls } = service();
    const reports: string[] = [];
    const reportReady = async () => void reports.push(run.stdout);
    const run = new CommandRun(['serve'], { engine, reportReady, terminal: { stdout: true, stderr: true } });
    await running(run);
    await vi.waitUntil(() => reports.length > 0);
    expect([run.stdout, reports]).toEqual([`${JSON.stringify(READY)}\n`, [`${JSON.stringify(READY)}\n`]]);
    run.interrupt(signal);
    expect(await run.finished).toMatchObject({ exitCode: 0, stdout: `${JSON.stringify(READY)}\n` });
    expect(calls).toEqual([
      {
        directory: '/nowhere/castellan/serve',
        port: 0,
        authPort: 0,
        dialect: 'spec',
        init: null,
        endpoints: [],
        onToken: null,
        logsRequests: false,
        hasMetrics: false,
      },
      'stop',
      'not listening',
    ]);
    expect(engine.closed).toBe(1);
  },
);

it('shows the outbox on standard error on request, without terminal control characters', async () => {
  let post: Parameters<Engine['service']['onPost']>[0] = () => {};
  const { engine } = service({
    onPost: (listener) => {
      post = listener;
      return () => undefined;
    },
  });
  const run = new CommandRun(['serve', '--verbose'], { engine });
  await running(run);
  post({ sentAt: '', channel: 'email', to: 'a@example.com', text: 'Your code is\u001b[2J 123456.', code: '123456' });
  run.interrupt();
  const { stdout, stderr } = await run.finished;
  expect(stderr).toMatch(/To a@example\.com: Your code is.* 123456\./);
  expect(stderr).not.toContain('\u001b[2J');
  expect(stdout).toBe(`${JSON.stringify(READY)}\n`);
});

it('shows the progress of reading chains on standard error, without terminal control characters', async () => {
  let note: Parameters<Engine['service']['onReading']>[0] = () => {};
  const { engine } = service({
    onReading: (listener) => {
      note = listener;
      return () => undefined;
    },
  });
  const run = new CommandRun(['serve'], { engine });
  await running(run);
  const reading = { chain: 'eip155:1', readAt: null, isCurrent: true, problem: null, earlier: null };
  note({ ...reading, passedOver: 0, untraced: 0 });
  note({ ...reading, passedOver: 0, untraced: 0, problem: 'it says “\u001b[2J”' });
  run.interrupt();
  const { stdout, stderr } = await run.finished;
  expect(stderr).toContain('Ethereum is read up to its newest block.\nEthereum is not read. It says “');
  expect(stderr).not.toContain('\u001b[2J');
  expect(stdout).toBe(`${JSON.stringify(READY)}\n`);
});

it('prints each log entry as one line of JSON, and requests only if enabled', async () => {
  let log: Parameters<Engine['service']['onLog']>[0] = () => {};
  const onLog: Engine['service']['onLog'] = (listener) => {
    log = listener;
    return () => undefined;
  };
  const { engine, calls } = service({ onLog, onPost: () => () => undefined });
  const run = new CommandRun(['serve', '--verbose'], { engine });
  await running(run);
  log({ event: 'disk_full', state: 'begun', count: 1 });
  run.interrupt();
  const { stderr } = await run.finished;
  const [line = ''] = stderr.split('\n');
  expect(JSON.parse(line)).toEqual({ time: '1970-01-01T00:00:01.000Z', event: 'disk_full', state: 'begun', count: 1 });
  expect(calls[0]).toMatchObject({ logsRequests: true });
});

it('accepts ports, folder, dialect and the init file', async () => {
  const init = {
    organizationName: 'Treasury',
    rootUsers: [
      {
        userName: 'Operator',
        apiKeys: [{ apiKeyName: 'Key', publicKey: `02${'cd'.repeat(32)}`, curveType: 'API_KEY_CURVE_P256' }],
      },
    ],
  };
  const file = join(folder, 'init.json');
  writeFileSync(file, JSON.stringify(init));
  const { engine, calls } = service();
  const argv = [
    'serve',
    '--port',
    '4000',
    '--auth-port',
    '4001',
    '--data',
    folder,
    '--dialect',
    'turnkey',
    '--init',
    file,
    '--metrics',
  ];
  const run = new CommandRun(argv, { engine });
  await running(run);
  run.interrupt();
  await run.finished;
  const ports = { port: 4000, authPort: 4001 };
  expect(calls[0]).toEqual({
    directory: folder,
    ...ports,
    dialect: 'turnkey',
    init,
    endpoints: [],
    onToken: null,
    logsRequests: false,
    hasMetrics: true,
  });
});

it('names wrong members of an init file without their values, and does not start', async () => {
  const file = join(folder, 'init.json');
  const publicKey = '7f3a'.repeat(4);
  writeFileSync(
    file,
    JSON.stringify({
      organizationName: '',
      rootUsers: [{ userName: 'A', apiKeys: [{ apiKeyName: 'K', publicKey }] }],
      quorum: 1,
    }),
  );
  const { engine, calls } = service();
  const { exitCode, stdout, stderr } = await cli(['serve', '--init', file], { engine });
  expect([exitCode, stdout, calls, engine.options]).toEqual([2, '', [], []]);
  expect(stderr).toContain('(INVALID_INPUT)\n');
  const ofKey = 'in item 1 of apiKeys in item 1 of rootUsers';
  for (const path of ['organizationName', `curveType ${ofKey}`, `publicKey ${ofKey}`]) {
    expect(stderr).toContain(`\n  ${path}: `);
  }
  expect(stderr).toContain('quorum');
  expect(stderr).not.toContain(publicKey);
});

it.each([
  ['missing', null, 'there is no such file'],
  ['not JSON', '{"organizationName":', 'is not JSON'],
  ['a list', '[]', 'is not a JSON object'],
])('refuses an init file that is %s', async (_name, content, message) => {
  const file = join(folder, 'init.json');
  if (content !== null) writeFileSync(file, content);
  const { exitCode, stdout, stderr } = await cli(['serve', '--init', file], service());
  expect(exitCode).toBeGreaterThan(0);
  expect(stdout).toBe('');
  expect(stderr).toContain(message);
});

it('reports the reason of the wait, and a second interruption ends it', async () => {
  const { engine, calls } = service({ stop: () => new Promise(() => calls.push('stopping')) });
  const run = new CommandRun(['serve'], { engine });
  await running(run);
  run.interrupt();
  await vi.waitUntil(() => calls.includes('stopping'));
  expect(run.stderr).toContain('ends its open requests and closes its database. A large database takes');
  run.time += 2_000;
  run.interrupt();
  const { exitCode, stderr } = await run.finished;
  expect([exitCode, engine.closed]).toEqual([1, 1]);
  expect(stderr).toContain('Stopped at once, without waiting');
});

it('says that a service was killed which did not close its database', async () => {
  const { engine } = service({ stop: async () => false });
  const run = new CommandRun(['serve'], { engine });
  await running(run);
  run.interrupt();
  const { exitCode, stderr } = await run.finished;
  expect(exitCode).toBe(0);
  expect(stderr).toContain('was killed. All confirmed changes are on disk.');
  expect(stderr).not.toContain('The local service stopped.');
});

it('fails when the service ends by itself', async () => {
  const { engine, exit } = service();
  const run = new CommandRun(['serve'], { engine });
  await running(run);
  exit(9);
  const { exitCode, stderr } = await run.finished;
  expect([exitCode, engine.closed]).toEqual([1, 1]);
  expect(stderr).toContain('stopped unexpectedly (code 9)');
});

it('fails with the service’s reason when it cannot start', async () => {
  const { engine } = service({ serve: () => Promise.reject(new AppError('PORT_IN_USE', 'Port 4000 is in use.')) });
  const { exitCode, stdout, stderr } = await cli(['serve', '--port', '4000'], { engine });
  expect([exitCode, stdout, stderr]).toEqual([1, '', 'castellan: Port 4000 is in use. (PORT_IN_USE)\n']);
});

it('stops a service that is still starting', async () => {
  const { engine, calls } = service({
    serve: () => {
      calls.push('starting');
      return new Promise(() => {});
    },
  });
  const run = new CommandRun(['serve'], { engine });
  await vi.waitUntil(() => calls.length > 0, 30_000);
  run.interrupt('SIGTERM');
  expect(await run.finished).toMatchObject({ exitCode: 0, stdout: '' });
  expect(calls).toEqual(['starting', 'stop', 'not listening']);
});

it.each([
  ['twice for a new folder', true, 'The same again: '],
  ['once for a folder that has a database', false, 'Passphrase: \n'],
])('asks for the passphrase %s', async (_name, isNew, expected) => {
  const { engine } = service({
    serve: async () => {
      await engine.options[0]?.askPassphrase?.('open the local service', isNew, 'passphrase');
      return READY;
    },
  });
  const run = new CommandRun(['serve', '--data', folder], { engine, stdin: terminalInput('one\r', 'one\r') });
  await running(run);
  run.interrupt();
  const { stderr } = await run.finished;
  expect(stderr).toContain(expected);
  expect(stderr.includes('The same again: ')).toBe(isNew);
});

it.each([
  ['others may write to', (data: string) => chmodSync(data, 0o770), /can be changed by others.*Run: chmod 700/s],
  [
    'lies below one that others may write to',
    (data: string) => chmodSync(join(data, '..'), 0o777),
    /can be replaced by others, who can change/,
  ],
  [
    'is reached by a link below one that others may write to',
    (data: string) => {
      const real = `${data}-real`;
      mkdirSync(join(real, 'inner'), { recursive: true, mode: 0o700 });
      chmodSync(real, 0o777);
      rmSync(data, { recursive: true });
      symlinkSync(join(real, 'inner'), data);
    },
    /can be replaced by others, who can change/,
  ],
])('refuses a folder that %s, and starts nothing', async (_what, spoil, said) => {
  const data = join(folder, 'above', 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  spoil(data);
  const { engine, calls } = service({
    serve: async () => {
      calls.push('started');
      throw new Error('It was started.');
    },
  });
  const { exitCode, stderr } = await cli(['serve', '--data', data], { engine });
  expect([exitCode, calls]).toEqual([1, []]);
  expect(stderr).toMatch(said);
});

it('refuses a folder of another user, and does not start', async () => {
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const { engine, calls } = service();
  const { exitCode, stderr } = await cli(['serve', '--data', ofAnotherUser(data, '/etc')], { engine });
  expect([exitCode, calls]).toEqual([1, []]);
  expect(stderr).toContain('belongs to another user');
});
