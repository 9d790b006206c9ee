import { defineConfig } from 'vitest/config';
import { liftingPlugin } from '../lifted/lift.ts';
import { EXCLUDED, INCLUDED, SHARED } from './vitest.shared.ts';

/** Each file loads its modules anew, for one of them is another then. */
export default defineConfig({
  ...SHARED,
  plugins: [liftingPlugin()],
  test: { ...SHARED.test, include: INCLUDED, exclude: EXCLUDED },
});
