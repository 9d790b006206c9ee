import { expect, it } from 'vitest';
import { checkParameters } from '../../../../shared/policy-language/index.ts';

it.each([
  [{ condition: "eth.tx.to == '0x1'", consensus: 'true', time: '' }, []],
  [{ condition: 1, scope: null }, []],
  [{ condition: 'eth.tx.to ==' }, [{ member: 'condition', place: 'line 1, column 13' }]],
  [{ policyConsensus: 'approvers.count() > ' }, [{ member: 'policyConsensus', place: 'line 1, column 21' }]],
  [{ scope: "activity.colour == 'red'" }, [{ member: 'scope', place: 'line 1, column 1' }]],
  [{ condition: 'a'.repeat(10_001) }, [{ member: 'condition', message: expect.stringContaining('10000 characters') }]],
  [
    { policies: [{ condition: 'true' }, { condition: 'activity.nothing == 1', consensus: '1' }] },
    [{ member: 'policies[1].condition' }, { member: 'policies[1].consensus' }],
  ],
])('the expressions of %j', (parameters, findings) => {
  expect(checkParameters(parameters)).toMatchObject(findings);
  expect(checkParameters(parameters)).toHaveLength(findings.length);
});
