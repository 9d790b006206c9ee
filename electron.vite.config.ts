import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { asciiTemplates } from './scripts/lib/ascii-templates.mjs';
import { boundImports } from './scripts/lib/bound-imports.mjs';
import { OTHER_LANGUAGES } from './scripts/lib/language/catalogue.mjs';
import { mainInLanguages } from './scripts/lib/language/main.mjs';
import { alsoIn, inLanguage } from './scripts/lib/language/pages.mjs';
import { lazyFiles } from './scripts/lib/lazy-files.mjs';
import { preciseImports } from './scripts/lib/precise-imports.mjs';
import { startChunks } from './scripts/lib/start-chunks.mjs';

const from = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** scripts/lib/build.mjs builds beside `out/` and moves the result into place, so that a running app never sees half a build. */
const outputFolder = process.env.CASTELLAN_BUILD_FOLDER ?? from('out');

/** better-sqlite3 13 crashes the floor runtime (Node-API 9), which gets the older release under another name. */
const onFloor = process.env.CASTELLAN_RUNTIME_KIND === 'floor';
const sqlite = onFloor ? 'better-sqlite3-floor' : 'better-sqlite3';

/** The native modules stay packages; everything else is bundled, because the floor runtime's Node cannot `require` ESM. */
const nativeModules = ['keytar', 'koffi', 'pkcs11js', sqlite];

/** Each part of the build leaves a list of what it bundled, which scripts/lib/build.mjs makes into out/licences.txt. */
const license = { fileName: 'licences.json' };

/** The oldest runtime this must run on: Electron 33 (Chromium 130, Node 20.18). */
const nodeTarget = 'node20.18';
const chromeTarget = 'chrome130';

/** Modules of ours, except the entries, and of TypeBox only declare. A module whose exports a program does not use is not in its files. */
const declaresOnly =
  /[\\/](?:shared|electron|typebox)[\\/](?!(?:main|vault|token|custody)[\\/]index\.ts$|main[\\/]bundle[\\/](?:start|child)\.ts$)/;

const PAGES = {
  page: from('renderer/index.html'),
  trusted: from('renderer/trusted/index.html'),
  passkey: from('renderer/passkey/index.html'),
};

/** Layers stand in the order in which they are first named, and sheets are joined in any order: the list of tokens.css comes first. */
const layersFirst: Plugin = {
  name: 'layers-first',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const [order] = /@layer [a-z, ]+;/.exec(readFileSync(from('renderer/ui/tokens.css'), 'utf8')) ?? [''];
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = `${order}${file.source}`;
  },
};

/** The settings of the pages' build. English is the language of the sources, and has no plugin. */
const pages = (outDir: string, languages: readonly Plugin[]) => ({
  root: from('renderer'),
  plugins: [preciseImports(), ...languages, react(), layersFirst],
  build: {
    outDir,
    target: chromeTarget,
    sourcemap: false,
    license,
    minify: true,
    // One sheet: what is fetched later must not wait for another.
    cssCodeSplit: false,
    // Every Chromium that this runs on preloads modules by itself.
    modulePreload: { polyfill: false },
    // The content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    emptyOutDir: true,
    rolldownOptions: {
      input: PAGES,
      // `shared` only declares: what of it the first screen does not use, its schemas among it, is not in the first file.
      treeshake: { moduleSideEffects: (id: string) => !/[\\/]shared[\\/]/.test(id) },
      // Main serves each file of a page through a request of its own.
      output: { codeSplitting: { groups: startChunks(PAGES.page, Object.keys(PAGES).length) } },
    },
  },
});

export default defineConfig({
  main: {
    plugins: [mainInLanguages(), preciseImports(), lazyFiles(['secp256k1']), asciiTemplates(), boundImports()],
    resolve: { alias: [{ find: /^better-sqlite3$/, replacement: sqlite }] },
    build: {
      outDir: `${outputFolder}/main`,
      target: nodeTarget,
      sourcemap: false,
      license,
      externalizeDeps: false,
      rolldownOptions: {
        external: nativeModules,
        input: {
          start: from('electron/main/bundle/start.ts'),
          // The build makes the code caches with it.
          bundle: from('electron/main/bundle/bundle.ts'),
          child: from('electron/main/bundle/child.ts'),
          index: from('electron/main/index.ts'),
          vault: from('electron/vault/index.ts'),
          token: from('electron/token/index.ts'),
          custody: from('electron/custody/index.ts'),
        },
        treeshake: { moduleSideEffects: (id) => !declaresOnly.test(id) },
        // Shared modules joined into a larger file would be loaded by programs that do not use that file.
        experimental: { chunkOptimization: false },
        // CommonJS can be compiled from a code cache (electron/main/bundle).
        output: {
          format: 'cjs',
          strict: true,
          dynamicImportInCjs: false,
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name]-[hash].cjs',
          // One byte for each character: two would double the cost of loading a file.
          comments: false,
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
          codeSplitting: { groups: [{ name: 'secp256k1', test: /[\\/]tiny-secp256k1[\\/].*\.wasm/ }] },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: `${outputFolder}/preload`,
      target: nodeTarget,
      sourcemap: false,
      license,
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          index: from('electron/preload/index.ts'),
          trusted: from('electron/preload/trusted.ts'),
          passkey: from('electron/preload/passkey.ts'),
        },
        // A sandboxed preload has no module loader but `require('electron')`.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: pages(
    `${outputFolder}/renderer`,
    OTHER_LANGUAGES.map((language) =>
      alsoIn(language, `${outputFolder}/renderer`, (outDir) => pages(outDir, [inLanguage(language)])),
    ),
  ),
});
