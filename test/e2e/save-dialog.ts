import type { ElectronApplication } from 'playwright/test';

/** Answers the system's dialogs for where a file is written with a folder, in which it has the suggested name, or with no. */
export async function answerSaveDialog(app: ElectronApplication, folder: string | null): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = (async (_window: unknown, options: { defaultPath: string }) => {
      const name = options.defaultPath.split('/').at(-1);
      return { canceled: chosen === null, filePath: chosen === null ? '' : `${chosen}/${name}` };
    }) as never;
  }, folder);
}

/** Answers the system's dialogs for existing files with a path, with several, or with no. */
export async function answerOpenDialog(
  app: ElectronApplication,
  path: string | readonly string[] | null,
): Promise<void> {
  await app.evaluate(
    ({ dialog }, chosen) => {
      dialog.showOpenDialog = (async () => ({ canceled: chosen.length === 0, filePaths: chosen })) as never;
    },
    path === null ? [] : [path].flat(),
  );
}
