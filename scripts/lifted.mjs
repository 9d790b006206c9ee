import { runLifted } from './lib/lifted.mjs';
import { createLog } from './lib/log.mjs';
import { main } from './lib/problem.mjs';

await main(() => runLifted(createLog(process.stdout), process.argv.slice(2)));
