import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resultOf, type Transport } from '../../../electron/client/index.ts';
import { generateP256, p256Uncompress, randomUuid } from '../../../electron/crypto/index.ts';
import { createCustodyService } from '../../../electron/custody/service.ts';
import {
  createEngine,
  type Engine,
  type EnginePorts,
  type ProcessHandle,
  type StartProcess,
} from '../../../electron/engine/index.ts';
import { createArena, createSecretMemory } from '../../../electron/hardening/index.ts';
import { createVault } from '../../../electron/vault/vault.ts';
import { AppError, type Outcome } from '../../../shared/errors/index.ts';
import type { Answer, Question } from '../../../shared/ipc/index.ts';
import type { ChainReading } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import {
  CUSTODY_MESSAGES,
  type Errands,
  type MessageHandlers,
  type MessageTable,
  TOKEN_MESSAGES,
  type TokenMessages,
  VAULT_MESSAGES,
  type VaultMessages,
} from '../../../shared/processes/index.ts';
import { hexDecode } from '../../../shared/wire/index.ts';
import { PROTECTED } from '../protection.ts';
import { connect } from '../shared/processes/connect.ts';

/** The vault and the service, real but in this process, so that a test can end or hold them at any step. */
export interface Processes {
  readonly start: StartProcess;
  /**
   * Ends the newest process of that kind as SIGKILL would. Unanswered requests fail and listeners are notified. The
   * service's folder is as it lay on disk at that moment, without the writes of its closing.
   */
  crash(entry: Entry): Promise<void>;
  /** Sends main the service's report of a chain. */
  noteReading(reading: ChainReading): void;
  /** The number of started processes. */
  started(entry: Entry): number;
  /** The messages to each process, in order: `vault.stamp`, `custody.kill`. */
  readonly calls: readonly string[];
}

const STOPPED = { vault: 'VAULT_STOPPED', token: 'TOKEN_STOPPED', custody: 'SERVICE_STOPPED' } as const;
type Entry = keyof typeof STOPPED;

export function createProcesses(now: () => number, token?: MessageHandlers<TokenMessages>): Processes {
  const running: { entry: Entry; crash: () => Promise<void> }[] = [];
  const calls: string[] = [];
  let noteReading = (_reading: ChainReading): unknown => undefined;

  const start = <Table extends MessageTable>(entry: Entry, _table: Table, errands?: Errands): ProcessHandle<Table> => {
    const listeners = new Set<(code: number) => void>();
    if (errands !== undefined) noteReading = errands.noteReading;
    let alive = true;
    let directory = '';
    const custody =
      entry === 'custody'
        ? createCustodyService({
            now,
            report: () => undefined,
            ...(errands && {
              courier: errands.carry,
              callNode: errands.callNode,
              noteNode: (note) => void errands.noteNode(note),
              noteReading: (reading) => void errands.noteReading(reading),
              post: (message) => void errands.post(message),
              log: (entry) => void errands.log(entry),
              measure: async () => errands.measure({}),
            }),
          })
        : null;
    const harden = () => PROTECTED;
    const { ask } =
      custody !== null
        ? connect(CUSTODY_MESSAGES, { ...custody, harden })
        : entry === 'token' && token !== undefined
          ? connect(TOKEN_MESSAGES, token)
          : connect(VAULT_MESSAGES, createVaultHandlers());
    const answer = ask as unknown as ProcessHandle<Table>['call'];
    const stopInOrder = async (): Promise<unknown> => custody?.stop({});
    const end = async (code: number, stop = stopInOrder) => {
      if (!alive) return;
      alive = false;
      await stop();
      for (const listener of [...listeners]) listener(code);
    };
    const stopAsKilled = async () => {
      if (custody !== null) await leavingAsItIs(directory, stopInOrder);
    };
    running.push({ entry, crash: () => end(137, stopAsKilled) });
    return {
      async call(name, input) {
        if (!alive) throw new AppError(STOPPED[entry], 'The process ended.');
        calls.push(`${entry}.${name}`);
        if (custody !== null && 'directory' in input) directory = String(input.directory);
        const value = await answer(name, structuredClone(input));
        if (!alive) throw new AppError(STOPPED[entry], 'The process ended.');
        return value;
      },
      onExit(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      kill() {
        calls.push(`${entry}.kill`);
        void end(0);
      },
    };
  };

  return {
    start,
    crash: async (entry) => running.findLast((process) => process.entry === entry)?.crash(),
    noteReading: (reading) => void noteReading(reading),
    started: (entry) => running.filter((process) => process.entry === entry).length,
    calls,
  };
}

/** Runs `close`, then restores the folder's earlier content, as a crash would leave it. */
async function leavingAsItIs(folder: string, close: () => Promise<unknown>): Promise<void> {
  const crashed = `${folder}-crashed`;
  cpSync(folder, crashed, { recursive: true });
  await close();
  rmSync(folder, { recursive: true });
  renameSync(crashed, folder);
}

/** Sends over real HTTP. `fail` makes the next request of that path end at one of its dangerous moments, the first of which proves that nothing was sent. */
export interface TestTransport {
  readonly send: Transport;
  fail(path: string, when: 'before it is sent' | 'before it arrives' | 'before the answer'): void;
  /** Changes the next answer of that path, as a wrong or hostile service would. */
  answer(path: string, change: (reply: { status: number; body: unknown }) => { status: number; body: unknown }): void;
  readonly sent: { path: string; body: string }[];
}

export function createTestTransport(): TestTransport {
  const failures = new Map<string, string>();
  const changes = new Map<string, Parameters<TestTransport['answer']>[1]>();
  const sent: TestTransport['sent'] = [];
  const unreachable = (outcome?: Outcome) =>
    new AppError('SERVICE_UNREACHABLE', 'The connection was cut.', { outcome });
  return {
    sent,
    fail: (path, when) => void failures.set(path, when),
    answer: (path, change) => void changes.set(path, change),
    async send({ method, url, headers, body }) {
      const { pathname } = new URL(url);
      const failure = failures.get(pathname);
      failures.delete(pathname);
      if (failure === 'before it is sent') throw unreachable('notSent');
      if (failure === 'before it arrives') throw unreachable();
      sent.push({ path: pathname, body: Buffer.from(body ?? []).toString() });
      const reply = await new Promise<Awaited<ReturnType<Transport>>>((resolve, reject) => {
        const outgoing = request(url, { method, headers, agent: false }, (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers as Record<string, string>,
              body: Uint8Array.from(Buffer.concat(chunks)),
            }),
          );
        });
        outgoing.on('error', () => reject(unreachable()));
        outgoing.end(body === null ? undefined : Buffer.from(body));
      });
      if (failure === 'before the answer') throw unreachable();
      const change = changes.get(pathname);
      changes.delete(pathname);
      if (change === undefined) return reply;
      const changed = change({ status: reply.status, body: JSON.parse(Buffer.from(reply.body).toString()) });
      return { ...reply, status: changed.status, body: Uint8Array.from(Buffer.from(JSON.stringify(changed.body))) };
    },
  };
}

