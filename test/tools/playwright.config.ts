import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import { WINDOW_TESTS } from '../../scripts/lib/e2e.mjs';
import { SHARED } from './playwright.shared.ts';

const from = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const displays = (process.env.CASTELLAN_E2E_DISPLAYS ?? '').split(' ');
// Each of Playwright's workers reads this file, and starts the app on its own display.
process.env.DISPLAY = displays[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];

export default defineConfig({
  ...SHARED,
  workers: displays.length,
  testDir: from('..'),
  // `npm test` plays the jobs, `npm run test:windows` the others.
  projects: Object.entries(WINDOW_TESTS).map(([name, folder]) => ({ name, testMatch: `${folder}/*.spec.ts` })),
  outputDir: from('../output/playwright'),
  // The pictures of the documents are what their screens are compared with.
  snapshotPathTemplate: from('../../docs/pictures/{arg}{ext}'),
  updateSnapshots: 'none',
});
