import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBounds, openingBounds } from '../../../../electron/main/window/bounds.ts';

const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 };
const kept = (change: object = {}) => ({ x: 100, y: 50, width: 1100, height: 700, isMaximised: false, ...change });

describe('the window opens', () => {
  it('at its usual size at first, and where it was after that', () => {
    expect(openingBounds(null, [SCREEN])).toEqual({ width: 1280, height: 800, isMaximised: false });
    expect(openingBounds(kept(), [SCREEN])).toEqual(kept());
    expect(openingBounds(kept({ isMaximised: true }), [SCREEN]).isMaximised).toBe(true);
  });

  it.each([
    ['on a screen that is gone', { x: 2500 }],
    ['above the screen', { y: -60 }],
    ['below the screen', { y: 1060 }],
    ['with a corner that is too small to grasp', { x: 1800 }],
  ])('where the system wants when it was %s', (_, change) => {
    expect(openingBounds(kept(change), [SCREEN])).toEqual({ width: 1100, height: 700, isMaximised: false });
  });

  it('never below its smallest size', () => {
    expect(openingBounds(kept({ width: 1, height: 1 }), [SCREEN])).toMatchObject({ width: 960, height: 640 });
  });
});

describe('the kept bounds', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'castellan-bounds-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are saved after the last change', () => {
    const window = Object.assign(new EventEmitter(), {
      isDestroyed: () => false,
      isMaximized: () => true,
      getNormalBounds: () => ({ x: 1, y: 2, width: 1000, height: 700 }),
    });
    const timers = new Set<() => void>();
    openBounds(folder).follow(window as never, (_milliseconds, run) => {
      timers.add(run);
      return () => void timers.delete(run);
    });
    for (const change of ['resize', 'move', 'maximize']) window.emit(change);
    expect(timers.size).toBe(1);
    expect(openBounds(folder).read()).toBeNull();
    for (const run of timers) run();
    expect(openBounds(folder).read()).toEqual({ x: 1, y: 2, width: 1000, height: 700, isMaximised: true });
  });

  it.each(['{', 'null', '{"x":1}', JSON.stringify(kept({ x: 1e9 })), JSON.stringify(kept({ more: 1 }))])(
    'count as none when the file holds %s',
    (text) => {
      writeFileSync(join(folder, 'window-bounds.json'), text);
      expect(openBounds(folder).read()).toBeNull();
    },
  );
});
