import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { KEYRING, makeAptRepository, missingTools } from './lib/apt-repository.mjs';
import { createLog } from './lib/log.mjs';
import { readSource } from './lib/package-source.mjs';
import { digestOf, filesOf } from './lib/package-tree.mjs';
import { inRoot } from './lib/paths.mjs';
import { main, messageOf, SetupProblem } from './lib/problem.mjs';

const USAGE = [
  'npm run apt-repository -- --key FINGERPRINT --until 2027-03-01 [--folder DIR] PACKAGE.deb...',
  'FINGERPRINT has 40 hexadecimal digits. DIR is release-apt when absent. SOURCE_DATE_EPOCH is the date of the repository, else the time of the commit.',
];

// Imports Node's own modules alone, so that it runs on the machine with the key, without set-up and without a network.
await main(async () => {
  const { values, positionals: debs } = readArguments();
  const { key = '', until = '', folder = inRoot('release-apt') } = values;
  if (!/^[0-9A-Fa-f]{40}$/.test(key)) throw new SetupProblem('--key is no whole fingerprint.', USAGE);
  const last = Date.parse(`${until}T00:00:00Z`) / 1000;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(until) || Number.isNaN(last)) throw new SetupProblem('--until is no day.', USAGE);
  if (debs.length === 0) throw new SetupProblem('No package was named.', USAGE);
  const missing = missingTools();
  if (missing.length > 0)
    throw new SetupProblem(`${missing.join(' and ')} is not installed, so no repository was made.`, [
      'Install it and run the same command again.',
    ]);
  for (const deb of debs) requireListed(deb);
  await makeAptRepository({ debs, folder: resolve(folder), key, date: dateOf(process.env), until: last });
  const log = createLog(process.stdout);
  for (const file of filesOf(folder)) log.line(`  ${join(folder, file)}`);
  log.line(`castellan: the public key for “Signed-By” is ${join(folder, KEYRING)}`);
  return 0;
});

function readArguments() {
  const text = /** @type {const} */ ({ type: 'string' });
  try {
    return parseArgs({ allowPositionals: true, options: { key: text, until: text, folder: text } });
  } catch (error) {
    throw new SetupProblem(messageOf(error), USAGE);
  }
}

/**
 * Refuses a package that the list of digests beside it does not have, and a package for tests.
 * @param {string} deb
 */
function requireListed(deb) {
  const name = basename(deb);
  const list = join(dirname(deb), 'SHA256SUMS');
  if (!existsSync(deb)) throw new SetupProblem(`There is no ${deb}, so no repository was made.`);
  if (!/^castellan_[\w.+~]+_amd64\.deb$/.test(name))
    throw new SetupProblem(`${name} is no release of Castellan for amd64, so no repository was made.`);
  const listed = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : [];
  if (!listed.includes(`${digestOf(deb)}  ${name}`))
    throw new SetupProblem(`${list} does not list ${name} with its digest, so no repository was made.`, [
      'Verify SHA256SUMS with its signature, and put it beside the package.',
    ]);
}

/** @param {NodeJS.ProcessEnv} environment @returns {number} seconds */
function dateOf({ SOURCE_DATE_EPOCH: given }) {
  if (given === undefined) return readSource().epoch;
  if (/^\d{1,12}$/.test(given)) return Number(given);
  throw new SetupProblem('SOURCE_DATE_EPOCH is no number of seconds, so no repository was made.');
}
