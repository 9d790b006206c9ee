import { resolve } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import { DIALECTS, InitFile } from '../../../shared/processes/index.ts';
import { oneLine } from '../../client/index.ts';
import { type ChainEndpoint, readEndpoint, serveFolder } from '../../engine/index.ts';
import { command } from '../define.ts';
import { usage } from '../exit-codes.ts';
import { readJsonFile } from '../files.ts';
import { untilAborted } from '../input.ts';
import { PORT, portOf } from '../options.ts';
import { requireOwnFolder } from '../own-files.ts';
import { createReadingLines } from '../reading-lines.ts';
import { moduleOf, TOKEN_OPTIONS, tokenOf } from '../token-options.ts';

const MAXIMUM_MESSAGE = 4096;

const STOPPING =
  'The local service ends its open requests and closes its database. A large database takes up to five minutes. A second Ctrl+C does not wait for it, and keeps all confirmed changes.';
const CLOSED = 'The local service stopped. All confirmed changes are on disk.';
const KILLED =
  'The local service did not close its database in order and was killed. All confirmed changes are on disk. The next start checks the whole database.';

/**
 * Runs the service, and reports on standard error how far it has read its chains.
 * Choice (serve-pausing): the search through earlier blocks runs until it is done. No command pauses it, because not
 * every system has a signal for that. Ctrl+C stops the service, and its next start resumes the search.
 */
export const serve = command({
  name: 'serve',
  summary: 'runs the local custody service on loopback until SIGTERM',
  options: {
    port: PORT,
    'auth-port': { ...PORT, summary: `${PORT.summary}; of the gateway` },
    data: { hint: 'DIR', summary: 'folder of the service; `serve` in the state folder when absent' },
    init: { hint: 'FILE', summary: 'file with the organization, users and keys of a new service' },
    dialect: {
      hint: 'D',
      choices: DIALECTS,
      summary: 'names and headers of the specification (spec, the default) or of the public service',
    },
    rpc: {
      hint: 'CAIP2=URL',
      many: true,
      summary: 'node of a chain, for example eip155:1=https://…; several nodes of one chain are tried in order',
    },
    store: {
      hint: 'STORE',
      choices: ['pkcs11'],
      summary: 'keeps the master key on a PKCS#11 token; the service opens only with that token',
    },
    ...TOKEN_OPTIONS,
    verbose: {
      flag: true,
      summary: 'prints one line of JSON for each request, and the codes and mails of the outbox, to standard error',
    },
    metrics: {
      flag: true,
      summary: 'answers GET /metrics on loopback in the text format of Prometheus, without a stamp',
    },
  },
  notes: [
    'Prints one line of JSON when it is ready: {"ready":true,"baseUrl",…,"keys":{…}}. SIGTERM ends it cleanly with 0.',
    'Standard error reports how far the chains of --rpc are read. The next start resumes there.',
    'Codes and mails are sent to nobody: they are in DIR/outbox.jsonl, shown with --verbose, and listed by `castellan call list_outbox`.',
    'With --store pkcs11 the service starts only with that token and its PIN. Nothing else can ever open it. Give the token at each start.',
    'Standard error reports a full disk, too many open files and a flood of refused stamps, once when each begins and once when it ends.',
    'FILE is read when DIR holds no organization yet: {"organizationName","rootUsers":[{"userName","userEmail"?,\n"apiKeys":[{"apiKeyName","publicKey","curveType"}]}],"rootQuorumThreshold"?,"authProxyConfigId"?}.',
  ],
  examples: ['castellan serve --port 7710', 'castellan serve --data ./service --rpc eip155:1=https://node.example'],
  async run({ options }, context) {
    const port = portOf(options.port, 'port');
    const authPort = portOf(options['auth-port'], 'auth-port');
    const init =
      options.init === undefined
        ? null
        : await readJsonFile(options.init, InitFile, 'is not an init file. The service was not started.');
    const module = moduleOf(options, context);
    const onToken = module === null ? null : tokenOf(module, options);
    const endpoints = options.rpc.map(endpointOf);
    if (options.data !== undefined) requireOwnFolder(options.data, 'The folder');
    const engine = await context.engine();
    const directory = options.data === undefined ? serveFolder(engine.paths.root) : resolve(options.data);
    const ended = new Promise<never>((_resolve, reject) => {
      context.onEnd(engine.service.onExit((code) => reject(stopped(code))));
    });
    if (options.verbose)
      context.onEnd(
        engine.service.onPost(({ to, text }) => void context.say(oneLine(`To ${to}: ${text}`, MAXIMUM_MESSAGE))),
      );
    const linesOf = createReadingLines(context.host.now);
    context.onEnd(
      engine.service.onReading((reading) => {
        for (const line of linesOf(reading)) void context.say(oneLine(line, MAXIMUM_MESSAGE));
      }),
    );
    context.onEnd(
      engine.service.onLog((entry) => {
        const time = new Date(context.host.now()).toISOString();
        void context.say(oneLine(JSON.stringify({ time, ...entry }), MAXIMUM_MESSAGE));
      }),
    );
    try {
      const starting = engine.service.serve({
        directory,
        port,
        authPort,
        dialect: options.dialect ?? 'spec',
        init: init as InitFile | null,
        endpoints,
        onToken,
        logsRequests: options.verbose,
        hasMetrics: options.metrics,
      });
      const ready = await untilAborted(Promise.race([starting, ended]), context.signal);
      context.forgetPassphrase();
      await context.printLine(ready);
      await context.host.reportReady();
      await untilAborted(ended, context.signal);
    } catch (error) {
      if (!context.signal.aborted) throw error;
    }
    await context.say(STOPPING);
    await context.say((await engine.service.stop()) ? CLOSED : KILLED);
    return undefined;
  },
});

/** Parses the endpoint of `--rpc`. Throws USAGE, which never repeats the address: it may hold a key. */
function endpointOf(text: string): ChainEndpoint {
  try {
    return readEndpoint(text);
  } catch (error) {
    throw usage(`--rpc is refused. ${(error as Error).message}`);
  }
}

function stopped(code: number): AppError {
  return new AppError(
    'SERVICE_STOPPED',
    `The local service stopped unexpectedly (code ${code}). All confirmed changes are on disk. Start it again; \`castellan doctor\` helps to find the cause.`,
  );
}
