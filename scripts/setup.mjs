import { createLog } from './lib/log.mjs';
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/problem.mjs';

const USAGE = 'usage: npm run setup -- [--tests] [--retry-runtime]\n';

await main(async () => {
  const options = new Set(process.argv.slice(2));
  const wants = { tests: options.delete('--tests'), retryRuntime: options.delete('--retry-runtime') };
  if (options.size > 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  const log = createLog(process.stdout);
  const { runtime, changed } = await prepare(log, wants);
  log.line(`castellan: ${changed ? 'set up' : 'nothing to do'}, on Electron ${runtime.electron} (${runtime.kind})`);
  if (!changed) log.line(`  ${runtime.reason}`);
  return 0;
});
