import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutboxMessage } from '../../../shared/processes/index.ts';

/** The file in a local service's folder that its mails and messages are written to, one line of JSON each. */
export const OUTBOX_FILE = 'outbox.jsonl';
/** The size limit in bytes. Messages are useful for minutes only, so a longer file is overwritten. */
const MAXIMUM = 1024 * 1024;

/** Adds a message to the file, which only the operator may read. */
export function writeToOutbox(directory: string, message: OutboxMessage): void {
  const file = join(directory, OUTBOX_FILE);
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  writeFileSync(file, `${JSON.stringify(message)}\n`, { flag: size > MAXIMUM ? 'w' : 'a', mode: 0o600 });
}
