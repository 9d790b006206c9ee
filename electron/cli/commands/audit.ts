import { command } from '../define.ts';
import { cancelled } from '../input.ts';

const verify = command({
  name: 'audit verify',
  summary: 'checks every link of the audit log, its recorded head, its signature and its counter; offline',
  examples: ['castellan audit verify'],
  async run(_input, context) {
    const engine = await context.engine();
    const { entries } = await engine.audit.verify({ signal: context.signal });
    await context.print({ ok: true, entries });
    return undefined;
  },
});

const exportLog = command({
  name: 'audit export',
  summary: 'prints the audit log, one JSON object a line, oldest first',
  examples: ['castellan audit export > audit.jsonl'],
  async run(_input, context) {
    const engine = await context.engine();
    for (const line of engine.audit.export()) {
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
