import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draftOf, provenInput, writeDraft } from '../../unit/crypto/transactions/bitcoin/drafts.ts';
import { control, DAY, ether, startVelocityDesk, type VelocityDesk } from './velocity-support.ts';

let desk: VelocityDesk;
beforeEach(async () => {
  desk = await startVelocityDesk();
});
afterEach(() => desk.service.stop());

interface Use {
  readonly [member: string]: unknown;
}
async function usage(given: object = {}): Promise<Use[]> {
  const { client, organizationId } = desk.service;
  const body = { organizationId, ...given };
  const { velocityUsage } = await client.request<typeof body, { velocityUsage: Use[] }>(
    '/public/v1/query/list_velocity_usage',
    body,
  );
  return velocityUsage;
}
const seconds = (milliseconds: number) => ({ seconds: String(Math.floor(milliseconds / 1000)), nanos: '0' });
const wei = (count: number) => (count === 0 ? '0' : `0.${String(count).padStart(18, '0').replace(/0+$/, '')}`);
const byRoot = (count: number) => desk.signEther(count, { key: desk.service.key });

describe('the used amount', () => {
  it('begins at nothing, with the limit and its unit', async () => {
    const velocityControlId = await desk.create(control('daily'));
    const since = seconds(desk.service.clock.now);
    expect(await usage()).toEqual([
      {
        identifier: 'daily',
        name: 'daily',
        countedFor: expect.any(String),
        used: '0',
        remaining: wei(10),
        limit: '0.00000000000000001',
        unit: 'ETH',
        since,
        scope: 'organization',
        scopeId: desk.service.organizationId,
        velocityControlId,
      },
    ]);
  });

  it('names the amount that leaves the window next, and when the rest has left', async () => {
    await desk.create(control('daily'));
    await byRoot(4);
    const begin = desk.service.clock.now;
    desk.service.clock.now = begin + 3_599_999;
    await byRoot(5);
    expect(desk.service.clock.now).toBe(begin + 3_600_000);
    const day = DAY * 1000;
    expect(await usage()).toMatchObject([
      {
        used: wei(9),
        remaining: wei(1),
        leavesNext: wei(4),
        leavesAt: seconds(begin + day),
        emptyAt: seconds(begin + 3_600_000 + day),
      },
    ]);
    desk.service.clock.now = begin + day - 1;
    expect(await usage()).toMatchObject([{ used: wei(9) }]);
    desk.service.clock.now = begin + day;
    expect(await usage()).toMatchObject([{ used: wei(5), leavesNext: wei(5) }]);
    desk.service.clock.now = begin + 3_600_000 + day;
    const [empty = {}] = await usage();
    expect(empty).toMatchObject({ used: '0', remaining: wei(10), since: seconds(begin + 3_600_000) });
    expect(empty).not.toHaveProperty('leavesAt');
  });

  it('is the same after a restart, and with a clock that is set back', async () => {
    await desk.create(control('daily'));
    await byRoot(4);
    const before = await usage();
    await desk.service.restart();
    expect(await usage()).toEqual(before);
    desk.pass(-3 * DAY);
    expect(await usage()).toEqual(before);
  });

  it('is larger than the limit after signatures of the root quorum, and nothing then remains', async () => {
    await desk.create(control('daily'));
    await byRoot(25);
    expect(await usage()).toMatchObject([{ used: wei(25), remaining: '0' }]);
  });

  it('does not include refused requests, and includes each item of a batch', async () => {
    await desk.create(control('daily'));
    await expect(desk.signEther(1)).rejects.toThrow();
    await expect(
      desk.service.client.signTransaction(
        desk.service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
          signWith: '0x0000000000000000000000000000000000000001',
          unsignedTransaction: 'c0',
          type: 'TRANSACTION_TYPE_ETHEREUM' as const,
        }),
      ),
    ).rejects.toThrow();
    expect(await usage()).toMatchObject([{ used: '0' }]);
    await desk.signRaw([ether(2), ether(3)], desk.service.key);
    expect(await usage()).toMatchObject([{ used: wei(5) }]);
  });

  it('does not include an approved activity that then fails', async () => {
    await desk.create(control('daily'));
    const both = [desk.robotId, desk.helperId].map((id) => `approvers.any(user, user.id == '${id}')`).join(' && ');
    await desk.addPolicy('EFFECT_ALLOW', "activity.action == 'SIGN' && controls.daily", both);
    const { fingerprint } = (await desk.signEther(6)).activity;
    const { client, envelope } = desk.service;
    const walletIds = [desk.wallets[0]!.walletId];
    await client.deleteWallets(envelope('ACTIVITY_TYPE_DELETE_WALLETS', { walletIds, deleteWithoutExport: true }));
    const vote = desk
      .as({ key: desk.helper })
      .approveActivity(envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint }));
    const outcome = await vote.then(({ activity }) => activity.status, String);
    expect(outcome).not.toBe('ACTIVITY_STATUS_COMPLETED');
    expect(await usage()).toMatchObject([{ used: '0' }]);
  });

  it('of two requests at once never exceeds the limit, to the last wei', async () => {
    await desk.create(control('daily'));
    await desk.addPolicy('EFFECT_ALLOW', 'controls.daily');
    const outcomes = await Promise.allSettled([4, 3, 3, 1, 1].map((count) => desk.signEther(count)));
    const isDone = outcomes.map(({ status }) => status === 'fulfilled');
    const sum = [4, 3, 3, 1, 1].reduce((all, count, at) => all + (isDone[at] ? count : 0), 0);
    expect(sum).toBeLessThanOrEqual(10);
    expect(await usage()).toMatchObject([{ used: wei(sum) }]);
    await byRoot(10 - sum === 0 ? 0 : 10 - sum);
    await expect(desk.signEther(1)).rejects.toThrow('The limit “daily”');
    expect(await usage()).toMatchObject([{ used: wei(10), remaining: '0' }]);
  });

  it('is counted apart for each user and wallet, which keep it under a new name', async () => {
    await desk.create(control('each_user', { groupBy: { user: {} } }));
    await desk.create(control('each_wallet', { groupBy: { wallet: {} } }));
    expect(await usage()).toMatchObject([
      { scope: 'user', countedFor: 'each user', used: '0' },
      { scope: 'wallet', countedFor: 'each wallet', used: '0' },
    ]);
    await desk.addPolicy('EFFECT_ALLOW', "activity.action == 'SIGN'");
    await desk.signEther(3);
    await desk.signEther(4, { key: desk.helper, from: 1 });
    const { walletId } = desk.wallets[0]!;
    await desk.service.client.updateWallet(
      desk.service.envelope('ACTIVITY_TYPE_UPDATE_WALLET', { walletId, walletName: 'Treasury' }),
    );
    expect((await usage()).map(({ countedFor, used }) => [countedFor, used])).toEqual([
      ['Helper', wei(4)],
      ['Robot', wei(3)],
      ['Warm', wei(4)],
      ['Treasury', wei(3)],
    ]);
    const envelope = desk.service.envelope('ACTIVITY_TYPE_DELETE_WALLETS', {
      walletIds: [walletId],
      deleteWithoutExport: true,
    });
    await desk.service.client.deleteWallets(envelope);
    expect((await usage()).at(-1)).toMatchObject({ countedFor: walletId, scope: 'wallet', used: wei(3) });
  });

  it('of one control is listed alone, and an unknown one is refused', async () => {
    await desk.create(control('daily'));
    const velocityControlId = await desk.create(control('weekly'));
    expect((await usage({ velocityControlId })).map(({ identifier }) => identifier)).toEqual(['weekly']);
    const unknown = usage({ velocityControlId: desk.service.organizationId });
    await expect(unknown).rejects.toThrow('velocity control');
  });
});

