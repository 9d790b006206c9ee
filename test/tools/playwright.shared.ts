import type { PlaywrightTestConfig } from 'playwright/test';

/** Settings that all tests in windows share. */
export const SHARED = {
  // They only end a test that hangs. A busy machine takes ten times as long.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  globalTimeout: 90 * 60_000,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json']],
} satisfies PlaywrightTestConfig;
