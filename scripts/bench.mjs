import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { findDisplay, startXvfb } from './lib/display.mjs';
import { launch } from './lib/launch.mjs';
import { createLog } from './lib/log.mjs';
import { inRoot, ROOT } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { main } from './lib/problem.mjs';

/**
 * Resolves the imports of files in test/peers from that folder alone, and writes them as addresses into the built file.
 * @returns {import('vite').Plugin}
 */
function peers() {
  return {
    name: 'castellan-bench-peers',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (/^[./\0]/.test(source) || !importer?.startsWith(inRoot('test/peers/'))) return null;
      const { resolve } = await import(pathToFileURL(inRoot('test/peers/resolve.mjs')).href);
      return { id: resolve(source), external: 'absolute' };
    },
  };
}

/**
 * Bundles test/bench/run.ts as an Electron app of its own, out/bench. Its packages are not bundled.
 * @param {'shipping' | 'floor'} kind
 * @returns {Promise<string>} the app's folder
 */
async function buildBench(kind) {
  const { build } = await import('vite');
  const folder = inRoot('out/bench');
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [peers()],
    ssr: { external: true },
    resolve: {
      alias: kind === 'floor' ? [{ find: /^better-sqlite3$/, replacement: 'better-sqlite3-floor' }] : [],
    },
    build: {
      ssr: inRoot('test/bench/run.ts'),
      outDir: folder,
      emptyOutDir: true,
      target: 'node20.18',
      rolldownOptions: { external: ['electron'], output: { format: 'es', entryFileNames: 'index.js' } },
    },
  });
  const manifest = { name: 'castellan-bench', productName: 'Castellan benchmarks', type: 'module', main: 'index.js' };
  await writeFile(`${folder}/package.json`, `${JSON.stringify(manifest)}\n`);
  return folder;
}

// Measurements go to standard output, everything else to standard error.
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
      CASTELLAN_BENCH_PARTS: process.argv
        .slice(2)
        .filter((word) => !word.startsWith('-'))
        .join(' '),
    };
    return await launch(runtime, 'command', process.argv.slice(2), { app: folder, environment });
  } finally {
    xvfb?.stop();
  }
});
