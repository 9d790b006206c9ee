import type { Page } from 'playwright/test';
import { confirm, confirmation, createLocalVault, goTo, place, unlock } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { addNode, createWalletOf, recipient, review, sendFromFirst, textbox } from '../e2e/sending.ts';
import { bitcoinStandIn } from '../peers/bitcoin-node.ts';
import { tronStandIn } from '../peers/tron-node.ts';

interface Stuck {
  readonly to: string;
  readonly amount: string;
  readonly field: string;
  readonly accepted: () => number;
}

/** Locks while the payment is typed, and while its question is open. Nothing may be sent, and nothing typed may be lost. */
async function lockAndPay(page: Page, { to, amount, field, accepted }: Stuck): Promise<void> {
  const expectTyped = async () => {
    await expect(place(page, 'Vault locked')).toBeVisible();
    await unlock(page);
    await goTo(page, 'Send');
    await expect(recipient(page)).toHaveValue(to);
    await expect(textbox(page, field)).toHaveValue(amount);
  };
  await sendFromFirst(page);
  await recipient(page).fill(to);
  await textbox(page, field).fill(amount);
  await page.keyboard.press('Control+l');
  await expectTyped();

  await test.step('with the question open', async () => {
    await expect(page.getByText(/ available/)).toBeVisible();
    await expect(page.getByRole('heading', { name: new RegExp(`^Send ${amount} .* to`) })).toBeVisible();
    await review(page).click();
    const asked = await confirmation(page);
    const closed = asked.waitForEvent('close');
    await page.keyboard.press('Control+l');
    await closed;
    await expectTyped();
    expect(accepted()).toBe(0);
  });

  await test.step('the payment is then sent once', async () => {
    await expect(page.getByText(/ available/)).toBeVisible();
    await expect(page.getByRole('heading', { name: new RegExp(`^Send ${amount} .* to`) })).toBeVisible();
    await review(page).click();
    await confirm(page);
    await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
    await expect.poll(accepted).toBe(1);
  });
}

/** Neither node runs here. The stand-ins verify every signature (bitcoin-node.ts, tron-node.ts). */
test('a lock in the middle of a payment on Bitcoin loses nothing typed and sends nothing', async ({ launch }) => {
  const { page } = await launch();
  const chain = bitcoinStandIn();
  const server = await chain.serve();
  try {
    await createLocalVault(page);
    chain.fund(await createWalletOf(page, 'Bitcoin SegWit (P2WPKH)'), 50_000_000);
    await addNode(page, { url: server.esplora, chain: 'Bitcoin', field: 'Esplora or Bitcoin Core address' });
    const to = 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c';
    await lockAndPay(page, { to, amount: '0.1', field: 'Amount in BTC', accepted: () => chain.accepted.length });
  } finally {
    server.end();
  }
});

test('a lock in the middle of a payment on Tron loses nothing typed and sends nothing', async ({ launch }) => {
  const { page } = await launch();
  const chain = tronStandIn();
  const server = await chain.serve();
  try {
    await createLocalVault(page);
    chain.fund(await createWalletOf(page, 'Tron'), 100_000_000);
    await addNode(page, { url: server.url, chain: 'Tron', field: 'HTTP address of a full node' });
    const to = 'TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K';
    await lockAndPay(page, { to, amount: '25', field: 'Amount in TRX', accepted: () => chain.accepted.length });
  } finally {
    server.end();
  }
});
