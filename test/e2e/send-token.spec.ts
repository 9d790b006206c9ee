import { type AnvilNode, startAnvil } from '../peers/anvil-node.ts';
import { word, wordOf } from '../peers/evm-code.ts';
import { skipWithoutAnvil } from './anvil.ts';
import {
  accountRows,
  addressOf,
  confirm,
  confirmation,
  createLocalVault,
  createWallet,
  goTo,
  place,
  press,
} from './flows.ts';
import { handOf } from './hand.ts';
import { child, expect, type Running, test } from './harness.ts';
import { inspectConfirmation, inspectScreen } from './screens.ts';
import { addNode, chooseAsset, recipient, review, sendFrom, sendFromFirst, textbox, typeChoice } from './sending.ts';

const RECIPIENT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const ELSEWHERE = '0x000000000000000000000000000000000000dEaD';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const TEN_ETHER = '0x8ac7230489e80000';
/** 500 gwei, far above the node's first blocks. */
const HIGH_BASE_FEE = '0x746a528800';
/** 1,250 USDC in its smallest unit. */
const MINTED = 1_250_000_000n;
/** Selectors of the token's functions. */
const BALANCE_OF = '0x70a08231';
const ALLOWANCE = '0xdd62ed3e';
const MINT = '0x40c10f19';
const TRANSFER = '0xa9059cbb';

/** Puts the token of the peer tests at the address of USDC, and returns its functions. */
async function deployToken(node: AnvilNode) {
  const { carriedOut, compile, deploy } = await import('../peers/solidity.ts');
  const { Token } = compile(new URL('../peers/contracts/token.sol', import.meta.url));
  if (Token === undefined) throw new Error('the compiler made no token');
  const made = await deploy(node, Token, 'USD Coin', 'USDC', 6);
  await node.call('anvil_setCode', USDC, await node.call('eth_getCode', made, 'latest'));
  const [payer] = await node.call<string[]>('eth_accounts');
  const read = async (data: string) => BigInt(await node.call<string>('eth_call', { to: USDC, data }, 'latest'));
  return {
    mint: (to: string, units: bigint) =>
      carriedOut(node, { from: payer, to: USDC, data: `${MINT}${wordOf(to)}${word(units)}` }),
    balance: (of: string) => read(`${BALANCE_OF}${wordOf(of)}`),
    allowance: (of: string, to: string) => read(`${ALLOWANCE}${wordOf(of)}${wordOf(to)}`),
    /** Sends from an account whose key the node does not have. */
    async takeFrom(from: string, units: bigint) {
      await node.call('anvil_impersonateAccount', from);
      await carriedOut(node, { from, to: USDC, data: `${TRANSFER}${wordOf(ELSEWHERE)}${word(units)}` });
      await node.call('anvil_stopImpersonatingAccount', from);
    },
  };
}
type Token = Awaited<ReturnType<typeof deployToken>>;

