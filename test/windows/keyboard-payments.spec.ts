import type { Page } from 'playwright/test';
// The whole room has WebAssembly, which the runner of these tests does not load.
import { associatedTokenAccount } from '../../electron/crypto/transactions/solana/associated.ts';
import { TOKEN_PROGRAM } from '../../electron/crypto/transactions/solana/programs/index.ts';
import { confirm, createLocalVault, goTo, place } from '../e2e/flows.ts';
import { handOf } from '../e2e/hand.ts';
import { expect, type Running, test } from '../e2e/harness.ts';
import {
  answerByKeys,
  chooseIn,
  completeIn,
  expectFocus,
  insertInto,
  moveTo,
  moveToFirst,
  pressOn,
  typeInto,
} from '../e2e/keys.ts';
import { expectOneScreen } from '../e2e/one-screen.ts';
import { inspectScreen } from '../e2e/screens.ts';
import { recipient, textbox } from '../e2e/sending.ts';
import { type BitcoinStandIn, bitcoinStandIn } from '../peers/bitcoin-node.ts';
import { ALPHA, type TempoStandIn, tempoStandIn } from '../peers/tempo-node.ts';
import { type TronStandIn, tronStandIn } from '../peers/tron-node.ts';
import { type SolanaRuntime, solanaRuntime } from '../tools/solana-runtime.ts';

const [BITCOIN, SOLANA, TRON, TEMPO] = [
  'bip122:000000000019d6689c085ae165831e93',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'tron:0x2b6653dc',
  'eip155:42431',
];
const TO = {
  ethereum: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  bitcoin: 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c',
  solana: '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu',
  tron: 'TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K',
} as const;
const SOL = 1_000_000_000n;
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

