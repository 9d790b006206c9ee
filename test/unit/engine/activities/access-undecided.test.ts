import { expect, it } from 'vitest';
import { createAccessChecks } from '../../../../electron/engine/activities/access-checks.ts';
import type { ProfileRow } from '../../../../shared/model/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';

/** A stand-in for a service that leaves a request undecided: no real one does so for these requests. */
const checks = createAccessChecks({
  profiles: { get: () => ({ name: 'local' }) as ProfileRow },
  queries: {
    ask: async (name) => {
      const { example } = OPERATIONS[name];
      return 'response' in example ? (example.response as never) : (undefined as never);
    },
  },
  policyTrials: {
    compare: async (requests) =>
      requests.map((_, at) => {
        const decision = { outcome: 'allow' as const, by: ['root quorum'] };
        return at === 0 ? null : { before: decision, after: decision };
      }),
  },
});

it('is unknown where the service did not decide', async () => {
  const { trials } = await checks.check('00000000-0000-4000-8000-000000000001');
  expect(trials[0]).toMatchObject({ outcome: 'unknown', by: [] });
  expect(trials[1]).toMatchObject({ outcome: 'allow' });
});
