// Runs in Electron's main process with two last arguments: make or prove, and a folder. Makes the code caches
// (electron/main/bundle) of main and of its children, or proves that V8 takes them.
import { fileURLToPath } from 'node:url';
import { app, utilityProcess } from 'electron';
import { bundleOf, caches } from './caches.mjs';

const [action = '', folder = ''] = process.argv.slice(-2);
const bundle = bundleOf(folder);
// It would start the application.
caches(action, bundle, 'main', ['index.cjs'], ['index.cjs']);

const seeds = action === 'make' ? ' --hash-seed=1 --random-seed=1' : '';
// Not awaited: Electron is ready only after this file has run.
app.whenReady().then(() => {
  const child = utilityProcess.fork(fileURLToPath(new URL('child.mjs', import.meta.url)), [action, folder], {
    execArgv: [`--js-flags=${bundle.CHILD_FLAGS}${seeds}`],
  });
  child.once('exit', (code) => process.exit(code));
});
