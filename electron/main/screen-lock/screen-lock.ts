import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listenToBus, socketOf } from './bus.ts';
import type { BusMessage } from './bus-message.ts';

export interface ScreenLockOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly userId: number;
  /** Called at each signal that locks the screen. */
  readonly lock: () => void;
  /** Calls back repeatedly. Returns the function that stops it. */
  readonly every: (milliseconds: number, run: () => void) => () => void;
}

/** The session's screen savers that signal a locked screen: GNOME, KDE and others, Cinnamon, MATE, Xfce. */
const SCREEN_SAVERS = ['gnome', 'freedesktop', 'cinnamon', 'mate', 'xfce'].map(
  (desktop) => `org.${desktop}.ScreenSaver`,
);
const LOGIN = 'org.freedesktop.login1';
const SYSTEM_BUS = 'unix:path=/run/dbus/system_bus_socket';
const AGAIN_AFTER_MS = 10_000;

/** Returns true when an address names an existing socket. */
function canReach(address: string): boolean {
  const socket = socketOf(address);
  return socket !== null && (socket.startsWith('\0') || existsSync(socket));
}

/** Returns the address of the session bus, or null when there is none to listen to. */
export function sessionBus(environment: ScreenLockOptions['environment']): string | null {
  const named = environment.DBUS_SESSION_BUS_ADDRESS;
  if (named) return canReach(named) ? named : null;
  const path = environment.XDG_RUNTIME_DIR ? join(environment.XDG_RUNTIME_DIR, 'bus') : null;
  return path !== null && existsSync(path) ? `unix:path=${path}` : null;
}

/**
 * Listens on Linux to the signals of a locked screen, which Electron does not. The session's screen saver sends
 * `ActiveChanged`. logind asks for the lock with `Lock`. Returns the function that stops it.
 */
export function followScreenLock({ environment, userId, lock, every }: ScreenLockOptions): () => void {
  const hear = ({ member, isTrue }: BusMessage) => {
    if (member === 'Lock' || (member === 'ActiveChanged' && isTrue)) lock();
  };
  const savers = SCREEN_SAVERS.map((name) => `type='signal',interface='${name}',member='ActiveChanged'`);
  const ended = [
    follow(() => sessionBus(environment), savers),
    // Only logind's signals count: other users of the machine can send on the system bus.
    follow(
      () => environment.DBUS_SYSTEM_BUS_ADDRESS ?? SYSTEM_BUS,
      [`type='signal',sender='${LOGIN}',interface='${LOGIN}.Session',member='Lock',${sessionRule(environment)}`],
    ),
  ];
  return () => {
    for (const end of ended) end();
  };

  function follow(addressOf: () => string | null, rules: readonly string[]): () => void {
    let stop: (() => void) | null = null;
    const begin = () => {
      const address = addressOf();
      if (stop !== null || address === null) return;
      stop = listenToBus({
        address,
        userId,
        rules,
        onSignal: hear,
        onEnd: () => {
          stop = null;
        },
      });
    };
    begin();
    const endLooks = every(AGAIN_AFTER_MS, begin);
    return () => {
      endLooks();
      stop?.();
    };
  }
}

/**
 * Matches this session if its id is known, else all. Logind escapes non-alphanumeric characters and a leading digit as
 * `_` and two hex digits.
 */
function sessionRule({ XDG_SESSION_ID: id }: ScreenLockOptions['environment']): string {
  const sessions = '/org/freedesktop/login1/session';
  if (!id || !/^[\x20-\x7e]+$/.test(id)) return `path_namespace='${sessions}'`;
  const name = id.replace(/^\d|[^A-Za-z0-9]/g, (letter) => `_${letter.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `path='${sessions}/${name}'`;
}
