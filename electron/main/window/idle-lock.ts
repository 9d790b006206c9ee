/** What of Electron's powerMonitor is used. */
export interface IdleMonitor {
  /** Seconds since the last key or pointer. */
  getSystemIdleTime(): number;
  on(event: 'suspend' | 'lock-screen', listener: () => void): unknown;
  off(event: 'suspend' | 'lock-screen', listener: () => void): unknown;
}

export interface IdleLockOptions {
  readonly monitor: IdleMonitor;
  /** Seconds since the last key or pointer in the window: what a remote desktop sends there the system may not count. */
  readonly windowIdle: () => number;
  /** After how many minutes without anybody, as it is now. */
  readonly idleMinutes: () => number;
  /** Called at every occasion; locking a locked vault must do nothing. */
  readonly lock: () => void;
  /** Calls back again and again; gives the function that ends it. */
  readonly every: (milliseconds: number, run: () => void) => () => void;
}

const LOOK_EVERY_MS = 10_000;

/** Locks when nobody has been at the machine for so long, when its screen is locked and when it sleeps. Gives the function that ends it. */
export function lockWhenIdle({ monitor, windowIdle, idleMinutes, lock, every }: IdleLockOptions): () => void {
  const stop = every(LOOK_EVERY_MS, () => {
    if (Math.min(monitor.getSystemIdleTime(), windowIdle()) >= idleMinutes() * 60) lock();
  });
  monitor.on('suspend', lock);
  monitor.on('lock-screen', lock);
  return () => {
    stop();
    monitor.off('suspend', lock);
    monitor.off('lock-screen', lock);
  };
}
