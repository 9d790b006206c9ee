import { findDisplay } from './lib/display.mjs';
import { electronArguments, findSandbox, runElectron, sandboxByHand } from './lib/launch.mjs';
import { createLog } from './lib/log.mjs';
import { prepare } from './lib/prepare.mjs';
import { main, SetupProblem } from './lib/problem.mjs';

await main(async () => {
  const log = createLog(process.stdout);
  const { runtime } = await prepare(log);
  const display = await findDisplay();
  const { sandbox, obstacle } = findSandbox(runtime.executable);
  if (!display.available) {
    log.line(`castellan: no window can open here: ${display.reason}. Running the guided tour in the terminal instead.`);
    // People read this: the tour's words, which go to standard error, and not its result for programs.
    const args = electronArguments(['cli', 'tour'], { headless: true, sandbox });
    return runElectron(runtime, args, { stdio: ['inherit', 'ignore', process.stdout.fd] });
  }
  // Root cannot have the sandbox, and the window says so. Anyone else can, and should.
  if (obstacle !== undefined && process.getuid?.() !== 0) {
    throw new SetupProblem(
      `The window was not opened without its sandbox: ${obstacle}.`,
      sandboxByHand(runtime.executable),
    );
  }
  const environment = process.env;
  return runElectron(runtime, electronArguments(process.argv.slice(2), { headless: false, sandbox, environment }));
});
