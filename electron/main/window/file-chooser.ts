import { join } from 'node:path';
import type { BrowserWindow, Dialog } from 'electron';

interface ChooserOptions {
  readonly dialog: Pick<Dialog, 'showSaveDialog'>;
  /** The page's window, or null when it is closed. */
  readonly parent: () => BrowserWindow | null;
  /** The folder that it begins in. */
  readonly folder: () => string;
}

/**
 * Asks the operator in the system's dialog for the path of a new file, from a suggested name. One dialog at a time: a
 * call during it gets null, as when none was chosen.
 */
export function createFileChooser({
  dialog,
  parent,
  folder,
}: ChooserOptions): (name: string) => Promise<string | null> {
  let isOpen = false;
  return async (name) => {
    const window = parent();
    if (window === null || isOpen) return null;
    isOpen = true;
    try {
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        defaultPath: join(folder(), name),
        properties: ['showOverwriteConfirmation', 'dontAddToRecent'],
      });
      return canceled || filePath === '' ? null : filePath;
    } finally {
      isOpen = false;
    }
  };
}
