import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/model/index.ts';
import {
  checkParameterAddresses,
  checkParameters,
  checkParameterValues,
} from '../../../../shared/policy-language/index.ts';

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

it('the addresses of a request whose checksum is wrong are found in each policy, and none in a faulty expression', () => {
  const wrong = "eth.tx.to == '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045'";
  const policies = [{ condition: wrong }, { condition: `${wrong} &&` }, { condition: wrong.toLowerCase() }];
  expect(checkParameterAddresses({ policies })).toEqual([
    {
      member: 'policies[0].condition',
      part: 'condition',
      place: 'line 1, column 14',
      start: 13,
      end: 57,
      message: expect.stringMatching(/^The checksum \(EIP-55\) of '0xD8dA6BF2.*copy the address again\.$/),
    },
  ]);
});

const [TAUTOLOGY, NEVER] = [
  "activity.action == 'SIGN' || activity.action != 'SIGN'",
  'eth.tx.value > 5 && eth.tx.value < 3',
];
it.each<[JsonObject, string[]]>([
  [{ condition: TAUTOLOGY }, ['condition']],
  [{ consensus: 'approvers.count() >= 0' }, ['consensus']],
  [
    { effect: 'EFFECT_ALLOW', condition: TAUTOLOGY, consensus: 'approvers.count() >= 0' },
    ['condition', 'consensus', 'effect'],
  ],
  ...['false', "'a' == 'b'", '1 == 2', NEVER].flatMap((condition): [JsonObject, string[]][] => [
    [{ condition }, ['condition']],
    [{ effect: 'EFFECT_DENY', condition }, ['condition']],
  ]),
  [{ effect: 'EFFECT_DENY', condition: '' }, ['effect']],
  [{ effect: 'EFFECT_DENY', condition: "activity.action == 'EXPORT'", consensus: 'true' }, []],
  [{ policyId: 'x', policyEffect: 'EFFECT_DENY', policyCondition: '' }, []],
  [{ policies: [{ effect: 'EFFECT_DENY', condition: '' }] }, ['policies[0].effect']],
])('the clauses of %j that always or never hold', (parameters, expected) => {
  expect(checkParameterValues(parameters).map(({ member }) => member)).toEqual(expected);
});
