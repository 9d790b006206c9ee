import type { ElectronApplication } from 'playwright/test';
import { expect } from 'playwright/test';

/**
 * Answers the system's dialogs for where a file is written with a folder, in which it has the suggested name, or with no.
 * Returns a wait for the first dialog with this answer. Until then the answer must stay.
 */
export async function answerSaveDialog(app: ElectronApplication, folder: string | null): Promise<() => Promise<void>> {
  const given = await app.evaluateHandle(({ dialog }, chosen) => {
    const answers = { count: 0 };
    dialog.showSaveDialog = (async (_window: unknown, options: { defaultPath: string }) => {
      answers.count += 1;
      const name = options.defaultPath.split('/').at(-1);
      return { canceled: chosen === null, filePath: chosen === null ? '' : `${chosen}/${name}` };
    }) as never;
    return answers;
  }, folder);
  return () => expect.poll(() => given.evaluate(({ count }) => count), 'dialogs with this answer').toBeGreaterThan(0);
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
