import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { describe, expect, it } from 'vitest';
import { createGivenFiles } from '../../../../electron/main/window/given-files.ts';
import { DIALOGS } from '../../../../electron/main/words/dialogs.ts';
import { GIVEN_LIMITS, GIVEN_USES, type GivenUse } from '../../../../shared/model/index.ts';
import bip39 from '../../../vectors/bip-39.json' with { type: 'json' };

const folder = mkdtempSync(join(tmpdir(), 'given-'));
const PHRASE = bip39.words[1]?.[2] ?? '';
const PNG = Uint8Array.from(Buffer.from('89504e470d0a1a0a00', 'hex'));

/** Writes a file and returns its path. */
function put(name: string, contents: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, contents);
  return path;
}

/** Chooses these paths for a use. `shown` has the options of each dialog. */
function choose(use: GivenUse, paths: readonly string[] | null, parent: BrowserWindow | null = {} as BrowserWindow) {
  const shown: { title: string; properties: string[] }[] = [];
  const showOpenDialog = async (_over: unknown, options: (typeof shown)[number]) => {
    shown.push(options);
    return { canceled: paths === null, filePaths: paths ?? [] };
  };
  const given = createGivenFiles({
    dialog: { showOpenDialog } as never,
    parent: () => parent,
    words: () => DIALOGS,
  });
  return { shown, files: given(use) };
}

describe('a file that the operator chooses for the page', () => {
  it('comes with its name and its contents, and without its folder', async () => {
    const { files, shown } = choose('table', [put('payroll.csv', 'to,amount\n')]);
    expect(await files).toEqual([{ name: 'payroll.csv', bytes: Uint8Array.from(Buffer.from('to,amount\n')) }]);
    expect(shown).toEqual([expect.objectContaining({ title: 'Table of payments for Send many' })]);
  });

  it('is none when the dialog is cancelled, or there is no window', async () => {
    expect(await choose('table', null).files).toEqual([]);
    expect(await choose('table', ['/nowhere'], null).files).toEqual([]);
  });

  it('is one, except for pictures', async () => {
    const paths = [put('a.png', PNG), put('b.png', PNG)];
    const { files, shown } = choose('pictures', paths);
    expect((await files).map(({ name }) => name)).toEqual(['a.png', 'b.png']);
    expect(shown[0]?.properties).toContain('multiSelections');
    for (const use of GIVEN_USES.filter((each) => each !== 'pictures')) {
      const one = choose(use, null);
      await one.files;
      expect(one.shown[0]?.properties).toEqual(['openFile', 'dontAddToRecent']);
    }
  });

  it.each([
    ['a recovery phrase', PHRASE],
    ['a recovery phrase in UTF-16', Uint8Array.from(Buffer.from(`\ufeff${PHRASE}`, 'utf16le'))],
    ['a recovery phrase in a table', `note\n${PHRASE}\n`],
  ])('does not reach the page with %s', async (_, contents) => {
    const path = put('secret.txt', contents);
    for (const use of GIVEN_USES.filter((each) => each !== 'pictures')) {
      await expect(choose(use, [path]).files).rejects.toMatchObject({ code: 'SECRET_REFUSED' });
    }
    await expect(choose('pictures', [path]).files).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it.each([
    ['is too large', 'table', () => put('large.csv', 'a'.repeat(GIVEN_LIMITS.table + 1))],
    ['is a large text for the Sign page', 'payload', () => put('large.txt', 'a'.repeat(GIVEN_LIMITS.payload + 1))],
    ['is no picture', 'pictures', () => put('text.png', 'a picture')],
    [
      'is a folder',
      'table',
      () => {
        mkdirSync(join(folder, 'folder.csv'));
        return join(folder, 'folder.csv');
      },
    ],
    ['does not exist', 'table', () => join(folder, 'gone.csv')],
  ] as const)('is refused when it %s, without its folder in the message', async (_, use, make) => {
    const path = make();
    const refused = await choose(use, [path]).files.catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('Nothing was taken.') });
    expect(String(refused)).not.toContain(folder);
  });

  it('is a picture for the Sign page too, of the size of pictures', async () => {
    const picture = new Uint8Array(GIVEN_LIMITS.payload + 1);
    picture.set(PNG);
    expect(await choose('payload', [put('code.png', picture)]).files).toHaveLength(1);
  });
});
