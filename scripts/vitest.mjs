import { createLog } from './lib/log.mjs';
import { main } from './lib/main.mjs';
import { prepare } from './lib/prepare.mjs';
import { runVitest } from './lib/vitest.mjs';

await main(async () => {
  const { runtime } = await prepare(createLog(process.stderr), { build: false, peers: true });
  return runVitest(runtime, process.argv.slice(2));
});
