import { readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Type from 'typebox';
import { AppError, ERROR_CODES, type ErrorCode, toErrorData } from '../../../shared/errors/index.ts';
import { Closed } from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import { CUSTODY_DATABASE } from '../../../shared/processes/index.ts';
import { makeFolder } from '../../storage/sqlite/index.ts';

/** A folder of the service for requests from another Castellan of the same user, which needs a copy of the database. */
const FOLDER = 'requests';
const ASKED = /^([0-9a-f-]{36})\.asked$/;
/** The polling interval of the requester, and its longest wait until the request is taken. Milliseconds. */
const LOOK = 200;
const TAKEN_WITHIN = 15_000;

const Done = Closed({
  problem: Type.Union([
    Closed({ code: Type.Enum(Object.keys(ERROR_CODES) as ErrorCode[]), message: Type.String() }),
    Type.Null(),
  ]),
});

/** The path of a copy until it is read. Leftovers of a crash are removed at the service's next start. */
export const copyPath = (directory: string, id: string) => join(directory, `${CUSTODY_DATABASE}.${id}.new`);

const fileOf = (directory: string, id: string, step: 'asked' | 'taken' | 'done') =>
  join(directory, FOLDER, `${id}.${step}`);

/** Runs `copy` for every request in the folder of a running service. Returns the function that ends it. */
export function answerCopyRequests(
  directory: string,
  copy: (path: string) => Promise<void>,
  report: (error: unknown) => void,
): () => void {
  const folder = join(directory, FOLDER);
  makeFolder(folder);
  const answer = async (id: string) => {
    renameSync(fileOf(directory, id, 'asked'), fileOf(directory, id, 'taken'));
    const problem = await copy(copyPath(directory, id)).then(
      () => null,
      (error: unknown) => {
        const { code, message } = toErrorData(error);
        return { code, message };
      },
    );
    writeFileSync(fileOf(directory, id, 'taken'), JSON.stringify({ problem }), { mode: 0o600 });
    renameSync(fileOf(directory, id, 'taken'), fileOf(directory, id, 'done'));
  };
  const look = () => {
    for (const name of readdirSync(folder)) {
      const id = ASKED.exec(name)?.[1];
      if (id !== undefined) answer(id).catch(report);
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
 * Asks the Castellan that runs a service for a copy of it, at `copyPath`. Throws DATABASE_IN_USE when it does not
 * answer, CANCELLED, and the reason of a failure.
 */
export async function askForCopy(directory: string, id: string, signal?: AbortSignal): Promise<void> {
  makeFolder(join(directory, FOLDER));
  writeFileSync(fileOf(directory, id, 'asked'), '', { mode: 0o600, flag: 'wx' });
  try {
    for (let waited = 0; ; waited += LOOK) {
      if (signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. No backup was made.');
      const names = readdirSync(join(directory, FOLDER));
      if (names.includes(`${id}.done`)) break;
      if (names.includes(`${id}.asked`) && waited >= TAKEN_WITHIN) throw unanswered(directory);
      await setTimeout(LOOK);
    }
    const content: unknown = JSON.parse(readFileSync(fileOf(directory, id, 'done'), 'utf8'));
    if (checkValue(Done, content).length > 0) throw unanswered(directory);
    const { problem } = content as { problem: { code: ErrorCode; message: string } | null };
    if (problem !== null) throw new AppError(problem.code, problem.message);
  } finally {
    for (const step of ['asked', 'taken', 'done'] as const) rmSync(fileOf(directory, id, step), { force: true });
  }
}

const unanswered = (directory: string) =>
  new AppError(
    'DATABASE_IN_USE',
    `The Castellan that runs the local service in ${directory} did not answer, so no backup was made. Update it, or stop it and try again.`,
  );
