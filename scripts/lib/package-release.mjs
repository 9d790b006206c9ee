import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenceOf } from './licences.mjs';
import { writeManual } from './manual.mjs';
import { readJson } from './npm.mjs';
import { KOFFI_BINARY, nativePackages } from './package-contents.mjs';
import { makeDeb } from './package-deb.mjs';
import { packageLayout } from './package-layout.mjs';
import { noticeOf } from './package-notice.mjs';
import { billOfMaterials } from './package-sbom.mjs';
import { digestList, digestOf, filesOf } from './package-tree.mjs';
import { inRoot } from './paths.mjs';
import { SetupProblem } from './problem.mjs';
import { registryFacts } from './registry-facts.mjs';
import { run } from './run.mjs';
import { FLOOR_SOURCE } from './runtime-floor.mjs';
import { shippingDigest, shippingSource } from './runtime-shipping.mjs';
import { makeWholeFolder } from './whole-folder.mjs';

/** The tools that make a package, each with the switch that shows its version. */
const TOOLS = { 'dpkg-deb': '--version', tar: '--version', xz: '--version', 'g++': '--version', npm: '--version' };

const SYSTEM = `${process.platform}-${process.arch}`;

/**
 * Makes everything that is published of one version: the packages, the bill of materials, the licences, the record of the
 * build, and the digests.
 * @param {object} options
 * @param {import('./runtime.mjs').Runtime} options.runtime
 * @param {string} options.folder appears whole or not at all, and replaces an older one.
 * @param {import('./package-identity.mjs').Identity} options.identity
 * @param {import('./package-changelog.mjs').Release[]} options.releases the packaged one first.
 * @param {import('./package-source.mjs').Source} options.source
 * @param {boolean} options.onlyDeb only the Debian package, with its digest.
 * @param {import('./log.mjs').Log} options.log
 * @returns {Promise<string[]>} names of the files
 */
export async function makeRelease({ runtime, folder, identity, releases, source, onlyDeb, log }) {
  const { epoch } = source;
  const tools = readTools();
  await makeWholeFolder(folder, async (partial) => {
    const output = join(partial, 'output');
    mkdirSync(output);
    const stem = `${identity.name}-${identity.version}-${SYSTEM}`;
    const layout = join(partial, stem);
    const manual = join(partial, 'manual');
    await writeManual(manual);
    await log.step('laying out the program', () => packageLayout({ runtime, folder: layout, identity, epoch }));
    if (!onlyDeb) {
      writeFileSync(join(output, `${stem}.files.sha256`), digestList(layout, filesOf(layout)));
      await log.step('making the archive', () => makeArchive({ partial, stem, output, identity, epoch }));
      copyFileSync(inRoot('out/licences.txt'), join(output, `${stem}.licences.txt`));
      writeFileSync(join(output, `${stem}.cdx.json`), billOf(runtime, identity, source));
    }
    await log.step('making the Debian package', () =>
      makeDeb({ layout, manual, work: join(partial, 'deb'), output, identity, releases, epoch }),
    );
    if (!onlyDeb)
      writeFileSync(join(output, `${stem}.build.json`), recordOf({ runtime, identity, source, tools, output }));
    const names = filesOf(output);
    writeFileSync(join(output, 'SHA256SUMS'), digestList(output, names));
    const [release] = releases;
    if (!onlyDeb && release !== undefined) {
      const packages = names.filter((name) => /\.(deb|tar\.[gx]z)$/.test(name));
      writeFileSync(join(output, 'notice.json'), noticeOf({ folder: output, names: packages, release }));
    }
    return output;
  });
  return filesOf(folder);
}

/** @param {{ partial: string, stem: string, output: string, identity: import('./package-identity.mjs').Identity, epoch: number }} options */
async function makeArchive({ partial, stem, output, identity, epoch }) {
  // One thread and two give different bytes. Two and more give the same.
  const [suffix, program] = identity.testLayout ? ['gz', 'gzip -1 -n'] : ['xz', 'xz -6 -T2'];
  const target = join(output, `${stem}.tar.${suffix}`);
  await run(
    'tar',
    [
      ...['--create', `--file=${target}`, `--use-compress-program=${program}`, '--format=gnu', '--sort=name'],
      ...[`--mtime=@${epoch}`, '--owner=root:0', '--group=root:0', '--numeric-owner', `--directory=${partial}`, stem],
    ],
    { what: 'Making the archive (tar)' },
  );
}

