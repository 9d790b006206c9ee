import type { Claim } from '../lift.ts';

const ARCHIVED_ACTIVITIES_TEST = 'test/unit/engine/backup/archived-activities.test.ts';
const DAMAGED_ROWS = 'electron/custody/store/seals/damaged-rows.ts';
const CHANGED_ROWS_TEST = 'test/unit/custody/store/changed-rows.test.ts';
const ROWS_TEST = 'test/fault/custody-rows.test.ts';
const TWINS = 'electron/custody/handlers/keys/damaged-twins.ts';
const DAMAGED_ROWS_TEST = 'test/unit/custody/damaged-rows.test.ts';

/** Damage of one file or row, which refuses nothing that does not need it. */
export const DAMAGE_CLAIMS: readonly Claim[] = [
  {
    id: 'FILES-392',
    sentence:
      'A backup never holds a changed archive silently. A damaged archive is left out and named, or no backup is made.',
    lifts: [
      {
        mechanism: 'an archive in a backup is compared with its digest while it is written',
        file: 'electron/engine/backup/create.ts',
        from: "if (listed !== null && hash.digest('hex') !== listed.sha256)",
        to: "if (listed !== null && hash.digest('hex') === '')",
        test: ARCHIVED_ACTIVITIES_TEST,
        name: 'is in no backup when an archive changes after it was compared',
      },
      {
        mechanism: 'a damaged archive of activities is left out of a backup and named',
        file: 'electron/engine/backup/create.ts',
        from: 'damaged.push(...unusable.map(damageText));',
        to: 'unusable.length = 0;',
        test: ARCHIVED_ACTIVITIES_TEST,
        name: 'is backed up without an archive that is missing, which is named with its content',
      },
      {
        mechanism: 'no backup is made with a damaged archive of records',
        file: 'electron/engine/backup/create.ts',
        from: "if (broken.length > 0) throw archivesBroken(broken, 'No backup was made');",
        to: '',
        test: 'test/unit/engine/backup/archived-records.test.ts',
        name: 'make no backup with an archive that has a flipped bit, which is named with its content',
      },
      {
        mechanism: 'the doctor compares the archives of the services with their digests',
        file: 'electron/engine/backup/archive-check.ts',
        from: 'activities.push(...(await damagedIn(directory, listed, signal)),',
        to: 'activities.push(',
        test: ARCHIVED_ACTIVITIES_TEST,
        name: 'is backed up without an archive that was cut, which is named with its content',
      },
    ],
  },
  {
    id: 'FILES-393',
    sentence:
      'A damaged wallet, private key, import target or activity is refused by name, and refuses nothing that does not need it.',
    lifts: [
      {
        mechanism: 'an import is compared with whole wallets only',
        file: 'electron/custody/store/keys/wallets.ts',
        from: "row.imported === 1 && evidence.fits('wallets', row)),",
        to: "row.imported === 1 && evidence.checked('wallets', row) !== null),",
        test: DAMAGED_ROWS_TEST,
        name: 'as a wallet’s row',
      },
      {
        mechanism: 'a seed that does not open is not compared with an import',
        file: 'electron/custody/keys/keyring.ts',
        from: "if (error instanceof AppError && error.code === 'KEYSTORE_CORRUPT') return null;",
        to: '',
        test: DAMAGED_ROWS_TEST,
        name: 'as a wallet’s seed',
      },
      {
        mechanism: 'a damaged key keeps no backup from being restored',
        file: 'electron/custody/copies.ts',
        from: 'if (error instanceof AppError && DAMAGE.includes(error.code)) return false;',
        to: '',
        test: 'test/unit/engine/backup/damaged-key.test.ts',
        name: 'a backup of a service with a damaged key and a changed row is restored',
      },
      {
        mechanism: 'a damaged activity stays in the store while others are archived',
        file: 'electron/custody/store/archives/archiving.ts',
        from: "if (!(error instanceof AppError && error.code === 'DATABASE_CHANGED')) throw error;",
        to: 'if (error !== null) throw error;',
        test: 'test/unit/custody/store/archive-damage.test.ts',
        name: 'stays in the store, is named once, and keeps no other from its archive',
      },
    ],
  },
  {
    id: 'FILES-394',
    sentence:
      'A row that was changed while the service was stopped is never used. Nothing that it could forbid is allowed.',
    lifts: [
      {
        mechanism: 'a row that was changed before the start refuses each lookup where it may forbid something',
        file: DAMAGED_ROWS,
        from: 'column === key || givesBy.includes(column) ? undefined : firstOf(table)',
        to: 'column !== undefined ? undefined : firstOf(table)',
        test: ROWS_TEST,
        name: 'a policy that is moved to another organization allows nobody anything but the root quorum',
      },
      {
        mechanism: 'a row that was changed before the start is not sealed by a write',
        file: DAMAGED_ROWS,
        from: "if (error !== undefined && !(isRemoved && declarationOf(table).damaged === 'own uses')) throw error;",
        to: 'if (error !== undefined && place === table) throw error;',
        test: CHANGED_ROWS_TEST,
        name: 'a damaged user is refused by id and in lists, and is not written, while others are found',
      },
      {
        mechanism: 'lists that search without a lookup need every row of their table',
        file: DAMAGED_ROWS,
        from: '      const error = firstOf(table);\n      if (error !== undefined) throw error;',
        to: '      firstOf(table);',
        test: CHANGED_ROWS_TEST,
        name: 'lists and counts that search without a lookup are refused',
      },
      {
        mechanism: 'a row that the service cannot do without refuses the start',
        file: DAMAGED_ROWS,
        from: "if (declarationOf(table).damaged === 'start') throw error;",
        to: '',
        test: CHANGED_ROWS_TEST,
        name: 'a damaged row that every answer needs refuses the start',
      },
    ],
  },
  {
    id: 'FILES-395',
    sentence: 'An import that equals a damaged wallet or private key is refused, and names it.',
    lifts: [
      {
        mechanism: 'an import is compared with the seed of a wallet whose row was changed',
        file: TWINS,
        from: 'if (hasSeed !== null && !wallet.isChanged) continue;',
        to: 'if (hasSeed !== null) continue;',
        test: DAMAGED_ROWS_TEST,
        name: 'as a wallet with a damaged row, whose seed cannot be imported once more',
      },
      {
        mechanism: 'an import is compared with the mnemonic of a wallet whose seed is damaged',
        file: TWINS,
        from: 'isMnemonicOf(wallet.walletId, seed, context) ?? hasAccounts(wallet.walletId, seed, context)',
        to: 'null',
        test: DAMAGED_ROWS_TEST,
        name: 'as a wallet with a damaged seed, whose seed cannot be imported once more',
      },
      {
        mechanism: 'an import is compared with the accounts of a wallet whose seed and mnemonic are damaged',
        file: TWINS,
        from: 'publicKeyAt(derivations, account) === account.publicKey',
        to: "account.publicKey === ''",
        test: DAMAGED_ROWS_TEST,
        name: 'as a wallet with a damaged seed and mnemonic, whose seed cannot be imported once more',
      },
      {
        mechanism: 'an imported key is compared with the sealed key of a row that was changed',
        file: TWINS,
        from: 'openOrNull(keyring, place, sealed, () => true) === true',
        to: 'sealed.length === 0',
        test: DAMAGED_ROWS_TEST,
        name: 'as a private key with a damaged row, which cannot be imported once more',
      },
    ],
  },
];
