import { readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import { AppError, ERROR_CODES, type ErrorCode, toErrorData } from '../../../shared/errors/index.ts';
import { Closed } from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import { CUSTODY_DATABASE, ListedArchive } from '../../../shared/processes/index.ts';
import { makeFolder } from '../../storage/sqlite/index.ts';

/**
 * A folder of the service for requests from another Castellan of the same user. A request is for a copy of the database
 * (`asked`), or for its list of archives (`list`).
 */
const FOLDER = 'requests';
const ASKED = /^([0-9a-f-]{36})\.(asked|list)$/;
type Wanted = 'asked' | 'list';
/** The polling interval of the requester, and its longest wait until the request is taken. Milliseconds. */
const LOOK = 200;
const TAKEN_WITHIN = 15_000;

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
  copy(path: string): Promise<ListedArchive[]>;
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
    renameSync(fileOf(directory, id, wanted), fileOf(directory, id, 'taken'));
    const done = await (wanted === 'asked' ? copy(copyPath(directory, id)) : list()).then(
      (archives): Done => ({ problem: null, archives }),
      (error: unknown): Done => {
        const { code, message } = toErrorData(error);
        return { problem: { code, message }, archives: [] };
      },
    );
    writeFileSync(fileOf(directory, id, 'taken'), JSON.stringify(done), { mode: 0o600 });
    renameSync(fileOf(directory, id, 'taken'), fileOf(directory, id, 'done'));
  };
  const look = () => {
    for (const name of readdirSync(folder)) {
      const [, id, wanted] = ASKED.exec(name) ?? [];
      if (id !== undefined) answer(id, wanted as Wanted).catch(report);
    }
  };
  const watcher = watch(folder, { persistent: false }, () => {
    try {
      look();
    } catch (error) {
      report(error);
    }
  });
  watcher.on('error', report);
  return () => watcher.close();
}

/**
 * Asks the Castellan that runs a service for a copy of it, at `copyPath`. Returns the archives that the copy lists.
 * Throws DATABASE_IN_USE when it does not answer, CANCELLED, and the reason of a failure.
 */
export const askForCopy = (directory: string, id: string, signal?: AbortSignal): Promise<ListedArchive[]> =>
  ask(directory, { id, wanted: 'asked', signal });

/** Asks the Castellan that runs a service for the archives that its database lists. Throws the same. */
export const askForArchives = (directory: string, signal?: AbortSignal): Promise<ListedArchive[]> =>
  ask(directory, { id: crypto.randomUUID(), wanted: 'list', signal });

async function ask(
  directory: string,
  { id, wanted, signal }: { readonly id: string; readonly wanted: Wanted; readonly signal: AbortSignal | undefined },
): Promise<ListedArchive[]> {
  makeFolder(join(directory, FOLDER));
  writeFileSync(fileOf(directory, id, wanted), '', { mode: 0o600, flag: 'wx' });
  try {
    for (let waited = 0; ; waited += LOOK) {
      if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. Nothing was written.');
      const names = readdirSync(join(directory, FOLDER));
      if (names.includes(`${id}.done`)) break;
      if (names.includes(`${id}.${wanted}`) && waited >= TAKEN_WITHIN) throw unanswered(directory);
      await setTimeout(LOOK);
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

const unanswered = (directory: string) =>
  new AppError(
    'DATABASE_IN_USE',
    `The Castellan that runs the local service in ${directory} did not answer. Nothing was written. Update it, or stop it and try again.`,
  );