describe('a refusal', () => {
  beforeEach(async () => {
    await desk.create({ ...control('daily'), name: 'Ether a day' });
  });
  const room = (milliseconds: number) => new Date(Math.ceil(milliseconds / 1000) * 1000).toISOString().slice(0, 19);

  it.each(['EFFECT_ALLOW', 'EFFECT_DENY'] as const)(
    'by %s names the limit, the amounts and the time',
    async (effect) => {
      await desk.addPolicy('EFFECT_ALLOW', effect === 'EFFECT_ALLOW' ? 'controls.daily' : 'true');
      if (effect === 'EFFECT_DENY')
        await desk.addPolicy(effect, "activity.action == 'SIGN' && controls.daily == false");
      await desk.signEther(4);
      const begin = desk.service.clock.now;
      desk.pass(600);
      await desk.signEther(6);
      const later = desk.service.clock.now;
      const words = `The limit “Ether a day” (controls.daily) allows at most 0.00000000000000001 ETH in 1 day. Used: ${wei(10)} ETH. This request:`;
      await expect(desk.signEther(1)).rejects.toThrow(
        `${words} ${wei(1)} ETH. There is room for it from ${room(begin + DAY * 1000)}Z.`,
      );
      await expect(desk.signEther(5)).rejects.toThrow(`from ${room(later + DAY * 1000)}Z.`);
      await expect(desk.signEther(11)).rejects.toThrow(
        'There is never room for it, because it alone is above the limit.',
      );
      desk.service.clock.now = begin + DAY * 1000 - 2;
      await expect(desk.signEther(1)).rejects.toThrow('There is room');
      expect((await desk.signEther(4)).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    },
  );

  it('names each of several limits within the part that clients show', async () => {
    await desk.create({ ...control('hourly', { window: { rolling: { duration: '3600' } } }), name: 'Ether an hour' });
    await desk.addPolicy('EFFECT_ALLOW', 'controls.daily && controls.hourly');
    await desk.signEther(10);
    const refusal = await desk.signEther(1).then(() => '', String);
    expect(refusal.slice(0, 700)).toMatch(/“Ether a day”.*from 2\S+Z\. The limit “Ether an hour”.*from 2\S+Z\. /);
  });

  it('reports no limit that is not exceeded', async () => {
    await desk.addPolicy('EFFECT_ALLOW', "activity.type == 'ACTIVITY_TYPE_CREATE_WALLET' && controls.daily");
    await expect(desk.signEther(1)).rejects.not.toThrow('The limit');
  });

  it('names no time at which another policy, or none that allows, would refuse it again', async () => {
    await desk.addPolicy('EFFECT_ALLOW', 'controls.daily');
    await desk.signEther(10);
    await desk.addPolicy('EFFECT_DENY', "activity.action == 'SIGN' && eth.tx.value > 0");
    await expect(desk.signEther(1)).rejects.not.toThrow('The limit');
    await desk.addPolicy('EFFECT_DENY', "activity.action == 'SIGN' && controls.daily == false");
    const refusal = await desk.signEther(1).then(() => '', String);
    expect(refusal).toContain('The limit “Ether a day”');
    expect(refusal).not.toContain('There is room');
  });

  it('reports no limit of a policy that would refuse the request anyway', async () => {
    await desk.addPolicy('EFFECT_ALLOW', 'controls.daily && eth.tx.value == 10');
    await desk.signEther(10);
    await expect(desk.signEther(1)).rejects.not.toThrow('The limit');
    await expect(desk.signEther(10)).rejects.toThrow('There is room');
    await desk.addPolicy('EFFECT_DENY', 'eth.tx.value == 10 || controls.daily == false');
    await expect(desk.signEther(10)).rejects.not.toThrow('The limit');
  });

  it('names the limit that cannot measure the request', async () => {
    await desk.addPolicy('EFFECT_ALLOW', 'true');
    await desk.addPolicy('EFFECT_DENY', 'controls.daily == false');
    await expect(desk.signRaw(['ab'.repeat(32)])).rejects.toThrow(
      'The limit “Ether a day” (controls.daily) cannot measure this request',
    );
  });
});

describe('on Bitcoin', () => {
  const BITCOIN = 100_000_000n;
  let account: { address: string; publicKey: string };
  beforeEach(async () => {
    const { client, envelope, organizationId } = desk.service;
    const made = await client.createWallet(
      envelope('ACTIVITY_TYPE_CREATE_WALLET', {
        walletName: 'Bitcoin',
        accounts: [
          {
            curve: 'CURVE_SECP256K1' as const,
            pathFormat: 'PATH_FORMAT_BIP32' as const,
            path: "m/84'/0'/0'/0/0",
            addressFormat: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH' as const,
          },
        ],
      }),
    );
    const { walletId } = made.activity.result.createWalletResult!;
    const [listed] = (await client.getWalletAccounts({ organizationId, walletId })).accounts;
    account = { address: listed!.address, publicKey: listed!.publicKey! };
    const caip19 = 'bip122:000000000019d6689c085ae165831e93/slip44:0';
    const source = { chainAssetTransfer: { definition: [{ caip19, decimals: '8' }] } };
    await desk.create(control('coins', { threshold: '2' }, source));
    await desk.addPolicy('EFFECT_ALLOW', 'controls.coins');
  });

  /** Pays `paid` from an output of 10 BTC, and leaves the rest to the miner. */
  const pay = (salt: number, paid: bigint, isProven = true) => {
    const whole = provenInput('P2WPKH', account.publicKey, salt, 10n * BITCOIN);
    const stated = { ...whole, fields: new Map([['01', whole.fields.get('01')!]]) };
    const outputs = [{ amount: paid, script: `0014${'11'.repeat(20)}`, fields: new Map<string, string>() }];
    const unsignedTransaction = writeDraft({ ...draftOf([], ''), inputs: [isProven ? whole : stated], outputs });
    const body = { signWith: account.address, unsignedTransaction, type: 'TRANSACTION_TYPE_BITCOIN' as const };
    return desk
      .as({ key: desk.robot })
      .signTransaction(desk.service.envelope('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', body));
  };

  it('a fee counts like a payment', async () => {
    await expect(pay(1, BITCOIN)).rejects.toThrow('This request: 10 BTC.');
    expect(await usage()).toMatchObject([{ used: '0', unit: 'BTC' }]);
  });

  it('a fee without proof is refused', async () => {
    await expect(pay(2, BITCOIN, false)).rejects.toThrow(
      'the fee counts, so a PSBT must hold the previous transaction',
    );
  });
});
