import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserWindow, ipcMain, protocol, type WebContents } from 'electron';
import { PAGE_URLS } from '../../electron/main/security/page-address.ts';
import { createPageHandler, listPageFiles } from '../../electron/main/security/page-protocol.ts';
import { CHANNELS } from '../../shared/ipc/index.ts';
import { createFixtureBridge, type FixtureBridge, type Scenario } from '../unit/renderer/fixture-bridge.ts';
import { isOnce, ONCE } from './effort.ts';
import type { Setting } from './setting.ts';

const LONGEST = 180_000;

/** The built page in a window of its own, with ready-made rows in main's place. */
export interface PageWindow {
  readonly main: FixtureBridge;
  readonly webContents: WebContents;
  readonly inPage: (script: string) => Promise<unknown>;
  /** Waits for something that a script finds in the page. */
  readonly found: (script: string) => Promise<void>;
  /** Opens a place of the rail, and waits until its grid shows a screen of rows. Returns the script that finds the grid. */
  readonly openGrid: (name: string) => Promise<string>;
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Opens the page of the build in `out`. */
export async function openPage(out: string, scenario: Scenario): Promise<PageWindow> {
  const main = createFixtureBridge(scenario);
  ipcMain.handle(CHANNELS.call, (_event, { name, input }) => main.call(name, input));
  ipcMain.handle(CHANNELS.job, (_event, { name, jobId, input }) => main.job(name, jobId, input, () => undefined));
  protocol.handle('castellan', createPageHandler(listPageFiles(join(out, 'renderer'), 'app'), 'app'));
  const window = new BrowserWindow({
    width: 1280,
    height: 860,
    webPreferences: { preload: join(out, 'preload/index.cjs'), backgroundThrottling: false },
  });
  const { webContents } = window;
  main.on('app.changed', () => webContents.send(CHANNELS.event, { name: 'app.changed', payload: {} }));
  await window.loadURL(PAGE_URLS.app);
  const inPage = (script: string): Promise<unknown> => webContents.executeJavaScript(script);
  const found = async (script: string): Promise<void> => {
    for (let tries = 0; tries < 300; tries += 1) {
      if (await inPage(`Boolean(${script})`)) return;
      await pause(100);
    }
    throw new Error(`not in the page within 30 seconds: ${script}`);
  };
  const openGrid = async (name: string): Promise<string> => {
    const place = `[...document.querySelectorAll('nav button')].find((button) => button.textContent.includes('${name}'))`;
    const grid = `document.querySelector('[role="grid"][aria-label="${name}"]')`;
    await found(place);
    await inPage(`${place}.click()`);
    await found(`${grid}?.querySelector('[aria-rowindex="12"]')`);
    return grid;
  };
  return { main, webContents, inPage, found, openGrid };
}

/**
 * Starts the benchmarks once more, for one window alone, which `word` names. Returns the JSON value that they print.
 */
export function fromWindow({ electron, out }: Setting, word: string): unknown {
  const home = mkdtempSync(join(tmpdir(), 'castellan-bench-'));
  try {
    const { ELECTRON_RUN_AS_NODE: _asNode, ...environment } = process.env;
    const said = execFileSync(
      electron,
      [
        `--user-data-dir=${home}`,
        '--disable-gpu',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ...[join(out, 'bench'), '--', word, ...(isOnce ? [ONCE] : [])],
      ],
      { env: environment, encoding: 'utf8', timeout: LONGEST, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    return JSON.parse(said.slice(said.indexOf('{')));
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Why no window can open here, or null. */
export const windowObstacle = (): string | null =>
  process.platform === 'linux' && (process.env.DISPLAY ?? '') === '' ? 'there is no display and no Xvfb' : null;
