import { effort } from './effort.ts';
import { openPage, pause } from './page-window.ts';

/** The argument by which the benchmarks start themselves once more, for the window alone. */
export const SCROLLING = 'scrolling-window';

const TRANSACTIONS = 1_000_000;
/** Duration of each way of scrolling and interval of a held key's repeats, in milliseconds. */
const TIME = effort(4_000, 200);
const REPEAT = 33;
const FRAME = 16;

/** The milliseconds between the frames that the page drew while it was scrolled. */
export type Frames = Readonly<Record<string, readonly number[]>>;

/** The built page in a window of its own, with a million ready-made transactions in main's place: scrolled in each way, by real input. */
export async function scrollingFrames(out: string): Promise<Frames> {
  const scenario = { now: Date.now(), accounts: 10, transactions: TRANSACTIONS };
  const { webContents, inPage, found, openGrid } = await openPage(out, scenario);
  const grid = await openGrid('History');
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
