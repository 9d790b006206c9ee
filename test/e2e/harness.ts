import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, test as base, type ElectronApplication, expect, type Page } from 'playwright/test';
import { SHARED } from '../tools/playwright.shared.ts';

/** One started Castellan in a real window. */
export interface Running {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Home folder of the operator. Another start with the same home finds the same keyring. */
  readonly home: string;
  /** CASTELLAN_HOME. */
  readonly state: string;
  /** Process id of main (Playwright started a shell around it). */
  readonly pid: number;
  /** Everything the program wrote to its standard streams. */
  output(): string;
  close(): Promise<void>;
}

export interface LaunchOptions {
  readonly home?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Arguments before Castellan's own. */
  readonly args?: readonly string[];
  /** False when the window will only show why it cannot be used. */
  readonly usable?: boolean;
}

interface Fixtures {
  /** Starts Castellan. Every instance is closed at the end of the test. */
  readonly launch: (options?: LaunchOptions) => Promise<Running>;
}

export const executable = required('CASTELLAN_E2E_EXECUTABLE');
export const homes = required('CASTELLAN_E2E_HOME');
/** Folder of the packaged layout. */
export const layout = required('CASTELLAN_E2E_LAYOUT');

/** Arguments before a command: nothing is drawn. */
export const HEADLESS = ['--ozone-platform=headless', '--disable-gpu', '--log-level=3', '--'];

/** Creates a home folder that no other test has. The launcher gives it to the user that runs the app. */
export function newHome(): string {
  const home = mkdtempSync(join(homes, 'home-'));
  chmodSync(home, 0o755);
  return home;
}

export const environmentOf = (home: string, more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  ...(process.env as Record<string, string>),
  HOME: home,
  CASTELLAN_HOME: join(home, 'state'),
  ...more,
});

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are used off this pattern.
  launch: async ({}, use) => {
    const started: Running[] = [];
    await use(async (options = {}) => {
      const running = await launchApp(options);
      started.push(running);
      if (options.usable !== false) await running.page.waitForSelector('html[data-ready="true"]');
      return running;
    });
    for (const running of started) await running.close();
  },
});

async function launchApp({ home = newHome(), environment = {}, args = [] }: LaunchOptions): Promise<Running> {
  const app = await _electron.launch({
    executablePath: executable,
    args: ['--disable-gpu', ...args],
    chromiumSandbox: true,
    env: environmentOf(home, environment),
  });
  app.context().setDefaultTimeout(SHARED.expect.timeout);
  evaluateAgainWhenCollected(app);
  let output = '';
  for (const stream of [app.process().stdout, app.process().stderr])
    stream?.on('data', (text: Buffer) => (output += text));
  const page = await app.firstWindow();
  const pid = await app.evaluate(() => process.pid);
  let closed = false;
  app.on('close', () => {
    closed = true;
  });
  return {
    app,
    page,
    home,
    state: join(home, 'state'),
    pid,
    output: () => output,
    close: async () => {
      if (!closed) await app.close();
    },
  };
}

/** On a busy machine, V8 may collect the promise of an evaluation before its value is read. It is then evaluated again. */
function evaluateAgainWhenCollected(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app);
  const again = async (...given: Parameters<typeof evaluate>): Promise<unknown> => {
    try {
      return await evaluate(...given);
    } catch (error) {
      if (!String(error).includes('promise was garbage collected')) throw error;
      return again(...given);
    }
  };
  app.evaluate = again as typeof app.evaluate;
}

/** Processes below main, by kind: `renderer`, `gpu-process`, `vault`, `custody`. */
export async function childrenOf({ app }: Running): Promise<Map<string, number>> {
  const metrics = await app.evaluate(({ app: electron }) =>
    electron.getAppMetrics().map(({ pid, type, name }) => ({ pid, type, name })),
  );
  return new Map(
    metrics.map(({ pid, type, name }) => [
      name?.startsWith('Castellan ') ? name.slice('Castellan '.length) : type,
      pid,
    ]),
  );
}

export async function child(running: Running, name: string): Promise<number> {
  const pid = (await childrenOf(running)).get(name);
  if (pid === undefined) throw new Error(`there is no process ${name}`);
  return pid;
}

/** One field of /proc/PID/status. */
export const kernelStatus = (pid: number | string, field: string): string =>
  new RegExp(`^${field}:\\s*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run these tests with npm test`);
  return value;
}

export { expect };
