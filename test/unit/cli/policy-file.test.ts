import { expect, test } from 'vitest';
import { checkFile } from '../../../electron/cli/policy-file.ts';
import type { JsonObject } from '../../../shared/model/index.ts';

const wrong = { policyName: 'p', effect: 'EFFECT_DENY', condition: 'eth.tx.too == 1' };

test.each([1, 9, 50])('a policy %i members deep is checked', (depth) => {
  const nested = Array.from({ length: depth }).reduce<JsonObject>((inner) => ({ inner }), wrong);
  const beside = { ...nested, other: { policyName: 'q', effect: 'EFFECT_ALLOW', condition: 'true' } };
  expect(checkFile(beside)?.findings).toMatchObject([
    { member: `${'inner.'.repeat(depth)}condition`, message: expect.stringContaining('too') },
  ]);
});

test('an address with a wrong checksum is a warning', () => {
  const condition = "eth.tx.to == '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045'";
  const checked = checkFile({ policyName: 'p', effect: 'EFFECT_ALLOW', condition });
  expect(checked?.findings).toEqual([]);
  expect(checked?.warnings).toMatchObject([
    { member: 'condition', message: expect.stringContaining('The checksum (EIP-55)') },
  ]);
});

test('a wrong effect is no finding about an expression', () => {
  expect(checkFile({ effect: 'EFFECT_NONE', condition: "activity.action == 'SIGN'" })?.findings).toMatchObject([
    { member: 'effect', part: null },
  ]);
});
