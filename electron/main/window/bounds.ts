import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserWindow, Rectangle } from 'electron';
import Type, { type Static } from 'typebox';
import { Closed } from '../../../shared/model/index.ts';
import { checkValue } from '../../../shared/operations/index.ts';

/** The smallest window, in pixels. */
export const MINIMUM_SIZE = { width: 960, height: 640 } as const;
const USUAL_SIZE = { width: 1280, height: 800 } as const;
/** The part of the title bar that must be on a screen, so that the window can be moved. */
const GRASPABLE = { width: 200, height: 48 } as const;
const SAVE_AFTER_MS = 500;

const Pixels = Type.Integer({ minimum: -100_000, maximum: 100_000 });
const Kept = Closed({ x: Pixels, y: Pixels, width: Pixels, height: Pixels, isMaximised: Type.Boolean() });
export type KeptBounds = Static<typeof Kept>;

/** The size and the place of a window that opens. Without a place, the system chooses one. */
export interface Opening {
  readonly width: number;
  readonly height: number;
  readonly x?: number;
  readonly y?: number;
  readonly isMaximised: boolean;
}

/**
 * Returns the kept size, and the kept place if its title bar is on one of the screens. Takes the work areas of the
 * screens in pixels. Null means nothing was kept.
 */
export function openingBounds(kept: KeptBounds | null, areas: readonly Rectangle[]): Opening {
  if (kept === null) return { ...USUAL_SIZE, isMaximised: false };
  const { x, y, isMaximised } = kept;
  const isOn = (area: Rectangle) => {
    const overlap = Math.min(x + kept.width, area.x + area.width) - Math.max(x, area.x);
    return overlap >= GRASPABLE.width && y >= area.y && y + GRASPABLE.height <= area.y + area.height;
  };
  const width = Math.max(kept.width, MINIMUM_SIZE.width);
  const height = Math.max(kept.height, MINIMUM_SIZE.height);
  return { width, height, ...(areas.some(isOn) ? { x, y } : {}), isMaximised };
}

/** Keeps the size and the place of the window between two runs. Losing them costs nothing. */
export function openBounds(root: string) {
  const file = join(root, 'window-bounds.json');
  return {
    read(): KeptBounds | null {
      try {
        const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
        return checkValue(Kept, value).length === 0 ? (value as KeptBounds) : null;
      } catch {
        return null;
      }
    },
    /** Saves each change of a window until it closes. `after` runs the work later and returns its cancellation. */
    follow(window: BrowserWindow, after: (milliseconds: number, run: () => void) => () => void): void {
      let cancel = () => {};
      const save = () => {
        if (window.isDestroyed()) return;
        const kept: KeptBounds = { ...window.getNormalBounds(), isMaximised: window.isMaximized() };
        writeFileSync(`${file}.new`, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
        renameSync(`${file}.new`, file);
      };
      const saveSoon = () => {
        cancel();
        cancel = after(SAVE_AFTER_MS, save);
      };
      for (const change of ['resize', 'move', 'maximize', 'unmaximize'] as const)
        window.on(change as 'resize', saveSoon);
      window.on('close', save);
    },
  };
}
