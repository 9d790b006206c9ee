import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Closed } from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import { ReadyLine } from '../../../shared/processes/index.ts';

/** The embedded service's address and the process that started it, which is gone after a crash. */
const Address = Closed({ process: Type.Integer({ minimum: 1 }), line: ReadyLine });

/** The file by which other Castellans of the same state folder find the embedded service. */
export function createAddressFile(folder: string) {
  const path = join(folder, 'service.json');
  return {
    write: (line: ReadyLine): void =>
      writeFileSync(path, JSON.stringify({ process: process.pid, line }), { mode: 0o600 }),
    remove: (): void => rmSync(path, { force: true }),
    /** The ready line of the running service. Null when none runs, or the file is not whole. */
    read(): ReadyLine | null {
      if (!existsSync(path)) return null;
      try {
        const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
        if (checkValue(Address, content).length > 0) return null;
        const { process: holder, line } = content as Static<typeof Address>;
        return isRunning(holder) ? line : null;
      } catch {
        return null;
      }
    },
  };
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}
