import { launch } from './lib/launch.mjs';
import { createLog } from './lib/log.mjs';
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/problem.mjs';

// Standard output belongs to the command's own result, so set-up speaks on standard error.
await main(async () => {
  const { runtime } = await prepare(createLog(process.stderr));
  return launch(runtime, 'command', process.argv.slice(2));
});
