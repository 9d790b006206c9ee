import { defineConfig } from 'vitest/config';
import { liftingPlugin } from '../lifted/lift.ts';
import { EXCLUDED, INCLUDED, SHARED } from './vitest.shared.ts';

export default defineConfig({
  ...SHARED,
  plugins: [liftingPlugin()],
  test: {
    ...SHARED.test,
    isolate: false,
    include: INCLUDED,
    exclude: EXCLUDED,
    // Without its mechanism a test may wait for an event that never comes.
    expect: { poll: { timeout: 5_000, interval: 20 } },
  },
});
