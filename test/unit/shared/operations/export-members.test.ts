import { expect, it } from 'vitest';
import { bundlesIn, exportedIn, OPERATIONS, withTarget } from '../../../../shared/operations/index.ts';

const { exports: whole } = OPERATIONS.export_wallet;
const { exports: each } = OPERATIONS.export_secrets;
if (whole === null || each === null) throw new Error('both export');

it('the target of an export stands beside each object that it names', () => {
  expect(withTarget(whole, { walletId: 'w' }, '04')).toEqual({ walletId: 'w', targetPublicKey: '04' });
  const two = { secrets: [{ secretId: 's' }, { secretId: 't' }] };
  expect(withTarget(each, two, '04')).toEqual({
    secrets: [
      { secretId: 's', targetPublicKey: '04' },
      { secretId: 't', targetPublicKey: '04' },
    ],
  });
  expect(exportedIn(each, two)).toEqual(two.secrets);
});

it.each([[{}], [{ secrets: [] }], [{ secrets: ['s'] }], [{ secrets: [{}, 's'] }]])(
  'a list that is not of objects names none: %j',
  (parameters) => {
    expect(exportedIn(each, parameters)).toEqual([]);
  },
);

it('the bundles of a result are texts', () => {
  expect(bundlesIn(whole, { exportBundle: 'b' })).toEqual(['b']);
  expect(bundlesIn(each, { secretPayloads: ['b', 'c'] })).toEqual(['b', 'c']);
  for (const exportBundle of [undefined, 1, ['b']]) expect(bundlesIn(whole, { exportBundle })).toEqual([]);
  for (const secretPayloads of ['a', [1], ['a', 1], null]) expect(bundlesIn(each, { secretPayloads })).toEqual([]);
});
