import type { CommandContext } from './context.ts';
import { readFileBytes } from './files.ts';
import { requireOwnFile } from './own-files.ts';

/** A secret that a command reads. `asked` is the question on a terminal. */
interface WantedSecret {
  readonly what: string;
  readonly asked: string;
  /** In bytes. */
  readonly maximum: number;
}

/**
 * Reads a secret as bytes from a file that only its owner may read, from stdin, or from the terminal with the echo off.
 * The caller wipes the result. Throws FILE_REFUSED and INVALID_INPUT.
 */
export function readSecretInput(
  file: string | undefined,
  { what, asked, maximum }: WantedSecret,
  { input }: Pick<CommandContext, 'input'>,
): Promise<Uint8Array<ArrayBuffer>> {
  if (file !== undefined) {
    requireOwnFile(file, 'The file');
    return readFileBytes(file, maximum, 'The file');
  }
  return input.isTerminal() ? input.readHiddenLine(asked, maximum) : input.readAll(maximum, what);
}
