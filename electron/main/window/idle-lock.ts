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
  /** Seconds since the last key or pointer in a window of ours: what a remote desktop sends there the system may not count. */
  readonly windowIdle: () => number;
  /** After how many minutes without anybody, as it is now. */
  readonly idleMinutes: () => number;
  /** Called at every occasion. Locking a locked vault must do nothing. */
  readonly lock: () => void;
  /** Calls back repeatedly. Returns the function that stops it. */
  readonly every: (milliseconds: number, run: () => void) => () => void;
}

const LOOK_EVERY_MS = 10_000;
/** Of no use here, but the question takes one: more than a screen was ever left alone. */
const NEVER_SECONDS = 1_000_000_000;

/** Locks when nobody has been at the machine for so long, when its screen is locked and when it sleeps. Gives the function that ends it. */
export function lockWhenIdle({ monitor, windowIdle, idleMinutes, lock, every }: IdleLockOptions): () => void {
  /** Some systems (Wayland without the extension for it, no display) say that there was a key just now, always. */
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
