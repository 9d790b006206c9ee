// Runs in a process like those of main's children, with two arguments: make or prove, and a folder.
import { bundleOf, caches } from './caches.mjs';

const [action = '', folder = ''] = process.argv.slice(-2);
caches(action, bundleOf(folder), 'child', ['vault.cjs', 'token.cjs', 'custody.cjs']);
process.exit(0);
