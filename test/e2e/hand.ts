import type { Locator, Page } from 'playwright/test';
import { confirm } from './flows.ts';

/** Clicks of one operator, counted. Typing and scrolling are free. */
export interface Hand {
  click(target: Locator): Promise<void>;
  /** Answers the question in the confirmation window by the word on its button. */
  answer(yes: string): Promise<void>;
  /** Clicks since the last call. */
  spent(): number;
}

export function handOf(page: Page): Hand {
  let clicks = 0;
  return {
    async click(target) {
      clicks += 1;
      await target.click();
    },
    async answer(yes) {
      clicks += 1;
      await confirm(page, yes);
    },
    spent() {
      const spent = clicks;
      clicks = 0;
      return spent;
    },
  };
}
