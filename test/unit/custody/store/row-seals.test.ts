import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyring } from '../../../../electron/custody/keys/keyring.ts';
import { createStore, openStore, type Store } from '../../../../electron/custody/store/index.ts';
import { createArena, createSecretMemory } from '../../../../electron/hardening/index.ts';
import { openToTamper } from '../../../tools/tamper-database.ts';

const keyring = createKeyring(new Uint8Array(32).fill(3), createSecretMemory(createArena().pages));
const times = { createdAt: 1, updatedAt: 1 };
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-seals-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true });
});

/** Changes the file of a closed store, as an attacker without the master key could. */
function tamper(statements: string): void {
  const database = openToTamper(directory);
  database.exec(statements);
  database.close();
}

describe('two organizations of one store', () => {
  /** A sealed store in which the organizations A and B have one user with one key each. */
  function make(folder: string, keyOfA: string): void {
    createStore(folder, (tables) => {
      for (const [name, publicKey] of Object.entries({ A: keyOfA, B: 'bb' })) {
        tables.organizations.insert({
          organizationId: name,
          parentOrganizationId: name === 'A' ? null : 'A',
          organizationName: name,
          rootQuorumThreshold: 1,
          authProxyConfigId: null,
          ...times,
        });
        const ids = { organizationId: name, userId: `user of ${name}` };
        const user = { ...ids, userName: 'u', userEmail: null, userPhoneNumber: null, inRootQuorum: 1 } as const;
        tables.organizations.insertUser({ ...user, ...times });
        tables.organizations.insertApiKey({
          ...ids,
          apiKeyId: `key of ${name}`,
          apiKeyName: 'k',
          publicKey,
          credentialType: 'CREDENTIAL_TYPE_API_KEY_P256',
          expirationSeconds: null,
          sessionProfileId: null,
          ...times,
        });
      }
      tables.seals.write(keyring);
    });
  }

  function open(use: (store: Store) => void = () => undefined): void {
    const store = openStore(directory);
    try {
      const [damage] = store.seals.open(keyring);
      if (damage !== undefined) throw damage;
      use(store);
    } finally {
      store.close();
    }
  }

  it('cannot swap their users, and hold while nobody touches them', () => {
    make(directory, 'aa');
    open();
    tamper(`UPDATE users SET organization_id = CASE organization_id WHEN 'A' THEN 'B' ELSE 'A' END`);
    expect(() => open()).toThrow(/^The user "user of A" of the organization "B" was changed outside this service/);
  });

  it('cannot get one row back as it was at another time, when its seal was as good', () => {
    const earlier = mkdtempSync(join(tmpdir(), 'castellan-seals-'));
    make(earlier, 'a0');
    make(directory, 'aa');
    tamper(`ATTACH '${join(earlier, 'custody.db')}' AS earlier;
      UPDATE api_keys SET public_key = (SELECT public_key FROM earlier.api_keys WHERE api_key_id = 'key of A') WHERE api_key_id = 'key of A'`);
    expect(() => open()).toThrow(/^The API key "a0" of the user "user of A" was changed outside this service/);
    tamper(
      `ATTACH '${join(earlier, 'custody.db')}' AS earlier; REPLACE INTO row_seals SELECT * FROM earlier.row_seals WHERE place = 'api_keys/key of A'`,
    );
    expect(() => open()).toThrow(/^The seals of its rows were not written by this service/);
    rmSync(earlier, { recursive: true });
  });

  it('cannot get a row back, with its seal, as it was before this service wrote it anew', () => {
    make(directory, 'aa');
    const aside = `ATTACH '${join(directory, 'aside.db')}' AS aside`;
    tamper(`${aside}; CREATE TABLE aside.seals AS SELECT * FROM row_seals`);
    open(({ organizations, transaction }) =>
      transaction(() => {
        const user = organizations.findUser('user of A');
        if (user !== undefined) organizations.updateUser({ ...user, inRootQuorum: 0 });
      }),
    );
    open();
    tamper(`UPDATE users SET in_root_quorum = 1 WHERE user_id = 'user of A'`);
    expect(() => open()).toThrow(/^The user "user of A" of the organization "A" was changed outside this service/);
    tamper(`${aside}; REPLACE INTO row_seals SELECT * FROM aside.seals WHERE place = 'users/user of A'`);
    expect(() => open()).toThrow(/^The seals of its rows were not written by this service/);
  });

  it('hold when one is deleted below the other', () => {
    make(directory, 'aa');
    open(({ subOrganizations, transaction }) => transaction(() => subOrganizations.remove('B', 2)));
    open(({ organizations, subOrganizations }) => {
      expect(organizations.find('B')).toBeUndefined();
      expect(subOrganizations.list('A', 'ALL', '', {})).toEqual([]);
    });
    tamper('UPDATE organizations SET deleted_at = NULL');
    expect(() => open()).toThrow(/^The organization "B" was changed outside this service/);
  });

  it('cost as much to write with many rows as with few', () => {
    make(directory, 'aa');
    const pragma = vi.spyOn(SqliteDatabase.prototype, 'pragma');
    const user = {
      organizationId: 'A',
      userName: 'u',
      userEmail: null,
      userPhoneNumber: null,
      inRootQuorum: 0,
    } as const;
    open(({ organizations, transaction }) => {
      const database = pragma.mock.contexts.at(-1) as SqliteDatabase.Database;
      const changes = () => database.prepare('SELECT total_changes()').pluck().get() as number;
      const write = (count: number) => {
        const before = changes();
        transaction(() => {
          for (let made = 0; made < count; made += 1)
            organizations.insertUser({ ...user, ...times, userId: `${count} ${made}` });
        });
        return changes() - before;
      };
      // The row, its seal and the sum.
      expect([write(1), write(200), write(2)]).toEqual([3, 401, 5]);
    });
  });
});
