import { toErrorData } from '../../../shared/errors/index.ts';
import type { DoctorReport } from '../../../shared/ipc/index.ts';
import type { CommandContext } from '../context.ts';
import { command } from '../define.ts';
import { EXIT } from '../exit-codes.ts';
import { wrap } from '../layout.ts';

type Check = DoctorReport['checks'][number];

const MARKS = { ok: 'ok', care: 'care', problem: 'PROBLEM' } as const;
const MARK_WIDTH = MARKS.problem.length;

export const doctor = command({
  name: 'doctor',
  summary: 'checks this machine: runtime, sandbox, keychain, display',
  options: {
    strict: { flag: true, summary: 'exits with 1 when a check reports care or problem' },
  },
  notes: [
    'Without --strict, exit code 0 means that everything was checked. "status" of each check is ok, care or problem.',
  ],
  examples: ['castellan doctor', 'castellan doctor --strict'],
  async run({ options: { strict } }, context) {
    const checks = await examine(context);
    await context.print({ checks }, table(checks, context.json ? undefined : context.host.terminal.columns));
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

/** Returns the checks as lines. With `columns`, findings and advice are wrapped to the terminal. */
function table(checks: readonly Check[], columns: number | undefined): string {
  const name = Math.max(0, ...checks.map((check) => check.name.length));
  const blank = ' '.repeat(name + MARK_WIDTH + 4);
  const wrapped = (text: string, head: string) =>
    wrap(text.split(' '), { head, indent: blank, width: columns ?? Number.POSITIVE_INFINITY }).trimEnd();
  const lines = checks.flatMap((check) => [
    wrapped(check.finding, `${check.name.padEnd(name)}  ${MARKS[check.status].padEnd(MARK_WIDTH)}  `),
    ...(check.advice === null ? [] : [wrapped(check.advice, blank)]),
  ]);
  return lines.join('\n');
}
