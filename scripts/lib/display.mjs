import { connect } from 'node:net';

const ANSWER_TIMEOUT_MS = 2_000;

/**
 * Where the X server of a DISPLAY listens (X(7), "Display names").
 * @param {string} display `:0`, `unix:0.0` or `host:10.0`
 * @returns {{ path: string } | { host: string, port: number } | undefined}
 */
export function displayAddress(display) {
  const [, host = '', number] = /^(.*):(\d+)(?:\.\d+)?$/.exec(display) ?? [];
  if (number === undefined) return undefined;
  return host === '' || host === 'unix' ? { path: `/tmp/.X11-unix/X${number}` } : { host, port: 6000 + Number(number) };
}

/**
 * Whether a window can open: there is a Wayland session, or the X server that DISPLAY names answers.
 * @param {NodeJS.ProcessEnv} [environment]
 * @param {string} [platform]
 * @returns {Promise<{ available: boolean, reason: string }>}
 */
export async function findDisplay(environment = process.env, platform = process.platform) {
  if (platform !== 'linux') return { available: true, reason: 'the desktop of the operating system' };
  const { WAYLAND_DISPLAY: wayland, DISPLAY: display } = environment;
  if (display !== undefined && display !== '') {
    const address = displayAddress(display);
    if (address !== undefined && (await answers(address)))
      return { available: true, reason: `the X display ${display}` };
    if (!wayland) return { available: false, reason: `the X display ${display} does not answer` };
  }
  if (wayland) return { available: true, reason: `the Wayland display ${wayland}` };
  return { available: false, reason: 'neither DISPLAY nor WAYLAND_DISPLAY is set' };
}

/** @param {import('node:net').NetConnectOpts} address @returns {Promise<boolean>} */
function answers(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    const end = (/** @type {boolean} */ answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
