import { AppError } from '../../../shared/errors/index.ts';
import { MAXIMUM_EXPORTED_LINE, verifyExport } from '../../engine/index.ts';
import { command } from '../define.ts';
import { readLines } from '../files.ts';
import { cancelled } from '../input.ts';

const verify = command({
  name: 'audit verify',
  summary: 'checks every link of the audit log, its recorded head, its signature and its counter; offline',
  options: {
    file: { hint: 'FILE', summary: 'verifies an exported file by its own contents instead, on any machine' },
    signer: { hint: 'KEY', summary: 'with --file: the only public key in hex whose signatures count' },
  },
  notes: [
    'With --file, prints the signers of the file. Anybody can make a file that fits itself, so compare them, or give --signer from an export of the same log that you verified before. "isWhole" is false for the results of a search.',
    'A file without its last line, the head, was cut. Somebody who cuts a file can make a new head of an earlier entry, so compare "head" with the newest number. Nothing proves the responses.',
  ],
  examples: ['castellan audit verify', 'castellan audit verify --file audit.jsonl'],
  async run({ options: { file, signer = null } }, context) {
    if (file !== undefined) {
      const lines = readLines(file, { maximum: MAXIMUM_EXPORTED_LINE, what: 'The exported audit log' });
      const verified = await verifyExport(lines, signer);
      await context.print({ ok: true, ...verified });
      return undefined;
    }
    if (signer !== null)
      throw new AppError('INVALID_INPUT', '`--signer` is for an exported file. Nothing was verified. Add `--file`.');
    const engine = await context.engine();
    const { entries } = await engine.audit.verify({ signal: context.signal });
    await context.print({ ok: true, entries });
    return undefined;
  },
});

const exportLog = command({
  name: 'audit export',
  summary: 'prints the audit log, one JSON object a line, oldest first, with its proofs',
  options: {
    search: { hint: 'WORDS', summary: 'only the entries with all these words, as in the window' },
  },
  notes: [
    'An entry has its bytes, its stamp, the response and the signature of its hash. Verify with audit verify --file.',
    'A changed log is exported as it is. Then the command says so and exits with 1.',
    'Filters are words too: profile:NAME, operation:NAME, outcome:failed, kind:request, after:DAY, before:DAY.',
  ],
  examples: [
    'castellan audit export > audit.jsonl',
    'castellan audit export --search "profile:local after:2026-11-01"',
  ],
  async run({ options: { search } }, context) {
    const engine = await context.engine();
    for (const line of engine.audit.export(search)) {
      if (context.signal.aborted) throw cancelled('Cancelled: the export above is not complete.');
      await context.host.stdout(`${line}\n`);
    }
    return undefined;
  },
});

const begin = command({
  name: 'audit begin',
  summary: 'starts a new hash chain in an audit log that failed verification; keeps its entries',
  notes: [
    'The first entry of the new chain records the fault. Castellan stamps nothing while a changed log has no new chain.',
  ],
  examples: ['castellan audit begin'],
  async run(_input, context) {
    const engine = await context.engine();
    await context.print(await engine.audit.begin());
    return undefined;
  },
});

const archive = command({
  name: 'audit archive',
  summary: 'moves months older than three whole months from the audit log and the journal into archives',
  notes: [
    'The audit log names each archive with its digest. Verification, export, searches and backups include the archives.',
    'An open window does the same once a day.',
  ],
  examples: ['castellan audit archive'],
  async run(_input, context) {
    const engine = await context.engine();
    const archives = await engine.archive(context.signal);
    await context.print({
      archives: archives.map(({ month, first, last, requests, bytes }) => ({ month, first, last, requests, bytes })),
    });
    return undefined;
  },
});

export const AUDIT_COMMANDS = [verify, exportLog, archive, begin];
