import { readFileSync } from 'node:fs';
import { runLifted } from './lib/lifted.mjs';
import { createLog } from './lib/log.mjs';
import { inRoot } from './lib/paths.mjs';
import { main, SetupProblem } from './lib/problem.mjs';

const USAGE = ['npm run audit -- PAGE-03, with the id of a claim in SECURITY.md'];

await main(async () => {
  const [id = '', ...rest] = process.argv.slice(2);
  if (id === '' || rest.length > 0) throw new SetupProblem('Name one claim.', USAGE);
  const claims = readFileSync(inRoot('SECURITY.md'), 'utf8').split('\n');
  const claim = claims.find((line) => line.startsWith(`| ${id} |`));
  if (claim === undefined) throw new SetupProblem(`SECURITY.md has no claim ${id}.`, USAGE);
  const shownBy = claim.match(/^[^`]*`(test\/[^`]+)` \|$/)?.[1];
  if (shownBy !== undefined) {
    const command = shownBy.includes('/e2e/') ? 'e2e' : 'vitest';
    throw new SetupProblem(`Nothing can be taken out for ${id}. This test shows it on the whole program:`, [
      `npm run ${command} -- ${shownBy}`,
    ]);
  }
  return runLifted(createLog(process.stdout), ['--testNamePattern', ` '${id}' fails without this: `]);
});
