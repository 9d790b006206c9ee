import { expect, it } from 'vitest';
import { livenessOf } from '../../../shared/words/index.ts';

const MINUTE = 60_000;
const MADE_AT = 1_790_000_000_000;

it.each([
  [-6 * MINUTE, 'Care: its time is 2026-09-21T14:13:20.000Z, which is in the future on this machine.'],
  [-1, 'Made at 2026-09-21T14:13:20.000Z. The service takes it for 60 more minutes.'],
  [0, 'Made at 2026-09-21T14:13:20.000Z. The service takes it for 60 more minutes.'],
  [59 * MINUTE, 'Made at 2026-09-21T14:13:20.000Z. The service takes it for 1 more minutes.'],
  [
    60 * MINUTE,
    'Care: it was made at 2026-09-21T14:13:20.000Z, 60 minutes ago. The service refuses a new request of that age.',
  ],
])('a request of %d ms', (age, text) => {
  expect(livenessOf(MADE_AT, MADE_AT + age)).toBe(text);
});
