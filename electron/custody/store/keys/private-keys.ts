import type { AddressFormat, Curve } from '../../../../shared/model/index.ts';
import type { Database } from '../../../storage/sqlite/index.ts';

/** Times in rows are milliseconds since the epoch. */
export interface PrivateKeyRow {
  readonly privateKeyId: string;
  readonly organizationId: string;
  readonly privateKeyName: string;
  readonly curve: Curve;
  readonly publicKey: string;
  readonly exported: 0 | 1;
  readonly imported: 0 | 1;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface SealedPrivateKey {
  readonly sealedPrivateKey: Uint8Array;
}

export interface KeyAddressRow {
  readonly privateKeyId: string;
  readonly organizationId: string;
  readonly addressFormat: AddressFormat;
  readonly address: string;
}

/** The canonical spelling of an address. It is stored for lookups and never listed. */
export interface NormalizedAddress {
  readonly normalizedAddress: string;
}

const COLUMNS = [
  'private_key_id AS privateKeyId',
  'organization_id AS organizationId',
  'private_key_name AS privateKeyName',
  'curve',
  'public_key AS publicKey',
  'exported',
  'imported',
  'created_at AS createdAt',
  'updated_at AS updatedAt',
];
const KEY = COLUMNS.map((column) => `private_keys.${column}`).join(', ');
const SEALED_KEY = `${KEY}, private_keys.sealed_private_key AS sealedPrivateKey`;
const ADDRESS =
  'private_key_id AS privateKeyId, organization_id AS organizationId, address_format AS addressFormat, address';

/** Private keys that belong to no wallet, and their addresses. Both are listed oldest first. */
export function privateKeyTables(database: Database) {
  const byId = database.prepare<[string, string], PrivateKeyRow & SealedPrivateKey>(
    `SELECT ${SEALED_KEY} FROM private_keys WHERE private_key_id = ? AND organization_id = ?`,
  );
  const all = database.prepare<[string], PrivateKeyRow>(
    `SELECT ${KEY} FROM private_keys WHERE organization_id = ? ORDER BY rowid`,
  );
  const named = database.prepare<[string, string], { one: 1 }>(
    'SELECT 1 AS one FROM private_keys WHERE organization_id = ? AND private_key_name = ?',
  );
  const insert = database.prepare<[PrivateKeyRow & SealedPrivateKey]>(
    `INSERT INTO private_keys (private_key_id, organization_id, private_key_name, curve, public_key, sealed_private_key,
       exported, imported, created_at, updated_at)
     VALUES (@privateKeyId, @organizationId, @privateKeyName, @curve, @publicKey, @sealedPrivateKey,
       @exported, @imported, @createdAt, @updatedAt)`,
  );
  const markExported = database.prepare<[number, string]>(
    'UPDATE private_keys SET exported = 1, updated_at = ? WHERE private_key_id = ? AND exported = 0',
  );

  const insertAddress = database.prepare<[KeyAddressRow & NormalizedAddress]>(
    `INSERT INTO private_key_addresses (private_key_id, organization_id, address_format, address, normalized_address)
     VALUES (@privateKeyId, @organizationId, @addressFormat, @address, @normalizedAddress)`,
  );
  const addressesOf = database.prepare<[string], KeyAddressRow>(
    `SELECT ${ADDRESS} FROM private_key_addresses WHERE private_key_id = ? ORDER BY sequence`,
  );
  const allAddresses = database.prepare<[string], KeyAddressRow>(
    `SELECT ${ADDRESS} FROM private_key_addresses WHERE organization_id = ? ORDER BY sequence`,
  );
  const byAddress = database.prepare<[string, AddressFormat, string], PrivateKeyRow & SealedPrivateKey>(
    `SELECT ${SEALED_KEY} FROM private_key_addresses JOIN private_keys USING (private_key_id)
     WHERE private_key_addresses.organization_id = ? AND address_format = ? AND normalized_address = ?
     ORDER BY sequence LIMIT 1`,
  );

  const removeAddresses = database.prepare<[string]>('DELETE FROM private_key_addresses WHERE private_key_id = ?');
  const remove = database.prepare<[string]>('DELETE FROM private_keys WHERE private_key_id = ?');

  return {
    find: (organizationId: string, privateKeyId: string) => byId.get(privateKeyId, organizationId),
    findByAddress: (organizationId: string, format: AddressFormat, normalizedAddress: string) =>
      byAddress.get(organizationId, format, normalizedAddress),
    list: (organizationId: string) => all.all(organizationId),
    isNamed: (organizationId: string, name: string) => named.get(organizationId, name) !== undefined,
    insert: (row: PrivateKeyRow & SealedPrivateKey) => void insert.run(row),
    markExported: (privateKeyId: string, now: number) => void markExported.run(now, privateKeyId),
    /** Removes a key with its addresses. */
    remove(privateKeyId: string): void {
      removeAddresses.run(privateKeyId);
      remove.run(privateKeyId);
    },
    insertAddress: (row: KeyAddressRow & NormalizedAddress) => void insertAddress.run(row),
    addressesOf: (privateKeyId: string) => addressesOf.all(privateKeyId),
    allAddresses: (organizationId: string) => allAddresses.all(organizationId),
  };
}
