import { judge } from './goals.ts';
import { type Group, table } from './report.ts';

/** The content of test/output/bench.json and docs/performance.json. */
export interface Run {
  /** ISO 8601. */
  readonly at: string;
  readonly machine: {
    readonly electron: string;
    readonly node: string;
    readonly platform: string;
    readonly processor: string;
    readonly cores: number;
  };
  readonly groups: readonly Group[];
}

const value = (figure: number | null) => (figure === null ? '' : figure.toFixed(2));

/** The goals and their figures, as aligned text. */
export const goalsText = (groups: readonly Group[]): string =>
  `Goals\n${table([
    ['  goal', 'limit', 'measured', ''],
    ...judge(groups).map((each) => [`  ${each.goal}`, each.limit, value(each.value), each.verdict]),
  ])}\n`;

const LAUNCH = `## Where a launch spends its time

The empty window is Electron’s own share of a launch. Castellan adds these parts:

- main: hardening, the rules of its windows, then the engine with its databases. Before Electron is ready, main loads 60 KB.
- the page: its code, the first state that it asks main for, and its first drawing. Main serves the start of the page as two files.

These parts are deferred, and no launch waits for them: the process of the vault, the code of libsecp256k1, other languages, and the
places of the window that are not shown. The build compiles main and its children ahead.
`;

/** Returns docs/performance.md for one run of all benchmarks. */
export function performancePage({ at, machine, groups }: Run): string {
  const goals = judge(groups).map(
    (each) => `| ${each.goal} | ${each.limit} | ${value(each.value)} | ${each.verdict} |`,
  );
  const machineLine = `Electron ${machine.electron}, Node ${machine.node}, ${machine.platform}, ${machine.cores} x ${machine.processor}, ${at.slice(0, 10)}.`;
  return [
    '# Performance\n',
    'Generated from a run of all benchmarks. On an idle machine, `npm run bench -- --keep && npm run -s docs` measures again and writes this page.\n',
    `${machineLine}\n`,
    '## Goals\n',
    `| goal | limit | measured | |\n|---|---|---|---|\n${goals.join('\n')}\n`,
    LAUNCH,
    ...groups.map(sectionOf),
  ].join('\n');
}

function sectionOf({ title, unit, results, skipped }: Group): string {
  if (skipped !== null) return `## ${title}\n\nSkipped: ${skipped}.\n`;
  const figure = (number: number) => Math.round(number).toLocaleString('en-US');
  const last = results.at(-1)?.median ?? Number.NaN;
  const rows = results.map(
    ({ name, median, minimum, maximum, rounds }) =>
      `| ${name} | ${figure(median)} | ${figure(minimum)} | ${figure(maximum)} | ${rounds} | ${(median / last).toFixed(2)}x |`,
  );
  const head = `| ${unit === 'ms' ? 'milliseconds' : unit} | median | min | max | rounds | of last |`;
  return `## ${title}\n\n${head}\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`;
}
