import type { Database } from '../../../storage/sqlite/index.ts';
import type { RowSeals } from '../seals/row-seals.ts';

export interface ServiceKeyRow {
  readonly name: string;
  readonly publicKey: string;
  readonly sealedPrivateKey: Uint8Array;
  /** The time from which it signs, in milliseconds since the epoch. Null for always. */
  readonly signsFrom: number | null;
}

/** The check value of the master key, and the sealed keys of the service itself. */
export function keyTables(database: Database, seals: RowSeals) {
  const masterCheck = database.prepare<[], Uint8Array>('SELECT sealed_check FROM master_key').pluck();
  const insertMasterCheck = database.prepare<[Uint8Array]>(
    'INSERT INTO master_key (only_row, sealed_check) VALUES (1, ?)',
  );
  const serviceKey = database.prepare<[string], ServiceKeyRow>(
    'SELECT name, public_key AS publicKey, sealed_private_key AS sealedPrivateKey, signs_from AS signsFrom FROM service_keys WHERE name = ?',
  );
  const putServiceKey = database.prepare<[ServiceKeyRow]>(
    `INSERT OR REPLACE INTO service_keys (name, public_key, sealed_private_key, signs_from)
     VALUES (@name, @publicKey, @sealedPrivateKey, @signsFrom)`,
  );

  return {
    /** The sealed value that proves the master key. */
    masterCheck: () => masterCheck.get(),
    insertMasterCheck: (sealedCheck: Uint8Array) => void insertMasterCheck.run(sealedCheck),
    serviceKey(name: string) {
      seals.check('service_keys', 'name', name);
      return serviceKey.get(name);
    },
    putServiceKey(row: ServiceKeyRow): void {
      putServiceKey.run(row);
      seals.wrote('service_keys', row.name);
    },
  };
}
