import type { AddressFormat, Curve } from '../../../../shared/model/index.ts';
import type { Database } from '../../../storage/sqlite/index.ts';
import type { Sealed } from '../evidence/evidence.ts';
import { columnsOf } from '../evidence/evidence-tables.ts';
import type { RowSeals } from '../seals/row-seals.ts';

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

const KEY = columnsOf('private_keys', 'private_keys.');
const SEALED_KEY = `${KEY}, private_keys.sealed_private_key AS sealedPrivateKey`;
const ADDRESS = columnsOf('private_key_addresses');

/** Private keys that belong to no wallet, and their addresses. Both are listed oldest first. */
export function privateKeyTables(database: Database, { evidence }: RowSeals) {
  const byId = database.prepare<[string, string], Sealed<PrivateKeyRow & SealedPrivateKey>>(
    `SELECT ${SEALED_KEY} FROM private_keys WHERE private_key_id = ? AND organization_id = ?`,
  );
  const all = database.prepare<[string], Sealed<PrivateKeyRow>>(
    `SELECT ${KEY} FROM private_keys WHERE organization_id = ? ORDER BY rowid`,
  );
  const named = database.prepare<[string, string], { one: 1 }>(
    'SELECT 1 AS one FROM private_keys WHERE organization_id = ? AND private_key_name = ?',
  );
  const insert = database.prepare<[Sealed<PrivateKeyRow & SealedPrivateKey>]>(
    `INSERT INTO private_keys (private_key_id, organization_id, private_key_name, curve, public_key, sealed_private_key,
       exported, imported, created_at, updated_at, seal)
     VALUES (@privateKeyId, @organizationId, @privateKeyName, @curve, @publicKey, @sealedPrivateKey,
       @exported, @imported, @createdAt, @updatedAt, @seal)`,
  );
  const anywhere = database.prepare<[string], Sealed<PrivateKeyRow>>(
    `SELECT ${KEY} FROM private_keys WHERE private_key_id = ? AND exported = 0`,
  );
  const markExported = database.prepare<[Sealed<PrivateKeyRow>]>(
    'UPDATE private_keys SET exported = 1, updated_at = @updatedAt, seal = @seal WHERE private_key_id = @privateKeyId',
  );

  const insertAddress = database.prepare<[Sealed<KeyAddressRow & NormalizedAddress>]>(
    `INSERT INTO private_key_addresses (private_key_id, organization_id, address_format, address, normalized_address, seal)
     VALUES (@privateKeyId, @organizationId, @addressFormat, @address, @normalizedAddress, @seal)`,
  );
  const addressesOf = database.prepare<[string], Sealed<KeyAddressRow>>(
    `SELECT ${ADDRESS} FROM private_key_addresses WHERE private_key_id = ? ORDER BY sequence`,
  );
  const allAddresses = database.prepare<[string], Sealed<KeyAddressRow>>(
    `SELECT ${ADDRESS} FROM private_key_addresses WHERE organization_id = ? ORDER BY sequence`,
  );
  const byAddress = database.prepare<[string, AddressFormat, string], Sealed<PrivateKeyRow & SealedPrivateKey>>(
    `SELECT ${SEALED_KEY} FROM private_key_addresses JOIN private_keys USING (private_key_id)
     WHERE private_key_addresses.organization_id = ? AND address_format = ? AND normalized_address = ?
     ORDER BY sequence LIMIT 1`,
  );

  const orphaned = database
    .prepare<[{ organizationId: string }], string>(
      `SELECT DISTINCT private_key_id FROM private_key_addresses WHERE organization_id = @organizationId
         AND private_key_id NOT IN (SELECT private_key_id FROM private_keys WHERE organization_id = @organizationId)`,
    )
    .pluck();
  const sealedKey = database.prepare<[string], SealedPrivateKey>(
    'SELECT sealed_private_key AS sealedPrivateKey FROM private_keys WHERE private_key_id = ?',
  );
  const removeAddresses = database.prepare<[string]>('DELETE FROM private_key_addresses WHERE private_key_id = ?');
  const remove = database.prepare<[string]>('DELETE FROM private_keys WHERE private_key_id = ?');

  const keyOf = <Row extends PrivateKeyRow>(row: Sealed<Row>): Row => evidence.checked<Row>('private_keys', row);
  const addressOf = (row: Sealed<KeyAddressRow>) => evidence.checked<KeyAddressRow>('private_key_addresses', row);
  const found = (row: Sealed<PrivateKeyRow & SealedPrivateKey> | undefined) => row && keyOf(row);

  return {
    find: (organizationId: string, privateKeyId: string) => found(byId.get(privateKeyId, organizationId)),
    findByAddress: (organizationId: string, format: AddressFormat, normalizedAddress: string) =>
      found(byAddress.get(organizationId, format, normalizedAddress)),
    list: (organizationId: string) => all.all(organizationId).map(keyOf),
    /** The imported keys whose rows are as this service wrote them. */
    imported: (organizationId: string) =>
      all.all(organizationId).filter((row) => row.imported === 1 && evidence.fits('private_keys', row)),
    /**
     * The keys whose rows were changed outside this service, by their unproven ids and names. A key that left the
     * organization, or lost its row, is known by its addresses alone and has no name.
     */
    changed: (organizationId: string): { readonly privateKeyId: string; readonly privateKeyName: string | null }[] => [
      ...all.all(organizationId).filter((row) => !evidence.fits('private_keys', row)),
      ...orphaned.all({ organizationId }).map((privateKeyId) => ({ privateKeyId, privateKeyName: null })),
    ],
    sealedKey: (privateKeyId: string) => sealedKey.get(privateKeyId)?.sealedPrivateKey,
    /** The addresses of a key whose rows are as this service wrote them. */
    wholeAddresses: (privateKeyId: string): KeyAddressRow[] =>
      addressesOf.all(privateKeyId).filter((row) => evidence.fits('private_key_addresses', row)),
    isNamed: (organizationId: string, name: string) => named.get(organizationId, name) !== undefined,
    insert: (row: PrivateKeyRow & SealedPrivateKey) => void insert.run(evidence.sealed('private_keys', row)),
    markExported(privateKeyId: string, now: number): void {
      const row = anywhere.get(privateKeyId);
      if (row === undefined) return;
      const exported = { ...keyOf(row), exported: 1, updatedAt: now } as const;
      markExported.run(evidence.sealed('private_keys', exported));
    },
    /** Removes a key with its addresses. */
    remove(privateKeyId: string): void {
      removeAddresses.run(privateKeyId);
      remove.run(privateKeyId);
      evidence.removed('private_keys', privateKeyId);
    },
    insertAddress: (row: KeyAddressRow & NormalizedAddress) =>
      void insertAddress.run(evidence.sealed('private_key_addresses', row)),
    addressesOf: (privateKeyId: string) => addressesOf.all(privateKeyId).map(addressOf),
    allAddresses: (organizationId: string) => allAddresses.all(organizationId).map(addressOf),
  };
}
