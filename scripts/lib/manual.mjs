import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readJson } from './npm.mjs';
import { inRoot, ROOT } from './paths.mjs';

/** Packages with native code for the runtime’s Node. The table of commands calls none of them. */
const NATIVE = new Set(['keytar', 'koffi', 'pkcs11js', 'better-sqlite3', 'better-sqlite3-floor']);

/**
 * Writes the manual pages (man/man1) and the completion scripts of bash, zsh and fish below a folder, laid out as
 * Debian has them below /usr/share. Needs node_modules, and neither a build nor a runtime.
 * @param {string} folder
 * @returns {Promise<string[]>} the paths below the folder
 */
export async function writeManual(folder) {
  const { version } = /** @type {{ version: string }} */ (readJson(inRoot('package.json')));
  const files = (await loadManual())(version);
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return files.map(({ path }) => path);
}

/** Bundles the table of commands, because Node 20 reads no TypeScript. */
async function loadManual() {
  const { build } = await import('vite');
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [
      { name: 'no-native', enforce: 'pre', resolveId: (id) => (NATIVE.has(id) ? EMPTY : null), load: emptyModule },
    ],
    build: { write: false, target: 'node20', minify: false, ssr: inRoot('electron/cli/manual.ts') },
    ssr: { noExternal: true },
  });
  const [output] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ ([built].flat());
  const [bundle] = output?.output ?? [];
  if (bundle?.type !== 'chunk') throw new Error('Vite made no bundle of the manual');
  const encoded = Buffer.from(bundle.code).toString('base64');
  /** @type {{ manualFiles: (version: string) => readonly { path: string, text: string }[] }} */
  const { manualFiles } = await import(`data:text/javascript;base64,${encoded}`);
  return manualFiles;
}

const EMPTY = '\0empty';

/** @param {string} id */
const emptyModule = (id) => (id === EMPTY ? 'export default {};' : null);
