import { join } from 'node:path';
import { installPackages, missingHere } from './apt.mjs';
import { build, isBuilt } from './build.mjs';
import { makeProgram, programMade } from './fuses.mjs';
import { takeLock } from './lock.mjs';
import { installPackagesFromLock, PEERS, packagesInstalled } from './npm.mjs';
import { cacheFolder } from './paths.mjs';
import { checkSystem } from './platform.mjs';
import { SetupProblem } from './problem.mjs';
import { currentRuntime, forgetRuntime, makeRuntime } from './runtime.mjs';
import { placeSqlite, sqlitePlaced } from './runtime-floor.mjs';
import { makeNode, NODE_VERSION, nodeMade } from './runtime-node.mjs';
import { bindingBuilt, buildBinding, canBuildBinding, missingTokens } from './token-binding.mjs';

/**
 * @typedef {object} Wants
 * @property {boolean} [tests] also the packages of the tests.
 * @property {boolean} [tokens] of that, a token in software
 * @property {boolean} [peers] of that, the libraries that tests compare with
 * @property {boolean} [current] also the current Node and Chromium.
 * @property {boolean} [shipping] only the runtime that is shipped will do
 * @property {boolean} [build] also the built application, which is the default.
 * @property {boolean} [packaging] for a package, which has keys on tokens on every system
 * @property {boolean} [retryRuntime] asks the network again for the runtime that is shipped
 *
 * @typedef {(pid: number | undefined) => void} OnPid
 *
 * @typedef {object} Step
 * @property {string} title
 * @property {() => boolean} done looks, quickly and without changing anything
 * @property {(onPid: OnPid) => Promise<unknown>} work
 */

/**
 * Prepares the machine and the checkout to run Castellan. Does nothing, in a fraction of a second, when all is there.
 * It may be interrupted at any point, and run several times at once.
 * @param {import('./log.mjs').Log} log
 * @param {Wants} [wants]
 * @returns {Promise<{ runtime: import('./runtime.mjs').Runtime, changed: boolean }>}
 */
export async function prepare(log, wants = {}) {
  checkSystem({ platform: process.platform, arch: process.arch, node: process.versions.node });
  const steps = stepsFor(log, wants);
  if (wants.retryRuntime !== true && steps.every((step) => step.done()))
    return { runtime: runtimeNow(), changed: false };

  const lock = await takeLock(join(cacheFolder(), 'locks'), 'setup', {
    onWait: (pid) => log.line(`castellan: another set-up is at work (process ${pid}); waiting for it to end`),
  });
  try {
    if (wants.retryRuntime === true) await forgetRuntime();
    for (const step of steps) {
      if (step.done()) continue;
      await log.step(step.title, () => step.work(lock.guard));
      // Otherwise every later start would do the same again without success.
      if (!step.done()) throw new SetupProblem(`${step.title} seemed to work, but what it should make is not there.`);
    }
    const tokens = missingTokens();
    if (tokens !== undefined) log.line(`castellan: ${tokens}`);
    return { runtime: runtimeNow(), changed: true };
  } finally {
    lock.release();
  }
}

/** @param {import('./log.mjs').Log} log @param {Wants} wants @returns {Step[]} in the order in which they depend on each other */
function stepsFor(log, wants) {
  const missing = () => missingHere(wants);
  /** @type {Step[]} */
  const steps = [
    {
      title: 'installing system packages',
      done: () => missing().length === 0,
      work: (onPid) => {
        log.line(`  ${missing().join(' ')}`);
        return installPackages(missing(), { isRoot: process.getuid?.() === 0, onPid });
      },
    },
    { title: 'installing the npm packages', done: () => packagesInstalled(), work: installPackagesFromLock },
    // Without a compiler everything but keys on tokens works. Code that needs one names the missing parts.
    { title: 'building pkcs11js', done: () => bindingBuilt() || !canBuildBinding(wants), work: buildBinding },
    {
      title: 'getting the Electron runtime',
      done: () => (wants.shipping === true ? currentRuntime()?.kind === 'shipping' : currentRuntime() !== undefined),
      work: (onPid) => makeRuntime({ log, onPid, shippingOnly: wants.shipping === true }),
    },
    {
      title: 'setting the fuses of the program',
      done: () => programMade(runtimeNow()),
      work: () => makeProgram(runtimeNow()),
    },
    {
      title: 'placing better-sqlite3 for this runtime',
      done: () => sqlitePlaced(runtimeNow()),
      work: async () => placeSqlite(runtimeNow()),
    },
    {
      title: 'building the application',
      done: () => isBuilt(runtimeNow()),
      work: (onPid) => build(runtimeNow(), onPid),
    },
  ];
  if (wants.build === false) steps.pop();
  if (wants.tests === true || wants.peers === true)
    steps.push({
      title: 'installing the libraries that tests compare with',
      done: () => packagesInstalled(PEERS),
      work: (onPid) => installPackagesFromLock(onPid, PEERS),
    });
  if (wants.current === true)
    steps.push({
      title: `getting Node ${NODE_VERSION}`,
      done: nodeMade,
      work: (onPid) => makeNode({ log, onPid }),
    });
  return steps;
}

/** @returns {import('./runtime.mjs').Runtime} the runtime, after the step that makes it */
function runtimeNow() {
  const runtime = currentRuntime();
  if (runtime === undefined) throw new Error('the runtime is used before it was made');
  return runtime;
}
