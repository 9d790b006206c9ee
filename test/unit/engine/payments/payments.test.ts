import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { associatedTokenAccount, TOKEN_PROGRAM_ADDRESSES } from '../../../../electron/crypto/index.ts';
import { textOf } from '../../../../shared/errors/index.ts';
import { type Bench, createReadyBench, createTestTransport } from '../harness.ts';

const TO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** The same four characters at both ends. */
const LOOKALIKE = '0xf39f11223344556677889900aabbccddeeff2266';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const CHAIN = 'eip155:1';
const START = 1_790_000_000_000;

let bench: Bench & { address: string };
let answers: Readonly<Record<string, unknown>>;

beforeEach(async () => {
  answers = {
    get_nonces: { nonce: '41' },
    get_wallet_address_balances: {
      balances: [
        { caip19: `${CHAIN}/slip44:60`, symbol: 'ETH', balance: '7', decimals: 18 },
        { caip19: `${CHAIN}/erc20:${USDC}`, symbol: 'USDC', balance: '1250000', decimals: 6 },
      ],
    },
  };
  const inner = createTestTransport();
  bench = await createReadyBench({
    async transport(request) {
      const name = request.url.split('/').at(-1) ?? '';
      if (!Object.hasOwn(answers, name)) return inner.send(request);
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: Uint8Array.from(Buffer.from(JSON.stringify(answers[name]))),
      };
    },
  });
});
afterEach(() => bench.end());

const payments = () => bench.engine.payments;
const entry = { address: TO, chain: null, label: 'Coinbase Prime', note: '', tags: [], allowed: true };

describe('a payment', () => {
  it('offers the coin of a chain first, then the known tokens by their symbols', () => {
    const [coin, ...tokens] = payments().assets(CHAIN);
    expect(coin).toEqual({ token: null, symbol: 'ETH', decimals: 18 });
    const symbols = tokens.map(({ symbol }) => symbol);
    expect(symbols).toEqual(symbols.toSorted((one, other) => one.localeCompare(other, 'en')));
    expect(tokens).toContainEqual({ token: USDC.toLowerCase(), symbol: 'USDC', decimals: 6 });
  });

  it('on a chain without a coin offers the token that pays fees first, and has no balance of a coin', async () => {
    const assets = payments().assets('eip155:4217');
    expect(assets.map(({ symbol }) => symbol)).toEqual(['pathUSD', 'cbBTC', 'USDC.e', 'USDT0']);
    const payment = { to: TO, token: assets[0]?.token ?? null, units: '1' };
    const quote = await payments().quote({ chain: 'eip155:4217', from: bench.address, payment });
    expect(quote).toMatchObject({ coinUnits: null, nonce: '41', fees: null });
    expect(quote.problems).toEqual(['No node of Tempo is configured. Nothing was asked.']);
  });

  it('has the balances and the nonce of the service, and says why it has no fee', async () => {
    const payment = { to: TO, token: USDC, units: '1' };
    expect(await payments().quote({ chain: CHAIN, from: bench.address, payment })).toEqual({
      coinUnits: '7',
      assetUnits: '1250000',
      nonce: '41',
      fees: null,
      at: START,
      problems: ['No node of Ethereum is configured. Nothing was asked.'],
    });
    const other = { ...payment, token: `0x${'cd'.repeat(20)}` };
    expect(await payments().quote({ chain: CHAIN, from: bench.address, payment: other })).toMatchObject({
      coinUnits: '7',
      assetUnits: '0',
    });
  });

  it('from a private key has no balance by the interface, and asks the local service for it', async () => {
    const prepared = await bench.engine.requests.prepare('create_private_keys', {
      privateKeys: [
        {
          privateKeyName: 'Payout',
          privateKeyTags: [],
          curve: 'CURVE_SECP256K1',
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
        },
      ],
    });
    await bench.engine.requests.submit(prepared.requestId);
    await bench.engine.privateKeys.refresh();
    const { rows } = await bench.engine.privateKeys.arranged({ search: '', offset: 0, limit: 1 });
    const from = rows[0]?.addresses[0]?.address ?? '';
    const payment = { to: TO, token: null, units: '1' };
    expect(await payments().quote({ chain: CHAIN, from, payment })).toMatchObject({
      coinUnits: null,
      assetUnits: null,
      nonce: '41',
      problems: ['No node of Ethereum is configured. Nothing was asked.'],
    });
    expect(bench.processes.calls).toContain('custody.readBalances');
    // The interface reports the balances of every other address.
    expect(await payments().quote({ chain: CHAIN, from: bench.address, payment })).toMatchObject({ coinUnits: '7' });
  });

  it('is made to bytes by the vault', async () => {
    const { unsignedTransaction } = await payments().compose({
      family: 'ethereum',
      chain: CHAIN,
      nonce: '0',
      gasLimit: '21000',
      to: TO,
      token: null,
      units: '2500000000000000000',
      maxFeePerGas: '32000000000',
      maxPriorityFeePerGas: '1500000000',
    });
    expect(unsignedTransaction).toBe(
      '02f001808459682f0085077359400082520894f39fd6e51aad88f6f4ce6ab8827279cfffb922668822b1c8c1227a000080c0',
    );
    expect(bench.processes.calls).toContain('vault.composePayment');
  });
});

