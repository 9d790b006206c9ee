import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { liftingPlugin } from '../lifted/lift.ts';
import { LIFTS } from '../lifted/lifts.ts';
import { reportTo } from '../lifted/reporter.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** One project for each lift: the test file that must notice it, with the mechanism taken out as its module is loaded. */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    reporters: [reportTo(process.env.LIFTED_REPORT ?? '')],
    projects: LIFTS.map((lift) => ({
      extends: fileURLToPath(new URL('./vitest.config.ts', import.meta.url)),
      plugins: [liftingPlugin(lift, root)],
      test: { name: lift.mechanism, include: [lift.test] },
    })),
  },
});
