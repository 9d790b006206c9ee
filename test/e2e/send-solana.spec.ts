// The whole room has WebAssembly, which the runner of these tests does not load.
import { associatedTokenAccount } from '../../electron/crypto/transactions/solana/associated.ts';
import { TOKEN_PROGRAM } from '../../electron/crypto/transactions/solana/programs/index.ts';
import { type SolanaRuntime, solanaRuntime } from '../tools/solana-runtime.ts';
import { confirm, confirmation, createLocalVault, goTo } from './flows.ts';
import { handOf } from './hand.ts';
import { expect, test } from './harness.ts';
import { expectInReach, resize, SMALL_SIZES } from './reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from './screens.ts';
import {
  addNode,
  chooseAsset,
  createWalletOf,
  recipient,
  review,
  sendFrom,
  sendFromFirst,
  textbox,
} from './sending.ts';

const RECIPIENT = '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const SOL = 1_000_000_000n;

const usdcOf = (owner: string) => associatedTokenAccount(owner, USDC, TOKEN_PROGRAM);

test.describe('on the real runtime of Solana', () => {
  let chain: SolanaRuntime;
  let server: Awaited<ReturnType<SolanaRuntime['serve']>>;
  test.beforeEach(async () => {
    chain = solanaRuntime();
    server = await chain.serve();
  });
  test.afterEach(() => server?.end());

  test('SOL and USDC are sent in six clicks, until the money has arrived', async ({ launch }) => {
    const running = await launch();
    const { page } = running;
    await createLocalVault(page);
    const address = await createWalletOf(page, 'Solana');
    chain.fund(address, 10n * SOL);
    chain.mint(USDC, 6);
    chain.hold(usdcOf(address), { mint: USDC, owner: address, units: 1_250_000_000n });

    await test.step('without a node, the missing node is named, and nothing typed is lost', async () => {
      await sendFromFirst(page);
      await expect(page.getByText('No node of Solana is configured')).toBeVisible();
      await recipient(page).fill(RECIPIENT);
      await textbox(page, 'Amount in SOL').fill('0.0001');
      await inspectScreen(page, 'send-solana-without-node');
      await addNode(page, { url: server.url, chain: 'Solana', field: 'JSON-RPC address' });
      await goTo(page, 'Send');
      await expect(recipient(page)).toHaveValue(RECIPIENT);
      await expect(textbox(page, 'Amount in SOL')).toHaveValue('0.0001');
    });

    await test.step('a new account below its rent is explained', async () => {
      await expect(page.getByText(/^The recipient’s account is new, and a new account needs at least/)).toBeVisible();
    });

    await goTo(page, 'Accounts');
    const { spent } = await handOf(page);
    await test.step('SOL', async () => {
      await sendFrom(page, 'Treasury');
      await recipient(page).fill(RECIPIENT);
      await textbox(page, 'Amount in SOL').fill('2.5');
      await expect(page.getByText(/^10 SOL available, 9\.999/)).toBeVisible();
      await expect(page.getByRole('heading', { name: /^Send 2.5 SOL to/ })).toBeVisible();
      await inspectScreen(page, 'send-solana');
      await review(page).click();
      await inspectConfirmation(await confirmation(page), 'send-solana-question');
      await confirm(page, 'Send 2.5 SOL');
      await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
      await expect.poll(() => chain.balance(RECIPIENT)).toBe((25n * SOL) / 10n);
      await expect(page.getByText(/^In a block of Solana|^Broadcast to Solana/)).toBeVisible();
      await inspectScreen(page, 'send-solana-sent');
      expect(spent(), 'clicks from any place to the broadcast').toBeLessThanOrEqual(6);
    });

    await test.step('USDC, for which the recipient has no account yet', async () => {
      await page.getByRole('button', { name: 'Send another' }).click();
      await chooseAsset(page, 'USDC');
      await recipient(page).fill(RECIPIENT);
      await page.getByRole('button', { name: 'Max' }).click();
      await expect(textbox(page, 'Amount in USDC')).toHaveValue('1250');
      await expect(page.getByText('opens the recipient’s token account')).toBeVisible();
      await inspectScreen(page, 'send-solana-token');
      await review(page).click();
      const asked = await confirmation(page);
      await inspectConfirmation(asked, 'send-solana-token-question');
      await confirm(page, 'Send 1,250 USDC');
      await expect.poll(() => chain.units(usdcOf(RECIPIENT))).toBe(1_250_000_000n);
    });

    await test.step('in a small window, and at 200% zoom', async () => {
      await page.getByRole('button', { name: 'Send another' }).click();
      await recipient(page).fill(RECIPIENT);
      await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `send-solana-${size}`));
      await resize(running, 1280, 860, 1);
    });
  });
});