describe('a payment on Solana', () => {
  const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
  const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  const PAYER = 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8';
  const RECEIVER = '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu';

  it('offers SOL first, then the known tokens', () => {
    const [coin, ...tokens] = payments().assets(SOLANA);
    expect(coin).toEqual({ token: null, symbol: 'SOL', decimals: 9 });
    expect(tokens).toContainEqual({ token: MINT, symbol: 'USDC', decimals: 6 });
  });

  it('has the balances and no nonce, and asks nobody for one', async () => {
    answers = {
      get_wallet_address_balances: {
        balances: [
          { caip19: `${SOLANA}/slip44:501`, symbol: 'SOL', balance: '7', decimals: 9 },
          { caip19: `${SOLANA}/token:${MINT}`, symbol: 'USDC', balance: '1250000', decimals: 6 },
        ],
      },
    };
    const payment = { to: RECEIVER, token: MINT, units: '1' };
    expect(await payments().quote({ chain: SOLANA, from: PAYER, payment })).toEqual({
      coinUnits: '7',
      assetUnits: '1250000',
      nonce: null,
      fees: null,
      at: START,
      problems: ['No node of Solana is configured. Nothing was asked.'],
    });
  });

  it('has recipients of its own chain alone, and a problem for others', async () => {
    await bench.engine.addresses.save(entry, null);
    expect(await payments().recipients(SOLANA, 'coinb')).toEqual([]);
    expect(textOf((await payments().recipient(SOLANA, TO)).problem ?? '')).toContain(
      'This is not an address of Solana.',
    );
    expect(await payments().recipient(SOLANA, RECEIVER)).toMatchObject({
      address: RECEIVER,
      problem: null,
      own: false,
    });
    expect(await payments().recipient(SOLANA, MINT)).toMatchObject({ isToken: true });
  });

  it('distinguishes a wallet from an address that no key signs for', async () => {
    const account = associatedTokenAccount(RECEIVER, MINT, TOKEN_PROGRAM_ADDRESSES.token);
    expect(await payments().recipient(SOLANA, account)).toMatchObject({ problem: null, isOffCurve: true });
    expect(await payments().recipient(SOLANA, RECEIVER)).toMatchObject({ problem: null, isOffCurve: false });
    expect(await payments().recipient(CHAIN, TO)).toMatchObject({ isOffCurve: false });
  });

  it('says of an address without a known key that nobody has one', async () => {
    expect(await payments().recipient(SOLANA, '11111111111111111111111111111111')).toMatchObject({ isUnowned: true });
    expect(await payments().recipient(SOLANA, RECEIVER)).toMatchObject({ isUnowned: false });
    for (const address of ['0x0000000000000000000000000000000000000000', '0x000000000000000000000000000000000000dEaD'])
      expect(await payments().recipient(CHAIN, address)).toMatchObject({ problem: null, isUnowned: true });
    expect(await payments().recipient(CHAIN, TO)).toMatchObject({ isUnowned: false });
  });
});

describe('a recipient', () => {
  it('that is no address, or has a wrong checksum, has the problem', async () => {
    const problemOf = async (text: string) => {
      const { problem } = await payments().recipient(CHAIN, text);
      return problem === null ? null : textOf(problem);
    };
    expect(await problemOf('Coinbase')).toContain('This is not an address of this chain.');
    expect(await problemOf(`0xF39F${TO.slice(6)}`)).toContain(`Compare it with its source: ${TO}.`);
    expect(await problemOf(`  ${TO.toLowerCase()} `)).toBeNull();
  });

  it.each([
    [`${TO.slice(0, 6)} ${TO.slice(6, 20)}\n${TO.slice(20)}`, /^This address has spaces in it\. /],
    [`“${TO}”,`, /^This address has other characters in or around it, which can be invisible\. /],
    [`${TO.slice(0, 6)}\u200b ${TO.slice(6)}\u2060`, /^This address has other characters /],
  ])('that was pasted as %j has the address to compare', async (text, reason) => {
    const { address, problem: given } = await payments().recipient(CHAIN, text);
    const problem = textOf(given ?? '');
    expect([address, problem]).toEqual([null, expect.stringMatching(reason)]);
    expect(problem).toContain(`Remove them and compare it with its source: ${TO}.`);
  });

  it('that is shortened is asked for whole', async () => {
    const { problem } = await payments().recipient(CHAIN, `${TO.slice(0, 6)}…${TO.slice(-4)}`);
    expect(textOf(problem ?? '')).toBe('This address is shortened. Enter the whole address.');
  });

  it('has its name, and a look-alike the known address', async () => {
    await bench.engine.addresses.save(entry, null);
    expect(await payments().recipient(CHAIN, TO)).toMatchObject({ label: 'Coinbase Prime', alike: null, own: false });
    expect(await payments().recipient(CHAIN, LOOKALIKE)).toMatchObject({
      label: null,
      alike: { address: TO, label: 'Coinbase Prime', times: 0 },
    });
  });

  it('may be an own account, or the contract of a token', async () => {
    expect(await payments().recipient(CHAIN, bench.address)).toMatchObject({ own: true, isToken: false, alike: null });
    expect(await payments().recipient(CHAIN, USDC)).toMatchObject({ own: false, isToken: true });
  });

  it('is found by a part of its name', async () => {
    await bench.engine.addresses.save(entry, null);
    expect(await payments().recipients(CHAIN, 'coinb')).toEqual([{ address: TO, label: 'Coinbase Prime', own: false }]);
    expect(await payments().recipients(CHAIN, 'nobody')).toEqual([]);
  });
});
