import { AppError } from '../../shared/errors/index.ts';
import { type Cache, type HistoryFile, openCache, openHistoryFile } from '../storage/cache/index.ts';
import { openRecords, type Records } from '../storage/records/index.ts';
import { type Consents, createConsents } from './consent/consents.ts';
import { createKeyIndex, type KeyIndex } from './keys/key-index.ts';
import { createStores, type Stores } from './keys/stores.ts';
import type { EnginePorts } from './ports.ts';
import { type Changes, createChanges } from './tools/changes.ts';

/** The shared base of the engine: the ports and the files on disk, opened once. */
export interface Base {
  readonly ports: EnginePorts;
  readonly changes: Changes;
  readonly consents: Consents;
  readonly stores: Stores;
  readonly index: KeyIndex;
  readonly cache: Cache;
  readonly history: HistoryFile;
  readonly records: Records;
}

/** Opens the databases of a state folder. Throws DATABASE_CORRUPT, DATABASE_NEWER or STATE_FILE_CORRUPT with advice. */
export function openBase(ports: EnginePorts): Base {
  const { paths } = ports;
  const changes = createChanges(ports.report);
  const stores = createStores(paths, ports.forceStore);
  const index = createKeyIndex(paths.credentials);
  const cache = openCache(paths.cache);
  const noteDamage = (words: string) => ports.report(new AppError('DATABASE_CORRUPT', words));
  if (cache.recovered !== null) noteDamage(cache.recovered);
  const history = openHistoryFile(paths.history, noteDamage);
  const records = openRecords(paths.records, paths.auditHead);
  if (!ports.autoUnlock) void stores.probe().then(() => changes.announce('state'));
  return { ports, changes, consents: createConsents(ports.consent), stores, index, cache, history, records };
}
