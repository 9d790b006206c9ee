import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EarnRow } from '../../../../shared/model/index.ts';
import { addressAt } from '../../storage/cache/history/transactions.ts';
import { type Bench, createReadyBench, createTestTransport } from '../harness.ts';

type Wire = Record<string, unknown>;

const ALL = { search: '', offset: 0, limit: 500 };
/** USDC of Base. */
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const START = 1_790_000_000_000;

const wrapper = (changes: Wire = {}): Wire => ({
  vaultAddress: addressAt(3),
  wrapperAddress: addressAt(4),
  caip19: `eip155:8453/erc20:${USDC}`,
  provider: 'EARN_PROVIDER_MORPHO',
  name: 'Steakhouse',
  apyPct: '5.1',
  netApyPct: '4.6',
  clientFeeBps: '1000',
  clientFeeWallet: addressAt(5),
  deployStatus: 'COMPLETED',
  depositsDisabled: false,
  totalDeposited: '900000000',
  claimableClientFee: '1500000',
  ...changes,
});
const position = (changes: Wire = {}): Wire => ({
  vaultAddress: addressAt(3),
  wrapperAddress: addressAt(4),
  caip19: `eip155:8453/erc20:${USDC}`,
  provider: 'EARN_PROVIDER_MORPHO',
  currentValue: '1234567890',
  totalDeposited: '1200000000',
  totalWithdrawn: '0',
  depositsDisabled: false,
  display: { currentValueUsd: '1234.56' },
  ...changes,
});

let bench: Bench & { address: string };
let wrappers: Wire[];
let positions: Wire[];
let refuses: string | null;

beforeEach(async () => {
  [wrappers, positions, refuses] = [[wrapper()], [position()], null];
  const inner = createTestTransport();
  bench = await createReadyBench({
    async transport(request) {
      const name = request.url.split('/').at(-1) ?? '';
      const answers: Wire = {
        list_earn_enabled_vaults: { enabledVaults: wrappers },
        list_earn_positions: { positions },
      };
      if (!Object.hasOwn(answers, name)) return inner.send(request);
      const refused = { code: 9, message: 'the feature is off', details: [{ turnkeyErrorCode: 'FORBIDDEN' }] };
      return {
        status: name === refuses ? 403 : 200,
        headers: { 'content-type': 'application/json' },
        body: Uint8Array.from(Buffer.from(JSON.stringify(name === refuses ? refused : answers[name]))),
      };
    },
  });
});
afterEach(() => bench.end());

const list = async (search = '') => bench.engine.earn.list({ ...ALL, search });
async function read(): Promise<EarnRow[]> {
  await bench.engine.earn.refresh();
  return (await list()).rows;
}

