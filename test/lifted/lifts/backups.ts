import type { Claim } from '../lift.ts';

const VAULT = 'electron/vault/backups.ts';
const VAULT_TEST = 'test/unit/vault/backups.test.ts';
const BACKUP_TEST = 'test/unit/engine/backup/backup.test.ts';
const RESTORE = 'electron/engine/backup/restore.ts';
const RESTORE_TEST = 'test/unit/engine/backup/restore.test.ts';

/** Sealed backups of a state folder. */
export const BACKUPS: readonly Claim[] = [
  {
    id: 'DISK-08',
    sentence: 'Without its passphrase, a backup reveals only its length.',
    lifts: [
      {
        mechanism: 'the last chunk of a backup is sealed',
        file: 'electron/engine/backup/sealed-file.ts',
        from: 'await write(await seal(chunk.slice(0, filled), true));',
        to: 'await seal(chunk.slice(0, filled), true); await write(chunk.slice(0, filled));',
        test: BACKUP_TEST,
        name: 'holds nothing that can be read without the passphrase',
      },
      {
        mechanism: 'another passphrase opens no backup',
        file: 'electron/vault/backup-header.ts',
        from: 'if (constantTimeEqual(check, header.subarray(AT.check, AT.digest))) return keys;',
        to: 'if (check.length > 0) return keys;',
        test: VAULT_TEST,
        name: 'does not open with another passphrase',
      },
      {
        mechanism: 'a backup takes no short passphrase',
        file: VAULT,
        from: 'characterCount(passphrase) < BACKUP_PASSPHRASE_CHARACTERS',
        to: 'characterCount(passphrase) < 1',
        test: VAULT_TEST,
        name: 'refuses a short passphrase',
      },
    ],
  },
  {
    id: 'MAIN-08',
    sentence: 'The vault wraps and unwraps the keys of a backup. Main holds only wrapped keys.',
    lifts: [
      {
        mechanism: 'a key leaves its store for a backup sealed under the passphrase of the backup',
        file: VAULT,
        from: 'return sealAtRest(keys, secret, wrappedPlace(place));',
        to: 'return Uint8Array.from(secret);',
        test: VAULT_TEST,
        name: 'has a key that only its passphrase opens, bound to its place and public key',
      },
      {
        mechanism: 'a restored key must fit the public key that it is listed with',
        file: 'electron/vault/backup-keys.ts',
        from: 'if (publicKeyOf(input, copySecret(privateKey)) !== publicKey)',
        to: 'if (publicKeyOf(input, copySecret(privateKey)) === null)',
        test: VAULT_TEST,
        name: 'has a key that only its passphrase opens, bound to its place and public key',
      },
    ],
  },
  {
    id: 'FILES-13',
    sentence: 'A backup with a changed, moved or missing part is refused as a whole.',
    lifts: [
      {
        mechanism: 'a chunk of a backup opens at its own place alone',
        file: VAULT,
        from: 'setUint32(COUNTER_AT, backup.next)',
        to: 'setUint32(COUNTER_AT, 0)',
        test: VAULT_TEST,
        name: 'refuses the second chunk first',
      },
      {
        mechanism: 'the last chunk of a backup is marked as the last',
        file: VAULT,
        from: 'nonce[LAST_AT] = isLast ? 1 : 0;',
        to: 'nonce[LAST_AT] = 0;',
        test: VAULT_TEST,
        name: 'refuses the first chunk as the last',
      },
      {
        mechanism: 'after a changed chunk nothing more of a backup is opened',
        file: VAULT,
        from: 'backup.next = null;\n        throw',
        to: 'throw',
        test: VAULT_TEST,
        name: 'refuses a changed chunk',
      },
      {
        mechanism: 'a changed header of a backup is named before its passphrase is tried',
        file: 'electron/vault/backup-header.ts',
        from: "throw backupDamaged('its header was changed');",
        to: 'void 0;',
        test: VAULT_TEST,
        name: 'refuses a header that has another salt',
      },
    ],
  },
  {
    id: 'FILES-14',
    sentence:
      'A restore creates a complete state folder or none, never changes an existing one, and leaves no key behind when it fails.',
    lifts: [
      {
        mechanism: 'a backup is restored into an empty folder alone',
        file: RESTORE,
        from: 'if (leftovers(paths).isEmpty) return;',
        to: 'if (leftovers(paths).logs.length >= 0) return;',
        test: RESTORE_TEST,
        name: 'over a folder that holds anything, which stays as it is',
      },
      {
        mechanism: 'a restore is written beside its folder, and what failed is removed',
        file: RESTORE,
        from: 'if (isStaged) await rm(staging, { recursive: true, force: true }).catch(ports.report);',
        to: '',
        test: RESTORE_TEST,
        name: 'when a check fails after the keys were kept, which are removed again',
      },
      {
        mechanism: 'a restore that fails takes its keys out of the keychain again',
        file: RESTORE,
        from: 'await keys?.undo();',
        to: '',
        test: RESTORE_TEST,
        name: 'when a check fails after the keys were kept, which are removed again',
      },
      {
        mechanism: 'a restored folder keeps its keys under names of its own in the keychain',
        file: 'electron/engine/keys/stores.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a source’s text
        from: 'return own === null ? name : `${name}/${own}`;',
        to: 'return own === null ? name : name;',
        test: RESTORE_TEST,
        name: 'goes into a keychain under names of its own',
      },
    ],
  },
];
