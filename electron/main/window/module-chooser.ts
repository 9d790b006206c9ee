import type { BrowserWindow, Dialog } from 'electron';

interface ChooserOptions {
  readonly dialog: Pick<Dialog, 'showOpenDialog'>;
  /** The window of the page; null when it is closed. */
  readonly parent: () => BrowserWindow | null;
}

/** Has the operator choose the module of a token in the system's dialog, one at a time; whoever asks meanwhile shares the answer. */
export function createModuleChooser({ dialog, parent }: ChooserOptions): () => Promise<string | null> {
  let choosing: Promise<string | null> | null = null;
  const choose = async () => {
    const window = parent();
    if (window === null) return null;
    const { canceled, filePaths } = await dialog.showOpenDialog(window, {
      title: 'Module of the token’s maker',
      buttonLabel: 'Choose',
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
