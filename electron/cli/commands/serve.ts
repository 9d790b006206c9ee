import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import { LIMITS } from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import { DIALECTS, InitFile } from '../../../shared/processes/index.ts';
import type { CommandContext } from '../context.ts';
import { command } from '../define.ts';
import { failure } from '../failure.ts';
import { readFileBytes } from '../files.ts';
import { untilAborted } from '../input.ts';
import { parseJsonObject } from '../json.ts';
import { wholeNumber } from '../options.ts';

const MAXIMUM_PORT = 65_535;

export const serve = command({
  name: 'serve',
  summary: 'runs the local custody service on loopback until SIGTERM',
  options: {
    port: { hint: 'N', summary: 'port of the service; any free port when 0 or absent' },
    'auth-port': { hint: 'N', summary: 'port of the gateway; any free port when 0 or absent' },
    data: { hint: 'DIR', summary: 'folder of the service; the folder `serve` of the state folder when absent' },
    init: { hint: 'FILE', summary: 'organization, users and keys of the first start' },
    dialect: {
      hint: 'D',
      choices: DIALECTS,
      summary: 'names and headers: of the specification (spec, the usual) or the public service',
    },
  },
  notes: [
    'Prints one line of JSON when it is ready: {"ready":true,"baseUrl",…,"keys":{…}}. SIGTERM ends it cleanly with 0.',
    'FILE is read when DIR holds no organization yet: {"organizationName","rootUsers":[{"userName","userEmail"?,\n"apiKeys":[{"apiKeyName","publicKey","curveType"}]}],"rootQuorumThreshold"?,"authProxyConfigId"?}',
  ],
  async run({ options }, context) {
    const port = wholeNumber(options.port, 'port', 0, MAXIMUM_PORT);
    const authPort = wholeNumber(options['auth-port'], 'auth-port', 0, MAXIMUM_PORT);
    const init = options.init === undefined ? null : await readInitFile(options.init);
    let directory = options.data === undefined ? undefined : resolve(options.data);
    const engine = await context.engine(() => directory === undefined || !existsSync(join(directory, 'custody.db')));
    directory ??= join(engine.paths.root, 'serve');
    const ended = failure();
    context.onEnd(engine.service.onExit((code) => ended.reject(stopped(code))));
    try {
      const starting = engine.service.serve({ directory, port, authPort, dialect: options.dialect ?? 'spec', init });
      const ready = await untilAborted(Promise.race([starting, ended.promise]), context.signal);
      context.forgetPassphrase();
      await context.host.stdout(`${JSON.stringify(ready)}\n`);
      await untilAborted(ended.promise, context.signal);
    } catch (error) {
      if (!context.signal.aborted) throw error;
    }
    await stop(context);
    return undefined;
  },
});

async function stop(context: CommandContext): Promise<void> {
  const engine = await context.engine();
  await engine.service.stop();
  await context.say('The local service stopped; everything it answered is on disk.');
}

async function readInitFile(path: string): Promise<InitFile> {
  const value = parseJsonObject(await readFileBytes(path, LIMITS.body, 'The init file'), `The init file ${path}`);
  const problems = checkValue(InitFile, value);
  if (problems.length > 0) {
    throw new AppError('INVALID_INPUT', `The init file ${path} is not as it must be, so the service was not started.`, {
      fields: problems,
    });
  }
  return value as InitFile;
}

function stopped(code: number): AppError {
  return new AppError(
    'SERVICE_STOPPED',
    `The local service ended by itself (code ${code}). What it answered is on disk. Start it again; \`castellan doctor\` helps to find the cause.`,
  );
}