const account = (curve: string, path: string, addressFormat: string) => ({
  curve,
  pathFormat: 'PATH_FORMAT_BIP32',
  path,
  addressFormat,
});
const ACCOUNTS = [
  account('CURVE_SECP256K1', "m/44'/60'/0'/0/0", 'ADDRESS_FORMAT_ETHEREUM'),
  account('CURVE_SECP256K1', "m/84'/0'/0'/0/0", 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'),
  account('CURVE_ED25519', "m/44'/501'/0'/0'", 'ADDRESS_FORMAT_SOLANA'),
  account('CURVE_SECP256K1', "m/44'/195'/0'/0/0", 'ADDRESS_FORMAT_TRON'),
];

/** Creates the wallet, and returns its addresses in the order of its accounts. */
async function createWallet(page: Page): Promise<readonly string[]> {
  const made = page.evaluate(async (accounts) => {
    const prepared = await window.castellan.call('requests.prepare', {
      operation: 'create_wallet',
      parameters: { walletName: 'Treasury', accounts },
    });
    if (!prepared.ok) throw new Error(prepared.error.message);
    const { requestId } = prepared.value as { requestId: string };
    await window.castellan.job('requests.submit', crypto.randomUUID(), { requestId }, () => undefined);
    await window.castellan.job('accounts.refresh', crypto.randomUUID(), {}, () => undefined);
    const listed = await window.castellan.call('accounts.list', { search: '', offset: 0, limit: 10 });
    return (listed as { value: { rows: { address: string; addressFormat: string }[] } }).value.rows;
  }, ACCOUNTS);
  await confirm(page, 'Create wallet');
  const rows = await made;
  return ACCOUNTS.map(({ addressFormat }) => rows.find((row) => row.addressFormat === addressFormat)?.address ?? '');
}

/** Has the page name a node of a chain. */
async function addNode(page: Page, chain: string, url: string): Promise<void> {
  const added = page.evaluate((node) => window.castellan.call('endpoints.add', node), { chain, url });
  await confirm(page, 'Change list of nodes');
  expect(await added).toMatchObject({ ok: true });
}

interface Payment {
  /** The kind of the account that pays. */
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  readonly symbol: string;
  /** Another chain than the first one with a node. */
  readonly chain?: string;
  readonly memo?: string;
}

/** Fills in a payment, and answers its question, which is on one screen. */
async function pay(running: Running, { from, to, amount, symbol, chain, memo }: Payment): Promise<void> {
  const { page } = running;
  await page.keyboard.press('Control+2');
  const form = page.getByRole('form', { name: 'Payment' });
  await moveTo(page, form);
  await completeIn(page, form.getByRole('combobox', { name: 'From' }), from);
  await insertInto(page, recipient(page), to);
  if (chain !== undefined) await chooseIn(page, form.getByRole('combobox', { name: 'Chain' }), chain);
  await chooseIn(page, form.getByRole('combobox', { name: 'Asset' }), symbol);
  await typeInto(page, textbox(page, `Amount in ${symbol}`), amount);
  if (memo !== undefined) await typeInto(page, textbox(page, /^Memo/), memo);
  if (chain === 'Ethereum') {
    // No node reports the fee and the nonce.
    for (const [name, text] of [
      ['Fee at most (gwei)', '32'],
      ['Priority fee (gwei)', '1.5'],
      ['Gas limit', symbol === 'ETH' ? '21000' : '70000'],
      ['Nonce', symbol === 'ETH' ? '0' : '1'],
    ] as const)
      await typeInto(page, textbox(page, name), text);
  } else await expect(page.getByText(/ available/).first()).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expectOneScreen(running, `a payment in ${symbol}`, true);
  await answerByKeys(page, `Send ${Number(amount).toLocaleString('en')} ${symbol}`);
  await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
  await expectFocus(page, `a payment in ${symbol}`);
}

/** Begins the next payment. */
const again = (page: Page) => pressOn(page, page.getByRole('button', { name: 'Send another' }));

test.describe('to stand-ins for nodes', () => {
  let bitcoin: BitcoinStandIn;
  let solana: SolanaRuntime;
  let tron: TronStandIn;
  let tempo: TempoStandIn;
  const ends: (() => void)[] = [];
  test.beforeEach(() => {
    [bitcoin, solana, tron, tempo] = [bitcoinStandIn(), solanaRuntime(), tronStandIn(), tempoStandIn()];
  });
  test.afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  test('payments on every chain, and a table of payments, are sent without a pointer', async ({ launch }) => {
    const running = await launch();
    const { page } = running;
    await createLocalVault(page);
    const [onEthereum = '', onBitcoin = '', onSolana = '', onTron = ''] = await createWallet(page);
    const served = {
      [BITCOIN ?? '']: await bitcoin.serve(),
      [SOLANA ?? '']: await solana.serve(),
      [TRON ?? '']: await tron.serve(),
      [TEMPO ?? '']: await tempo.serve(),
    };
    for (const [chain, server] of Object.entries(served)) {
      ends.push(() => server.end());
      await addNode(page, chain, 'esplora' in server ? server.esplora : server.url);
    }
    bitcoin.fund(onBitcoin, 50_000_000);
    solana.fund(onSolana, 10n * SOL);
    solana.mint(USDC, 6);
    solana.hold(associatedTokenAccount(onSolana, USDC, TOKEN_PROGRAM), {
      mint: USDC,
      owner: onSolana,
      units: 5_000_000n,
    });
    tron.fund(onTron, 100_000_000);
    tron.hold(onTron, 1_250_000_000n);
    tempo.hold(ALPHA, onEthereum, 1_250_000_000n);
    await goTo(page, 'Accounts');
    const { pointers } = await handOf(page);

    await test.step('bitcoin, whose fee is raised afterwards', async () => {
      await pay(running, { from: 'Bitcoin', to: TO.bitcoin, amount: '0.1', symbol: 'BTC' });
      await expect.poll(() => bitcoin.accepted.length).toBe(1);
      await page.keyboard.press('Control+6');
      await expect(place(page, 'Activities')).toBeVisible();
      await moveToFirst(page, 'Activities');
      await pressOn(page, page.getByRole('button', { name: 'Raise fee…' }));
      await typeInto(page, textbox(page, 'Fee rate (satoshi per virtual byte)'), '40');
      await page.keyboard.press('Enter');
      await answerByKeys(page, 'Send 0.1 BTC');
      await expect.poll(() => bitcoin.accepted.length).toBe(2);
    });

    await test.step('SOL', async () => {
      await pay(running, { from: 'Solana', to: TO.solana, amount: '2.5', symbol: 'SOL' });
      await expect.poll(() => solana.balance(TO.solana)).toBe((25n * SOL) / 10n);
      await again(page);
    });

    await test.step('a token on Solana', async () => {
      await pay(running, { from: 'Solana', to: TO.solana, amount: '3', symbol: 'USDC' });
      await again(page);
    });

    await test.step('TRX', async () => {
      await pay(running, { from: 'Tron', to: TO.tron, amount: '25', symbol: 'TRX' });
      await expect.poll(() => tron.accepted.length).toBe(1);
      tron.mine();
      await again(page);
    });

    await test.step('a token on Tron', async () => {
      await pay(running, { from: 'Tron', to: TO.tron, amount: '1200', symbol: 'USDT' });
      await expect.poll(() => tron.accepted.length).toBe(2);
      tron.mine();
      await again(page);
    });

    await test.step('a token on Tempo, with a memo', async () => {
      await pay(running, { from: 'Ethereum', to: TO.ethereum, amount: '25', symbol: 'AlphaUSD', memo: 'INV-1' });
      await pressOn(page, page.getByRole('button', { name: 'Broadcast', exact: true }));
      await answerByKeys(page, 'Send');
      await expect.poll(() => tempo.accepted.length).toBe(1);
      await again(page);
    });

    await test.step('ether, with a typed fee', async () => {
      await pay(running, { from: 'Ethereum', to: TO.ethereum, amount: '2.5', symbol: 'ETH', chain: 'Ethereum' });
      await again(page);
    });

    await test.step('a token on Ethereum', async () => {
      await pay(running, { from: 'Ethereum', to: TO.ethereum, amount: '1200', symbol: 'USDC', chain: 'Ethereum' });
      await again(page);
    });

    await test.step('a table of payments', async () => {
      await pressOn(page, page.getByRole('button', { name: 'Send many' }));
      const form = page.getByRole('form', { name: 'Batch' });
      await completeIn(page, form.getByRole('combobox', { name: 'From' }), 'Tron');
      await insertInto(page, textbox(page, 'Table'), `to,amount,asset\n${TO.tron},1,TRX\n${TO.tron},2,TRX`);
      await typeInto(page, textbox(page, 'Name'), 'payroll');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByRole('button', { name: /^Review .* payments?$/ })).toBeVisible();
      await page.keyboard.press('Control+Enter');
      await answerByKeys(page, 'Send 2 payments');
      await expect(page.getByText('2 lines signed', { exact: true })).toBeVisible();
      await expect.poll(() => tron.accepted.length).toBe(4);
      await inspectScreen(page, 'keyboard-batch');
    });
    expect(pointers(), 'uses of the pointer').toBe(0);
  });
});