test.describe('a token on a real node', () => {
  let node: AnvilNode;
  let token: Token;
  test.beforeEach(async () => {
    skipWithoutAnvil();
    node = await startAnvil('--chain-id', '1');
    token = await deployToken(node);
  });
  test.afterEach(() => node?.end());

  /** A local vault with one account, which holds the token, and the node. */
  async function prepare({ page }: Running): Promise<string> {
    await createLocalVault(page);
    await createWallet(page, 'Treasury');
    const address = await addressOf(accountRows(page).first());
    await token.mint(address, MINTED);
    await addNode(page, node);
    return address;
  }

  test('USDC is sent to somebody in six clicks, and the fee is paid in ETH', async ({ launch }) => {
    const running = await launch();
    const { page } = running;
    const address = await prepare(running);

    await test.step('without the coin for the fee, the payment names the missing coin', async () => {
      await sendFromFirst(page);
      await chooseAsset(page, 'USDC');
      await recipient(page).fill(RECIPIENT);
      await expect(page.getByText('1,250 USDC available')).toBeVisible();
      await textbox(page, 'Amount in USDC').fill('1');
      await expect(page.getByText(/^The account has 0 ETH, and the fee needs/)).toBeVisible();
      await inspectScreen(page, 'send-token-without-fee');
      await node.call('anvil_setBalance', address, TEN_ETHER);
    });

    await page.getByRole('button', { name: 'Max' }).click();
    await expect(textbox(page, 'Amount in USDC')).toHaveValue('1250');
    await goTo(page, 'Accounts');

    const { spent } = await handOf(page);
    await sendFrom(page, 'Treasury');
    await typeChoice(page, 'Asset', 'USDC');
    await recipient(page).fill(RECIPIENT);
    await expect(page.getByText('1,250 USDC available')).toBeVisible();
    await textbox(page, 'Amount in USDC').fill('1000.25');
    await expect(page.getByText(/^The account has 0 ETH/)).toBeHidden();
    await inspectScreen(page, 'send-token');
    await review(page).click();
    const asked = await confirmation(page);
    await inspectConfirmation(asked, 'send-token-question');
    await expect(asked.locator('main')).toContainText(RECIPIENT.slice(-4));
    await confirm(page, 'Send 1,000.25 USDC');
    await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Broadcast', exact: true }).click();
    await confirm(page, 'Send');
    await expect.poll(() => token.balance(RECIPIENT)).toBe(1_000_250_000n);
    expect(await token.balance(address)).toBe(249_750_000n);
    expect(await token.allowance(address, RECIPIENT)).toBe(0n);
    expect(spent(), 'clicks from any place to the broadcast').toBeLessThanOrEqual(6);
  });

  test('a balance, a nonce and a fee that changed ask again, and keep what was typed', async ({ launch }) => {
    const running = await launch();
    const { page } = running;
    const address = await prepare(running);
    await node.call('anvil_setBalance', address, TEN_ETHER);
    await sendFromFirst(page);
    await chooseAsset(page, 'USDC');
    await recipient(page).fill(RECIPIENT);
    await textbox(page, 'Amount in USDC').fill('1000');
    await expect(page.getByText('1,250 USDC available')).toBeVisible();
    const isKept = async (amount: string) => {
      await expect(recipient(page)).toHaveValue(RECIPIENT);
      await expect(textbox(page, 'Amount in USDC')).toHaveValue(amount);
    };

    await test.step('the balance fell before the review', async () => {
      await token.takeFrom(address, 500_000_000n);
      await review(page).click();
      await expect(page.getByText(/^The account has 750 USDC\./)).toBeVisible();
      await isKept('1000');
    });

    await test.step('the fee rose between the review and the signature', async () => {
      await textbox(page, 'Amount in USDC').fill('600');
      await expect(page.getByRole('row', { name: 'Chain nonce 1 Ethereum' })).toBeVisible();
      await review(page).click();
      await confirmation(page);
      await node.call('anvil_setNextBlockBaseFeePerGas', HIGH_BASE_FEE);
      await node.call('anvil_mine', '0x1');
      await confirm(page, 'Send 600 USDC');
      await expect((await confirmation(page)).getByText(/^The fee rose from /)).toBeVisible();
      await confirm(page, 'Send 600 USDC');
      await expect(page.getByText('The fee rose meanwhile')).toBeVisible();
      await page.getByRole('button', { name: 'Send another' }).click();
      await chooseAsset(page, 'USDC');
      await recipient(page).fill(RECIPIENT);
    });

    await test.step('balance and nonce changed between the review and the signature', async () => {
      await textbox(page, 'Amount in USDC').fill('700');
      // The fee of this very payment has to be on the page, or the review asks again because of it.
      await expect(page.getByRole('radio', { name: /^Normal 0\.0[3-9]/ })).toBeVisible();
      await expect(page.getByRole('row', { name: 'Chain nonce 1 Ethereum' })).toBeVisible();
      await review(page).click();
      await confirmation(page);
      await token.takeFrom(address, 200_000_000n);
      await confirm(page, 'Send 700 USDC');
      await expect((await confirmation(page)).getByText(/^Nonce 1 was used meanwhile/)).toBeVisible();
      await confirm(page, 'Send 700 USDC');
      await expect(page.getByText('The nonce 1 was used meanwhile')).toBeVisible();
      await expect(page.getByText('The balance fell meanwhile')).toBeVisible();
      await inspectScreen(page, 'send-changed-meanwhile');
      expect(await token.balance(RECIPIENT)).toBe(0n);
    });
  });

  test('a stopped node and a killed service keep what was typed', async ({ launch }) => {
    const running = await launch();
    const { page } = running;
    const address = await prepare(running);
    await node.call('anvil_setBalance', address, TEN_ETHER);
    await sendFromFirst(page);
    await chooseAsset(page, 'USDC');
    await recipient(page).fill(RECIPIENT);
    await textbox(page, 'Amount in USDC').fill('12.5');
    await expect(page.getByText('1,250 USDC available')).toBeVisible();
    const isKept = async () => {
      await expect(page.getByRole('combobox', { name: 'Asset' })).toHaveValue(USDC.toLowerCase());
      await expect(recipient(page)).toHaveValue(RECIPIENT);
      await expect(textbox(page, 'Amount in USDC')).toHaveValue('12.5');
    };

    await test.step('the service is killed, and the review goes on after its restart', async () => {
      process.kill(await child(running, 'custody'), 'SIGKILL');
      await isKept();
      await expect(page.getByText('The local service was started again')).toBeVisible();
      await review(page).click();
      const asked = await confirmation(page);
      await press(asked, asked.getByRole('button', { name: 'Don’t send' }));
      await page.getByRole('button', { name: 'Back to the payment' }).click();
      await isKept();
    });

    await test.step('the node is gone', async () => {
      await node.end();
      await review(page).click();
      await expect(page.getByText('Not everything was read')).toBeVisible();
      // Balance, nonce and fee have one cause, which is shown once.
      await expect(
        page.getByText('The node of Ethereum cannot be used: it did not answer.', { exact: true }),
      ).toHaveCount(1);
      await expect(page.getByText(/was refused by the service/)).toHaveCount(0);
      await isKept();
      await inspectScreen(page, 'send-node-gone');
      await goTo(page, 'Accounts');
      await goTo(page, 'Send');
      await expect(place(page, 'Send')).toBeVisible();
      await isKept();
    });
  });
});
