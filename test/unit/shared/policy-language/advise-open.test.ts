import { expect, test } from 'vitest';
import { policy, rules, said } from './advised.ts';

const OPEN_TOKENS =
  'unlimited condition 1: Clause 1 is about transfers of SOL, and transfers of tokens are not limited. Add a clause about solana.tx.spl_transfers.';
const OPEN_COINS =
  'unlimited condition 1: Clause 1 is about transfers of tokens, and transfers of SOL are not limited. Add a clause about solana.tx.transfers.';
const OPEN_FEE =
  'unlimited condition 1: Clause 1 is about the outputs, and the fee is not limited. Add a clause about bitcoin.tx.fee.';
const someOf = (list: string) =>
  `unlimited condition 1: Clause 1 holds when one item of ${list} fits, and the other items are not limited. Write all(…), or add ${list}.count() == 1.`;

test.each([
  ['solana.tx.transfers.all(t, t.amount <= 5)', [OPEN_TOKENS]],
  ['solana.tx.spl_transfers.all(t, t.amount <= 5)', [OPEN_COINS]],
  ['solana.tx.transfers.all(t, t.amount <= 5) && solana.tx.spl_transfers.count() == 0', []],
  ['solana.tx.transfers.all(t, t.amount <= 5) && solana.tx.program_keys.count() == 1', []],
  ['solana.tx.transfers.any(t, t.amount <= 5)', [OPEN_TOKENS, someOf('solana.tx.transfers')]],
  ['solana.tx.transfers[0].amount <= 5 && solana.tx.spl_transfers.count() == 0', [someOf('solana.tx.transfers')]],
  [
    'solana.tx.transfers[0].amount <= 5 && solana.tx.transfers.count() == 1 && solana.tx.spl_transfers.count() == 0',
    [],
  ],
  [`solana.tx.program_keys.contains('${'1'.repeat(32)}')`, [someOf('solana.tx.program_keys')]],
  ['bitcoin.tx.outputs.all(o, o.value <= 5)', [OPEN_FEE]],
  ['bitcoin.tx.outputs.all(o, o.value <= 5) && bitcoin.tx.fee <= 5', []],
  [`tempo.tx.calls.any(c, c.to == '0x${'11'.repeat(20)}')`, [someOf('tempo.tx.calls')]],
  [`tempo.tx.calls.all(c, c.to == '0x${'11'.repeat(20)}')`, []],
  ["tron.tx.contract[0].type == 'TransferContract'", []],
  ['solana.tx.transfers.any(t, t.amount <= 5) && controls.daily', []],
])('what an allowing policy leaves open is named: %s', (condition, found) => {
  expect(said(policy(condition))).toEqual(found);
  expect(rules(policy(condition, { effect: 'EFFECT_DENY' }))).not.toContain('unlimited');
});

test('a count of keys names the count of people', () => {
  expect(said(policy('', { consensus: 'credentials.count() >= 2' }))).toContain(
    'one person consensus 1: Clause 1 of the consensus counts keys: one person with several can approve alone. approvers.count() counts people.',
  );
});
