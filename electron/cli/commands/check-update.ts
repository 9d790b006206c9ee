import { command } from '../define.ts';
import { EXIT } from '../exit-codes.ts';

export const checkUpdate = command({
  name: 'check-update',
  summary: 'asks for the signed notice about the newest release, and installs nothing',
  notes: [
    'Prints {"ok":true,"notice","isNewer","isBelowMinimum",…}, or {"ok":false,"reason","message"} and exits with 1.',
    'An older notice than the newest one that this computer has seen is refused.',
  ],
  examples: ['castellan check-update'],
  async run(_input, context) {
    const verdict = await (await context.engine()).updates.check();
    await context.print(verdict);
    return verdict.ok ? undefined : EXIT.failed;
  },
});
