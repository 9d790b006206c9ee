import { expect, it } from 'vitest';
import { bundleIn, exportedIn, OPERATIONS, withTarget } from '../../../../shared/operations/index.ts';

const { exports: whole } = OPERATIONS.export_wallet;
const { exports: each } = OPERATIONS.export_secrets;
if (whole === null || each === null) throw new Error('both export');

it('the target of an export stands beside the object that it names', () => {
  expect(withTarget(whole, { walletId: 'w' }, '04')).toEqual({ walletId: 'w', targetPublicKey: '04' });
  const one = { secrets: [{ secretId: 's' }] };
  expect(withTarget(each, one, '04')).toEqual({ secrets: [{ secretId: 's', targetPublicKey: '04' }] });
  expect(exportedIn(each, one)).toEqual({ secretId: 's' });
});

it.each([[{}], [{ secrets: [] }], [{ secrets: ['s'] }], [{ secrets: [{}, {}] }]])(
  'a list that has not exactly one object names none: %j',
  (parameters) => {
    expect(exportedIn(each, parameters)).toBeNull();
  },
);

it('the bundle of a result is one text', () => {
  expect(bundleIn(whole, { exportBundle: 'b' })).toBe('b');
  expect(bundleIn(each, { secretPayloads: ['b'] })).toBe('b');
  for (const secretPayloads of [[], ['a', 'b'], 'a', [1], null]) expect(bundleIn(each, { secretPayloads })).toBeNull();
});
