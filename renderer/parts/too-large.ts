import { MEBIBYTE } from '../../shared/model/index.ts';

/** Returns the message for a file of more than `maximum` bytes. */
export function tooLarge(maximum: number): string {
  const size = maximum < MEBIBYTE ? `${maximum / 1024} KiB` : `${maximum / MEBIBYTE} MiB`;
  return `The file is larger than ${size}, so it was not read.`;
}
