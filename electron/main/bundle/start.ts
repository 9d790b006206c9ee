import { join } from 'node:path';
import { app } from 'electron';
import { runBundle } from './bundle.ts';

runBundle(join(app.getAppPath(), 'out', 'main', 'index.cjs'));
