import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** Changes one byte of a file in place. */
export function flipByte(path: string, position: number): void {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, position);
  writeSync(file, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, position);
  closeSync(file);
}
