/**
 * The bundles that are open for the page. While one is shown the window is kept out of screenshots and recordings
 * (macOS and Windows; no Linux desktop offers it). A page that goes away closes all that it had open.
 */
export interface Reveals {
  opened(revealId: string): void;
  shown(revealId: string): void;
  close(revealId: string): Promise<void>;
  closeAll(): Promise<void>;
}

export interface RevealPorts {
  /** Wipes the opened bundle in the vault. */
  wipe(revealId: string): Promise<void>;
  protectContent(on: boolean): void;
}

export function createReveals({ wipe, protectContent }: RevealPorts): Reveals {
  const open = new Set<string>();
  const shown = new Set<string>();
  const close = async (revealId: string) => {
    open.delete(revealId);
    try {
      await wipe(revealId);
    } finally {
      if (shown.delete(revealId) && shown.size === 0) protectContent(false);
    }
  };
  return {
    opened: (revealId) => void open.add(revealId),
    shown(revealId) {
      shown.add(revealId);
      protectContent(true);
    },
    close,
    async closeAll() {
      await Promise.allSettled([...new Set([...open, ...shown])].map(close));
    },
  };
}
