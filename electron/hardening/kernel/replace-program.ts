import type { Native } from '../native.ts';
import { type Architecture, NUMBERS } from './numbers.ts';

const CLOSE_ON_EXECUTION = 4;
const FIRST_OTHER = 3;
const LAST = 0xffff_ffff;

export interface Program {
  /** Path of its file. */
  readonly file: string;
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Replaces the program of this process by another one (`execve(2)`). The process keeps its id, its terminal and every
 * filter of the kernel. Of its descriptors it keeps the three standard ones. Returns only when the kernel refuses.
 */
export function replaceProgram(native: Native, architecture: Architecture, program: Program): void {
  const { close_range, execve } = NUMBERS[architecture];
  const memory: Uint8Array[] = [];
  const addressOf = (bytes: Uint8Array) => {
    memory.push(bytes);
    return native.addressOf(bytes);
  };
  const text = (value: string) => addressOf(new TextEncoder().encode(`${value}\0`));
  // Pointers of the processor, the last one null.
  const list = (values: readonly string[]) =>
    addressOf(new Uint8Array(BigUint64Array.from([...values.map(text), 0n]).buffer));
  const variables = Object.entries(program.environment).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  const [file, argv, environment] = [text(program.file), list(program.argv), list(variables)];
  if (native.call(close_range, FIRST_OTHER, LAST, CLOSE_ON_EXECUTION) === 0)
    native.call(execve, file, argv, environment);
  // Only now may the memory go that the kernel has read.
  memory.length = 0;
}
