import { spawn } from 'node:child_process';
import { SetupProblem } from './problem.mjs';

const START_TIMEOUT_MS = 15_000;

/**
 * Starts a virtual X display on a free number, open to the other local users, because the tested app is not run by root.
 * @returns {Promise<{ display: string, stop: () => void }>}
 */
export function startXvfb() {
  return new Promise((resolve, reject) => {
    const child = spawn(
      'Xvfb',
      ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-ac', '-noreset'],
      {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      },
    );
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
