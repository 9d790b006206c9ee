import { readFileSync } from 'node:fs';
import { createLog } from './lib/log.mjs';
import { readChangelog, releasesUpTo } from './lib/package-changelog.mjs';
import { packageIdentity } from './lib/package-identity.mjs';
import { checkPackageable } from './lib/package-layout.mjs';
import { makeRelease } from './lib/package-release.mjs';
import { checkCommitted, readSource } from './lib/package-source.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { main, optionsOf } from './lib/problem.mjs';
import { bindingBuilt } from './lib/token-binding.mjs';

await main(async () => {
  const options = optionsOf('npm run package -- [--deb] [--test-layout]', ['--deb', '--test-layout']);
  const testLayout = options.has('--test-layout');
  const log = createLog(process.stdout);
  const { runtime } = await prepare(log);
  const { platform, arch } = process;
  checkPackageable({ ...runtime, testLayout, platform, arch, binding: bindingBuilt() });
  const source = readSource();
  checkCommitted(source, testLayout);
  const identity = packageIdentity(testLayout);
  const releases = releasesUpTo(readChangelog(readFileSync(inRoot('CHANGELOG.md'), 'utf8')), identity.released);
  const folder = inRoot('release');
  const files = await makeRelease({ runtime, folder, identity, releases, source, onlyDeb: options.has('--deb'), log });
  for (const file of files) log.line(`  release/${file}`);
  return 0;
});
