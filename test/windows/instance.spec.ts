import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { environmentOf, executable, expect, newHome, test } from '../e2e/harness.ts';

/** Starts the program again with the same state folder, and waits for its end. */
async function startAgain(home: string, ...words: string[]): Promise<{ said: string; code: number }> {
  const second = spawn(executable, ['--disable-gpu', '--', ...words], {
    env: environmentOf(home),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  second.stderr.on('data', (text: Buffer) => {
    said += text;
  });
  const [code] = (await once(second, 'close')) as [number];
  return { said, code };
}

test('a second start brings the first window to the front and ends with 0', async ({ launch }) => {
  const { app, home } = await launch();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  const { said, code } = await startAgain(home);
  expect(said).toContain('Castellan is already running');
  expect(code).toBe(0);
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => [window.isMinimized(), window.isVisible()]),
      ),
    )
    .toEqual([[false, true]]);
});

test('a second start with --offline opens nothing, and leaves the window with a network where it is', async ({
  launch,
}) => {
  const { app, home } = await launch();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const { said, code } = await startAgain(home, '--offline');
  expect(said).toContain('that window may have a network. No window was opened.');
  expect(code).toBe(1);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(false);
});

test('another state folder is another Castellan', async ({ launch }) => {
  const one = await launch({ home: newHome() });
  const two = await launch({ home: newHome() });
  expect(one.pid).not.toBe(two.pid);
});
