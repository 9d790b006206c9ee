import { expect, it } from 'vitest';
import { resultFacts } from '../../../../renderer/request/result-facts.ts';
import type { ValueRow } from '../../../../shared/model/index.ts';

const row = (path: string, label: string, value: string, kind: ValueRow['kind'] = 'text'): ValueRow => ({
  path,
  label,
  value,
  kind,
});
const labels = (result: readonly ValueRow[], intent: readonly ValueRow[] = []) =>
  resultFacts({ result: [...result], intent: [...intent] }).map(({ label }) => label);

it('the addresses of a new wallet are labelled by their chains', () => {
  const intent = ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_SOLANA'].map((format, index) =>
    row(`accounts[${index}].addressFormat`, 'Address format', format, 'enum'),
  );
  const addresses = [0, 1].map((index) => row(`addresses[${index}]`, `Address ${index + 1}`, 'x', 'address'));
  expect(labels([row('walletId', 'Wallet id', 'w'), ...addresses], intent)).toEqual([
    ...['Wallet id', 'Ethereum', 'Solana'],
  ]);
  // Without a request to compare with, they are counted.
  expect(labels(addresses)).toEqual(['Address 1', 'Address 2']);
});

it('an only item has no number, and an empty list is named by its items', () => {
  expect(labels([row('userIds[0]', 'User 1', 'u')])).toEqual(['User']);
  expect(labels([row('userIds[0]', 'User 1', 'u'), row('userIds[1]', 'User 2', 'v')])).toEqual(['User 1', 'User 2']);
  expect(labels([row('userIds', 'User ids', 'none')])).toEqual(['Users']);
  expect(labels([row('policyIds', 'Policy ids', 'none')])).toEqual(['Policies']);
});
