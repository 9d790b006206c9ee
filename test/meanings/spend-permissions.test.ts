/** Spend permissions, by which somebody takes an amount out of a smart account in each period. */
import { blind, corpus, whole } from './corpus.ts';
import { BOB, domain, OPERATOR, ofType } from './typed-message.ts';

const EVE = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const MANAGER = domain('Spend Permission Manager', '0xf85210B21cC50302F477BA56686d2019dC9b67Ad', 8453);
const USDC_ON_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const COIN = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const TYPE =
  'SpendPermission(address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData)';
const BATCH =
  'SpendPermissionBatch(address account,uint48 period,uint48 start,uint48 end,PermissionDetails[] permissions)PermissionDetails(address spender,address token,uint160 allowance,uint256 salt,bytes extraData)';
const LAST = '281474976710655';
const given = { account: OPERATOR, period: 86_400, start: 1_745_383_555, end: 1_790_000_000 };
const details = { spender: EVE, token: USDC_ON_BASE, allowance: '10000000', salt: 1, extraData: '0x' };
const permission = (change: object = {}, of: object = MANAGER) => ofType(TYPE, of, { ...given, ...details, ...change });
const batch = (permissions: readonly object[], change: object = {}) =>
  ofType(BATCH, MANAGER, { ...given, permissions, ...change });

corpus('spend-permissions', {
  'dollars every day': whole(permission()),
  'dollars every hour': whole(permission({ period: 3600 })),
  'coins every 30 days, for ever': whole(
    permission({ token: COIN, allowance: '1000000000000000000', period: 2_592_000, end: LAST }),
  ),
  'all dollars once': whole(permission({ allowance: ((1n << 160n) - 1n).toString(), period: LAST })),
  nothing: whole(permission({ allowance: 0 })),
  'dollars with data that the spender reads': whole(permission({ extraData: '0x73756273637269707469' })),
  'two at once': whole(batch([details, { ...details, spender: BOB, token: COIN, allowance: '1000000000000000' }])),
  'none at all': whole(batch([])),
  'at another contract': blind(permission({}, { ...MANAGER, verifyingContract: EVE })),
  'with a member more': blind(
    ofType(TYPE.replace(')', ',address hook)'), MANAGER, { ...given, ...details, hook: EVE }),
  ),
});
