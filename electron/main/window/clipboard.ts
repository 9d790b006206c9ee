import { createHash } from 'node:crypto';

/** What of Electron's clipboard is used. It answers at once before Electron 44 and with a promise since. */
export interface SystemClipboard {
  readText(): string | Promise<string>;
  writeText(text: string): unknown;
  clear(): unknown;
}

export interface ClearingClipboard {
  /** Writes text, and clears it after a minute if it is still there. */
  copy(text: string): Promise<void>;
  /** Clears now what was copied and is still there. */
  clearNow(): Promise<void>;
  /** Clears whatever is there. */
  clear(): Promise<void>;
}

const KEPT_MS = 60_000;

/** Keeps a digest of what was copied, not the text: it may have been a key. */
export function createClearingClipboard(
  clipboard: SystemClipboard,
  after: (milliseconds: number, run: () => void) => () => void,
): ClearingClipboard {
  let copied: { readonly digest: string; readonly cancel: () => void } | null = null;
  const clearNow = async () => {
    const { digest, cancel } = copied ?? {};
    copied = null;
    cancel?.();
    if (digest !== undefined && digestOf(await clipboard.readText()) === digest) await clipboard.clear();
  };
  return {
    clearNow,
    async clear() {
      await clipboard.clear();
    },
    async copy(text) {
      await clipboard.writeText(text);
      copied?.cancel();
      copied = { digest: digestOf(text), cancel: after(KEPT_MS, () => void clearNow()) };
    },
  };
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
