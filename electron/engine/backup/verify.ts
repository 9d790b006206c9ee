import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parseJsonObject } from '../../../shared/model/index.ts';
import { BACKUP_SIZES, type CopyFacts, CUSTODY_MESSAGES } from '../../../shared/processes/index.ts';
import { utf8Decode } from '../../../shared/wire/index.ts';
import { auditBroken, CHAIN_START, type ChainHead, openRecordsCopy } from '../../storage/records/index.ts';
import { isSignedBy, parseCounter } from '../audit/audit-keys.ts';
import type { KeptKey } from '../keys/key-index.ts';
import type { EnginePorts } from '../ports.ts';
import { unwrapKey, unwrapMaster } from '../vault/unlock.ts';
import { type ArchiveDigests, damageOf, digestOf } from './activity-archives.ts';
import { activitiesMonthOf, type Entry, invalid, monthOf, wholeEntry } from './archive.ts';
import { auditState } from './audit-damage.ts';
import { type Manifest, unpacked } from './manifest.ts';
import { type OpenBackup, requireAll, serviceOf } from './open.ts';

/** The content of a verified backup. Times are RFC 3339 in UTC. */
export interface VerifiedBackup {
  readonly createdAt: string;
  readonly bytes: number;
  readonly profiles: readonly string[];
  readonly keys: readonly Pick<KeptKey, 'name' | 'profile' | 'purpose' | 'publicKey'>[];
  readonly records: { readonly auditEntries: number; readonly newestAt: string | null };
  readonly services: readonly (Omit<CopyFacts, 'newestActivityAt'> & {
    readonly folder: string;
    readonly newestActivityAt: string | null;
  })[];
  readonly notIncluded: readonly string[];
  /** The archives, rows and keys that are missing or damaged. Listed above as well. */
  readonly damaged: readonly string[];
}

const MAXIMUM_PROFILES = 16 * 1024 * 1024;

/**
 * Verifies all content of a backup in memory. It compares each key with its public key, and the audit log with its signed
 * counters. It checks every database, and each local service with its seals and keys.
 *
 * Names a damaged audit log, and missing and changed archives, changed rows and damaged keys of a service. The rest can be
 * restored. Throws what reading it throws, DATABASE_CORRUPT, DATABASE_NEWER, and DATABASE_CHANGED for rows without
 * which the service does not start.
 */
export async function verifyBackup(
  backup: OpenBackup,
  ports: Pick<EnginePorts, 'startProcess'>,
): Promise<VerifiedBackup> {
  const { manifest, call, backupId } = backup;
  for (const { key, wrapped } of manifest.keys)
    await unwrapKey(call, null, { backupId, key, wrapped: unpacked(wrapped) });
  const seen = new Set<string>();
  const found = { profiles: [] as string[], records: { auditEntries: 0, newestAt: null as string | null } };
  let auditLog: string | null = null;
  const services: VerifiedBackup['services'][number][] = [];
  const archives = new Map<string, Uint8Array<ArrayBuffer>>();
  const digests = new Map<string, ArchiveDigests>();
  for await (const entry of backup.entries) {
    seen.add(entry.name);
    const service = serviceOf(manifest, entry);
    const month = monthOf(entry);
    if (month !== null) archives.set(month, await wholeEntry(entry, BACKUP_SIZES.database));
    else if (service !== null && activitiesMonthOf(entry) !== null)
      digests.set(service.folder, [...(digests.get(service.folder) ?? []), await digestOf(entry)]);
    else if (service !== null) {
      const parts = { storeId: service.storeId, archives: digests.get(service.folder) ?? [], ports };
      const { newestActivityAt, ...facts } = await examineService(backup, entry, parts);
      services.push({ folder: service.folder, ...facts, newestActivityAt: timeOf(newestActivityAt) });
    } else if (entry.name === 'profiles.json') found.profiles = profileNames(await wholeEntry(entry, MAXIMUM_PROFILES));
    else {
      const { broken, ...records } = await examineRecords(
        manifest,
        await wholeEntry(entry, BACKUP_SIZES.database),
        archives,
      );
      found.records = records;
      auditLog = broken;
    }
  }
  requireAll(manifest, seen);
  const damaged = [
    ...(auditLog === null ? [] : [auditLog]),
    ...services.flatMap((service) => damageOf(service.folder, service)),
  ];
  return {
    createdAt: new Date(manifest.createdAt).toISOString(),
    bytes: backup.length,
    ...found,
    services,
    keys: manifest.keys.map(({ key: { name, profile, purpose, publicKey } }) => ({
      name,
      profile,
      purpose,
      publicKey,
    })),
    notIncluded: [...manifest.notIncluded, ...damaged],
    damaged,
  };
}

