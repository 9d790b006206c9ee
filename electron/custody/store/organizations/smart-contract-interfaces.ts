import type { Database } from '../../../storage/sqlite/index.ts';
import type { RowSeals } from '../seals/row-seals.ts';

/** Times in rows are milliseconds since the epoch. */
export interface SmartContractInterfaceRow {
  readonly smartContractInterfaceId: string;
  readonly organizationId: string;
  readonly smartContractAddress: string;
  readonly smartContractInterface: string;
  readonly type: string;
  readonly label: string;
  readonly notes: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const COLUMNS = `smart_contract_interface_id AS smartContractInterfaceId, organization_id AS organizationId,
  smart_contract_address AS smartContractAddress, smart_contract_interface AS smartContractInterface, type, label, notes,
  created_at AS createdAt, updated_at AS updatedAt`;

/**
 * The interfaces of contracts, oldest first. Reads of policies throw DATABASE_CHANGED for a row that this service did
 * not write.
 */
export function smartContractInterfaceTable(database: Database, seals: RowSeals) {
  const byId = database.prepare<[string, string], SmartContractInterfaceRow>(
    `SELECT ${COLUMNS} FROM smart_contract_interfaces WHERE smart_contract_interface_id = ? AND organization_id = ?`,
  );
  const all = database.prepare<[string], SmartContractInterfaceRow>(
    `SELECT ${COLUMNS} FROM smart_contract_interfaces WHERE organization_id = ? ORDER BY rowid`,
  );
  const atAddress = database.prepare<[string, string], SmartContractInterfaceRow>(
    `SELECT ${COLUMNS} FROM smart_contract_interfaces WHERE organization_id = ? AND smart_contract_address = ? ORDER BY rowid DESC`,
  );
  const insert = database.prepare<[SmartContractInterfaceRow]>(
    `INSERT INTO smart_contract_interfaces (smart_contract_interface_id, organization_id, smart_contract_address,
       smart_contract_interface, type, label, notes, created_at, updated_at)
     VALUES (@smartContractInterfaceId, @organizationId, @smartContractAddress, @smartContractInterface, @type, @label, @notes,
       @createdAt, @updatedAt)`,
  );
  const remove = database.prepare<[string]>(
    'DELETE FROM smart_contract_interfaces WHERE smart_contract_interface_id = ?',
  );
  return {
    find(organizationId: string, id: string) {
      seals.requireWhole('smart_contract_interfaces');
      return byId.get(id, organizationId);
    },
    list(organizationId: string) {
      seals.requireWhole('smart_contract_interfaces');
      return all.all(organizationId);
    },
    /** Returns the interfaces of one contract, newest first. Letter case of the address does not count. */
    at(organizationId: string, address: string) {
      seals.check('smart_contract_interfaces', 'smart_contract_address', address);
      return atAddress.all(organizationId, address);
    },
    insert(row: SmartContractInterfaceRow): void {
      insert.run(row);
      seals.wrote('smart_contract_interfaces', row.smartContractInterfaceId);
    },
    remove(id: string): void {
      remove.run(id);
      seals.wrote('smart_contract_interfaces', id);
    },
  };
}
