import { join } from 'node:path';
import { BrowserWindow, ipcMain, protocol } from 'electron';
import { PAGE_URLS } from '../../electron/main/security/page-address.ts';
import { createPageHandler, listPageFiles } from '../../electron/main/security/page-protocol.ts';
import { CHANNELS } from '../../shared/ipc/index.ts';
import { createFixtureBridge } from '../unit/renderer/fixture-bridge.ts';
import { effort } from './effort.ts';

/** The argument by which the benchmarks start themselves once more, for the window alone. */
export const SCROLLING = 'scrolling-window';

const TRANSACTIONS = 1_000_000;
/** Duration of each way of scrolling and interval of a held key's repeats, in milliseconds. */
const TIME = effort(4_000, 200);
const REPEAT = 33;
const FRAME = 16;

/** The milliseconds between the frames that the page drew while it was scrolled. */
export type Frames = Readonly<Record<string, readonly number[]>>;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The built page in a window of its own, with a million ready-made transactions in main's place: scrolled in each way, by real input. */
export async function scrollingFrames(out: string): Promise<Frames> {
  const main = createFixtureBridge({ now: Date.now(), accounts: 10, transactions: TRANSACTIONS });
  ipcMain.handle(CHANNELS.call, (_event, { name, input }) => main.call(name, input));
  ipcMain.handle(CHANNELS.job, (_event, { name, jobId, input }) => main.job(name, jobId, input, () => undefined));
  protocol.handle('castellan', createPageHandler(listPageFiles(join(out, 'renderer'), 'app'), 'app'));
  const window = new BrowserWindow({
    width: 1280,
    height: 860,
    webPreferences: { preload: join(out, 'preload/index.cjs'), backgroundThrottling: false },
  });
  const { webContents } = window;
  await window.loadURL(PAGE_URLS.app);
  const inPage = (script: string): Promise<unknown> => webContents.executeJavaScript(script);
  /** Waits for something that a script finds in the page. */
  const found = async (script: string): Promise<void> => {
    for (let tries = 0; tries < 300; tries += 1) {
      if (await inPage(`Boolean(${script})`)) return;
      await pause(100);
    }
    throw new Error(`not in the page within 30 seconds: ${script}`);
  };
  const place = `[...document.querySelectorAll('nav button')].find((button) => button.textContent.includes('History'))`;
  const grid = `document.querySelector('[role="grid"][aria-label="History"]')`;
  await found(place);
  await inPage(`${place}.click()`);
  await found(`${grid}?.querySelector('[aria-rowindex="12"]')`);
  await inPage(`{
    globalThis.frames = [];
    let before = 0;
    const note = (now) => { if (before > 0) frames.push(now - before); before = now; requestAnimationFrame(note); };
    requestAnimationFrame(note);
    ${grid}.focus();
  }`);
  const top = `${grid}.scrollTo(0, 0)`;

  const measured = async (work: () => Promise<unknown>): Promise<readonly number[]> => {
    await inPage(top);
    await pause(500);
    await inPage('frames.length = 0');
    await work();
    return (await inPage('[...frames]')) as number[];
  };
  const again = async (every: number, act: () => void): Promise<void> => {
    for (const end = performance.now() + TIME; performance.now() < end; await pause(every)) act();
  };
  const key = (keyCode: string) => () => webContents.sendInputEvent({ type: 'keyDown', keyCode });
  const wheel = () =>
    webContents.sendInputEvent({ type: 'mouseWheel', x: 640, y: 500, deltaX: 0, deltaY: -360, canScroll: true });
  /** As one who drags the bar from the top to the end. */
  const drag = `new Promise((done) => {
    const grid = ${grid};
    const [begun, whole] = [performance.now(), grid.scrollHeight - grid.clientHeight];
    const move = (now) => {
      grid.scrollTop = whole * Math.min((now - begun) / ${TIME}, 1);
      if (now - begun < ${TIME}) requestAnimationFrame(move); else done();
    };
    requestAnimationFrame(move);
  })`;
  const frames: Frames = {
    'nothing moves': await measured(() => pause(TIME / 2)),
    wheel: await measured(() => again(FRAME, wheel)),
    'the bar, to the end': await measured(() => inPage(drag)),
    'Page down held': await measured(() => again(REPEAT, key('PageDown'))),
    'arrow held': await measured(() => again(REPEAT, key('Down'))),
    'End and Home by turns': await measured(async () => {
      for (let turn = 0; turn < 8; turn += 1) {
        key(turn % 2 === 0 ? 'End' : 'Home')();
        await pause(TIME / 8);
      }
    }),
  };
  await inPage(`${grid}.scrollTo(0, ${grid}.scrollHeight)`);
  await found(`${grid}.querySelector('[aria-rowindex="${TRANSACTIONS + TRANSACTIONS / 16 + 1}"]')`);
  return frames;
}
