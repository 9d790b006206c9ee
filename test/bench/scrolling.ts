import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOnce, ONCE } from './effort.ts';
import { type Measured, summarize } from './measure.ts';
import type { Group } from './report.ts';
import { type Frames, SCROLLING } from './scrolling-window.ts';
import type { Setting } from './setting.ts';

const LONGEST = 180_000;

/** A million transactions scrolled in a window: how long its frames are. A display of 60 Hz has one every 16.7 ms. */
export function scrolling({ electron, out }: Setting): Group {
  const group = { title: 'A million transactions scrolled in the window, a frame', unit: 'ms' } as const;
  const display = process.env.DISPLAY ?? '';
  if (process.platform === 'linux' && display === '')
    return { ...group, results: [], skipped: 'there is no display and no Xvfb' };
  const home = mkdtempSync(join(tmpdir(), 'castellan-bench-'));
  try {
    const { ELECTRON_RUN_AS_NODE: _asNode, ...environment } = process.env;
    const said = execFileSync(
      electron,
      [
        `--user-data-dir=${home}`,
        '--disable-gpu',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ...[join(out, 'bench'), '--', SCROLLING, ...(isOnce ? [ONCE] : [])],
      ],
      { env: environment, encoding: 'utf8', timeout: LONGEST, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const frames = JSON.parse(said.slice(said.indexOf('{'))) as Frames;
    return { ...group, results: Object.entries(frames).flatMap(([name, each]) => rowsOf(name, each)), skipped: null };
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** All frames, and the longest of ninety-nine in a hundred. */
function rowsOf(name: string, frames: readonly number[]): Measured[] {
  const sorted = frames.toSorted((a, b) => a - b);
  return [
    summarize(name, frames),
    { ...summarize(`${name}, 99 of 100`, [sorted[Math.floor(frames.length * 0.99)] ?? 0]), rounds: frames.length },
  ];
}
