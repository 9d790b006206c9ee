import { expect, it } from 'vitest';
import { unknownMembers } from '../../../electron/cli/members.ts';
import { OPERATIONS } from '../../../shared/operations/index.ts';

const account = OPERATIONS.create_wallet.example.parameters.accounts[0];

it.each(Object.values(OPERATIONS).map((operation) => [operation.name, operation] as const))(
  'finds nothing unknown in the example of %s',
  (_name, operation) => {
    const example =
      operation.kind === 'activity'
        ? operation.example.parameters
        : operation.kind === 'discovery'
          ? {}
          : operation.example.request;
    expect(unknownMembers(operation, example as Record<string, unknown>)).toEqual([]);
  },
);

it('finds a member inside a list', () => {
  const accounts = [account, { ...account, curves: 'CURVE_SECP256K1' }];
  expect(unknownMembers(OPERATIONS.create_wallet, { walletName: 'x', accounts })).toEqual([
    'Care: create_wallet has no member `curves` that Castellan knows. Castellan does not remove it. Did you mean `curve`?',
  ]);
});

it('repeats no name that may be a secret, and lists at most five', () => {
  const secret = '7f3a'.repeat(16);
  expect(unknownMembers(OPERATIONS.whoami, { [secret]: 1 })).toEqual([
    'Care: The JSON for whoami has a member that Castellan does not know. Castellan does not remove it.',
  ]);
  const many = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`other${index}`, 1]));
  const lines = unknownMembers(OPERATIONS.whoami, many);
  expect([lines.length, lines.at(-1)]).toEqual([6, 'Care: 2 more members are unknown to Castellan.']);
});

it('accepts the organization, which every envelope has', () => {
  expect(unknownMembers(OPERATIONS.list_wallets, { organizationId: 'x' })).toEqual([]);
});
