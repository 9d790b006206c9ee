import { type Measured, summarize } from './measure.ts';
import { fromWindow, windowObstacle } from './page-window.ts';
import type { Group } from './report.ts';
import { type Frames, SCROLLING } from './scrolling-window.ts';
import type { Setting } from './setting.ts';

/** A million transactions scrolled in a window: how long its frames are. A display of 60 Hz has one every 16.7 ms. */
export function scrolling(setting: Setting): Group {
  const group = { title: 'A million transactions scrolled in the window, a frame', unit: 'ms' } as const;
  const skipped = windowObstacle();
  if (skipped !== null) return { ...group, results: [], skipped };
  const frames = fromWindow(setting, SCROLLING) as Frames;
  return { ...group, results: Object.entries(frames).flatMap(([name, each]) => rowsOf(name, each)), skipped: null };
}

/** All frames, and the longest of ninety-nine in a hundred. */
function rowsOf(name: string, frames: readonly number[]): Measured[] {
  const sorted = frames.toSorted((a, b) => a - b);
  return [
    summarize(name, frames),
    { ...summarize(`${name}, 99 of 100`, [sorted[Math.floor(frames.length * 0.99)] ?? 0]), rounds: frames.length },
  ];
}
