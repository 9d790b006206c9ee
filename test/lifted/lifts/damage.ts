import type { Claim } from '../lift.ts';

const ARCHIVED_ACTIVITIES_TEST = 'test/unit/engine/backup/archived-activities.test.ts';
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
        from: 'damaged.push(...unusable.map(inWords));',
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
        from: "evidence.fits('wallets', row)),",
        to: "evidence.checked('wallets', row) !== null),",
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
        name: 'a backup of a service with a damaged key is restored, and names the key',
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
];
