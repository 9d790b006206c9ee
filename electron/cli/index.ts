import { toErrorData } from '../../shared/errors/index.ts';
import { placeInWords } from '../../shared/model/index.ts';
import { visibleText } from '../../shared/wire/index.ts';
import { COMMAND_TABLE, COMMANDS } from './commands/index.ts';
import { createContext } from './context.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { helpText } from './help.ts';
import type { CommandLineHost } from './host.ts';
import { cancelled } from './input.ts';
import { helpWidth } from './layout.ts';
import { type Parsed, parseCommandLine } from './parse.ts';

export type { ByteInput, CommandLineHost, EngineOptions } from './host.ts';

/**
 * Runs one command line to its end: parses, runs, prints, closes everything it opened. `argv` holds the words typed
 * after `castellan`. Returns the exit code (0 done, 1 failed, 2 wrong usage, 3 not finished yet, 4 the activity failed
 * or was rejected). Never throws.
 */
export async function runCommandLine(argv: readonly string[], given: CommandLineHost): Promise<number> {
  // All text for people passes here: a service's text must not control the terminal.
  const host = { ...given, stderr: (text: string) => given.stderr(visibleText(text, true)) };
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
  const { stdout, stderr, columns } = host.terminal;
  if (parsed.kind === 'nothing') {
    await host.stderr(helpText([], COMMAND_TABLE, helpWidth(stderr ? columns : undefined)));
    return EXIT.usage;
  }
  await host.stdout(helpText(parsed.topic, COMMAND_TABLE, helpWidth(stdout ? columns : undefined)));
  return EXIT.done;
}

/** One interruption may arrive twice: from the terminal, and forwarded by the parent process. */
const SAME_SIGNAL_MS = 1000;

/**
 * The first signal asks the handler to wind down. A later one stops waiting for it. Both close the opened resources.
 */
async function runCommand(
  { command, input, json }: Extract<Parsed, { kind: 'run' }>,
  host: CommandLineHost,
): Promise<number> {
  const abort = new AbortController();
  const context = createContext(host, { signal: abort.signal, json: json || !host.terminal.stdout });
  let interruptedAt: number | null = null;
  const impatient = new Promise<never>((_resolve, reject) => {
    const stopListening = host.onSignal(() => {
      // Either sign: the clock may be set back between two signals.
      if (interruptedAt !== null && Math.abs(host.now() - interruptedAt) > SAME_SIGNAL_MS)
        reject(cancelled('Stopped at once, without waiting for the step under way.'));
      interruptedAt ??= host.now();
      abort.abort();
    });
    context.onEnd(stopListening);
  });
  try {
    return (await Promise.race([command.run(input, context), impatient])) ?? EXIT.done;
  } finally {
    await context.end();
  }
}

/** Reports an error on stderr: message, code, wrong members, the reference into the log. Never a stack. */
async function report(error: unknown, host: CommandLineHost): Promise<void> {
  const known = toErrorData(error);
  const { code, message, fields, reference } =
    known.code === 'INTERNAL' ? toErrorData(error, host.logUnexpected(error)) : known;
  const lines = [
    `castellan: ${visibleText(message)} (${code})`,
    ...(fields ?? []).map(({ path, reason }) => `  ${visibleText(placeInWords(path))}: ${visibleText(reason)}`),
    ...(code === 'DOCUMENT_CHANGED'
      ? [
          '  to look at it and accept it: `castellan address-book confirm`, `castellan interface confirm`, `castellan endpoint confirm`',
        ]
      : []),
    ...(code === 'SECRET_SUSPECTED' ? ['  if it is not a key: `--hex-is-no-key`'] : []),
    ...(reference === undefined ? [] : [`  reference in the log: ${reference}`]),
  ];
  await host.stderr(`${lines.join('\n')}\n`);
}
