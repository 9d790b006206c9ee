import { HEAD_SUFFIX } from './closed-file.ts';
import { type DatabaseHead, readHead } from './head-file.ts';

/** Returns the head kept beside a database. Null without a readable one. It proves nothing, because nobody signed it. */
export function readKeptHead(path: string): DatabaseHead | null {
  try {
    return readHead(path + HEAD_SUFFIX);
  } catch {
    return null;
  }
}