export interface Bench {
  readonly engine: Engine;
  readonly processes: Processes;
  readonly transport: TestTransport;
  readonly root: string;
  /** Errors that no caller received. */
  readonly reported: readonly unknown[];
  /** Moves the engine's and the service's clock. */
  advance(milliseconds: number): void;
  /** Opens the folder again as a crash at this moment leaves it: the writes of the engine's closing are thrown away. */
  reopen(changed?: Partial<EnginePorts>): Promise<Bench>;
  end(): Promise<void>;
}

export const PASSPHRASE = () => Uint8Array.from(Buffer.from('correct horse battery staple'));

/** Yes to everything, with the passphrase where one is wanted. */
export const operatorSays = (question: Question): Extract<Answer, { confirmed: true }> => ({
  confirmed: true,
  passphrase: 'passphrase' in question && question.passphrase !== 'none' ? PASSPHRASE() : null,
  format: null,
  keep: null,
  typed: null,
  sealTo: question.kind === 'reveal' ? hexDecode(p256Uncompress(generateP256().publicKey)) : null,
  byCommand: true,
});

/** An engine on an empty folder, with the passphrase file as its store. */
export async function createBench(
  overrides: Partial<EnginePorts> = {},
  root = mkdtempSync(join(tmpdir(), 'castellan-engine-')),
  start = 1_790_000_000_000,
): Promise<Bench> {
  let time = start;
  const now = () => time;
  const processes = createProcesses(now);
  const transport = createTestTransport();
  const reported: unknown[] = [];
  const engine = await createEngine({
    paths: {
      root,
      profiles: join(root, 'profiles.json'),
      credentials: join(root, 'credentials.json'),
      keystore: join(root, 'keystore.json'),
      records: join(root, 'records.db'),
      auditHead: join(root, 'audit.head'),
      cache: join(root, 'cache.db'),
      history: join(root, 'history.db'),
      service: join(root, 'service'),
      log: join(root, 'log'),
      chromium: join(root, 'chromium'),
    },
    version: '0.0.0',
    clock: {
      now,
      steady: now,
      async pause(milliseconds) {
        time += milliseconds;
      },
    },
    consent: async (question) => operatorSays(question),
    askPassphrase: async () => PASSPHRASE(),
    askPin: null,
    passkeys: null,
    forceStore: 'file',
    autoUnlock: true,
    report: (error) => void reported.push(error),
    transport: transport.send,
    startProcess: processes.start,
    ...overrides,
  });
  return {
    engine,
    processes,
    transport,
    root,
    reported,
    advance(milliseconds) {
      time += milliseconds;
    },
    async reopen(changed = {}) {
      await leavingAsItIs(root, () => engine.close());
      return createBench({ ...overrides, ...changed }, root, time);
    },
    async end() {
      await engine.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** A bench after its first start with the vault on this machine, one wallet and one Ethereum account. */
export async function createReadyBench(overrides: Partial<EnginePorts> = {}): Promise<Bench & { address: string }> {
  const bench = await createBench(overrides);
  await bench.engine.setup.createLocal({ store: 'file' }, {});
  const { requestId } = await bench.engine.requests.prepare('create_wallet', {
    walletName: 'Treasury',
    accounts: [
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
    ],
  });
  const { activity } = await bench.engine.requests.submit(requestId);
  const [address = ''] = resultOf(OPERATIONS.create_wallet, activity).addresses;
  return { ...bench, address };
}

function createVaultHandlers(): MessageHandlers<VaultMessages> {
  return createVault({
    memory: createSecretMemory(createArena().pages),
    newId: randomUuid,
    protect: async () => PROTECTED,
    selfTest: async () => ['in the vault’s own tests'],
    collectGarbage: () => undefined,
  });
}
