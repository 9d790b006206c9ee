import { describe, expect, it } from 'vitest';
import { createClearingClipboard, pageClipboard } from '../../../../electron/main/window/clipboard.ts';

/**
 * `answers` wraps the clipboard's values. They are plain before Electron 44, and promises since, when the selection is
 * a clipboard of its own.
 */
function make(answers: <Value>(value: Value) => Value | Promise<Value>, platform = 'linux') {
  const texts = { clipboard: '', selection: '' };
  const due: { milliseconds: number; run: () => void }[] = [];
  const heldAs = (usual: keyof typeof texts) => ({
    readText: (kind = usual) => answers(texts[kind]),
    clear(kind = usual) {
      texts[kind] = '';
    },
  });
  const system = {
    ...heldAs('clipboard'),
    ...(answers(0) === 0 ? {} : { selection: heldAs('selection') }),
    writeText(text: string) {
      texts.clipboard = text;
      return answers(undefined);
    },
  };
  const after = (milliseconds: number, run: () => void) => {
    const entry = { milliseconds, run };
    due.push(entry);
    return () => void due.splice(due.indexOf(entry), 1);
  };
  const clipboard = createClearingClipboard(system, after, platform);
  const passes = async () => {
    for (const { run } of due.splice(0)) run();
    await new Promise(setImmediate);
  };
  return { clipboard, system, due, passes, texts, held: () => texts.clipboard };
}

describe.for([
  ['at once', <Value>(value: Value) => value],
  ['in a promise', async <Value>(value: Value) => value],
] as const)('a clipboard that answers %s', ([, answers]) => {
  it('is cleared after a minute', async () => {
    const { clipboard, due, passes, held } = make(answers);
    await clipboard.copy('secret');
    expect([held(), due.map(({ milliseconds }) => milliseconds)]).toEqual(['secret', [60_000]]);
    await passes();
    expect(held()).toBe('');
  });

  it('is left alone when it has other contents by then', async () => {
    const { clipboard, system, passes, held } = make(answers);
    await clipboard.copy('secret');
    await system.writeText('of another program');
    await passes();
    expect(held()).toBe('of another program');
  });

  it('is cleared a minute after the last copy', async () => {
    const { clipboard, due } = make(answers);
    await clipboard.copy('first');
    await clipboard.copy('second');
    expect(due).toHaveLength(1);
  });

  it('is cleared when the program ends', async () => {
    const { clipboard, due, held } = make(answers);
    await clipboard.copy('secret');
    await clipboard.clearNow();
    expect([held(), due]).toEqual(['', []]);
  });

  it('can be emptied of another program’s contents', async () => {
    const { clipboard, system, held } = make(answers);
    await system.writeText('of another program');
    await clipboard.clear();
    expect(held()).toBe('');
  });

  it('is emptied together with the primary selection, where there is one', async () => {
    for (const [platform, left] of [
      ['linux', ''],
      ['darwin', 'of another program'],
    ] as const) {
      const { clipboard, texts } = make(answers, platform);
      texts.selection = 'of another program';
      await clipboard.clear();
      expect(texts.selection).toBe(left);
    }
  });

  it('clears a copied text that was also selected', async () => {
    const { clipboard, passes, texts } = make(answers);
    await clipboard.copy('secret');
    texts.selection = 'secret';
    await passes();
    expect(texts).toEqual({ clipboard: '', selection: '' });
  });

  it('is not touched when nothing was copied', async () => {
    const { clipboard, system, held } = make(answers);
    await system.writeText('of another program');
    await clipboard.clearNow();
    expect(held()).toBe('of another program');
  });
});

it('cannot be written or cleared by the page while another window is in front', async () => {
  const { clipboard, system, held } = make((value) => value);
  let inFront = false;
  const page = pageClipboard(clipboard, () => inFront);
  await system.writeText('of another program');
  for (const tried of [page.copy('of the page'), page.clear()])
    await expect(tried).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(held()).toBe('of another program');
  inFront = true;
  await page.copy('of the page');
  expect(held()).toBe('of the page');
});
