import type { CopyFacts } from '../../../shared/processes/index.ts';
import type { Database } from '../../storage/sqlite/index.ts';
import type { PrivateKeyRow, SealedPrivateKey } from './keys/private-keys.ts';
import type { AccountRow, SealedAccount } from './keys/wallets.ts';

/** The greatest number of organization names that are returned. */
const MAXIMUM_NAMES = 100;

type Facts = Omit<CopyFacts, 'keysChecked' | 'damagedRows' | 'damagedKeys' | 'archives' | 'damagedArchives'>;
type Counted = Omit<Facts, 'organizations'>;

/** Reads a copy: its row counts, and every key with its public half. */
export function copiedRows(database: Database) {
  const counts = database.prepare<[], Counted>(`
    SELECT (SELECT count(*) FROM organizations) AS organizationCount, (SELECT count(*) FROM users) AS users,
      (SELECT count(*) FROM wallets) AS wallets, (SELECT count(*) FROM wallet_accounts) AS accounts,
      (SELECT count(*) FROM private_keys) AS privateKeys, (SELECT count(*) FROM secrets) AS secrets,
      (SELECT count(*) FROM policies) AS policies, (SELECT count(*) FROM activities)
        + (SELECT coalesce(sum(activities - remaining), 0) FROM activity_archives) AS activities,
      (SELECT max(at) FROM (SELECT max(created_at) AS at FROM activities
        UNION ALL SELECT max(newest_at) FROM activity_archives)) AS newestActivityAt`);
  const names = database
    .prepare<[number], string>('SELECT organization_name FROM organizations ORDER BY rowid LIMIT ?')
    .pluck();
  const accounts = database.prepare<[], AccountRow & Pick<SealedAccount, 'sealedPrivateKey'>>(
    `SELECT wallet_account_id AS walletAccountId, organization_id AS organizationId, wallet_id AS walletId, curve, path,
       address_format AS addressFormat, address, public_key AS publicKey, sealed_private_key AS sealedPrivateKey FROM wallet_accounts`,
  );
  const privateKeys = database.prepare<[], PrivateKeyRow & SealedPrivateKey>(
    `SELECT private_key_id AS privateKeyId, organization_id AS organizationId, private_key_name AS privateKeyName, curve,
       public_key AS publicKey, sealed_private_key AS sealedPrivateKey FROM private_keys`,
  );
  const serviceKeys = database.prepare<[], { name: string; publicKey: string; sealedPrivateKey: Uint8Array }>(
    'SELECT name, public_key AS publicKey, sealed_private_key AS sealedPrivateKey FROM service_keys',
  );
  return {
    facts: (): Facts => {
      const counted = counts.get();
      if (counted === undefined) throw new Error('counting gives a row');
      return { ...counted, organizations: names.all(MAXIMUM_NAMES) };
    },
    accounts: () => accounts.iterate(),
    privateKeys: () => privateKeys.iterate(),
    serviceKeys: () => serviceKeys.all(),
  };
}
