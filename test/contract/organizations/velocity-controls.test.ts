import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Control,
  control,
  DAY,
  DOLLARS,
  dollarsOf,
  ETHER,
  ether,
  startVelocityDesk,
  type VelocityDesk,
} from './velocity-support.ts';

const USDC = 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
let {
  service,
  robot,
  helper,
  robotId,
  helperId,
  wallets,
  as,
  create,
  remove,
  addPolicy,
  sign,
  signEther,
  signRaw,
  pass,
} = {} as VelocityDesk;

beforeEach(async () => {
  ({
    service,
    robot,
    helper,
    robotId,
    helperId,
    wallets,
    as,
    create,
    remove,
    addPolicy,
    sign,
    signEther,
    signRaw,
    pass,
  } = await startVelocityDesk());
});
afterEach(() => service.stop());

const signed = async (asked: Promise<{ activity: { status: string } }>) =>
  expect((await asked).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
const refused = (asked: Promise<unknown>, why = 'Turnkey error 7') => expect(asked).rejects.toThrow(why);

describe('a policy that allows up to a sum', () => {
  beforeEach(async () => {
    await create(control('daily'));
    await addPolicy('EFFECT_ALLOW', "activity.resource == 'PRIVATE_KEY' && controls.daily");
  });

  it('allows up to its total, and refused requests do not count', async () => {
    await signed(signEther(4));
    await refused(signEther(7));
    await signed(signEther(6));
    await refused(signEther(1));
  });

  it('drops each use after the window', async () => {
    await signed(signEther(10));
    const at = service.clock.now;
    service.clock.now = at + DAY * 1000 - 2;
    await refused(signEther(1));
    service.clock.now = at + DAY * 1000;
    await signed(signEther(10));
  });

  it('drops no use when the clock is set back, or back and forth', async () => {
    await signed(signEther(5));
    pass(-2 * DAY);
    await signed(signEther(5));
    await refused(signEther(1));
    pass(2 * DAY);
    await refused(signEther(1));
  });

  it('keeps its uses across a restart', async () => {
    await signed(signEther(9));
    await service.restart();
    await refused(signEther(2));
    await signed(signEther(1));
  });

  it('counts all items of a batch', async () => {
    await refused(signRaw([ether(6), ether(5)]));
    await signed(signRaw([ether(6), ether(4)]));
    await refused(signEther(1));
  });

  it('counts signatures by the root quorum', async () => {
    await signed(signEther(20, { key: service.key }));
    await refused(signEther(1));
  });

  it('does not allow an unreadable transaction, and counts nothing for it', async () => {
    await refused(signRaw(['ab'.repeat(32)]), 'cannot tell how much of');
    await signed(signRaw(['ab'.repeat(32)], service.key));
    await signed(signEther(10));
  });

  it('lets only one of two simultaneous requests use the rest', async () => {
    const many = (wei: number) => [ether(wei), ...Array.from({ length: 99 }, () => ether(0))];
    const statuses = await Promise.allSettled([signRaw(many(6)), signRaw(many(7))]);
    expect(statuses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a policy that denies above a sum', () => {
  beforeEach(async () => {
    await create(control('daily'));
    await addPolicy('EFFECT_ALLOW', 'true');
    await addPolicy('EFFECT_DENY', 'controls.daily == false');
  });
  const denied = (asked: Promise<unknown>) => refused(asked, 'policy engine denied request explicitly');

  it('denies requests above its total and no others', async () => {
    await signed(signEther(10));
    await denied(signEther(1));
    const body = service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'Free', accounts: [] });
    await signed(as({ key: robot }).createWallet(body));
  });

  it('denies unreadable transactions', async () => {
    await denied(signRaw(['ab'.repeat(32)]));
    const delegation = ether(1).replace(/^02/, '04');
    await denied(signRaw([delegation]));
  });
});

it('counts each user and each wallet separately', async () => {
  await create(control('each_user', { groupBy: { user: {} } }));
  await create(control('each_wallet', { groupBy: { wallet: {} } }));
  const byUser = await addPolicy('EFFECT_ALLOW', 'controls.each_user');
  await signed(signEther(10));
  await refused(signEther(1, { from: 1 }));
  await signed(signEther(10, { key: helper }));
  await service.client.deletePolicy(service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId: byUser }));

  await addPolicy('EFFECT_ALLOW', 'controls.each_wallet');
  await refused(signEther(1));
  await signed(signEther(10, { from: 1 }));
  await refused(signEther(1, { key: helper, from: 1 }));
});

