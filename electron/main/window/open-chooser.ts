import type { BrowserWindow, Dialog } from 'electron';

interface ChooserOptions {
  readonly dialog: Pick<Dialog, 'showOpenDialog'>;
  /** The page's window, or null when it is closed. */
  readonly parent: () => BrowserWindow | null;
  /** Returns the title of the dialog. */
  readonly title: () => string;
  /** Returns the label of its button. */
  readonly button: () => string;
}

/**
 * Asks the operator in the system's dialog for an existing file. One dialog at a time: a call during it shares its
 * result.
 */
export function createOpenChooser({ dialog, parent, title, button }: ChooserOptions): () => Promise<string | null> {
  let choosing: Promise<string | null> | null = null;
  const choose = async () => {
    const window = parent();
    if (window === null) return null;
    const { canceled, filePaths } = await dialog.showOpenDialog(window, {
      title: title(),
      buttonLabel: button(),
      properties: ['openFile', 'dontAddToRecent'],
    });
    return canceled ? null : (filePaths[0] ?? null);
  };
  return () => {
    choosing ??= choose().finally(() => {
      choosing = null;
    });
    return choosing;
  };
}
