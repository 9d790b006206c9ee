import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { effort } from './effort.ts';
import { type Measured, summarize } from './measure.ts';
import { memoryOf } from './memory.ts';

const ROUNDS = effort(5, 1);
/** Warms the cache of the disk. */
const WARMING = effort(1, 0);
const TIMEOUT_MS = 30_000;
/** After it, an idle window has loaded what it loads later. */
const IDLE_MS = effort(4_000, 0);

/**
 * Runs in the page. Returns two moments in milliseconds since the epoch: the first content on the screen, and the first
 * usable control. The second moment is never before the first.
 */
const PAGE_PROBE = `new Promise((resolve) => {
  const control = new Promise((found) => {
    const look = () => document.querySelector('button:not(:disabled), input:not(:disabled)') && (found(performance.now()), true);
    if (!look()) new MutationObserver((_changes, observer) => look() && observer.disconnect()).observe(document, { subtree: true, childList: true, attributes: true });
  });
  new PerformanceObserver(async (list) => {
    const [paint] = list.getEntriesByName('first-contentful-paint');
    if (!paint) return;
    resolve(JSON.stringify({ painted: performance.timeOrigin + paint.startTime, usable: performance.timeOrigin + Math.max(paint.startTime, await control) }));
  }).observe({ type: 'paint', buffered: true });
})`;

interface Moments {
  readonly painted: number;
  readonly usable: number;
}

interface DebuggerMessage {
  readonly method?: string;
  readonly params?: { readonly targetInfo?: { readonly type: string }; readonly sessionId?: string };
  readonly sessionId?: string;
  readonly result?: { readonly result?: { readonly value?: unknown } };
  readonly error?: { readonly message: string };
}

export interface Launch {
  readonly name: string;
  readonly electron: string;
  readonly folder: string;
  readonly display: string;
}

/** Runs `work` once the first window can be used. The moments count from before the process starts, in milliseconds. */
async function launched<Result>(
  { electron, folder, display }: Launch,
  work: (moments: Moments, processId: number) => Promise<Result> | Result,
): Promise<Result> {
  const home = mkdtempSync(join(tmpdir(), 'castellan-bench-'));
  const { ELECTRON_RUN_AS_NODE: _asNode, ...environment } = process.env;
  const start = performance.timeOrigin + performance.now();
  const child = spawn(
    electron,
    [
      // Without Node's inspector Castellan takes the pipe off.
      '--inspect=0',
      '--remote-debugging-pipe',
      `--user-data-dir=${join(home, 'chromium')}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      folder,
      '--',
    ],
    {
      env: { ...environment, DISPLAY: display, CASTELLAN_HOME: home },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // The whole group: main, its renderers and its utility processes.
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', end);
  try {
    const { painted, usable } = await pageMoments(child);
    return await work({ painted: painted - start, usable: usable - start }, child.pid ?? 0);
  } finally {
    process.removeListener('exit', end);
    end();
    await exited;
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Asks the first page over Chromium's debugging pipe (one JSON text and a NUL per message). */
function pageMoments(child: ChildProcess): Promise<Moments> {
  return new Promise((resolve, reject) => {
    const timer = globalThis.setTimeout(() => reject(new Error('no usable window within 30 seconds')), TIMEOUT_MS);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the app ended with code ${code} before its window could be used`)));
    const [, , , input, output] = child.stdio as unknown as [null, null, null, Writable, Readable];
    let id = 0;
    const send = (method: string, params: object, sessionId?: string) => {
      id += 1;
      input.write(`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`);
    };
    const probe = (sessionId: string) =>
      send('Runtime.evaluate', { expression: PAGE_PROBE, awaitPromise: true, returnByValue: true }, sessionId);
    const receive = ({ method, params, sessionId, result, error }: DebuggerMessage) => {
      if (method === 'Target.attachedToTarget' && params?.targetInfo?.type === 'page' && params.sessionId !== undefined)
        probe(params.sessionId);
      // The blank page gave way to the real one while the question was open.
      if (error !== undefined && sessionId !== undefined) probe(sessionId);
      const value = result?.result?.value;
      if (typeof value !== 'string') return;
      clearTimeout(timer);
      resolve(JSON.parse(value) as Moments);
    };
    let rest = '';
    output.setEncoding('utf8').on('data', (chunk: string) => {
      const messages = `${rest}${chunk}`.split('\0');
      rest = messages.pop() ?? '';
      for (const message of messages) receive(JSON.parse(message) as DebuggerMessage);
    });
    send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
  });
}

/**
 * Launches each app once to warm the disk's cache, then in turns. Every launch is a first start with its own state
 * folder.
 */
export async function compareLaunches(launches: readonly Launch[]): Promise<Measured[]> {
  const samples = launches.map(() => [] as Moments[]);
  for (let round = -WARMING; round < ROUNDS; round += 1) {
    for (const [index, launch] of launches.entries()) {
      const moments = await launched(launch, (each) => each);
      if (round >= 0) samples[index]?.push(moments);
    }
  }
  return launches.flatMap(({ name }, index) => [
    summarize(`${name}: first content`, samples[index]?.map(({ painted }) => painted) ?? []),
    summarize(`${name}: usable`, samples[index]?.map(({ usable }) => usable) ?? []),
  ]);
}

/** Measures the memory of all processes of each app, some seconds after its window can be used, in megabytes. */
export async function compareMemory(launches: readonly Launch[]): Promise<Measured[]> {
  const samples = launches.map(() => [] as number[]);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, launch] of launches.entries()) {
      const bytes = await launched(launch, async (_moments, processId) => {
        await setTimeout(IDLE_MS);
        return memoryOf(processId);
      });
      samples[index]?.push(bytes / 2 ** 20);
    }
  }
  return launches.map(({ name }, index) => summarize(name, samples[index] ?? []));
}
