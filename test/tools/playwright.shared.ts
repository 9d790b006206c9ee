import type { PlaywrightTestConfig } from 'playwright/test';

/** What all tests in windows share. */
export const SHARED = {
  // Two at once would measure the machine.
  workers: 1,
  timeout: 60_000,
  globalTimeout: 10 * 60_000,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json']],
} satisfies PlaywrightTestConfig;
