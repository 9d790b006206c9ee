import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';
import { SHARED } from './playwright.shared.ts';

const from = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  ...SHARED,
  workers: 1,
  testDir: from('../current'),
  outputDir: from('../output/current/playwright'),
  use: {
    viewport: { width: 1280, height: 860 },
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      // Chromium refuses to sandbox for root.
      chromiumSandbox: process.getuid?.() !== 0,
      // The page requests only its own files, and so does the browser around it.
      args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'],
    },
  },
});
