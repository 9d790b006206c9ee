import { findDisplay } from './lib/display.mjs';
import { launch } from './lib/launch.mjs';
import { createLog } from './lib/log.mjs';
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/problem.mjs';

await main(async () => {
  const log = createLog(process.stdout);
  const { runtime } = await prepare(log);
  const display = await findDisplay();
  if (display.available) return launch(runtime, 'window', process.argv.slice(2));
  log.line(`castellan: no window can open here: ${display.reason}. Running the guided tour in the terminal instead.`);
  // People read this: the tour's words, which go to standard error, and not its result for programs.
  return launch(runtime, 'command', ['tour'], { stdio: ['inherit', 'ignore', process.stdout.fd] });
});
