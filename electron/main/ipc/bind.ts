import { ipcMain, type WebContents } from 'electron';
import { AppError, type Reply, toReply } from '../../../shared/errors/index.ts';
import { CHANNELS, CONTRACT, type Entry, type MainHandlers } from '../../../shared/ipc/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import type { Logger } from '../logger.ts';
import { isOwnSender, type SenderEvent } from '../security/index.ts';
import { isPlainData } from './frame-size.ts';
import { createJobs } from './jobs.ts';
import { createThrottle, systemTimer, type Timer } from './throttle.ts';

/** Ten a second are as many as anybody can read. */
const PROGRESS_INTERVAL_MS = 100;
const JOB_ID = /^[A-Za-z0-9_-]{1,64}$/;

export interface DoorOptions {
  /** Rejects when the engine could not be made. Every call then returns that error. */
  readonly handlers: Promise<MainHandlers>;
  readonly logger: Logger;
  /** Returns true for the web contents of a window of ours. */
  readonly isKnown: (webContentsId: number) => boolean;
  readonly timer?: Timer;
}

type Answering = Extract<Entry, { kind: 'call' | 'job' }>;
type Handler = (input: unknown, context?: unknown) => unknown;

/** A message that passed every check, with its handler. */
interface Checked {
  readonly entry: Answering;
  readonly name: string;
  /** A promise, so that a job can be registered before the page's next message arrives. */
  readonly handler: Promise<Handler>;
  readonly input: unknown;
}

/**
 * The IPC entry from the page to main. Every message is checked for its sender, name, size and shape before a handler
 * sees it. Every answer is checked for its shape before the page sees it. A member that the contract does not declare
 * is refused, not removed, so that nothing can leak through a wide object.
 */
export function openDoor({ handlers, logger, isKnown, timer = systemTimer }: DoorOptions): void {
  // Each call reports the error. Before the first call the promise must not count as unhandled.
  handlers.catch(() => undefined);
  const jobs = createJobs();
  const watched = new WeakSet<WebContents>();

  const reference = (name: string) => (error: unknown) => {
    if (!(error instanceof AppError)) return logger.unexpected('ipc.failed', error, name);
    if (error.code === 'INTERNAL') return error.reference ?? logger.unexpected('ipc.failed', error, name);
    logger.write('info', 'ipc.refused', { part: name, code: error.code });
    return undefined;
  };

  /** Runs `work` between the two checks and returns its outcome as data. */
  const answer = (
    event: SenderEvent,
    kind: Answering['kind'],
    frame: unknown,
    work: (checked: Checked) => unknown,
  ): Promise<Reply<unknown>> => {
    const name = nameOf(frame);
    return toReply(async () => {
      if (!isOwnSender(event, isKnown)) throw refusedSender();
      const entry = findEntry(kind, name);
      const input = inputOf(frame);
      if (!isPlainData(input))
        throw new AppError('INVALID_INPUT', 'The input is too large or of an unsupported kind. Nothing was done.');
      checkInput(entry, input);
      const handler = handlers.then((all) => handlerOf(all, name));
      const output = await work({ entry, name, handler, input });
      const problems = checkValue(entry.output, output);
      if (problems.length === 0) return output;
      logger.write('error', 'ipc.answer-refused', {
        part: name,
        detail: problems.map(({ path, reason }) => `${path} ${reason}`).join('; '),
      });
      throw new Error('answer refused');
    }, reference(name));
  };

  /** Cancels the jobs of a page that was closed, crashed or navigated away. */
  const watch = (contents: WebContents) => {
    if (watched.has(contents)) return;
    watched.add(contents);
    const { id } = contents;
    contents.on('destroyed', () => jobs.cancelAll(id));
    contents.on('render-process-gone', () => jobs.cancelAll(id));
    contents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) jobs.cancelAll(id);
    });
  };

  ipcMain.handle(CHANNELS.call, (event, frame: unknown) =>
    answer(event, 'call', frame, async ({ handler, input }) => (await handler)(input)),
  );

  ipcMain.handle(CHANNELS.job, (event, frame: unknown) =>
    answer(event, 'job', frame, async ({ entry, name, handler, input }) => {
      const jobId = jobIdOf(frame);
      const { sender } = event;
      watch(sender);
      const job = jobs.start(sender.id, jobId);
      const throttle = createThrottle<unknown>(
        PROGRESS_INTERVAL_MS,
        (value) => sendProgress(sender, jobId, value),
        timer,
      );
      try {
        return await (await handler)(input, {
          signal: job.signal,
          progress(value: unknown) {
            if (entry.kind === 'job' && checkValue(entry.progress, value).length === 0) throttle.push(value);
            else logger.write('error', 'ipc.progress-refused', { part: name });
          },
        });
      } finally {
        throttle.flush();
        job.end();
      }
    }),
  );

  ipcMain.on(CHANNELS.cancel, (event, frame: unknown) => {
    if (isOwnSender(event, isKnown) && isRecord(frame) && typeof frame.jobId === 'string')
      jobs.cancel(event.sender.id, frame.jobId);
  });
}

function sendProgress(contents: WebContents, jobId: string, value: unknown): void {
  if (!contents.isDestroyed()) contents.send(CHANNELS.progress, { jobId, value });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The name as sent, or a name without an entry. */
const nameOf = (frame: unknown): string =>
  isRecord(frame) && typeof frame.name === 'string' && frame.name.length <= 64 ? frame.name : '(none)';
const inputOf = (frame: unknown): unknown => (isRecord(frame) ? frame.input : undefined);

function jobIdOf(frame: unknown): string {
  if (isRecord(frame) && typeof frame.jobId === 'string' && JOB_ID.test(frame.jobId)) return frame.jobId;
  throw new AppError('INVALID_INPUT', 'A job needs an id of 1 to 64 letters, digits, _ or -. Nothing was started.');
}

const refusedSender = () =>
  new AppError('INVALID_INPUT', 'This call did not come from the window of Castellan and was refused.');

/** Looked up in own members only: a name like `app.constructor` or `__proto__.x` is no entry. */
function findEntry(kind: Answering['kind'], name: string): Answering {
  const [group = '', key = '', ...rest] = name.split('.');
  const entries: unknown = Object.hasOwn(CONTRACT, group) ? CONTRACT[group as keyof typeof CONTRACT] : undefined;
  const entry =
    isRecord(entries) && Object.hasOwn(entries, key) && rest.length === 0 ? (entries[key] as Entry) : undefined;
  if (entry === undefined || entry.kind === 'event' || entry.kind !== kind) {
    throw new AppError('INVALID_INPUT', 'The window called an unknown operation. Nothing was done.');
  }
  return entry;
}

/** The handler of a name that `findEntry` has found. */
function handlerOf(handlers: MainHandlers, name: string): Handler {
  const [group = '', key = ''] = name.split('.');
  return (handlers as unknown as Record<string, Record<string, Handler>>)[group]?.[key] as Handler;
}

function checkInput(entry: Answering, input: unknown): void {
  const fields = checkValue(entry.input, input);
  if (fields.length > 0)
    throw new AppError('INVALID_INPUT', 'The input is invalid. Nothing was done. Correct the marked fields.', {
      fields,
    });
}
