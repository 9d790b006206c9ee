import { toErrorData } from '../../../shared/errors/index.ts';
import { isLoopback } from '../../../shared/model/index.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';
import { readReply, requestUrl } from '../../client/index.ts';
import type { Base } from '../base.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { createAddressFile, createServedAddress } from './address-file.ts';

/** A local service that this machine should have, and its answer. */
export interface FoundService {
  /** The profile, or the command that runs it. */
  readonly name: string;
  readonly baseUrl: string;
  /** The version that it reported. Null when it did not answer. */
  readonly version: string | null;
  /** The number of rows that another program changed before its start. 0 when it did not say. */
  readonly damagedRows: number;
  /** The reason for a missing version. */
  readonly problem: string | null;
}

/** A service on the same machine answers within milliseconds. */
const TIMEOUT_MS = 5000;

/**
 * Asks each local service for its health. These are the embedded one and that of `castellan serve` in the state folder if
 * they run, and those of profiles at a loopback address.
 * Starts none and sends no stamp.
 */
export function createLocalServices({ ports }: Pick<Base, 'ports'>, profiles: Pick<Profiles, 'list'>) {
  const address = createAddressFile(ports.paths.service);
  const ask = async (name: string, baseUrl: string): Promise<FoundService> => {
    try {
      const { method, path } = OPERATIONS.health;
      const url = requestUrl(baseUrl, path);
      const headers = { accept: 'application/json' };
      const reply = await ports.transport({ method, url, headers, body: null, timeoutMs: TIMEOUT_MS });
      const { version, damagedRows = 0 } = readReply(OPERATIONS.health, reply);
      return { name, baseUrl, version, damagedRows, problem: null };
    } catch (error) {
      return { name, baseUrl, version: null, damagedRows: 0, problem: toErrorData(error).message };
    }
  };
  return {
    ask(): Promise<FoundService[]> {
      const embedded = address.read();
      const found = profiles.list().flatMap(({ name, kind, baseUrl }) => {
        const url = kind === 'local' ? (embedded?.baseUrl ?? null) : baseUrl;
        return url !== null && isLoopback(new URL(url).hostname) ? [{ name, url }] : [];
      });
      const served = createServedAddress(ports.paths.root).read();
      if (served !== null && found.every(({ url }) => url !== served.baseUrl))
        found.push({ name: 'castellan serve', url: served.baseUrl });
      return Promise.all(found.map(({ name, url }) => ask(name, url)));
    },
  };
}

export type LocalServices = ReturnType<typeof createLocalServices>;
