import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { createCourier } from '../../electron/engine/courier/index.ts';
import { fromReply } from '../../shared/errors/index.ts';
import {
  answerMessages,
  COURIER_MESSAGES,
  type CustodyMessages,
  framesIn,
  type InitFile,
  isReplyFrame,
  type MessageClient,
  type NodeCaller,
  type ReadyLine,
  type ReplyFrame,
} from '../../shared/processes/index.ts';
import { liftingPlugin } from '../lifted/lift.ts';
import { type StartInput, startCustody } from '../tools/start-custody.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const onFloor = Number(process.versions.napi) < 10;

/** Bundles the child once. Returns the file to run and a function that removes it. */
export async function buildChild(): Promise<{ file: string; remove: () => void }> {
  mkdirSync(here('../output'), { recursive: true });
  const outDir = mkdtempSync(join(here('../output'), 'custody-child-'));
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [liftingPlugin()],
    root: here('../..'),
    resolve: { alias: onFloor ? [{ find: /^better-sqlite3$/, replacement: 'better-sqlite3-floor' }] : [] },
    ssr: { noExternal: true, external: ['better-sqlite3', 'better-sqlite3-floor', 'koffi'] },
    build: {
      ssr: here('custody-child.ts'),
      outDir,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'child.mjs', codeSplitting: false } },
    },
  });
  return { file: join(outDir, 'child.mjs'), remove: () => rmSync(outDir, { recursive: true }) };
}

export interface CustodyProcess {
  readonly pid: number | undefined;
  readonly call: MessageClient<CustodyMessages>;
  /** Starts the service in it, as main and vault do. */
  start(input: StartInput): Promise<ReadyLine>;
  /** Its standard error so far. */
  readonly stderr: () => string;
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
  /** Asks it to stop, then ends it. */
  stop(): Promise<void>;
}

interface SpawnOptions {
  /** Limits the size of every file it writes, in units of 512 bytes. */
  readonly fileBlocks?: number;
  /** Answers for the nodes of chains. Without it, no node answers. */
  readonly callNode?: NodeCaller;
  /** The user to run as, instead of root. */
  readonly user?: number;
  /** A command that becomes the child. */
  readonly through?: readonly string[];
}

/** Starts the child. */
export function spawnCustody(file: string, options: SpawnOptions = {}): CustodyProcess {
  // An ignored signal stays ignored in the program: the write fails, as on a full disk, and the process lives.
  const fileLimit = options.fileBlocks === undefined ? '' : `trap '' XFSZ; ulimit -f ${options.fileBlocks}; `;
  // As far as this user may: that no core is written must not be so because of where the test runs.
  const limit = `ulimit -c unlimited 2>/dev/null; ${fileLimit}`;
  const env = {
    ...process.env,
    ELECTRON_RUN_AS_NODE: '1',
    ...(options.user === undefined ? {} : { CASTELLAN_TEST_USER: String(options.user) }),
  };
  const child = spawn(
    '/bin/sh',
    ['-c', `${limit}exec "$@"`, 'sh', ...(options.through ?? []), process.execPath, file],
    {
      env,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const port = {
    on: (_event: 'message', listener: (event: { data: unknown }) => unknown) =>
      void child.on('message', (data) => void listener({ data })),
    // A child that is killed meanwhile takes no answer, which is no error of the test.
    postMessage: (frame: unknown) => void (child.connected && child.send(frame as object, () => undefined)),
  };
  const { callNode = () => ({ failure: 'unreachable' as const }) } = options;
  const handlers = {
    carry: createCourier(),
    callNode,
    noteNode: () => ({}),
    noteReading: () => ({}),
    log: () => ({}),
    measure: () => ({ walBytes: null, diskFreeBytes: null, lastBackupAt: null }),
    post: () => ({}),
  };
  answerMessages(port, COURIER_MESSAGES, { handlers, report: () => undefined });
  const call = callerOf(child, () => stderr);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    pid: child.pid,
    call,
    start: (input) =>
      startCustody({ offerKey: () => call('offerKey', {}), start: (sealed) => call('start', sealed) }, input),
    stderr: () => stderr,
    kill,
    async stop() {
      await call('stop', {});
      await kill();
    },
  };
}

function callerOf(child: ChildProcess, stderr: () => string): MessageClient<CustodyMessages> {
  const waiting = new Map<number, { done: (frame: ReplyFrame) => void; fail: (error: Error) => void }>();
  child.on('message', (message) => {
    for (const frame of framesIn(message) ?? []) if (isReplyFrame(frame)) waiting.get(frame.id)?.done(frame);
  });
  child.on('exit', (code, signal) => {
    for (const { fail } of waiting.values()) fail(new Error(`the service ended with ${code ?? signal}: ${stderr()}`));
  });
  let last = 0;
  return async (name, input) => {
    const id = ++last;
    const frame = await new Promise<ReplyFrame>((done, fail) => {
      waiting.set(id, { done, fail });
      child.send({ id, name, input });
    }).finally(() => waiting.delete(id));
    return fromReply(frame.reply) as never;
  };
}

/** The message that starts a service with one root user. */
export function startInput(directory: string, publicKey: string | null): StartInput {
  const init: InitFile | null =
    publicKey === null
      ? null
      : {
          organizationName: 'Treasury',
          rootUsers: [
            {
              userName: 'Operator',
              apiKeys: [{ apiKeyName: 'Workstation', publicKey, curveType: 'API_KEY_CURVE_P256' }],
            },
          ],
        };
  return {
    directory,
    port: 0,
    authPort: 0,
    dialect: 'spec',
    master: new Uint8Array(32).fill(3),
    init,
  };
}
