import type { PlaywrightTestConfig } from 'playwright/test';

/** What all tests in windows share. */
export const SHARED = {
  // They only end what hangs.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  globalTimeout: 15 * 60_000,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json']],
} satisfies PlaywrightTestConfig;
