import { findDisplay } from './lib/display.mjs';
import { electronArguments, runElectron } from './lib/launch.mjs';
import { createLog } from './lib/log.mjs';
import { main } from './lib/main.mjs';
import { prepare } from './lib/prepare.mjs';

await main(async () => {
  const log = createLog(process.stdout);
  const { runtime } = await prepare(log);
  const display = await findDisplay();
  const isRoot = process.getuid?.() === 0;
  const environment = process.env;
  if (display.available) {
    return runElectron(runtime, electronArguments(process.argv.slice(2), { headless: false, isRoot, environment }));
  }
  log.line(`castellan: no window can open here: ${display.reason}. Running the guided tour in the terminal instead.`);
  return runElectron(runtime, electronArguments(['cli', 'tour'], { headless: true, isRoot }));
});
