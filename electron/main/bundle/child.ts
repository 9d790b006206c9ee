import { join } from 'node:path';
import { runBundle } from './bundle.ts';

// Main names the program. The bundler leaves an entry's own module in the entry's file, beside the programs.
runBundle(join(import.meta.dirname, `${process.env.CASTELLAN_PROCESS}.cjs`), 'child');
