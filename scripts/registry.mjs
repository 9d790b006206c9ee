import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createLog } from './lib/log.mjs';
import { inRoot } from './lib/paths.mjs';
import { main, SetupProblem } from './lib/problem.mjs';

const SOURCE = 'https://github.com/ethereum/clear-signing-erc7730-registry';
const USAGE = [`npm run registry -- FOLDER, a git clone of ${SOURCE}`];
const FOLDER = 'resources/erc7730';
/** Descriptors and the files that they include. The others are their test cases and attestations. */
const DESCRIPTOR = /^(?:registry|ercs)\/(?!.*\/(?:tests|testsv2|sigs)\/).*(?<!\.tests)\.json$/;
const MAXIMUM = 64 * 1024 * 1024;

/**
 * Returns a value as JSON in ASCII. One other character would make the vault hold two bytes for each of the whole text.
 * @param {unknown} value
 */
const asciiOf = (value) =>
  JSON.stringify(value).replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Writes the built-in ERC-7730 registry: a line about its source, then each file as its path, a tab and its JSON. */
await main(async () => {
  const [folder, ...rest] = process.argv.slice(2);
  if (folder === undefined || rest.length > 0) throw new SetupProblem('Name the clone of the registry.', USAGE);
  const git = (/** @type {readonly string[]} */ ...args) =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: MAXIMUM });
  const [commit = '', date = ''] = git('log', '-1', '--format=%H %cs', 'HEAD').trim().split(' ');
  const paths = git('ls-tree', '-r', '-z', '--name-only', 'HEAD', 'registry', 'ercs')
    .split('\0')
    .filter((path) => DESCRIPTOR.test(path));
  if (paths.length === 0) throw new SetupProblem(`${folder} has no descriptors.`, USAGE);
  const files = paths.sort().map((path) => `${path}\t${asciiOf(JSON.parse(git('show', `HEAD:${path}`)))}`);
  await mkdir(inRoot(FOLDER), { recursive: true });
  await writeFile(
    inRoot(FOLDER, 'registry.txt'),
    `${[JSON.stringify({ source: SOURCE, commit, date }), ...files].join('\n')}\n`,
  );
  await writeFile(inRoot(FOLDER, 'LICENSE.md'), git('show', 'HEAD:LICENSE.md'));
  createLog(process.stdout).line(`castellan: ${paths.length} files of ${date}`);
  return 0;
});
