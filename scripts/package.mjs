import { createLog } from './lib/log.mjs';
import { packageLayout } from './lib/package-layout.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/problem.mjs';

const USAGE = 'usage: npm run package -- [--test-layout]\n';

await main(async () => {
  const options = new Set(process.argv.slice(2));
  const testLayout = options.delete('--test-layout');
  if (options.size > 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  const log = createLog(process.stdout);
  const { runtime } = await prepare(log);
  const system = `${process.platform}-${process.arch}`;
  const folder = inRoot('dist', testLayout ? `castellan-test-${system}` : `castellan-${system}`);
  await log.step('packaging', () => packageLayout({ runtime, folder, testLayout }));
  log.line(`castellan: packaged in ${folder}`);
  return 0;
});
