import { electronArguments, findSandbox, runElectron } from './lib/launch.mjs';
import { createLog } from './lib/log.mjs';
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/problem.mjs';

// Standard output belongs to the command's own result, so set-up speaks on standard error.
await main(async () => {
  const { runtime } = await prepare(createLog(process.stderr));
  // The command line loads no page, so there is nothing for Chromium's sandbox.
  const { sandbox } = findSandbox(runtime.executable);
  return runElectron(runtime, electronArguments(['cli', ...process.argv.slice(2)], { headless: true, sandbox }));
});
