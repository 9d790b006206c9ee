import { expect, it } from 'vitest';
import { livenessOf } from '../../../shared/words/index.ts';

const MINUTE = 60_000;
const MADE_AT = 1_790_000_000_000;

it.each([
  [-6 * MINUTE, 'Care: its time is 21 Sept 2026, 14:13:20 UTC, which is in the future on this machine.'],
  [-1, 'Made at 21 Sept 2026, 14:13:20 UTC. The service takes it for 60 more minutes.'],
  [0, 'Made at 21 Sept 2026, 14:13:20 UTC. The service takes it for 60 more minutes.'],
  [59 * MINUTE, 'Made at 21 Sept 2026, 14:13:20 UTC. The service takes it for 1 more minutes.'],
  [
    60 * MINUTE,
    'Care: it was made at 21 Sept 2026, 14:13:20 UTC, 60 minutes ago. The service refuses a new request of that age.',
  ],
])('a request of %d ms', (age, text) => {
  expect(livenessOf(MADE_AT, MADE_AT + age)).toBe(text);
});
