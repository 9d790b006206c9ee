import { toErrorData } from '../../../shared/errors/index.ts';
import type { DoctorReport } from '../../../shared/ipc/index.ts';
import type { CommandContext } from '../context.ts';
import { command } from '../define.ts';
import { EXIT } from '../exit-codes.ts';

type Check = DoctorReport['checks'][number];

const MARKS = { ok: 'ok', care: 'care', problem: 'PROBLEM' } as const;

export const doctor = command({
  name: 'doctor',
  summary: 'checks this machine: runtime, sandbox, keychain, display',
  options: {
    strict: { flag: true, summary: 'ends with 1 when any check finds something to take care of, or a problem' },
  },
  notes: [
    'Without --strict, exit code 0 means that everything was checked. "status" of each check is ok, care or problem.',
  ],
  examples: ['castellan doctor', 'castellan doctor --strict'],
  async run({ options: { strict } }, context) {
    const checks = await examine(context);
    await context.print({ checks }, table(checks));
    return strict && checks.some(({ status }) => status !== 'ok') ? EXIT.failed : undefined;
  },
});

/** State that cannot be opened is reported as a finding. The other checks still run. */
async function examine(context: CommandContext): Promise<Check[]> {
  try {
    const { checks } = await context.host.doctor(await context.engine());
    return [...checks];
  } catch (error) {
    const { checks } = await context.host.doctor(null);
    const { message } = toErrorData(error, context.host.logUnexpected(error));
    return [...checks, { name: 'State', status: 'problem', finding: message, advice: null }];
  }
}

function table(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap(({ name, status, finding, advice }) => [
    `${name.padEnd(width)}  ${MARKS[status].padEnd(7)}  ${finding}`,
    ...(advice === null ? [] : [`${' '.repeat(width + 11)}${advice}`]),
  ]);
  return lines.join('\n');
}
