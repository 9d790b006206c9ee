import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Arming, watchArming, watchPageEnd } from '../../../../renderer/trusted/arming.ts';

let page: EventTarget;
let scroll: (isIntersecting: boolean) => void;
let reported: Arming;
let end: () => void;
const watched = (isPaged: boolean) =>
  watchArming({} as Element, isPaged, (arming) => {
    reported = arming;
  });
beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { setTimeout, clearTimeout });
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { hasFocus: () => true });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: object[]) => void) {
        scroll = (isIntersecting) => seen([{ isIntersecting }]);
      }
      observe() {}
      disconnect() {}
    },
  );
  end = watched(true);
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the approval of a question is enabled', () => {
  it('when its end was on the screen and 600 ms have passed', () => {
    scroll(true);
    vi.advanceTimersByTime(599);
    expect(reported).toEqual({ read: true, armed: false });
    vi.advanceTimersByTime(1);
    expect(reported).toEqual({ read: true, armed: true });
  });

  it('not before its end was on the screen, however long that takes', () => {
    scroll(false);
    vi.advanceTimersByTime(60_000);
    expect(reported).toEqual({ read: false, armed: false });
    scroll(true);
    expect(reported.armed).toBe(true);
  });

  it('not before every page was seen, though its end was on the screen', () => {
    end();
    end = watched(false);
    scroll(true);
    vi.advanceTimersByTime(60_000);
    expect(reported).toEqual({ read: false, armed: false });
  });

  it('not while another window has the focus, nor for 600 ms after it', () => {
    scroll(true);
    vi.advanceTimersByTime(600);
    page.dispatchEvent(new Event('blur'));
    expect(reported.armed).toBe(false);
    vi.advanceTimersByTime(60_000);
    page.dispatchEvent(new Event('focus'));
    vi.advanceTimersByTime(599);
    expect(reported.armed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(reported.armed).toBe(true);
  });
});

describe('a page of a batch counts as read', () => {
  let reads: number;
  beforeEach(() => {
    end();
    reads = 0;
    end = watchPageEnd({} as Element, () => {
      reads += 1;
    });
  });

  it('when its end was on the screen for 600 ms', () => {
    scroll(true);
    vi.advanceTimersByTime(599);
    expect(reads).toBe(0);
    vi.advanceTimersByTime(1);
    expect(reads).toBe(1);
  });

  it('not while only its top is on the screen, nor when its end was scrolled past', () => {
    scroll(false);
    vi.advanceTimersByTime(60_000);
    scroll(true);
    vi.advanceTimersByTime(599);
    scroll(false);
    vi.advanceTimersByTime(60_000);
    expect(reads).toBe(0);
  });

  it('not while another window has the focus', () => {
    page.dispatchEvent(new Event('blur'));
    scroll(true);
    vi.advanceTimersByTime(60_000);
    expect(reads).toBe(0);
    page.dispatchEvent(new Event('focus'));
    vi.advanceTimersByTime(600);
    expect(reads).toBe(1);
  });

  it('not after another page took its place', () => {
    scroll(true);
    end();
    vi.advanceTimersByTime(60_000);
    expect(reads).toBe(0);
  });
});