describe('what earns', () => {
  it('is read for every account, kept, and shown exactly, with its age', async () => {
    const reported: string[] = [];
    await expect(bench.engine.earn.refresh({ progress: ({ text }) => void reported.push(text) })).resolves.toEqual({
      positions: 1,
    });
    expect(reported).toEqual(['Reading account 1 of 1']);
    bench.advance(60_000);
    expect(await list()).toMatchObject({
      total: 1,
      refreshedAt: START,
      rows: [
        {
          chain: 'eip155:8453',
          symbol: 'USDC',
          decimals: 6,
          protocol: 'EARN_PROVIDER_MORPHO',
          value: '1234.56',
          account: { address: bench.address, label: 'Treasury', own: true },
          amount: { text: '1234.56789', unit: 'USDC', known: true },
          deposited: { text: '1200' },
          withdrawn: { text: '0' },
          yield: { percent: '4.6', isNet: true },
          vaultName: 'Steakhouse',
          deployed: { fee: '1000', claimable: { text: '1.5' }, total: { text: '900' }, status: 'COMPLETED' },
        },
      ],
    });
    const again = await bench.reopen();
    expect((await again.engine.earn.list(ALL)).rows).toHaveLength(1);
    await again.engine.close();
  });

  it('without anything of an account is the wrapper, and one of others is shown without its unknown facts', async () => {
    positions = [];
    expect(await read()).toMatchObject([{ account: null, amount: null, deployed: { fee: '1000' } }]);
    [wrappers, positions] = [[], [position({ currentValue: undefined, display: undefined })]];
    expect(await read()).toMatchObject([
      { account: { address: bench.address }, amount: null, value: null, yield: null, vaultName: null, deployed: null },
    ]);
  });

  it('in an unknown token has its decimals where amounts are given both ways, and else counts the smallest unit', async () => {
    const token = addressAt(9);
    const caip19 = `eip155:8453/erc20:${token}`;
    wrappers = [];
    positions = [position({ caip19, display: { currentValueCrypto: '1,234.56789' } })];
    const [row] = await read();
    expect(row).toMatchObject({ symbol: null, decimals: 6, amount: { text: '1234.56789', known: false } });
    positions = [position({ caip19, display: { currentValueCrypto: '1,234.57' } })];
    expect(await read()).toMatchObject([{ symbol: null, decimals: null, amount: { text: '1234567890' } }]);
    expect((await list()).rows[0]?.amount?.unit).toBe('smallest units of this token');
  });

  it('in a well-known token is counted as that is known here, whatever the service shows', async () => {
    positions = [position({ display: { currentValueCrypto: '12345678.9' } })];
    expect(await read()).toMatchObject([{ decimals: 6, amount: { text: '1234.56789', unit: 'USDC' } }]);
  });

  it.each<[string, Wire]>([
    ['caip19', { caip19: 'eip155:8453/slip44:60' }],
    ['caip19', { caip19: undefined }],
    ['wrapperAddress', { wrapperAddress: '0x12' }],
    ['vaultAddress', { vaultAddress: '' }],
    ['currentValue', { currentValue: '-4' }],
    ['currentValue', { currentValue: '1.5' }],
    ['totalWithdrawn', { totalWithdrawn: '0x10' }],
  ])('whose %s is invalid is discarded', async (member, changes) => {
    await read();
    positions = [position(changes)];
    await expect(bench.engine.earn.refresh()).rejects.toMatchObject({
      code: 'SERVICE_REPLY_INVALID',
      message: expect.stringContaining(`whose ${member} is invalid`),
    });
    expect((await list()).rows).toMatchObject([{ amount: { text: '1234.56789' } }]);
  });

  it.each<[string, Wire]>([
    ['clientFeeBps', { clientFeeBps: '1e3' }],
    ['clientFeeWallet', { clientFeeWallet: 'alice' }],
    ['claimableClientFee', { claimableClientFee: 'much' }],
    ['totalDeposited', { totalDeposited: `1${'0'.repeat(78)}` }],
  ])('in a wrapper whose %s is invalid is discarded', async (member, changes) => {
    wrappers = [wrapper(changes)];
    await expect(bench.engine.earn.refresh()).rejects.toThrow(`whose ${member} is invalid`);
    expect(await list()).toEqual({ rows: [], total: 0, refreshedAt: null });
  });

  it.each(['list_earn_enabled_vaults', 'list_earn_positions'])('stays when the service refuses %s', async (name) => {
    await read();
    refuses = name;
    await expect(bench.engine.earn.refresh()).rejects.toThrow('the feature is off');
    expect(await list()).toMatchObject({ total: 1, refreshedAt: START });
  });

  it('keeps the older values of a chain that could not be asked, with their age, and reads the others', async () => {
    const other = { caip19: `eip155:1/erc20:${USDC}`, wrapperAddress: addressAt(6) };
    [wrappers, positions] = [
      [wrapper(), wrapper(other)],
      [position(), position(other)],
    ];
    const before = await read();
    const down = { chainError: 'the node does not answer', claimableClientFee: undefined, currentValue: undefined };
    wrappers = [wrapper(down), wrapper({ ...other, claimableClientFee: '2' })];
    positions = [position(down), position({ ...other, currentValue: '3' })];
    await expect(bench.engine.earn.refresh()).rejects.toThrow('Base: the node does not answer');
    const { rows, refreshedAt } = await list();
    expect(refreshedAt).toBe(START);
    const stale = { why: 'the node does not answer', readAt: START };
    expect(rows.find(({ chain }) => chain === 'eip155:8453')).toEqual({ ...before[0], stale });
    expect(rows.find(({ chain }) => chain === 'eip155:1')).toMatchObject({ amount: { text: '3' }, stale: null });
    expect(rows).toHaveLength(2);
    // However often it fails, the data keeps the age of the last successful query.
    bench.advance(60_000);
    await expect(bench.engine.earn.refresh()).rejects.toThrow('Base');
    expect((await list('base')).rows).toMatchObject([{ stale }]);
    [wrappers, positions] = [[wrapper()], [position()]];
    expect(await read()).toMatchObject([{ stale: null }]);
  });

  it('is the recorded one where the chain reported nothing before', async () => {
    wrappers = [wrapper({ chainError: 'the node does not answer' })];
    positions = [];
    await expect(bench.engine.earn.refresh()).rejects.toMatchObject({ code: 'SERVICE_REFUSED' });
    expect(await list()).toMatchObject({ total: 1, rows: [{ amount: null, stale: { readAt: null } }] });
  });

  it('is not kept when it was cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(bench.engine.earn.refresh({ signal: controller.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await list()).refreshedAt).toBeNull();
  });

  it('is searched by everything that its row says', async () => {
    wrappers = [wrapper(), wrapper({ wrapperAddress: addressAt(6), name: 'Gauntlet' })];
    await bench.engine.earn.refresh();
    expect((await list('gauntlet')).total).toBe(1);
    expect((await list('usdc base')).total).toBe(2);
    expect((await list('treasury morpho')).total).toBe(1);
    expect((await list(addressAt(6).slice(0, 12))).total).toBe(1);
    expect((await list('nothing like it')).total).toBe(0);
  });

  it('shows no character of the service that would hide or turn another', async () => {
    wrappers = [wrapper({ name: 'Steak\u202ehouse\n', provider: 'EARN\u200b' })];
    positions = [];
    expect(await read()).toMatchObject([{ vaultName: 'Steak house', protocol: 'EARN' }]);
  });
});
