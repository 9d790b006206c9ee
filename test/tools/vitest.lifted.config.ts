import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Each runs its share of the lifts, at the same time. One more than a small machine has cores: a lift may wait. */
const PARTS = [1, 2, 3];

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    maxWorkers: PARTS.length,
    // It only ends a test that hangs.
    testTimeout: 180_000,
    projects: PARTS.map((part) => ({
      extends: true,
      test: {
        name: `part ${part} of ${PARTS.length}`,
        include: ['test/lifted/lifted.test.ts'],
        provide: { part, parts: PARTS.length },
      },
    })),
  },
});
