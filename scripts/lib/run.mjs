import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { SetupProblem } from './problem.mjs';

const TAIL_BYTES = 16_384;

const SHOWN_LINES = 15;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

const SIGNALS = /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM']);

/** The exit code of a process, as a shell says it: its own, or 128 + n when signal n ended it. @param {number | null} code @param {NodeJS.Signals | null} signal */
export const exitCode = (code, signal) => code ?? 128 + (signal === null ? 0 : constants.signals[signal]);

/** Ends the children with this process: an orphaned install would fight with the next one. @param {NodeJS.Signals} signal */
function endWithChildren(signal) {
  for (const child of running) child.kill('SIGTERM');
  process.exit(exitCode(null, signal));
}

/** Handles signals only while a child runs. Otherwise they belong to other code of the script. @param {boolean} on */
function listen(on) {
  for (const signal of SIGNALS) {
    if (on) process.on(signal, endWithChildren);
    else process.off(signal, endWithChildren);
  }
}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [what] names the work in the problem that a failure throws.
 * @property {string[]} [byHand] the steps by hand after a failure.
 * @property {(pid: number | undefined) => void} [onPid] called with the child's id, and with undefined at its end
 * @property {boolean} [inherit] shows the output instead of keeping it
 */

/**
 * Runs a program to its end and returns its output (standard output and error together, at most the last 16 KB).
 * @param {string} file
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} code is 128 + n when signal n ended it, 127 when it is missing
 */
export function runForCode(file, args, options = {}) {
  if (running.size === 0) listen(true);
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: options.inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    options.onPid?.(child.pid);
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString('utf8')).slice(-TAIL_BYTES);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const end = (/** @type {number} */ code) => {
      running.delete(child);
      if (running.size === 0) listen(false);
      options.onPid?.(undefined);
      resolve({ code, output });
    };
    child.once('error', (error) => {
      output += error.message;
      end(127);
    });
    child.once('close', (code, signal) => end(exitCode(code, signal)));
  });
}

/**
 * As runForCode, but a failure throws a SetupProblem that shows the last lines of the output.
 * @param {string} file
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>} the output
 */
export async function run(file, args, options = {}) {
  const { code, output } = await runForCode(file, args, options);
  if (code === 0) return output;
  throw new SetupProblem(`${options.what ?? [file, ...args].join(' ')} failed with code ${code}.`, [
    ...excerpt(output),
    ...(options.byHand ?? []),
  ]);
}

/** npm's warnings, its stacks, and the name of its log, which lies in a cache that set-up may remove. */
const NOISE = /^npm (?:warn|error +at |error A complete log)/;

/** Returns the most useful lines: the first and the last, without npm's noise. @param {string} output @returns {string[]} */
function excerpt(output) {
  const lines = output
    .trim()
    .split('\n')
    .filter((line) => !NOISE.test(line));
  return lines.length <= 2 * SHOWN_LINES
    ? lines
    : [...lines.slice(0, SHOWN_LINES), '...', ...lines.slice(-SHOWN_LINES)];
}
