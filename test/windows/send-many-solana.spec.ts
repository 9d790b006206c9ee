import type { Page } from 'playwright/test';
// The whole room has WebAssembly, which the runner of these tests does not load.
import { associatedTokenAccount } from '../../electron/crypto/transactions/solana/associated.ts';
import { TOKEN_PROGRAM } from '../../electron/crypto/transactions/solana/programs/index.ts';
import { confirm, confirmation, createLocalVault, place } from '../e2e/flows.ts';
import { expect, test } from '../e2e/harness.ts';
import { expectInReach, resize, SMALL_SIZES } from '../e2e/reach.ts';
import { inspectConfirmation, inspectScreen, inspectSize } from '../e2e/screens.ts';
import { addNode, createWalletOf, sendFromFirst, textbox } from '../e2e/sending.ts';
import { type SolanaRuntime, solanaRuntime } from '../tools/solana-runtime.ts';

const ONE = '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu';
const TWO = 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const SOL = 1_000_000_000n;
const usdcOf = (owner: string) => associatedTokenAccount(owner, USDC, TOKEN_PROGRAM);

/** Five payments. Two are equal, one has a memo, and one goes to an account that no key signs for. */
const TABLE = [
  'to,amount,asset,memo,note',
  `${ONE},2,,,rent`,
  `${ONE},2,,,rent again`,
  `${TWO},1.5,,order 7,`,
  `${ONE},1250.5,USDC,,invoice 2290`,
  `${usdcOf(TWO)},1,,,`,
].join('\n');

const row = (page: Page, line: number) =>
  page.getByRole('listitem').getByRole('button', { name: new RegExp(`^Line ${line} `) });

test.describe('on the real runtime of Solana', () => {
  let chain: SolanaRuntime;
  let server: Awaited<ReturnType<SolanaRuntime['serve']>>;
  test.beforeEach(async () => {
    chain = solanaRuntime();
    server = await chain.serve();
  });
  test.afterEach(() => server?.end());

  test('the payments of a table are made with one answer, equal lines too', async ({ launch }) => {
    const running = await launch();
    const { page } = running;
    await createLocalVault(page);
    const address = await createWalletOf(page, 'Solana');
    chain.fund(address, 20n * SOL);
    chain.mint(USDC, 6);
    chain.hold(usdcOf(address), { mint: USDC, owner: address, units: 2_000_000_000n });
    await addNode(page, { url: server.url, chain: 'Solana', field: 'JSON-RPC address' });

    await sendFromFirst(page);
    await page.getByRole('button', { name: 'Send many' }).click();
    await expect(place(page, 'Send many')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Chain' })).toHaveValue(/^solana:/);
    await expect(page.getByText(/The service sets the newest blockhash of each line/)).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Set fee and first nonce' })).toHaveCount(0);
    await textbox(page, 'Table').fill(TABLE);
    await textbox(page, 'Name').fill('payroll');
    await inspectScreen(page, 'batch-solana-table');
    await page.getByRole('button', { name: 'Check lines' }).click();
    const send = page.getByRole('button', { name: 'Review 4 payments' });
    await expect(send).toBeVisible();
    await expect(page.getByText('4 of 5 payments. Line 6 is held back until you resolve it.')).toBeVisible();
    await row(page, 4).click();
    await expect(page.getByRole('region', { name: 'Line details' })).toContainText('order 7');
    await inspectScreen(page, 'batch-solana-lines');
    await page.getByRole('button', { name: 'Close details' }).click();
    await expectInReach(running, SMALL_SIZES, (size) => inspectSize(page, `batch-solana-lines-${size}`));
    await resize(running, 1280, 860, 1);

    await send.click();
    const asked = await confirmation(page);
    await expect(asked.getByRole('heading', { level: 1 })).toContainText('Send 4 payments');
    await expect(
      asked.getByRole('row', { name: /SOL 3 payments, fees at most .* SOL, rent 0\.00203928 SOL/ }),
    ).toContainText('5.5');
    await expect(asked.getByText('through the token account')).toBeVisible();
    await inspectConfirmation(asked, 'batch-solana-question');
    await confirm(page, 'Send 4 payments');
    await expect(page.getByText('4 lines signed', { exact: true })).toBeVisible();
    await expect(page.getByText(/^The service sends what it signed/)).toBeVisible();
    await expect.poll(() => chain.balance(ONE)).toBe(4n * SOL);
    await expect.poll(() => chain.balance(TWO)).toBe((15n * SOL) / 10n);
    await expect.poll(() => chain.units(usdcOf(ONE))).toBe(1_250_500_000n);
    await inspectScreen(page, 'batch-solana-signed');
  });
});
