import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import { SHARED } from './playwright.shared.ts';

const from = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  ...SHARED,
  testDir: from('../e2e'),
  outputDir: from('../output/playwright'),
});
