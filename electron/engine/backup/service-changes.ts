import { join } from 'node:path';
import { isJsonObject, ownMember, parseJson } from '../../../shared/model/index.ts';
import { CUSTODY_DATABASE } from '../../../shared/processes/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { readKeptHead } from '../../storage/sqlite/index.ts';
import { SERVICE_FOLDERS } from './archive.ts';

/** The number of recorded changes of each local service, by its folder. Its clients make them over HTTP. */
type ServiceCounts = ReadonlyMap<string, number>;

/** Reads the counts from the heads beside the databases. A service without a readable head is left out. */
export function serviceCounts(root: string): ServiceCounts {
  const counts = new Map<string, number>();
  for (const folder of SERVICE_FOLDERS) {
    const head = readKeptHead(join(root, folder, CUSTODY_DATABASE));
    if (head !== null) counts.set(folder, head.count);
  }
  return counts;
}

/** Returns the body of the audit entry of a backup: when it was begun, and the counts of before its copies. */
export const backupBody = (createdAt: number, counts: ServiceCounts): Uint8Array =>
  utf8Encode(JSON.stringify({ createdAt, services: Object.fromEntries(counts) }));

/**
 * Returns the number of changes that the local services recorded after the backup with this audit body. A service that
 * the backup lacks counts whole. Null when the entry of an earlier version has no counts.
 */
export function changesSinceBackup(root: string, body: Uint8Array): number | null {
  const counts = serviceCounts(root);
  if (counts.size === 0) return 0;
  const before = countsIn(body);
  if (before === null) return null;
  let changes = 0;
  for (const [folder, count] of counts) {
    const counted = ownMember(before, folder);
    changes += Math.max(0, count - (typeof counted === 'number' ? counted : 0));
  }
  return changes;
}

function countsIn(body: Uint8Array) {
  try {
    const entry = parseJson(utf8Decode(body), (why) => new Error(why));
    const services = isJsonObject(entry) ? ownMember(entry, 'services') : null;
    return isJsonObject(services) ? services : null;
  } catch {
    return null;
  }
}
