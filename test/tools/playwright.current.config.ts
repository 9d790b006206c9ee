import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';

const from = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  testDir: from('../current'),
  outputDir: from('../output/current/playwright'),
  workers: 1,
  timeout: 60_000,
  globalTimeout: 5 * 60_000,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json']],
  use: {
    viewport: { width: 1280, height: 860 },
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      // Chromium refuses to sandbox for root.
      chromiumSandbox: process.getuid?.() !== 0,
      // The page asks for nothing but its own files; neither does the browser around it.
      args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'],
    },
  },
});