async function examineRecords(
  { keys }: Manifest,
  bytes: Uint8Array<ArrayBuffer>,
  archives: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
) {
  const records = openRecordsCopy(bytes, archives);
  try {
    const auditKeys = keys.filter(({ key }) => key.purpose === 'audit').map(({ key }) => key);
    const verify = async () =>
      records.audit.verify({
        known: newestCounter(keys),
        isKnown: (signedBy) => auditKeys.some(({ id }) => id === signedBy),
        isSigned: (head, signedBy, signature) => isSignedBy(auditKeys, head, signedBy, signature),
      });
    const state = await auditState(verify);
    const { entries, lastAt } = records.audit.status();
    const auditEntries = state.broken === null ? state.entries : entries;
    return { auditEntries, newestAt: timeOf(lastAt), broken: state.broken };
  } finally {
    records.close();
  }
}

/** The newest entry that a counter of the backup names. Throws AUDIT_BROKEN for a counter that is missing or not signed. */
function newestCounter(keys: Manifest['keys']): ChainHead {
  const start: ChainHead = { first: 1, sequence: 0, hash: Buffer.from(CHAIN_START).toString('hex') };
  return keys
    .filter(({ key }) => key.purpose === 'audit')
    .map(({ key, counter }) => {
      const signed = parseCounter(counter === undefined ? null : unpacked(counter));
      if (signed !== null && isSignedBy([key], signed, key.id, signed.signature)) return signed;
      throw auditBroken('A counter of the audit log in the backup is missing, or the vault did not sign it');
    })
    .reduce<ChainHead>((newest, signed) => (signed.sequence > newest.sequence ? signed : newest), start);
}

/** A backup that is read or written in a vault, with the keys of its services. */
type KeysOfBackup = Pick<OpenBackup, 'call' | 'backupId' | 'manifest'>;

interface ServiceParts {
  readonly storeId: string;
  readonly archives: ArchiveDigests;
  readonly ports: Pick<EnginePorts, 'startProcess'>;
}

/** A database as an entry of a backup, or in a file. */
type Database = Pick<Entry, 'name' | 'length'> & { bytes(): AsyncIterable<Uint8Array> };

/** The same for a service's database that was written to a file. */
export async function examineServiceFile(backup: KeysOfBackup, path: string, parts: ServiceParts): Promise<CopyFacts> {
  const { size } = await stat(path);
  const bytes = () => createReadStream(path, { highWaterMark: BACKUP_SIZES.chunk });
  return examineService(backup, { name: 'service/custody.db', length: size, bytes }, parts);
}

/** Examines a service's database in a separate process, which alone gets the key that opens its keys. */
async function examineService(
  { call, backupId, manifest }: KeysOfBackup,
  entry: Database,
  { storeId, archives, ports }: ServiceParts,
): Promise<CopyFacts> {
  if (entry.length > BACKUP_SIZES.database) throw invalid(`its ${entry.name} is too long to be checked`);
  const listed = manifest.masters.find(({ master }) => master.id === storeId);
  if (listed === undefined) throw invalid(`it has no key that opens its ${entry.name}`);
  const handle = ports.startProcess('custody', CUSTODY_MESSAGES);
  try {
    await handle.call('harden', {});
    let total: number | null = entry.length;
    for await (const piece of entry.bytes()) {
      for (let offset = 0; offset < piece.length; offset += BACKUP_SIZES.chunk) {
        await handle.call('holdCopy', {
          total,
          bytes: new Uint8Array(piece.subarray(offset, offset + BACKUP_SIZES.chunk)),
        });
        total = null;
      }
    }
    const { sealTo } = await handle.call('offerKey', {});
    const kind = listed.master.sealedTo === undefined ? 'master' : 'tokenMaster';
    const master = await unwrapMaster(call, null, {
      backupId,
      id: storeId,
      kind,
      wrapped: unpacked(listed.wrapped),
      sealTo,
    });
    return await handle.call('examineCopy', { master, archives });
  } finally {
    handle.kill();
  }
}

function profileNames(bytes: Uint8Array): string[] {
  if (bytes.length === 0) return [];
  const { profiles } = parseJsonObject(utf8Decode(bytes, 'The profiles'), () => invalid('its profiles are no JSON'));
  if (!Array.isArray(profiles)) throw invalid('its profiles are no list');
  return profiles.flatMap(({ name }: { name?: unknown }) => (typeof name === 'string' ? [name] : []));
}

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