it('lets no wallet spend the tokens of another one past its limit, by an allowance', async () => {
  await create(control('each_wallet', { groupBy: { wallet: {} }, threshold: '0.00001' }, DOLLARS));
  await addPolicy('EFFECT_ALLOW', 'controls.each_wallet');
  await signed(sign(dollarsOf(wallets[0]!.address, 4)));
  await signed(sign(dollarsOf(`0x${'ab'.repeat(20)}`, 5)));
  await refused(sign(dollarsOf(wallets[1]!.address, 1)));
  await refused(sign(dollarsOf(wallets[0]!.address, 2)));
});

it('counts only activities of the named types', async () => {
  const filter = { activity: [{ activityType: 'ACTIVITY_TYPE_CREATE_WALLET' }] };
  const count = { method: 'VELOCITY_CONTROL_AGGREGATION_METHOD_COUNT' as const, threshold: '2' };
  await create(control('wallets', { ...count, window: { infinite: {} } }, { activityExecution: { filter } }));
  await addPolicy('EFFECT_ALLOW', 'controls.wallets');
  const make = (walletName: string) =>
    as({ key: robot }).createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] }));
  await signed(make('One'));
  await signed(signEther(1));
  await signed(make('Two'));
  pass(400 * DAY);
  await refused(make('Three'));
});

