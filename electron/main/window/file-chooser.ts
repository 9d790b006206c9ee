import { join } from 'node:path';
import type { BrowserWindow, Dialog } from 'electron';

interface ChooserOptions {
  readonly dialog: Pick<Dialog, 'showSaveDialog'>;
  /** The window of the page; null when it is closed. */
  readonly parent: () => BrowserWindow | null;
  /** The folder that it begins in. */
  readonly folder: () => string;
}

/**
 * Has the operator choose in the system's dialog where a file is written, from a suggested name; one dialog at a time: whoever asks
 * meanwhile is answered null, as where none was chosen.
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
