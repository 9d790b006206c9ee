import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireAsked, requireAskedOf } from '../../../../electron/engine/queries/asked.ts';
import { type Activity, OPERATIONS } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BECH32 = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const refusal = { code: 'SIGNATURE_MISMATCH' };

describe('an answer is about what was asked for', () => {
  it.each([
    ['the same address', { address: ADDRESS }, { address: ADDRESS, exportBundle: 'x' }],
    ['the same address in another letter case', { address: ADDRESS }, { address: ADDRESS.toLowerCase() }],
    ['the same Bitcoin address in capitals', { address: BECH32 }, { address: BECH32.toUpperCase() }],
    ['fewer of the things asked for', { userIds: ['a', 'b'] }, { userIds: ['B'] }],
    ['no such member', { walletId: 'a' }, { addresses: [] }],
    ['another organization', { organizationId: 'a' }, { organizationId: 'b' }],
    ['another name', { walletName: 'a' }, { walletName: 'b' }],
  ])('%s', (_what, asked, answered) => {
    expect(() => requireAsked(asked, answered)).not.toThrow();
  });

  it.each([
    ['another address', { address: ADDRESS }, { address: OTHER }],
    ['another wallet', { walletId: 'a' }, { walletId: 'b' }],
    ['one thing more', { userIds: ['a'] }, { userIds: ['a', 'b'] }],
  ])('and is refused with %s', (_what, asked, answered) => {
    expect(() => requireAsked(asked, answered)).toThrow(expect.objectContaining(refusal));
  });

  it('also where the answer to a query has the thing as an object', () => {
    expect(() => requireAskedOf({ walletId: 'a' }, { wallet: { walletId: 'a' } })).not.toThrow();
    expect(() => requireAskedOf({ walletId: 'a' }, { wallet: { walletId: 'b' } })).toThrow('another walletId (b)');
    expect(() => requireAskedOf({ activityId: 'a' }, { activity: { id: 'b' } })).toThrow('another id (b)');
  });
});

describe('a service that answers about something else', () => {
  let bench: Bench & { address: string };
  beforeAll(async () => {
    bench = await createReadyBench();
  });
  afterAll(() => bench.end());

  it('is refused when it exports another account', async () => {
    bench.transport.answer('/public/v1/submit/export_wallet_account', ({ status, body }) => {
      const { activity } = body as { activity: Activity };
      const exported = { ...(activity.result?.exportWalletAccountResult as object), address: OTHER };
      return { status, body: { activity: { ...activity, result: { exportWalletAccountResult: exported } } } };
    });
    const { targetPublicKey } = OPERATIONS.export_wallet_account.example.parameters;
    const { requests } = bench.engine;
    const { requestId } = await requests.prepare('export_wallet_account', { address: bench.address, targetPublicKey });
    await expect(requests.submit(requestId)).rejects.toMatchObject({
      ...refusal,
      message: expect.stringContaining(`another address (${OTHER})`),
    });
  });

  it('is refused when it shows another wallet', async () => {
    const { wallets } = await bench.engine.queries.ask('list_wallets', {});
    const asked = wallets[0]!.walletId;
    bench.transport.answer('/public/v1/query/get_wallet', ({ status, body }) => {
      const { wallet } = body as { wallet: object };
      return { status, body: { wallet: { ...wallet, walletId: '11111111-2222-4333-8444-555555555555' } } };
    });
    await expect(bench.engine.queries.run('get_wallet', { walletId: asked })).rejects.toMatchObject(refusal);
  });
});
