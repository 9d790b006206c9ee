import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Closed } from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';
import { ReadyLine } from '../../../shared/processes/index.ts';
import { isOnThisMachine, isServedHere, type ServiceHost, type ServiceMembers } from '../profiles/served-here.ts';

/** The embedded service's last address, and the process that runs it. That process is gone after a crash. */
const Address = Closed({ process: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]), line: ReadyLine });
type Address = Static<typeof Address>;

/**
 * The file by which other Castellans of the same state folder find the embedded service, and the next start finds its
 * ports.
 */
export function createAddressFile(folder: string) {
  const path = join(folder, 'service.json');
  const write = (address: Address): void => writeFileSync(path, JSON.stringify(address), { mode: 0o600 });
  const content = (): Address | null => {
    if (!existsSync(path)) return null;
    try {
      const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
      return checkValue(Address, value).length > 0 ? null : (value as Address);
    } catch {
      return null;
    }
  };
  const last = (): ReadyLine | null => content()?.line ?? null;
  return {
    write: (line: ReadyLine): void => write({ process: process.pid, line }),
    /** Records that the service has ended. Its address stays. */
    release(): void {
      const address = content();
      if (address !== null) write({ ...address, process: null });
    },
    /** Returns the ready line of the running service. Null when none runs, or the file is not whole. */
    read(): ReadyLine | null {
      const address = content();
      return address?.process != null && isRunning(address.process) ? address.line : null;
    },
    /** Returns the ready line of the last start. Null before the first one, or when the file is not whole. */
    last,
    /** Returns true for the vault's own profile, and for a profile at the address of the last start. */
    serves(profile: ServiceMembers, host: ServiceHost): boolean {
      if (profile.kind === 'local') return true;
      // Requests to services elsewhere read no file.
      const line = isOnThisMachine(profile[host]) ? last() : null;
      return line !== null && isServedHere(profile, line, host);
    },
  };
}

/** The folder of `castellan serve` in a state folder. */
export const serveFolder = (root: string): string => join(root, 'serve');

/** The address of the service that `castellan serve` runs in the state folder. One in another folder has no file. */
export function createServedAddress(root: string) {
  const file = createAddressFile(serveFolder(root));
  let isWritten = false;
  return {
    /** Returns the line. */
    write(directory: string, line: ReadyLine): ReadyLine {
      if (directory !== serveFolder(root)) return line;
      file.write(line);
      isWritten = true;
      return line;
    },
    release(): void {
      if (isWritten) file.release();
      isWritten = false;
    },
    read: file.read,
  };
}

export interface Ports {
  readonly port: number;
  readonly authPort: number;
}

/** Any free ports. */
export const ANYWHERE: Ports = { port: 0, authPort: 0 };
/** Below it, ports need rights that the program does not have. */
const FIRST_PORT = 1024;

/** The ports of the last start, so that programs and profiles find the service again. */
export function portsOf(last: ReadyLine | null): Ports {
  if (last === null || !URL.canParse(last.baseUrl) || !URL.canParse(last.authUrl)) return ANYWHERE;
  const at = { port: Number(new URL(last.baseUrl).port), authPort: Number(new URL(last.authUrl).port) };
  return at.port >= FIRST_PORT && at.authPort >= FIRST_PORT ? at : ANYWHERE;
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}
