import type { CommandLineHost } from './host.ts';
import { run } from './run.ts';

export type { ByteInput, CommandLineHost, EngineOptions } from './host.ts';

/**
 * Runs one command line to its end: parses, does, prints, closes what it opened.
 * `argv` is what the person typed after `castellan`. Gives the exit code (0 done, 1 failed, 2 wrong usage,
 * 3 not finished yet, 4 the activity failed or was rejected). Never throws.
 */
export function runCommandLine(argv: readonly string[], host: CommandLineHost): Promise<number> {
  return run(argv, host);
}
