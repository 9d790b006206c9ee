import { create } from 'zustand';

/** Ages on the screen are minutes: looking three times a minute is enough. */
const TICK = 20_000;

/** The one clock that ages are counted from, in milliseconds. */
export const useClock = create<{ readonly now: number }>(() => ({ now: Date.now() }));

const tick = () => useClock.setState({ now: Date.now() });

/** Starts the clock. Gives the function that stops it. */
export function startClock(): () => void {
  const timer = setInterval(tick, TICK);
  window.addEventListener('focus', tick);
  return () => {
    clearInterval(timer);
    window.removeEventListener('focus', tick);
  };
}

/** Brings the clock up to date when something new arrives, so that it is never "in the future". */
export const touchClock = tick;