it('checks a waiting activity again when it runs, and counts it then', async () => {
  await create(control('daily'));
  const both = [robotId, helperId].map((id) => `approvers.any(user, user.id == '${id}')`).join(' && ');
  await addPolicy('EFFECT_ALLOW', 'controls.daily', both);
  const first = (await signEther(6)).activity;
  const second = (await signEther(5)).activity;
  expect([first.status, second.status]).toEqual(Array(2).fill('ACTIVITY_STATUS_CONSENSUS_NEEDED'));
  const approve = ({ fingerprint }: { fingerprint: string }) =>
    as({ key: helper }).approveActivity(service.envelope('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint }));
  await signed(approve(first));
  await refused(approve(second));
  await signed(approve((await signEther(4)).activity));
});

describe('a velocity control', () => {
  it('is returned as created, page by page', async () => {
    const made = control('daily');
    const ids = [await create(made), await create(control('weekly')), await create(control('monthly'))];
    const { organizationId } = service;
    const { velocityControl } = await service.client.getVelocityControl({ organizationId, velocityControlId: ids[0]! });
    expect(velocityControl).toMatchObject({ ...made, organizationId, velocityControlId: ids[0] });
    const paginationOptions = { limit: '2', after: ids[0]! };
    const page = await service.client.listVelocityControls({ organizationId, paginationOptions });
    expect(page.velocityControls.map(({ identifier }) => identifier)).toEqual(['weekly', 'monthly']);
    expect(page.pageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: true,
      startCursor: ids[1],
      endCursor: ids[2],
    });
  });

  it('must exist when a policy names it, and cannot be deleted while one does', async () => {
    await refused(
      addPolicy('EFFECT_ALLOW', 'true && controls.daily'),
      'invalid policy condition: line 1, column 9: There is no velocity control controls.daily; create it first.',
    );
    const id = await create(control('daily'));
    const policyId = await addPolicy('EFFECT_ALLOW', 'controls.daily');
    await refused(
      remove(id),
      'the velocity control controls.daily is named by the policy "EFFECT_ALLOW controls.daily"',
    );
    await service.client.deletePolicy(service.envelope('ACTIVITY_TYPE_DELETE_POLICY', { policyId }));
    await signed(signEther(10, { key: service.key }));
    await signed(remove(id));
    const { velocityControls } = await service.client.listVelocityControls({
      organizationId: service.organizationId,
    });
    expect(velocityControls).toEqual([]);
  });

  it('counts from its creation', async () => {
    await signed(signEther(10, { key: service.key }));
    await create(control('daily'));
    await addPolicy('EFFECT_ALLOW', 'controls.daily');
    await signed(signEther(10));
  });

  const [asset] = [{ caip19: ETHER, decimals: '18' }];
  const source = (chainAssetTransfer: object) => ({
    chainAssetTransfer: { definition: [asset], ...chainAssetTransfer },
  });
  it.each([
    ['a second of its identifier', control('taken'), 'the identifier taken must be unique'],
    ['a word of the language', control('count'), 'count is a word of the policy language'],
    ['no name of the language', control('1st'), '/parameters/identifier'],
    ['a negative threshold', control('one', { threshold: '-1' }), '/parameters/aggregation/threshold'],
    [
      '19 digits behind the point',
      control('one', { threshold: `1.${'1'.repeat(19)}` }),
      '/parameters/aggregation/threshold',
    ],
    ['39 digits', control('one', { threshold: `${'1'.repeat(21)}.${'1'.repeat(18)}` }), 'more than 38 digits'],
    ['no duration', control('one', { window: { rolling: { duration: '0' } } }), '/rolling/duration'],
    [
      'two windows',
      control('one', { window: { rolling: { duration: '1' }, infinite: {} } }),
      'exactly one of rolling, infinite',
    ],
    ['no bucket', control('one', { groupBy: {} }), 'groupBy must have exactly one of organization, user, wallet'],
    ['no source', control('one', {}, {}), 'dataSource must have exactly one of'],
    ['a sum of activities', control('one', {}, { activityExecution: {} }), 'activityExecution has no amounts to sum'],
    [
      'an unknown type',
      control('one', {}, source({ filter: { activity: [{ activityType: 'ACTIVITY_TYPE_X' }] } })),
      'there is no activity type ACTIVITY_TYPE_X',
    ],
    ['a later phase', control('one', {}, source({ phase: { submission: {} } })), 'the phase submission is reserved'],
    [
      'no asset',
      control('one', {}, source({ definition: [{ caip19: 'ETH', decimals: '18' }] })),
      'the asset ETH is no CAIP-19 asset',
    ],
    [
      'an unknown chain',
      control('one', {}, source({ definition: [{ caip19: 'eip155:99999/slip44:60', decimals: '18' }] })),
      'does not measure',
    ],
    [
      'other decimals than those of the coin',
      control('one', {}, source({ definition: [{ caip19: ETHER, decimals: '99' }] })),
      'ETH (eip155:1/slip44:60) has 18 decimals, and the limit says 99; write 18',
    ],
    [
      'other decimals than those of a known token',
      control('one', {}, source({ definition: [{ caip19: USDC, decimals: '18' }] })),
      'has 6 decimals, and the limit says 18; write 6',
    ],
    [
      'a token in letters of a wrong case',
      control('one', {}, source({ definition: [{ caip19: USDC.replace('A0b8', 'a0b8'), decimals: '6' }] })),
      'has a wrong address of a token: its upper and lower case letters do not fit its checksum (EIP-55)',
    ],
    ['an asset twice', control('one', {}, source({ definition: [asset, asset] })), 'is there twice'],
    ['256 decimals', control('one', {}, source({ definition: [{ caip19: USDC, decimals: '256' }] })), 'more than 255'],
  ])('is refused with %s', async (_what, wrong, why) => {
    await create(control('taken'));
    await refused(create(wrong as Control), why);
  });
});
