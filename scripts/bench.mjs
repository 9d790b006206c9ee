import { buildBench } from './lib/bench-build.mjs';
import { findDisplay } from './lib/display.mjs';
import { electronArguments, runElectron } from './lib/launch.mjs';
import { createLog } from './lib/log.mjs';
import { main } from './lib/main.mjs';
import { inRoot, ROOT } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { sandboxObstacle } from './lib/sandbox.mjs';
import { startXvfb } from './lib/xvfb.mjs';

// Measurements go to standard output; everything else to standard error.
await main(async () => {
  const log = createLog(process.stderr);
  const { runtime } = await prepare(log, { tests: true });
  const folder = await log.step('building the benchmarks', () => buildBench(runtime.kind));
  // The launch times need windows, even where there is no display.
  const xvfb = (await findDisplay()).available ? undefined : await startXvfb();
  try {
    const environment = {
      ...process.env,
      ...(xvfb === undefined ? {} : { DISPLAY: xvfb.display }),
      CASTELLAN_BENCH_ELECTRON: runtime.executable,
      CASTELLAN_BENCH_APP: ROOT,
      CASTELLAN_BENCH_OUT: inRoot('out'),
    };
    const sandbox = sandboxObstacle(runtime.executable) === undefined;
    const args = electronArguments(process.argv.slice(2), { headless: true, sandbox, folder });
    return await runElectron(runtime, args, { environment });
  } finally {
    xvfb?.stop();
  }
});
