import { toErrorData } from '../../shared/errors/index.ts';
import { COMMANDS } from './commands/index.ts';
import { CommandContext } from './context.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { failure } from './failure.ts';
import { helpText } from './help.ts';
import type { CommandLineHost } from './host.ts';
import { cancelled } from './input.ts';
import { type Parsed, parseCommandLine } from './parse.ts';

/** See `runCommandLine` in index.ts. */
export async function run(argv: readonly string[], host: CommandLineHost): Promise<number> {
  try {
    const parsed = parseCommandLine(argv, COMMANDS);
    return parsed.kind === 'run' ? await runCommand(parsed, host) : await answer(parsed, host);
  } catch (error) {
    await report(error, host);
    return exitCodeOf(error);
  }
}

async function answer(parsed: Exclude<Parsed, { kind: 'run' }>, host: CommandLineHost): Promise<number> {
  if (parsed.kind === 'version') {
    await host.stdout(`${host.version}\n`);
    return EXIT.done;
  }
  if (parsed.kind === 'nothing') {
    await host.stderr(helpText([], COMMANDS));
    return EXIT.usage;
  }
  await host.stdout(helpText(parsed.topic, COMMANDS));
  return EXIT.done;
}

/** One interruption may arrive twice: from the terminal and passed on by whoever started this process. */
const SAME_SIGNAL_MS = 1000;

/** The first signal asks the handler to wind down; a later one stops waiting for it. Both close what was opened. */
async function runCommand(
  { command, input }: Extract<Parsed, { kind: 'run' }>,
  host: CommandLineHost,
): Promise<number> {
  const abort = new AbortController();
  const impatient = failure();
  let interruptedAt = Number.POSITIVE_INFINITY;
  const stopListening = host.onSignal(() => {
    if (host.now() - interruptedAt > SAME_SIGNAL_MS)
      impatient.reject(cancelled('Stopped at once, without waiting for the step under way.'));
    interruptedAt = Math.min(interruptedAt, host.now());
    abort.abort();
  });
  const context = new CommandContext(host, abort.signal);
  try {
    return (await Promise.race([command.run(input, context), impatient.promise])) ?? EXIT.done;
  } finally {
    await context.end();
    stopListening();
  }
}

/** Tells of an error on stderr: message, code, wrong members, the reference into the log. Never a stack. */
async function report(error: unknown, host: CommandLineHost): Promise<void> {
  const known = toErrorData(error);
  const { code, message, fields, reference } =
    known.code === 'INTERNAL' ? toErrorData(error, host.logUnexpected(error)) : known;
  const lines = [
    `castellan: ${message} (${code})`,
    ...(fields ?? []).map(({ path, reason }) => `  ${path}: ${reason}`),
    ...(reference === undefined ? [] : [`  reference in the log: ${reference}`]),
  ];
  await host.stderr(`${lines.join('\n')}\n`);
}
