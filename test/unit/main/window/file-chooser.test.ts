import { join } from 'node:path';
import type { BrowserWindow, SaveDialogOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { createFileChooser } from '../../../../electron/main/window/file-chooser.ts';

const WINDOW = {} as BrowserWindow;

/** A dialog that waits until it is answered. */
function waiting(parent: BrowserWindow | null) {
  const shown: { over: BrowserWindow; options: SaveDialogOptions; answer: (filePath: string | null) => void }[] = [];
  const showSaveDialog = (over: BrowserWindow, options: SaveDialogOptions) =>
    new Promise((resolve) => {
      const answer = (filePath: string | null) => resolve({ canceled: filePath === null, filePath: filePath ?? '' });
      shown.push({ over, options, answer });
    });
  const folder = () => '/home/robin/Documents';
  return { choose: createFileChooser({ dialog: { showSaveDialog } as never, parent: () => parent, folder }), shown };
}

describe('the place of a new file', () => {
  it('is chosen over the window, from its suggested name', async () => {
    const { choose, shown } = waiting(WINDOW);
    const chosen = choose('history.csv');
    expect(shown.map(({ over, options }) => [over === WINDOW, options.defaultPath])).toEqual([
      [true, join('/home/robin/Documents', 'history.csv')],
    ]);
    shown[0]?.answer('/media/stick/mine.csv');
    expect(await chosen).toBe('/media/stick/mine.csv');
  });

  it('is none when the dialog is cancelled or there is no window', async () => {
    const { choose, shown } = waiting(WINDOW);
    const chosen = choose('history.csv');
    shown[0]?.answer(null);
    expect(await chosen).toBeNull();
    expect(await waiting(null).choose('history.csv')).toBeNull();
  });

  it('is asked for in one dialog at a time', async () => {
    const { choose, shown } = waiting(WINDOW);
    const chosen = choose('history.csv');
    expect(await choose('other.csv')).toBeNull();
    shown[0]?.answer('/media/stick/mine.csv');
    await chosen;
    void choose('other.csv');
    expect(shown).toHaveLength(2);
  });
});
