import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { inRoot, ROOT } from './paths.mjs';

/**
 * Packages that a file of test/peers imports are found from that folder alone: the built file asks for them by address.
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
 * Bundles test/bench/run.ts as an Electron app of its own, out/bench; its packages stay packages.
 * @param {'shipping' | 'floor'} kind
 * @returns {Promise<string>} the app's folder
 */
export async function buildBench(kind) {
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
