import { create } from 'zustand';
import { onComeBack } from './come-back.ts';

/** Ages on the screen are in minutes, so three updates a minute are enough. */
const TICK = 20_000;

/** The one clock that ages are counted from, in milliseconds. */
export const useClock = create<{ readonly now: number }>(() => ({ now: Date.now() }));

/** Updates the clock. Also called when data arrives, so that its time is never "in the future". */
export const touchClock = (): void => useClock.setState({ now: Date.now() });

/** Starts the clock. Returns the function that stops it. */
export function startClock(): () => void {
  const timer = setInterval(touchClock, TICK);
  const stop = onComeBack(touchClock);
  return () => {
    clearInterval(timer);
    stop();
  };
}
