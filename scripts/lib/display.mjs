import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { SetupProblem } from './problem.mjs';

const ANSWER_TIMEOUT_MS = 2_000;
const START_TIMEOUT_MS = 15_000;

const XVFB_ARGUMENTS = [
  ...['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-ac', '-noreset'],
  // Without it the screen saver starts after ten minutes, because tests send no X input, and Castellan locks every vault then.
  ...['-s', '0'],
];

/**
 * Returns the address of the X server of a DISPLAY (X(7), "Display names").
 * @param {string} display `:0`, `unix:0.0` or `host:10.0`
 * @returns {{ path: string } | { host: string, port: number } | undefined}
 */
export function displayAddress(display) {
  const [, host = '', number] = /^(.*):(\d+)(?:\.\d+)?$/.exec(display) ?? [];
  if (number === undefined) return undefined;
  return host === '' || host === 'unix' ? { path: `/tmp/.X11-unix/X${number}` } : { host, port: 6000 + Number(number) };
}

/**
 * Reports whether a window can open: there is a Wayland session, or the X server of DISPLAY answers.
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

/**
 * Starts a virtual X display on a free number, open to the other local users, because the tested app is not run by root.
 * @returns {Promise<{ display: string, stop: () => void }>}
 */
export function startXvfb() {
  return new Promise((resolve, reject) => {
    const child = spawn('Xvfb', XVFB_ARGUMENTS, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const stop = () => child.kill('SIGTERM');
    process.once('exit', stop);
    const fail = (/** @type {string} */ why) => {
      stop();
      reject(new SetupProblem(`The virtual display (Xvfb) did not start: ${why}.`));
    };
    const timer = setTimeout(() => fail('no answer within 15 seconds'), START_TIMEOUT_MS);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`it ended with code ${code}`));
    let number = '';
    child.stdio[3]?.on('data', (chunk) => {
      number += chunk;
      if (!number.includes('\n')) return;
      clearTimeout(timer);
      child.removeAllListeners('exit');
      resolve({ display: `:${number.trim()}`, stop });
    });
  });
}
