import { describe, expect, it } from 'vitest';
import { createClearingClipboard } from '../../../../electron/main/window/clipboard.ts';

/** `answers` wraps what the clipboard gives: at once before Electron 44, in a promise since. */
function make(answers: <Value>(value: Value) => Value | Promise<Value>) {
  let held = '';
  const due: { milliseconds: number; run: () => void }[] = [];
  const system = {
    readText: () => answers(held),
    writeText(text: string) {
      held = text;
      return answers(undefined);
    },
    clear() {
      held = '';
    },
  };
  const clipboard = createClearingClipboard(system, (milliseconds, run) => {
    const entry = { milliseconds, run };
    due.push(entry);
    return () => void due.splice(due.indexOf(entry), 1);
  });
  const passes = async () => {
    for (const { run } of due.splice(0)) run();
    await new Promise(setImmediate);
  };
  return { clipboard, system, due, passes, held: () => held };
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

  it('is left alone when it holds something else by then', async () => {
    const { clipboard, system, passes, held } = make(answers);
    await clipboard.copy('secret');
    await system.writeText('of another program');
    await passes();
    expect(held()).toBe('of another program');
  });

  it('counts the minute from the last copy', async () => {
    const { clipboard, due } = make(answers);
    await clipboard.copy('first');
    await clipboard.copy('second');
    expect(due).toHaveLength(1);
  });

  it('is cleared at the end of the program', async () => {
    const { clipboard, due, held } = make(answers);
    await clipboard.copy('secret');
    await clipboard.clearNow();
    expect([held(), due]).toEqual(['', []]);
  });

  it('is emptied of what another program put there', async () => {
    const { clipboard, system, held } = make(answers);
    await system.writeText('of another program');
    await clipboard.clear();
    expect(held()).toBe('');
  });

  it('is not touched when nothing was copied', async () => {
    const { clipboard, system, held } = make(answers);
    await system.writeText('of another program');
    await clipboard.clearNow();
    expect(held()).toBe('of another program');
  });
});
