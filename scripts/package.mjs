import { createLog } from './lib/log.mjs';
import { packageLayout } from './lib/package-layout.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { main, optionsOf } from './lib/problem.mjs';

await main(async () => {
  const testLayout = optionsOf('npm run package -- [--test-layout]', ['--test-layout']).has('--test-layout');
  const log = createLog(process.stdout);
  const { runtime } = await prepare(log);
  const system = `${process.platform}-${process.arch}`;
  const folder = inRoot('dist', testLayout ? `castellan-test-${system}` : `castellan-${system}`);
  await log.step('packaging', () => packageLayout({ runtime, folder, testLayout }));
  log.line(`castellan: packaged in ${folder}`);
  return 0;
});
