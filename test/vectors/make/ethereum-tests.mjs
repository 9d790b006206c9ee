/** Makes ethereum-tests.json: `node test/vectors/make/ethereum-tests.mjs FOLDER`, where FOLDER is a checkout of ethereum/tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeVectors } from './rows.mjs';

const [folder = '.'] = process.argv.slice(2);
const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(folder, path), 'utf8'));

/** Newest first. Each transaction is judged by the newest fork that it names. */
const FORKS = ['Cancun', 'Shanghai', 'Paris', 'London'];

/**
 * Writes repetitions in long data as `{hex*count}`.
 * @param {string} hex
 */
const shorten = (hex) =>
  hex.replace(/((?:[0-9a-f]{2}){1,32}?)\1{7,}/g, (run, block) => `{${block}*${run.length / block.length}}`);

/** @typedef {{ result: Record<string, { exception?: string, sender?: string, hash?: string }>, txbytes: string }} Transaction */

const accepted = [];
const refused = [];
for (const file of readdirSync(join(folder, 'TransactionTests'), { recursive: true, encoding: 'utf8' }).toSorted()) {
  if (!file.endsWith('.json')) continue;
  for (const [test, { result, txbytes }] of Object.entries(
    /** @type {Record<string, Transaction>} */ (read(`TransactionTests/${file}`)),
  )) {
    const { exception, sender, hash } = result[FORKS.find((fork) => fork in result) ?? ''] ?? {};
    const name = file.endsWith(`/${test}.json`) ? file.slice(0, -'.json'.length) : `${file} ${test}`;
    if (exception === undefined) accepted.push([name, sender, hash, shorten(txbytes)]);
    else refused.push([name, exception, shorten(txbytes)]);
  }
}

/** @type {[string, { in: unknown, out: string }][]} */
const rlp = Object.entries(read('RLPTests/rlptest.json'));
/** @type {[string, { out: string }][]} */
const invalidRlp = Object.entries(read('RLPTests/invalidRLPTest.json'));

writeVectors('ethereum-tests', {
  transactions: { accepted, refused },
  rlp: {
    valid: rlp.map(([name, { in: item, out }]) => ({ name, item, out })),
    invalid: invalidRlp.map(([name, { out }]) => [name, out]),
  },
});
