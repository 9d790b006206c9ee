import { resolve } from 'node:path';
import { BACKUP_PASSPHRASE_CHARACTERS } from '../../../shared/processes/index.ts';
import { visibleText } from '../../../shared/wire/index.ts';
import type { CommandContext } from '../context.ts';
import { command, type ValueOption } from '../define.ts';
import { EXIT } from '../exit-codes.ts';
import { chosenStore, STORE } from '../options.ts';
import { passphraseOf } from '../passphrase.ts';

const BACKUP = 'the backup';
const FILE = { hint: 'FILE', required: true, summary: 'the backup' } as const satisfies ValueOption;
const PASSPHRASE_FILE = {
  hint: 'FILE',
  summary: 'file with the passphrase of the backup, readable only by you, instead of asking on the terminal',
} as const satisfies ValueOption;
const EXITS = 'Exit code 1 with output: "damaged" lists all parts that are missing or damaged.';
const APART = 'A backup has its own passphrase, separate from that of the passphrase file.';

const create = command({
  name: 'backup create',
  summary: 'writes the whole state folder into one sealed file, while everything runs',
  options: {
    out: { hint: 'FILE', required: true, summary: 'the new file; an existing one is never overwritten' },
    'passphrase-file': PASSPHRASE_FILE,
  },
  notes: [
    `${APART} Without it nobody can open the backup. Keep both, in different places.`,
    'Keys on tokens and passkeys are not included. "notIncluded" lists them. docs/backup.md has the format.',
    EXITS,
  ],
  examples: ['castellan backup create --out castellan.backup'],
  async run({ options: { out, 'passphrase-file': file } }, context) {
    const { backups } = await context.engine();
    const passphrase = await passphraseOf(BACKUP, context, {
      file,
      isNew: true,
      least: BACKUP_PASSPHRASE_CHARACTERS,
    });
    const made = await backups.create({ out, passphrase, signal: context.signal });
    await sayNotIncluded(made, context);
    await context.print(made);
    return exitOf(made);
  },
});

const verify = command({
  name: 'backup verify',
  summary: 'opens a backup in memory and checks every key, database and seal in it; writes no file',
  options: { file: FILE, 'passphrase-file': PASSPHRASE_FILE },
  notes: ['Works on a machine with no state folder. Prints what the backup holds as JSON.', EXITS],
  examples: ['castellan backup verify --file castellan.backup'],
  async run({ options: { file, 'passphrase-file': secret } }, context) {
    const passphrase = await passphraseOf(BACKUP, context, { file: secret, isNew: false });
    const reader = await context.backupReader();
    const verified = await reader.verify({ file: resolve(file), passphrase, signal: context.signal });
    await sayNotIncluded(verified, context);
    await context.print(verified);
    return exitOf(verified);
  },
});

const restore = command({
  name: 'backup restore',
  summary: 'restores a backup into an empty state folder, all of it or nothing',
  options: { file: FILE, 'passphrase-file': PASSPHRASE_FILE, store: STORE },
  notes: [
    'CASTELLAN_HOME names the folder, at any path. The folder appears only after everything in it was checked.',
    'Keys return to their kind of store, or go to the store of --store. A passphrase file gets a new passphrase.',
    'Never use the restored folder and the old one at the same time: both would sign as the same vault.',
    EXITS,
  ],
  examples: ['CASTELLAN_HOME=/srv/castellan castellan backup restore --file castellan.backup'],
  async run({ options: { file, 'passphrase-file': secret, store } }, context) {
    const target = chosenStore(store, context);
    const passphrase = await passphraseOf(BACKUP, context, { file: secret, isNew: false });
    const wanted = { file: resolve(file), passphrase, store: target, signal: context.signal };
    const restored = await context.restoreBackup(wanted);
    const inFolder = `The backup was restored into ${restored.folder}`;
    await context.say(
      restored.auditIsWhole ? `${inFolder}, and its audit log verifies.` : `${inFolder}. ${LOG_DAMAGED}`,
    );
    await sayNotIncluded(restored, context);
    await context.print(restored);
    return exitOf(restored);
  },
});

const LOG_DAMAGED =
  'Its audit log was damaged before the backup was made. Castellan stamps nothing until you start a new log with `castellan audit begin`.';

interface Lacking {
  readonly notIncluded: readonly string[];
  readonly damaged: readonly string[];
}

async function sayNotIncluded({ notIncluded, damaged }: Lacking, { say }: Pick<CommandContext, 'say'>): Promise<void> {
  for (const what of notIncluded) await say(visibleText(`Not included: ${what}.`));
  if (damaged.length > 0) await say(DAMAGED);
}

const DAMAGED =
  'The rest is whole. Keep the older backups, because one may hold the damaged parts. Restore it into an empty folder and copy the files from there.';

/** A script must not remove the older backups. */
const exitOf = ({ damaged }: Lacking) => (damaged.length === 0 ? undefined : EXIT.failed);

export const BACKUP_COMMANDS = [create, verify, restore];
