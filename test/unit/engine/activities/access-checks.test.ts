import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccessChecks } from '../../../../electron/engine/activities/access-checks.ts';
import type { ComposedRequest } from '../../../../shared/model/index.ts';
import { checkValue, findActivityByType } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

describe('the access of a user', () => {
  let bench: Bench & { address: string };
  let asked: readonly ComposedRequest[] = [];
  /** Only the decisions are a stand-in, so that the requests can be looked at. */
  const checks = () =>
    createAccessChecks({
      profiles: bench.engine.profiles,
      queries: bench.engine.queries,
      policyTrials: {
        async compare(requests) {
          asked = requests;
          const decision = { outcome: 'allow' as const, by: ['root quorum'] };
          return requests.map(() => ({ before: decision, after: decision }));
        },
      },
    });

  beforeAll(async () => {
    bench = await createReadyBench();
  });
  afterAll(() => bench.end());

  it('is tried with requests that the service takes, for each wallet and the organization', async () => {
    const { trials, untried } = await checks().check('00000000-0000-4000-8000-000000000001');
    expect(untried).toBe(0);
    expect(trials.map(({ act }) => act)).toEqual(
      expect.arrayContaining(['create wallet', 'change quorum', 'send', 'sign message', 'create accounts', 'export']),
    );
    expect(asked).toHaveLength(trials.length);
    for (const { type, parameters, approvers } of asked) {
      const operation = findActivityByType(type);
      expect(operation === undefined ? ['none'] : checkValue(operation.parameters, JSON.parse(parameters))).toEqual([]);
      expect(approvers).toEqual(['00000000-0000-4000-8000-000000000001']);
    }
  });
});
