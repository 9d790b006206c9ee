import { expect, it } from 'vitest';
import { missingVotes } from '../../../../electron/custody/activities/missing-votes.ts';
import { tryPolicy } from '../../../../electron/custody/activities/try-policy.ts';
import { getMfaStatus } from '../../../../electron/custody/handlers/organizations/mfa-policies.ts';
import type { QueryContext } from '../../../../electron/custody/request-context.ts';

type Read = (context: QueryContext) => unknown;

const POLICY = {
  policyId: null,
  policyName: 'p',
  effect: 'EFFECT_ALLOW' as const,
  condition: '',
  consensus: '',
  time: '',
};
const READERS: Readonly<Record<string, Read>> = {
  'the status of MFA': (context) => getMfaStatus({ organizationId: 'o', activityId: 'a' }, context),
  'the missing votes': (context) => missingVotes('o', 'a', context),
  'the trial of a policy': (context) =>
    tryPolicy({ organizationId: 'o', policy: POLICY, activityIds: ['a'], request: null, people: null }, context),
};

// Otherwise the first reader would hash whole archives in one turn, and no other request would be answered meanwhile.
it.each(Object.entries(READERS))('%s is read once the archives were compared', async (_name, read) => {
  const steps: string[] = [];
  const noted = (step: string) => () => {
    steps.push(step);
    return undefined;
  };
  let compared = () => {};
  const store = {
    archives: { checked: () => new Promise<void>((done) => (compared = done)) },
    activities: { find: noted('read') },
    organizations: { find: noted('read') },
  };
  const context = { store, caller: { organization: { organizationId: 'o' } } } as unknown as QueryContext;
  const reading = Promise.resolve(read(context)).catch(noted('refused'));
  await new Promise((next) => setImmediate(next));
  expect(steps).toEqual([]);
  compared();
  await reading;
  expect(steps[0]).toBe('read');
});
