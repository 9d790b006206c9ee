import { type AnvilNode, startAnvil } from '../peers/anvil-node.ts';
import { skipWithoutAnvil } from './anvil.ts';
import { confirm, confirmation, createLocalVault, createWallet, goTo, place } from './flows.ts';
import { handOf } from './hand.ts';
import { expect, test } from './harness.ts';
import { answerByKeys, pressOn } from './keys.ts';
import { inspectConfirmation, inspectScreen } from './screens.ts';
import { addNode, sendFromFirst, textbox } from './sending.ts';

/** Payments in ether to addresses that hold nothing. */
const PAID = ['1.5', '0.25', '2'].map((amount, index) => ({ to: `0x${`${index + 11}`.repeat(20)}`, amount }));
const TABLE = ['to,amount', ...PAID.map(({ to, amount }) => `${to},${amount}`)].join('\n');
/** The lines of a second batch. */
const OTHERS = [`0x${'21'.repeat(20)},0.5`, `0x${'22'.repeat(20)},0.75`];
const ether = (count: number) => `0x${(BigInt(count) * 10n ** 18n).toString(16)}`;

interface Transaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly nonce: string;
  readonly value: string;
}
interface Block {
  readonly transactions: readonly Transaction[];
}

test.describe('several signed payments', () => {
  let node: AnvilNode;
  test.beforeAll(async () => {
    skipWithoutAnvil();
    node = await startAnvil('--chain-id', '1', '--no-mining');
  });
  test.afterAll(() => node?.end());

  test('are broadcast after one answer, and each is in a block', async ({ launch }) => {
    const { page } = await launch();
    await createLocalVault(page);
    await createWallet(page, 'Treasury');
    const address = await page.evaluate(async () => {
      const reply = await window.castellan.call('accounts.list', { search: '', offset: 0, limit: 1 });
      return (reply as { value: { rows: { address: string }[] } }).value.rows[0]?.address ?? '';
    });
    await node.call('anvil_setBalance', address, ether(10));
    await addNode(page, node);
    await sendFromFirst(page);
    await page.getByRole('button', { name: 'Send many' }).click();
    await expect(place(page, 'Send many')).toBeVisible();
    await textbox(page, 'Table').fill(TABLE);
    await textbox(page, 'Name').fill('payroll');
    await page.getByRole('button', { name: 'Check lines' }).click();
    await page.getByRole('button', { name: 'Review 3 payments' }).click();
    await expect((await confirmation(page)).getByRole('heading', { level: 1 })).toContainText('Send 3 payments');

    await test.step('a balance that fell during the question asks again, and nothing was signed', async () => {
      await node.call('anvil_setBalance', address, ether(9));
      await confirm(page, 'Send 3 payments');
      const again = await confirmation(page);
      await expect(again.getByText('The chain changed after you answered')).toBeVisible();
      await expect(again.getByText('The balance is now 9 ETH. It was 10 ETH.')).toBeVisible();
      await expect(again.getByText('Nothing was sent. Decide again.')).toBeVisible();
      await inspectConfirmation(again, 'batch-changed');
      await confirm(page, 'Send 3 payments');
      await expect(page.getByText('3 lines signed', { exact: true })).toBeVisible();
    });

    const { spent } = await handOf(page);
    await page.getByRole('button', { name: 'Broadcast all 3' }).click();
    const asked = await confirmation(page);
    await expect(asked.getByRole('heading', { level: 1 })).toContainText('Broadcast 3 payments');
    await inspectConfirmation(asked, 'batch-broadcast');
    await confirm(page, 'Broadcast 3 payments');
    expect(spent(), 'clicks from a signed batch to its broadcast').toBeLessThanOrEqual(2);
    await expect.poll(() => node.call('txpool_status')).toMatchObject({ pending: '0x3', queued: '0x0' });
    const states = page.getByRole('table', { name: 'Lines' });
    await expect(states.getByRole('cell', { name: 'Broadcast', exact: true })).toHaveCount(3);
    await inspectScreen(page, 'batch-broadcast');

    await node.call('anvil_mine', '0x1');
    const { transactions } = await node.call<Block>('eth_getBlockByNumber', 'latest', true);
    const paid = transactions.toSorted((one, other) => Number(one.nonce) - Number(other.nonce));
    expect(paid.map(({ from, to, nonce }) => [from, to, nonce])).toEqual(
      PAID.map(({ to }, index) => [address.toLowerCase(), to, `0x${index}`]),
    );
    const receipts = await node.callAll<{ status: string }>(
      paid.map(({ hash }) => ['eth_getTransactionReceipt', hash] as const),
    );
    expect(receipts.map(({ status }) => status)).toEqual(['0x1', '0x1', '0x1']);
    const balances = await node.callAll<string>(PAID.map(({ to }) => ['eth_getBalance', to, 'latest'] as const));
    expect(balances.map((wei) => Number(BigInt(wei)) / 1e18)).toEqual(PAID.map(({ amount }) => Number(amount)));

    await test.step('a broadcast payment is broadcast no second time', async () => {
      await expect(page.getByRole('button', { name: /^Broadcast/ })).toHaveCount(0);
      await goTo(page, 'Activities');
      await expect(page.getByRole('row', { name: /Send 1\.5 ETH/ }).first()).toBeVisible();
    });

    await test.step('the batch stays while the operator is elsewhere, and Send on an account is one payment', async () => {
      await goTo(page, 'Send');
      await expect(states).toBeVisible();
      await sendFromFirst(page);
      await expect(page.getByRole('form', { name: 'Payment' })).toBeVisible();
    });
    await page.getByRole('button', { name: 'Send many' }).click();
    await page.getByRole('button', { name: 'All batches' }).click();
    await textbox(page, 'Table').fill(['to,amount', ...OTHERS].join('\n'));
    await textbox(page, 'Name').fill('bonus');
    await page.getByRole('button', { name: 'Check lines' }).click();
    await page.getByRole('button', { name: 'Review 2 payments' }).click();
    await confirm(page, 'Send 2 payments');
    await expect(page.getByText('2 lines signed', { exact: true })).toBeVisible();
    const { pointers } = await handOf(page);
    await test.step('a signed batch is broadcast without a pointer', async () => {
      await pressOn(page, page.getByRole('button', { name: 'Broadcast all 2' }));
      await answerByKeys(page, 'Broadcast 2 payments');
      await expect.poll(() => node.call('txpool_status')).toMatchObject({ pending: '0x2', queued: '0x0' });
      await expect(states.getByRole('cell', { name: 'Broadcast', exact: true })).toHaveCount(2);
    });
    expect(pointers(), 'uses of the pointer').toBe(0);
  });
});
