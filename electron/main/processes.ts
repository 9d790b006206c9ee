import { join } from 'node:path';
import type { UtilityProcess } from 'electron';
import { AppError, fromErrorData, sentence } from '../../shared/errors/index.ts';
import { wipeSecrets } from '../../shared/model/index.ts';
import { checkValue } from '../../shared/operations/index.ts';
import {
  answerMessages,
  COURIER_MESSAGES,
  createFramePoster,
  type Errands,
  type Frame,
  framesIn,
  isReplyFrame,
  isRequestFrame,
  type MessageTable,
  messagesWithSecrets,
  type ReplyFrame,
} from '../../shared/processes/index.ts';
import type { ProcessHandle, StartProcess } from '../engine/index.ts';
import { CHILD_FLAGS } from './bundle/bundle.ts';
import { type Entry, passedOn, STOPPED } from './children.ts';
import type { Logger } from './logger.ts';

export type { ProcessHandle } from '../engine/index.ts';

/** scrypt with N = 2^20 takes a few seconds on a slow machine. No other timed message takes as long. */
const TIMEOUT_MS = 60_000;
/** Lines of a child's standard error that are kept, so that a failing child does not fill the log. */
const MAXIMUM_LINES = 50;
const MAXIMUM_LINE_LENGTH = 4096;

