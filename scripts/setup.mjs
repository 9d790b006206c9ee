import { createLog } from './lib/log.mjs';
import { prepare } from './lib/prepare.mjs';
import { main, optionsOf } from './lib/problem.mjs';
import { missingTokens } from './lib/token-binding.mjs';

await main(async () => {
  const options = optionsOf('npm run setup -- [--tests] [--retry-runtime]', ['--tests', '--retry-runtime']);
  const wants = { tests: options.has('--tests'), retryRuntime: options.has('--retry-runtime') };
  const log = createLog(process.stdout);
  const { runtime, changed } = await prepare(log, wants);
  log.line(`castellan: ${changed ? 'set up' : 'nothing to do'}, on Electron ${runtime.electron} (${runtime.kind})`);
  if (changed) return 0;
  log.line(`  ${runtime.reason}`);
  const tokens = missingTokens();
  if (tokens !== undefined) log.line(`  ${tokens}`);
  return 0;
});
