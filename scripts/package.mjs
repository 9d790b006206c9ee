import { readFileSync } from 'node:fs';
import { checkFresh, packageInFreshClone } from './lib/fresh-clone.mjs';
import { createLog } from './lib/log.mjs';
import { readChangelog, releasesUpTo } from './lib/package-changelog.mjs';
import { checkPackages } from './lib/package-check.mjs';
import { debName } from './lib/package-deb.mjs';
import { packageIdentity } from './lib/package-identity.mjs';
import { checkPackageable } from './lib/package-layout.mjs';
import { billOf, makeRelease } from './lib/package-release.mjs';
import { checkCommitted, readSource } from './lib/package-source.mjs';
import { makeSystemRelease } from './lib/package-system.mjs';
import { filesOf } from './lib/package-tree.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { main, optionsOf } from './lib/problem.mjs';
import { neededLibraries } from './lib/symbol-versions.mjs';
import { bindingBuilt } from './lib/token-binding.mjs';

await main(async () => {
  const usage = 'npm run package -- [--deb] [--test-layout] [--check]';
  // With --fresh a release run starts this script again, in its new clone.
  const options = optionsOf(usage, ['--deb', '--test-layout', '--check', '--fresh']);
  const testLayout = options.has('--test-layout');
  const onlyDeb = options.has('--deb');
  const fresh = options.has('--fresh');
  const folder = inRoot('release');
  const log = createLog(process.stdout);
  const source = readSource();
  checkCommitted(source, testLayout);
  const identity = packageIdentity(testLayout);
  if (testLayout || fresh) {
    if (fresh) checkFresh();
    const { runtime } = await prepare(log, { shipping: fresh, packaging: true });
    const { platform, arch } = process;
    const binding = bindingBuilt();
    checkPackageable({ ...runtime, ...neededLibraries(runtime), testLayout, platform, arch, binding });
    const releases = releasesUpTo(readChangelog(readFileSync(inRoot('CHANGELOG.md'), 'utf8')), identity.released);
    if (platform === 'linux') await makeRelease({ runtime, folder, identity, releases, source, onlyDeb, log });
    else {
      const bill = billOf(runtime, identity, source);
      await log.step('making the packages', () => makeSystemRelease({ runtime, folder, identity, bill }));
    }
  } else await packageInFreshClone({ commit: source.commit, args: onlyDeb ? ['--deb'] : [], folder });
  if (fresh) return 0;
  for (const file of filesOf(folder)) log.line(`  release/${file}`);
  if (!options.has('--check')) return 0;
  if (process.platform !== 'linux') {
    log.line(`castellan: not run: the checks of packages: there are none for ${process.platform}`);
    return 0;
  }
  const args = [...options].filter((option) => option !== '--check');
  return checkPackages({ folder, deb: debName(identity), args, source, log });
});
