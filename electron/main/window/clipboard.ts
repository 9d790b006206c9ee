import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/errors/index.ts';

interface Held {
  /** Answers at once before Electron 44 and with a promise since. */
  readText(kind?: 'selection'): string | Promise<string>;
  clear(kind?: 'selection'): unknown;
}

/** The used part of Electron's clipboard. */
export interface SystemClipboard extends Held {
  writeText(text: string): unknown;
  /** The text that the middle button pastes on Linux. Before Electron 44 it is a kind instead. */
  readonly selection?: Held;
}

export interface ClearingClipboard {
  /** Writes text, and clears it after a minute if it is still there. */
  copy(text: string): Promise<void>;
  /** Clears the copied text now if it is still there. */
  clearNow(): Promise<void>;
  /** Clears whatever is there. */
  clear(): Promise<void>;
}

export type PageClipboard = Pick<ClearingClipboard, 'copy' | 'clear'>;

const KEPT_MS = 60_000;

/** Keeps a digest of the copied text, not the text: it may have been a key. Clears the selection of Linux as well. */
export function createClearingClipboard(
  clipboard: SystemClipboard,
  after: (milliseconds: number, run: () => void) => () => void,
  platform: string,
): ClearingClipboard {
  let copied: { readonly digest: string; readonly cancel: () => void } | null = null;
  const all = platform === 'linux' ? [clipboard, clipboard.selection ?? selectionOf(clipboard)] : [clipboard];
  const clearNow = async () => {
    const { digest, cancel } = copied ?? {};
    copied = null;
    cancel?.();
    if (digest === undefined) return;
    for (const held of all) if (digestOf(await held.readText()) === digest) await held.clear();
  };
  return {
    clearNow,
    async clear() {
      await Promise.all(all.map((held) => held.clear()));
    },
    async copy(text) {
      await clipboard.writeText(text);
      copied?.cancel();
      copied = { digest: digestOf(text), cancel: after(KEPT_MS, () => void clearNow()) };
    },
  };
}

/** The clipboard as the page has it. Behind other windows the page must not replace the operator's clipboard. */
export function pageClipboard(clipboard: ClearingClipboard, isInFront: () => boolean): PageClipboard {
  const requireFront = () => {
    if (!isInFront())
      throw new AppError('INVALID_INPUT', 'Castellan’s window is not in front, so the clipboard was not changed.');
  };
  return {
    async copy(text) {
      requireFront();
      await clipboard.copy(text);
    },
    async clear() {
      requireFront();
      await clipboard.clear();
    },
  };
}

const selectionOf = (clipboard: Held): Held => ({
  readText: () => clipboard.readText('selection'),
  clear: () => clipboard.clear('selection'),
});

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
