import { electronArguments, runElectron } from './lib/launch.mjs';
import { createLog } from './lib/log.mjs';
import { main } from './lib/main.mjs';
import { prepare } from './lib/prepare.mjs';

// Standard output belongs to the command's own result, so set-up speaks on standard error.
await main(async () => {
  const { runtime } = await prepare(createLog(process.stderr));
  const args = electronArguments(['cli', ...process.argv.slice(2)], {
    headless: true,
    isRoot: process.getuid?.() === 0,
  });
  return runElectron(runtime, args);
});
