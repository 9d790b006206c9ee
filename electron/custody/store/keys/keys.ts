import type { Database } from '../../../storage/sqlite/index.ts';
import type { RowSeals } from '../seals/row-seals.ts';

/** How the master key is had, and a sealed value that proves it. The numbers are the cost of scrypt. */
export type MasterKeyRow =
  | {
      readonly kind: 'key';
      readonly salt: null;
      readonly n: null;
      readonly r: null;
      readonly p: null;
      readonly sealedCheck: Uint8Array;
    }
  | {
      readonly kind: 'passphrase';
      readonly salt: Uint8Array;
      readonly n: number;
      readonly r: number;
      readonly p: number;
      readonly sealedCheck: Uint8Array;
    };

export interface ServiceKeyRow {
  readonly name: string;
  readonly publicKey: string;
  readonly sealedPrivateKey: Uint8Array;
  /** Since when it signs, milliseconds since the epoch; null for always. */
  readonly signsFrom: number | null;
}

/** The master key's record and the sealed keys of the service itself. */
export function keyTables(database: Database, seals: RowSeals) {
  const master = database.prepare<[], MasterKeyRow>(
    'SELECT kind, salt, n, r, p, sealed_check AS sealedCheck FROM master_key',
  );
  const insertMaster = database.prepare<[MasterKeyRow]>(
    'INSERT INTO master_key (only_row, kind, salt, n, r, p, sealed_check) VALUES (1, @kind, @salt, @n, @r, @p, @sealedCheck)',
  );
  const serviceKey = database.prepare<[string], ServiceKeyRow>(
    'SELECT name, public_key AS publicKey, sealed_private_key AS sealedPrivateKey, signs_from AS signsFrom FROM service_keys WHERE name = ?',
  );
  const putServiceKey = database.prepare<[ServiceKeyRow]>(
    `INSERT OR REPLACE INTO service_keys (name, public_key, sealed_private_key, signs_from)
     VALUES (@name, @publicKey, @sealedPrivateKey, @signsFrom)`,
  );

  return {
    master: () => master.get(),
    insertMaster: (row: MasterKeyRow) => void insertMaster.run(row),
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
