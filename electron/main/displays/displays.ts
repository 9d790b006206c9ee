import { connect } from 'node:net';
import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The longest wait for a connection, in milliseconds. A display of this machine takes one at once. */
const ANSWER_MS = 2000;

/** A display that the session names. `answers` is null when it was not tried. */
interface Tried {
  readonly name: string;
  readonly answers: boolean | null;
}

/** The sockets of a display. Null for a display of another machine. */
interface Named {
  readonly name: string;
  readonly sockets: readonly string[] | null;
}

/**
 * Tries the displays that the session names: the X server of DISPLAY, then the Wayland compositor of WAYLAND_DISPLAY, as
 * the launcher does. A server that takes a connection answers. An X server of another machine is not tried.
 */
export const tryDisplays = (
  environment: Environment,
  isOpen: (socket: string) => Promise<boolean> = takesConnection,
): Promise<Tried[]> =>
  Promise.all(
    [...xDisplays(environment), ...waylandDisplays(environment)].map(async ({ name, sockets }) => ({
      name,
      answers: sockets === null ? null : (await Promise.all(sockets.map(isOpen))).includes(true),
    })),
  );

/** Display names of X(7). A server listens at a file and, on Linux, at the same name in the abstract namespace. */
function xDisplays({ DISPLAY: name }: Environment): Named[] {
  if (!name) return [];
  const number = /^(?:unix)?:(\d+)(?:\.\d+)?$/.exec(name)?.[1];
  if (number === undefined) return [{ name, sockets: name.includes(':') && !name.startsWith(':') ? null : [] }];
  const path = `/tmp/.X11-unix/X${number}`;
  return [{ name, sockets: [path, `\0${path}`] }];
}

/** The compositor's socket: a path, or a name in XDG_RUNTIME_DIR (wl_display_connect(3)). */
function waylandDisplays({ WAYLAND_DISPLAY: name, XDG_RUNTIME_DIR: folder }: Environment): Named[] {
  if (!name) return [];
  if (isAbsolute(name)) return [{ name, sockets: [name] }];
  return [{ name, sockets: folder ? [join(folder, name)] : [] }];
}

function takesConnection(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.setTimeout(ANSWER_MS, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