/** The versions of the tools. @returns {Record<string, string>} @throws {SetupProblem} for one that is missing */
function readTools() {
  const entries = Object.entries(TOOLS).map(([name, option]) => {
    const { status, stdout } = spawnSync(name, [option], { encoding: 'utf8' });
    if (status === 0) return [name, stdout.split('\n')[0] ?? ''];
    throw new SetupProblem(`${name} did not start, so nothing was packaged.`, [`Install ${name} and try again.`]);
  });
  return { node: process.version, ...Object.fromEntries(entries) };
}

/** @param {import('./runtime.mjs').Runtime} runtime @returns {{ archive: string, digest: { alg: 'SHA-256' | 'SHA-512', content: string } }} */
const electronSource = ({ kind, electron }) =>
  kind === 'floor'
    ? FLOOR_SOURCE
    : {
        archive: shippingSource(electron, SYSTEM, {}).url,
        digest: { alg: 'SHA-256', content: shippingDigest(electron, SYSTEM) },
      };

/**
 * Returns the bill of materials of a package of this checkout.
 * @param {import('./runtime.mjs').Runtime} runtime
 * @param {import('./package-identity.mjs').Identity} identity
 * @param {import('./package-source.mjs').Source} source
 */
export function billOf(runtime, identity, { commit }) {
  const bundled = /** @type {import('./package-sbom.mjs').Part[]} */ (readJson(inRoot('out/packages.json')));
  const { dependencies } = /** @type {{ dependencies: Record<string, string> }} */ (readJson(inRoot('package.json')));
  const { packages } = /** @type {{ packages: Record<string, import('./package-sbom.mjs').LockEntry> }} */ (
    readJson(inRoot('package-lock.json'))
  );
  const native = nativePackages(runtime.kind);
  // Style sheets bundle the typefaces, which Vite does not list. A native package of the other runtime does not ship.
  const others = Object.keys(dependencies).filter((name) => name.startsWith('@fontsource'));
  const parts = [...bundled, ...[...native, KOFFI_BINARY, ...others].map(licenceOf)];
  const electron = { version: runtime.electron, ...electronSource(runtime), contents: contentsOf(runtime) };
  return billOfMaterials({ identity, parts, lock: packages, electron, data: [registryFacts()], commit });
}

/** The parts of Electron that have versions of their own. @param {import('./runtime.mjs').Runtime} runtime */
function contentsOf({ executable }) {
  const { stdout } = spawnSync(executable, ['-p', 'JSON.stringify(process.versions)'], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  const versions = /** @type {Record<string, string>} */ (JSON.parse(stdout));
  return [
    { name: 'chromium', version: versions.chrome ?? '' },
    { name: 'node', version: versions.node ?? '' },
    { name: 'v8', version: versions.v8 ?? '' },
  ];
}

/**
 * The record of the build, without anything that differs between two builds of one commit on one system.
 * @param {object} options
 * @param {import('./runtime.mjs').Runtime} options.runtime
 * @param {import('./package-identity.mjs').Identity} options.identity
 * @param {import('./package-source.mjs').Source} options.source
 * @param {Record<string, string>} options.tools
 * @param {string} options.output
 */
function recordOf({ runtime, identity, source, tools, output }) {
  const { kind, electron } = runtime;
  const record = {
    name: identity.name,
    version: identity.version,
    testPackage: identity.testLayout,
    commit: source.commit,
    committedAt: new Date(source.epoch * 1000).toISOString(),
    uncommittedChanges: source.changed,
    electron: { version: electron, kind, ...electronSource(runtime) },
    tools,
    files: filesOf(output).map((name) => ({
      name,
      bytes: statSync(join(output, name)).size,
      sha256: digestOf(join(output, name)),
    })),
  };
  return `${JSON.stringify(record, null, 2)}\n`;
}