/** The used part of Electron's utilityProcess. Tests pass a fake. */
export type Fork = (
  file: string,
  options: {
    readonly env: Record<string, string>;
    readonly execArgv: string[];
    readonly stdio: ('ignore' | 'pipe')[];
    readonly serviceName: string;
    readonly allowLoadingUnsignedLibraries: boolean;
  },
) => Pick<UtilityProcess, 'pid' | 'postMessage' | 'kill' | 'stderr'> & {
  on(event: 'spawn', listener: () => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
};

export interface ProcessStarterOptions {
  readonly fork: Fork;
  /** Folder that holds child.cjs, vault.cjs, token.cjs and custody.cjs. */
  readonly folder: string;
  readonly logger: Logger;
  readonly timeoutMs?: number;
  /** Main's environment, a part of which is passed to a child. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

interface Pending {
  readonly name: string;
  resolve(value: unknown): void;
  reject(error: AppError): void;
  /** Undefined for a message without a time limit. */
  readonly timer: NodeJS.Timeout | undefined;
}

/**
 * Returns the function that starts a utility process and exchanges request and reply frames with it. A reply that does
 * not match the table is refused whole and wiped. A child that does not answer a timed message in time is killed. A
 * child's own requests are answered by the errands passed at its start. Without errands, a request ends the child.
 */
export function createProcessStarter(options: ProcessStarterOptions): StartProcess {
  return (entry, table, errands) => startProcess(entry, table, { ...options, errands });
}

function startProcess<Table extends MessageTable>(
  entry: Entry,
  table: Table,
  {
    fork,
    folder,
    logger,
    timeoutMs = TIMEOUT_MS,
    environment,
    errands,
  }: ProcessStarterOptions & { readonly errands: Errands | undefined },
): ProcessHandle<Table> {
  const child = fork(join(folder, 'child.cjs'), {
    // It names the program. With an empty object Electron passes its whole environment on.
    env: { ...passedOn(entry, environment), CASTELLAN_PROCESS: entry },
    // As plain Node options they have no effect in a utility process. As V8 flags they have.
    execArgv: [`--js-flags=${CHILD_FLAGS}`],
    stdio: ['ignore', 'ignore', 'pipe'],
    serviceName: `Castellan ${entry}`,
    // On macOS the helper with this right is the one whose signature lets it load the modules of vendors.
    allowLoadingUnsignedLibraries: entry === 'token',
  });
  const pending = new Map<number, Pending>();
  const exitListeners = new Set<(code: number) => void>();
  let nextId = 1;
  let exitCode: number | null = null;
  let ending = false;
  /** True when the child was ended because it did not answer. */
  let late = false;

  const stopped = () => {
    const { code, message } = STOPPED[entry];
    return new AppError(
      code,
      late ? sentence`It did not answer for ${timeoutMs / 1000} seconds and was stopped. ${message}` : message,
    );
  };

  /** Wipes the secret members of any answer in the table, because nobody will use this reply. */
  const discard = ({ reply }: ReplyFrame) => {
    if (reply.ok) for (const { output } of Object.values(table)) wipeSecrets(output, reply.value);
  };

  const kill = () => {
    ending = true;
    // No pid: not spawned yet, or already gone.
    if (exitCode === null && child.pid !== undefined && !killNow(child.pid)) child.kill();
  };

  const expire = (name: string) => {
    logger.write('error', 'process.timeout', { part: `${entry}.${name}`, duration: timeoutMs });
    late = true;
    kill();
  };

  child.on('spawn', () => {
    if (ending) kill();
  });

  if (errands !== undefined) {
    const port = {
      on: (_event: 'message', listener: (event: { data: unknown }) => unknown) =>
        void child.on('message', (data) => void listener({ data })),
      postMessage: (message: Frame | readonly Frame[]) => child.postMessage(message),
    };
    answerMessages(port, COURIER_MESSAGES, {
      handlers: errands,
      report: (name, error) => logger.unexpected('process.errand-failed', error, `${entry}.${name}`),
    });
  }

  const refuseFrame = () => {
    logger.write('error', 'process.frame-refused', { part: entry });
    kill();
  };
  const receive = (frame: unknown) => {
    if (errands !== undefined && isRequestFrame(frame)) return;
    if (!isReplyFrame(frame)) return refuseFrame();
    const { id, reply } = frame;
    const waiting = pending.get(id);
    if (waiting === undefined) return discard(frame);
    pending.delete(id);
    clearTimeout(waiting.timer);
    if (!reply.ok) return waiting.reject(fromErrorData(reply.error));
    const schema = table[waiting.name]?.output;
    const problems = schema === undefined ? [] : checkValue(schema, reply.value);
    if (problems.length === 0) return waiting.resolve(reply.value);
    discard(frame);
    const reference = logger.unexpected(
      'process.reply-refused',
      new Error('reply refused'),
      `${entry}.${waiting.name}`,
    );
    waiting.reject(
      new AppError(
        'INTERNAL',
        sentence`The ${entry} process gave an answer of the wrong shape, which was refused. Nothing was done with it.`,
        { reference },
      ),
    );
  };
  child.on('message', (message) => {
    const frames = framesIn(message);
    if (frames === null) return refuseFrame();
    for (const frame of frames) receive(frame);
  });

  const post = createFramePoster(
    (message) => child.postMessage(message),
    ({ id }, error) => {
      const waiting = pending.get(id);
      pending.delete(id);
      clearTimeout(waiting?.timer);
      waiting?.reject(error as AppError);
    },
  );
  const withSecrets = messagesWithSecrets(table, 'input');

  child.on('exit', (code) => {
    exitCode = code;
    logger.write('info', 'process.ended', { part: entry, detail: `code ${code}` });
    for (const waiting of pending.values()) {
      clearTimeout(waiting.timer);
      waiting.reject(stopped());
    }
    pending.clear();
    for (const listener of exitListeners) listener(code);
    exitListeners.clear();
  });

  logLines(child.stderr, entry, logger);

  return {
    call: (name, input) =>
      new Promise((resolve, reject) => {
        if (exitCode !== null) return reject(stopped());
        const id = nextId;
        nextId += 1;
        const timer = table[name]?.isUntimed === true ? undefined : setTimeout(() => expire(name), timeoutMs);
        pending.set(id, { name, resolve: resolve as (value: unknown) => void, reject, timer });
        // The caller may wipe secrets as soon as this call returns. No other request shares the message of the only one.
        post({ id, name, input }, withSecrets.has(name) || pending.size === 1);
      }),
    onExit(listener) {
      if (exitCode !== null) {
        const code = exitCode;
        queueMicrotask(() => listener(code));
        return () => undefined;
      }
      exitListeners.add(listener);
      return () => void exitListeners.delete(listener);
    },
    kill,
  };
}

/**
 * Sends SIGKILL, not Electron's SIGTERM. A hanging or hijacked process cannot handle it, and its memory is freed at
 * once.
 */
function killNow(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Writes a child's standard error to the log, redacted. Its standard output is ignored. */
function logLines(stderr: NodeJS.ReadableStream | null, part: string, logger: Logger): void {
  let rest = '';
  let count = 0;
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = (lines.pop() ?? '').slice(-MAXIMUM_LINE_LENGTH);
    for (const line of lines) {
      count += 1;
      if (count <= MAXIMUM_LINES && line.trim() !== '')
        logger.write('warning', 'process.stderr', { part, detail: line });
    }
  });
}
