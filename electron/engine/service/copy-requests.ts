import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import { AppError, ERROR_CODES, type ErrorCode, sentence, toErrorData } from '../../../shared/errors/index.ts';
import { Closed } from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import { CUSTODY_DATABASE, ListedArchive } from '../../../shared/processes/index.ts';
import { makeFolder } from '../../storage/sqlite/index.ts';
import type { Clock } from '../ports.ts';

/**
 * A folder of the service for requests from another Castellan of the same user. A request is for a copy of the database
 * (`asked`), or for its list of archives (`list`).
 */
const FOLDER = 'requests';
const ASKED = /^([0-9a-f-]{36})\.(asked|list)$/;
type Wanted = 'asked' | 'list';
/** The polling interval of the requester, and its longest wait for a sign of the service. Milliseconds. */
const LOOK = 200;
const SIGN_WITHIN = 15_000;
/** The interval at which a service polls the folder where the system has no watch left. Milliseconds. */
const EVERY_SECOND = 1000;

const Done = Closed({
  problem: Type.Union([
    Closed({ code: Type.Enum(Object.keys(ERROR_CODES) as ErrorCode[]), message: Type.String() }),
    Type.Null(),
  ]),
  archives: Type.Array(ListedArchive),
});
type Done = Static<typeof Done>;

/** The path of a copy until it is read. Leftovers of a crash are removed at the service's next start. */
export const copyPath = (directory: string, id: string) => join(directory, `${CUSTODY_DATABASE}.${id}.new`);

const fileOf = (directory: string, id: string, step: Wanted | 'taken' | 'done') =>
  join(directory, FOLDER, `${id}.${step}`);

/** The service's side of the requests. Both return the archives that its database lists. */
interface Answers {
  /** Calls `working` each time the process with the database replies that it still copies. */
  copy(path: string, working: () => void): Promise<ListedArchive[]>;
  list(): Promise<ListedArchive[]>;
}

/** Answers every request in the folder of a running service. Returns the function that ends it. */
export function answerCopyRequests(
  directory: string,
  { copy, list }: Answers,
  report: (error: unknown) => void,
): () => void {
  const folder = join(directory, FOLDER);
  makeFolder(folder);
  const answer = async (id: string, wanted: Wanted) => {
    const taken = fileOf(directory, id, 'taken');
    renameSync(fileOf(directory, id, wanted), taken);
    // A process that hangs replies nothing, so the request stays untouched and the requester gives up.
    const working = () => touch(taken);
    const done = await (wanted === 'asked' ? copy(copyPath(directory, id), working) : list()).then(
      (archives): Done => ({ problem: null, archives }),
      (error: unknown): Done => {
        const { code, message } = toErrorData(error);
        return { problem: { code, message }, archives: [] };
      },
    );
    // The requester gave up and reads no answer.
    if (!existsSync(taken)) return;
    writeFileSync(taken, JSON.stringify(done), { mode: 0o600 });
    renameSync(taken, fileOf(directory, id, 'done'));
  };
  const look = () => {
    for (const name of readdirSync(folder)) {
      const [, id, wanted] = ASKED.exec(name) ?? [];
      if (id !== undefined) answer(id, wanted as Wanted).catch(report);
    }
  };
  const safely = () => {
    try {
      look();
    } catch (error) {
      report(error);
    }
  };
  let polling: NodeJS.Timeout | undefined;
  const poll = (error: unknown) => {
    report(error);
    polling ??= setInterval(safely, EVERY_SECOND).unref();
  };
  const watcher = watchFolder(folder, safely, poll);
  return () => {
    watcher?.close();
    clearInterval(polling);
  };
}

/** Watches a folder. Calls `failed` and returns null where the system has no watch left (ENOSPC, EMFILE). */
function watchFolder(folder: string, changed: () => void, failed: (error: unknown) => void) {
  try {
    return watch(folder, { persistent: false }, changed).on('error', failed);
  } catch (error) {
    failed(error);
    return null;
  }
}

/** The requester may have removed the file. */
function touch(path: string): void {
  const now = Date.now() / 1000;
  try {
    utimesSync(path, now, now);
  } catch {
    // It gave up, and reads no answer.
  }
}

/**
 * Asks the Castellan that runs a service for a copy of it, at `copyPath`. Returns the archives that the copy lists.
 * Throws DATABASE_IN_USE when it does not answer or dies, CANCELLED, and the reason of a failure.
 */
export const askForCopy = (
  directory: string,
  id: string,
  signal?: AbortSignal,
  clock: Waiting = WAITING,
): Promise<ListedArchive[]> => ask(directory, { id, wanted: 'asked', signal }, clock);

/** Asks the Castellan that runs a service for the archives that its database lists. Throws the same. */
export const askForArchives = (directory: string, signal?: AbortSignal): Promise<ListedArchive[]> =>
  ask(directory, { id: crypto.randomUUID(), wanted: 'list', signal }, WAITING);

/** The clock of a requester. `steady` is in milliseconds, of a clock that nobody sets. */
type Waiting = Pick<Clock, 'steady' | 'pause'>;
const WAITING: Waiting = { steady: () => performance.now(), pause: (milliseconds) => setTimeout(milliseconds) };

async function ask(
  directory: string,
  { id, wanted, signal }: { readonly id: string; readonly wanted: Wanted; readonly signal: AbortSignal | undefined },
  { steady, pause }: Waiting,
): Promise<ListedArchive[]> {
  makeFolder(join(directory, FOLDER));
  writeFileSync(fileOf(directory, id, wanted), '', { mode: 0o600, flag: 'wx' });
  try {
    let sign = '';
    let signAt = steady();
    for (;;) {
      if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. Nothing was written.');
      if (existsSync(fileOf(directory, id, 'done'))) break;
      const found = signOf(fileOf(directory, id, 'taken'));
      if (found !== sign) signAt = steady();
      sign = found;
      if (steady() - signAt >= SIGN_WITHIN) throw unanswered(directory);
      await pause(LOOK);
    }
    const content: unknown = JSON.parse(readFileSync(fileOf(directory, id, 'done'), 'utf8'));
    if (checkValue(Done, content).length > 0) throw unanswered(directory);
    const { problem, archives } = content as Done;
    if (problem !== null) throw new AppError(problem.code, problem.message);
    return archives;
  } finally {
    for (const step of [wanted, 'taken', 'done'] as const) rmSync(fileOf(directory, id, step), { force: true });
  }
}

/** Returns a text that changes while a service works on the request. Empty before it takes the request. */
const signOf = (taken: string): string => String(statSync(taken, { throwIfNoEntry: false })?.mtimeMs ?? '');

const unanswered = (directory: string) =>
  new AppError(
    'DATABASE_IN_USE',
    sentence`The Castellan that runs the local service in ${directory} did not answer, so its service may hang. Nothing was written. Stop that Castellan, then try again.`,
  );
