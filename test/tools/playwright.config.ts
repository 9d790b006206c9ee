import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';

const from = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  testDir: from('../e2e'),
  outputDir: from('../output/playwright'),
  // Each test starts the whole app; two at once would measure the machine.
  workers: 1,
  timeout: 60_000,
  globalTimeout: 10 * 60_000,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json']],
});
