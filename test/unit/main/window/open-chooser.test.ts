import type { BrowserWindow } from 'electron';
import { describe, expect, it } from 'vitest';
import { createOpenChooser } from '../../../../electron/main/window/open-chooser.ts';

const WINDOW = {} as BrowserWindow;

/** A dialog that waits until it is answered. */
function waiting(parent: BrowserWindow | null) {
  const shown: { over: BrowserWindow; answer: (filePaths: string[] | null) => void }[] = [];
  const showOpenDialog = (over: BrowserWindow) =>
    new Promise((resolve) => {
      shown.push({
        over,
        answer: (filePaths) => resolve({ canceled: filePaths === null, filePaths: filePaths ?? [] }),
      });
    });
  const choose = createOpenChooser({
    dialog: { showOpenDialog } as never,
    parent: () => parent,
    title: () => 'Module',
    button: () => 'Choose',
  });
  return { choose, shown };
}

describe('an existing file', () => {
  it('is chosen over the window, by its path', async () => {
    const { choose, shown } = waiting(WINDOW);
    const chosen = choose();
    expect(shown.map(({ over }) => over === WINDOW)).toEqual([true]);
    shown[0]?.answer(['/opt/maker/module.so']);
    expect(await chosen).toBe('/opt/maker/module.so');
  });

  it('is none when the dialog is cancelled, or there is no window', async () => {
    const { choose, shown } = waiting(WINDOW);
    const chosen = choose();
    shown[0]?.answer(null);
    expect(await chosen).toBeNull();
    expect(await waiting(null).choose()).toBeNull();
  });

  it('is asked for in one dialog at a time, whoever asks', async () => {
    const { choose, shown } = waiting(WINDOW);
    const both = [choose(), choose()];
    expect(shown).toHaveLength(1);
    shown[0]?.answer(['/opt/maker/module.so']);
    expect(await Promise.all(both)).toEqual(['/opt/maker/module.so', '/opt/maker/module.so']);
    void choose();
    expect(shown).toHaveLength(2);
  });
});
