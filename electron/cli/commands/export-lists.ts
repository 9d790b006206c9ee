import { join } from 'node:path';
import { AppError } from '../../../shared/errors/index.ts';
import { LIMITS, REVEAL_FORMATS } from '../../../shared/model/index.ts';
import { utf8Encode, visibleText, wipeBytes } from '../../../shared/wire/index.ts';
import {
  type Counting,
  REPORT_FILE,
  readReport,
  reportBytes,
  reportOf,
  stampedReport,
  writeNewFile,
} from '../../engine/index.ts';
import { QR, QR_NOTE, readCarried, writeCarried } from '../carried.ts';
import type { CommandContext } from '../context.ts';
import { command } from '../define.ts';
import { EXIT } from '../exit-codes.ts';
import { readText, requireNewFile } from '../files.ts';
import { PIN_FILE, PROFILE } from '../options.ts';
import { checkReaders, READERS, readersOf } from './export-readers.ts';

const INCOMPLETE = 'uses what is there, where some exports are missing or not proven';

const gather = command({
  name: 'export gather',
  summary: 'asks the service for each export of a list from an offline machine',
  arguments: [{ name: 'FILE', summary: 'the container of `export target --for`, or `-` for stdin', required: true }],
  options: {
    profile: PROFILE,
    check: { hint: 'CODE', required: true, summary: 'check code that the offline machine shows' },
    out: { hint: 'FILE', required: true, summary: 'new file for the offline machine (0600, never overwrites)' },
    qr: QR,
    incomplete: { flag: true, summary: INCOMPLETE },
    'pin-file': PIN_FILE,
  },
  notes: [
    QR_NOTE,
    'Type the check code from the screen of the offline machine. It proves that nobody changed a target key on the way.',
    'An interrupted run continues when the same command runs again. Nothing is asked for twice.',
    'Exit code 3: some exports wait for votes. Run the command again after the votes. A refused export is asked for again.',
  ],
  examples: ['castellan export gather targets.castellan --check 1f0c77ab20de9c41b3e8 --out gathered.castellan'],
  async run({ arguments: [file = ''], options }, context) {
    context.pinFile = options['pin-file'] ?? null;
    requireNewFile(options.out, 'Nothing was requested.');
    const text = await readCarried(file, 'The list', context);
    const engine = await context.engine();
    const profile = engine.profiles.get(options.profile);
    const { exportLists } = engine;
    const gathered = await exportLists.gather(text, options.check, profile, countingIn(context));
    for (const { number, why } of gathered.missing) await context.say(visibleText(`Export ${number}: ${why}`));
    const isWaiting = gathered.missing.some(({ state }) => state === 'waiting');
    const counts = { exports: gathered.total, missing: gathered.missing.length };
    if (gathered.missing.length > 0 && !options.incomplete) {
      await context.say('No file was written. Run the command again, or write what is there with --incomplete.');
      await context.print({ out: null, ...counts });
      return isWaiting ? EXIT.unfinished : EXIT.failed;
    }
    await writeCarried(options.out, gathered.text, options.qr);
    await context.print({ out: options.out, ...counts });
    return isWaiting ? EXIT.unfinished : EXIT.done;
  },
});

const openAll = command({
  name: 'export open-all',
  summary: 'opens gathered exports in the vault, with no network, and proves every address first',
  arguments: [{ name: 'FILE', summary: 'the container of `export gather`, or `-` for stdin', required: true }],
  options: {
    profile: PROFILE,
    out: { hint: 'FOLDER', required: true, summary: 'new folder (0700) for the files (0600) and report.json' },
    as: { hint: 'FORM', choices: REVEAL_FORMATS, summary: 'format of private keys; hex when absent' },
    ...READERS,
    incomplete: { flag: true, summary: INCOMPLETE },
    keep: { flag: true, summary: 'keeps the target keys, so that the file can be opened again' },
    'pin-file': PIN_FILE,
  },
  notes: [
    QR_NOTE,
    'Run it with --offline before the command. All bundles are opened and compared before the first secret is written.',
    'A wallet is written as its words, with `--as sheet` as a page to print, or with `--as age` as an encrypted file.',
    'The file report.json lists what was opened, without secrets, with a stamp of the profile’s key. `export check-report` verifies it.',
    'Afterwards the target keys are destroyed. --keep keeps them.',
  ],
  examples: ['castellan export open-all gathered.castellan --out keys'],
  async run({ arguments: [file = ''], options }, context) {
    context.pinFile = options['pin-file'] ?? null;
    const form = options.as ?? 'hex';
    checkReaders(form, options);
    requireNewFile(options.out, 'Nothing was opened.');
    const text = await readCarried(file, 'The gathered exports', context);
    const engine = await context.engine();
    const profile = engine.profiles.get(options.profile);
    // A missing key stops the command before a secret is written.
    engine.credentials.stamping(profile);
    const list = await engine.exportLists.prove(text, profile, countingIn(context));
    for (const { wanted, why } of list.unproven)
      await context.say(visibleText(`Not opened: ${wanted.kind} ${wanted.of}. ${why}`));
    if (list.proven.length === 0 || (list.unproven.length > 0 && !options.incomplete))
      throw new AppError(
        'BUNDLE_UNREADABLE',
        `${list.unproven.length} of ${list.proven.length + list.unproven.length} exports were not proven. No secret was written. Gather them again, or open the others with --incomplete.`,
      );
    const readers = await readersOf(form, options, context);
    try {
      const files = await engine.exportLists.write(list, { folder: options.out, form, readers }, countingIn(context));
      const report = reportOf(list, files, context.host.now());
      const stamp = await engine.requests.stamp(reportBytes(report), { profile });
      await writeNewFile(join(options.out, REPORT_FILE), utf8Encode(stampedReport(report, stamp)));
      if (!options.keep) for (const { targetId } of list.proven) await engine.exports.destroyTarget(targetId);
      await context.print({
        out: options.out,
        opened: list.proven.length,
        notOpened: list.unproven.length,
        report: REPORT_FILE,
      });
    } finally {
      wipeBytes(readers);
    }
    return undefined;
  },
});

const checkReport = command({
  name: 'export check-report',
  summary: 'verifies the stamp of a report of opened exports',
  arguments: [{ name: 'FILE', summary: 'report.json of `export open-all`, or `-` for stdin', required: true }],
  notes: ['Prints {"ok":true,"publicKey","report"}. Compare the public key with that of the offline machine.'],
  examples: ['castellan export check-report keys/report.json'],
  async run({ arguments: [file = ''] }, context) {
    const text = await readText(file, { maximum: 2 * LIMITS.body, what: 'The report', input: context.input });
    const { report, publicKey } = readReport(text);
    await context.print({ ok: true, publicKey, report });
    return undefined;
  },
});

export const EXPORT_LIST_COMMANDS = [gather, openAll, checkReport];

/** Shows the progress of each step on stderr. */
export function countingIn(context: CommandContext): Counting {
  return {
    signal: context.signal,
    progress: ({ done, total, text }) => void context.say(`${done} of ${total}: ${visibleText(text)}`),
  };
}
