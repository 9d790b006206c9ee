import { mkdirSync, writeFileSync, writeSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { app, protocol } from 'electron';
import { PAGE_SCHEME_REGISTRATION } from '../../electron/main/security/page-protocol.ts';
import { accounts } from './accounts.ts';
import { ACCOUNTS, accountTimes } from './accounts-window.ts';
import { bundleContenders } from './bundles.ts';
import { custodyGroups } from './custody/groups.ts';
import { effort, isOnce } from './effort.ts';
import { inProcessGroups } from './in-process.ts';
import { indexing } from './indexing.ts';
import { keptHistoryGroups } from './kept-history.ts';
import { keyPlaces } from './key-places.ts';
import { compareLaunches, compareMemory, type Launch } from './launch.ts';
import { largestMeanings, typicalMeanings } from './meanings.ts';
import { compareRates, type Measured } from './measure.ts';
import { goalsText, type Run } from './page.ts';
import { type Group, report } from './report.ts';
import { scrolling } from './scrolling.ts';
import { SCROLLING, scrollingFrames } from './scrolling-window.ts';
import { readSetting, type Setting, startVault } from './setting.ts';
import { stampContenders } from './stamps.ts';
import { workstationGroups } from './workstation.ts';

/**
 * `npm run bench`: runs as an Electron app with no window, because the vault is one of its utility processes. It
 * asserts nothing about time. It prints a table and keeps the numbers in test/output/bench.json.
 */
const COMPARISON = { rounds: effort(7, 1), roundMs: effort(500, 1) };
/** For the many groups of one primitive each. */
const BRIEF = { rounds: effort(5, 1), roundMs: effort(200, 1) };

/** Asks for the figures of docs/performance.md. */
const KEEP = '--keep';

/** Reports progress on standard error. Standard output carries the result alone. */
const log = (what: string): void => void process.stderr.write(`castellan bench: ${what}\n`);

async function* rates(setting: Setting): AsyncGenerator<Group> {
  const vault = await startVault(setting);
  try {
    log('stamps');
    const stamps = await compareRates(await stampContenders(vault), COMPARISON);
    yield { title: 'Stamps', unit: 'a second', results: stamps, skipped: null };
    log('export bundles');
    const bundles = await compareRates(await bundleContenders(vault), COMPARISON);
    yield { title: 'Export bundles opened', unit: 'a second', results: bundles, skipped: null };
    log('meanings');
    const typical = await compareRates(typicalMeanings(vault), BRIEF);
    yield { title: 'Descriptions, typical', unit: 'a second', results: typical, skipped: null };
    const largest = await compareRates(largestMeanings(vault), BRIEF);
    yield { title: 'Descriptions, the largest', unit: 'a second', results: largest, skipped: null };
  } finally {
    vault.end();
  }
}

/** Signing runs in this process, as it does in the custody process: no message is part of the time. */
async function* signing(): AsyncGenerator<Group> {
  for (const { title, contenders } of await inProcessGroups()) {
    log(title);
    yield { title, unit: 'a second', results: await compareRates(contenders, BRIEF), skipped: null };
  }
}

/** Launches of Castellan and of an empty window, compared. */
async function launches(
  { electron, app: folder }: Setting,
  group: Pick<Group, 'title' | 'unit'>,
  compare: (launches: readonly Launch[]) => Promise<Measured[]>,
): Promise<Group> {
  const display = process.env.DISPLAY ?? '';
  if (process.platform === 'linux' && display === '')
    return { ...group, results: [], skipped: 'there is no display and no Xvfb' };
  const results = await compare([
    { name: 'Castellan', electron, folder, display },
    { name: 'empty Electron window', electron, folder: join(folder, 'test/bench/empty-window'), display },
  ]);
  return { ...group, results, skipped: null };
}

async function memory(setting: Setting): Promise<Group> {
  const group = { title: 'Memory of all processes, idle', unit: 'megabytes' } as const;
  if (process.platform !== 'linux') return { ...group, results: [], skipped: 'only Linux reports shared memory' };
  return launches(setting, group, compareMemory);
}

/** The groups by the words that select one alone: `npm run bench -- history`. */
const PARTS = {
  vault: rates,
  signing,
  async *keys(setting) {
    log('keys by where they are kept');
    yield* keyPlaces(setting);
  },
  async *custody(setting) {
    log('the local service under load');
    yield* custodyGroups(setting);
  },
  async *workstation(setting) {
    log('starts and backups of the workstation');
    yield* workstationGroups(setting);
  },
  async *history() {
    log('history');
    yield* keptHistoryGroups();
  },
  async *indexing(setting) {
    log('indexing');
    yield* indexing(setting);
  },
  async *scrolling(setting) {
    log('scrolling');
    yield scrolling(setting);
  },
  async *accounts(setting) {
    log('accounts in the window');
    yield accounts(setting);
  },
  async *launch(setting) {
    log('launches');
    const group = { title: 'Launch, from process start, on a first start', unit: 'ms' } as const;
    yield await launches(setting, group, compareLaunches);
  },
  async *memory(setting) {
    log('memory');
    yield await memory(setting);
  },
} satisfies Record<string, (setting: Setting) => AsyncGenerator<Group>>;

/** Measures the parts that were asked for, or all. Throws for a word that names no part. */
async function* measured(setting: Setting): AsyncGenerator<Group> {
  const unknown = setting.parts.filter((word) => !Object.hasOwn(PARTS, word));
  if (unknown.length > 0) {
    const known = Object.keys(PARTS).join(', ');
    throw new Error(
      `The benchmarks have no part named ${unknown.join(', ')}. Nothing was measured. Name any of: ${known}.`,
    );
  }
  for (const [word, part] of Object.entries(PARTS))
    if (setting.parts.length === 0 || setting.parts.includes(word)) yield* part(setting);
}

async function run(): Promise<void> {
  const setting = readSetting(process.env);
  const [processor] = cpus();
  const machine = {
    electron: process.versions.electron,
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
    processor: processor?.model ?? 'unknown',
    cores: cpus().length,
  };
  process.stdout.write(`Electron ${machine.electron}, Node ${machine.node}, ${machine.cores} x ${machine.processor}\n`);
  if (isOnce) process.stdout.write('One short round of each part: the figures mean nothing.\n');
  const files = [join(setting.app, 'test/output/bench.json')];
  if (process.argv.includes(KEEP)) files.push(join(setting.app, 'docs/performance.json'));
  mkdirSync(join(setting.app, 'test/output'), { recursive: true });
  const at = new Date().toISOString();
  const groups: Group[] = [];
  // Writes each group as soon as it is measured, so that a later failure loses none.
  for await (const group of measured(setting)) {
    groups.push(group);
    process.stdout.write(`\n${report(group)}`);
    const made: Run = { at, machine, groups };
    if (!isOnce) for (const file of files) writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`);
  }
  process.stdout.write(`\n${goalsText(groups)}`);
}

protocol.registerSchemesAsPrivileged([PAGE_SCHEME_REGISTRATION]);
/** The windows that the benchmarks start themselves once more for, by the argument that names them. */
const WINDOWS = { [SCROLLING]: scrollingFrames, [ACCOUNTS]: accountTimes };
const [, measureWindow] = Object.entries(WINDOWS).find(([word]) => process.argv.includes(word)) ?? [];
/** Written at once: the process ends after it. */
const inWindow = async (measure: (out: string) => Promise<unknown>) =>
  void writeSync(process.stdout.fd, JSON.stringify(await measure(readSetting(process.env).out)));

app
  .whenReady()
  .then(() => (measureWindow === undefined ? run() : inWindow(measureWindow)))
  .then(
    () => app.exit(0),
    (error: unknown) => {
      // Written before the process ends, whatever ends it.
      writeSync(process.stderr.fd, `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      app.exit(1);
    },
  );
