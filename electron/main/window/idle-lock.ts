/** The used part of Electron's powerMonitor. */
export interface IdleMonitor {
  /** Seconds since the last key or pointer. */
  getSystemIdleTime(): number;
  /** Returns `locked` when the screen is locked: on Linux, when X11's screen saver is on. */
  getSystemIdleState(idleThreshold: number): string;
  on(event: 'suspend' | 'lock-screen', listener: () => void): unknown;
  off(event: 'suspend' | 'lock-screen', listener: () => void): unknown;
}

export interface IdleLockOptions {
  readonly monitor: IdleMonitor;
  /**
   * Seconds since the last key or pointer input in a window of ours. The system may not count input from a remote
   * desktop.
   */
  readonly windowIdle: () => number;
  /** The current limit in minutes without input. */
  readonly idleMinutes: () => number;
  /** Called at every occasion. Locking a locked vault must do nothing. */
  readonly lock: () => void;
  /** Calls back repeatedly. Returns the function that stops it. */
  readonly every: (milliseconds: number, run: () => void) => () => void;
}

const LOOK_EVERY_MS = 10_000;
/** The query needs a threshold, which is of no use here. No screen was ever idle for longer. */
const NEVER_SECONDS = 1_000_000_000;

/**
 * Locks after the idle time, when the screen is locked, and when the machine sleeps. Returns the function that stops
 * it.
 */
export function lockWhenIdle({ monitor, windowIdle, idleMinutes, lock, every }: IdleLockOptions): () => void {
  /** Some systems (Wayland without the extension for it, no display) always report a recent key. */
  let isCounted = false;
  const idleSeconds = () => {
    const seconds = monitor.getSystemIdleTime();
    isCounted ||= seconds > 0;
    return isCounted ? Math.min(seconds, windowIdle()) : windowIdle();
  };
  const stop = every(LOOK_EVERY_MS, () => {
    const isLocked = monitor.getSystemIdleState(NEVER_SECONDS) === 'locked';
    if (isLocked || idleSeconds() >= idleMinutes() * 60) lock();
  });
  monitor.on('suspend', lock);
  // Only macOS and Windows send this event. `screen-lock/` listens on Linux.
  monitor.on('lock-screen', lock);
  return () => {
    stop();
    monitor.off('suspend', lock);
    monitor.off('lock-screen', lock);
  };
}
