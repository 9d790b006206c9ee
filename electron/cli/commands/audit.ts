import { command } from '../define.ts';
import { cancelled } from '../input.ts';

const verify = command({
  name: 'audit verify',
  summary: 'checks every link, digest and the recorded head of the audit log; offline',
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
  async run(_input, context) {
    const engine = await context.engine();
    for (const line of engine.audit.export()) {
      if (context.signal.aborted) throw cancelled('Cancelled: the export above is not complete.');
      await context.host.stdout(`${line}\n`);
    }
    return undefined;
  },
});

export const AUDIT_COMMANDS = [verify, exportLog];
