import { createLog } from './lib/log.mjs';
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/problem.mjs';
import { runVitest } from './lib/runners.mjs';

await main(async () => {
  const { runtime } = await prepare(createLog(process.stderr), { build: false, tokens: true, peers: true });
  return runVitest(runtime, process.argv.slice(2));
});
