import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { planWrapper } from '../../electron/custody/chains/earn/wrapper.ts';
import { hexEncode } from '../../shared/wire/index.ts';
import { anvilMissing } from './anvil-node.ts';
import { CHAIN, type EarnChain, ONE, startEarnChain } from './earn-vault.ts';
import { carriedOut } from './solidity.ts';

/** Tests the rules that the wrapper itself enforces for any caller, on a real node with accounts of its own. */
const MOST = 2n ** 256n - 1n;
const [ALICE, BOB, FEES] = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
] as const;
const missing = anvilMissing();

describe.skipIf(missing !== null)(`the wrapper${missing === null ? '' : ` SKIPPED: ${missing}`}`, () => {
  let chain: EarnChain;
  let wrapper: string;
  let splitter: string;

  beforeAll(async () => {
    chain = await startEarnChain();
    for (const account of [ALICE, BOB, FEES]) {
      await chain.node.call('anvil_impersonateAccount', account);
      await chain.fund(account, 0n);
    }
  });
  afterAll(() => chain?.end());
  beforeEach(async () => {
    [wrapper, splitter] = await wrap(await chain.deploy('Vault', chain.token), 1000);
    for (const account of [ALICE, BOB]) {
      await chain.write(chain.token, 'mint', account, 1000n * ONE);
      await as(account, chain.token, 'approve', wrapper, MOST);
    }
  });

  /** Deploys one as the local service does. */
  async function wrap(vault: string, clientFeeBps: number): Promise<[wrapper: string, splitter: string]> {
    const plan = planWrapper({ chain: CHAIN, vaultAddress: vault, clientFeeBps, clientFeeWallet: FEES });
    const to = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
    await carriedOut(chain.node, { from: chain.payer, to, data: `0x${hexEncode(plan.data)}` });
    expect(await chain.read<string>(plan.wrapperAddress, 'splitter')).toBe(plan.splitterAddress);
    return [plan.wrapperAddress, plan.splitterAddress];
  }
  const as = (account: string, contract: string, name: string, ...args: readonly unknown[]) =>
    chain.writeAs(account, contract, name, ...args);
  const has = (account: string) => chain.read<bigint>(chain.token, 'balanceOf', account);
  const worth = (account: string) => chain.read<bigint>(wrapper, 'assetsOf', account);
  const vaultOf = () => chain.read<string>(wrapper, 'vault');
  const earn = async (amount: bigint) => chain.write(chain.token, 'mint', await vaultOf(), amount);
  /** The vault loses so much. */
  const lose = async (amount: bigint) => {
    const vault = await vaultOf();
    await chain.node.call('anvil_impersonateAccount', vault);
    await chain.fund(vault, 0n);
    await as(vault, chain.token, 'transfer', chain.payer, amount);
  };

  it('lets only holders of shares withdraw them', async () => {
    await as(ALICE, wrapper, 'deposit', 100n * ONE, ALICE);
    await expect(as(BOB, wrapper, 'redeem', MOST, BOB, ALICE)).rejects.toThrow('not the owner');
    await expect(as(BOB, wrapper, 'withdraw', 1n, BOB, ALICE)).rejects.toThrow('not the owner');
    await expect(as(BOB, wrapper, 'redeem', 1n, BOB, BOB)).rejects.toThrow('more than the owner has');
    await expect(as(BOB, wrapper, 'redeem', MOST, BOB, BOB)).rejects.toThrow('nothing to redeem');
    await expect(as(ALICE, wrapper, 'withdraw', 101n * ONE, ALICE, ALICE)).rejects.toThrow();
    await as(ALICE, wrapper, 'redeem', MOST, BOB, ALICE);
    expect(await worth(ALICE)).toBe(0n);
  });

  it('can be paused only by its fee wallet, and withdrawals still work', async () => {
    await as(ALICE, wrapper, 'deposit', 100n * ONE, ALICE);
    await expect(as(ALICE, wrapper, 'setDepositsDisabled', true)).rejects.toThrow('not the fee wallet');
    await as(FEES, wrapper, 'setDepositsDisabled', true);
    await expect(as(BOB, wrapper, 'deposit', 1n * ONE, BOB)).rejects.toThrow('deposits are disabled');
    await as(ALICE, wrapper, 'withdraw', 40n * ONE, ALICE, ALICE);
    await as(ALICE, wrapper, 'redeem', MOST, ALICE, ALICE);
    expect(await has(ALICE)).toBeGreaterThanOrEqual(1000n * ONE - 2n);
  });

  it('cannot be re-entered during a deposit into its vault', async () => {
    [wrapper] = await wrap(await chain.deploy('EnteringVault', chain.token), 0);
    await as(ALICE, chain.token, 'approve', wrapper, MOST);
    await expect(as(ALICE, wrapper, 'deposit', 100n * ONE, ALICE)).rejects.toThrow('entered again');
  });

  it('takes its fee from earnings, for the fee wallet only, whoever calls it', async () => {
    await as(ALICE, wrapper, 'deposit', 100n * ONE, ALICE);
    const before = await has(FEES);
    await expect(as(BOB, splitter, 'release')).rejects.toThrow('nothing to redeem');
    await earn(50n * ONE);
    await as(BOB, splitter, 'release');
    const fee = (await has(FEES)) - before;
    expect(5n * ONE - fee).toBeLessThan(5n);
    expect(await has(BOB)).toBeGreaterThanOrEqual(1000n * ONE);
    expect(145n * ONE - (await worth(ALICE))).toBeLessThan(5n);
    await expect(as(BOB, splitter, 'release')).rejects.toThrow('nothing to redeem');
  });

  it('takes no fee for recovered losses, only for later earnings', async () => {
    await as(ALICE, wrapper, 'deposit', 100n * ONE, ALICE);
    await earn(50n * ONE);
    await as(BOB, splitter, 'release');
    const most = await worth(ALICE);
    await lose(45n * ONE);
    // Whoever uses it meanwhile takes no mark away.
    await as(BOB, wrapper, 'deposit', 100n * ONE, BOB);
    await as(BOB, wrapper, 'withdraw', 10n * ONE, BOB, BOB);
    await as(BOB, wrapper, 'redeem', MOST, BOB, BOB);
    await earn(44n * ONE);
    expect(await chain.read<bigint>(wrapper, 'claimableFee')).toBe(0n);
    await expect(as(BOB, splitter, 'release')).rejects.toThrow('nothing to redeem');
    expect(most - (await worth(ALICE))).toBeLessThan(ONE + 10n);
    await earn(21n * ONE);
    // Of 21 that came, one was lost before.
    const fee = await chain.read<bigint>(wrapper, 'claimableFee');
    expect(2n * ONE - fee).toBeLessThan(10n);
    expect(fee).toBeLessThanOrEqual(2n * ONE);
  });

  it('starts again at the initial rate when it is empty', async () => {
    await as(ALICE, wrapper, 'deposit', 100n * ONE, ALICE);
    await lose(50n * ONE);
    await as(ALICE, wrapper, 'redeem', MOST, ALICE, ALICE);
    await as(BOB, wrapper, 'deposit', 100n * ONE, BOB);
    await earn(10n * ONE);
    const fee = await chain.read<bigint>(wrapper, 'claimableFee');
    expect(ONE - fee).toBeLessThan(1000n);
    expect(fee).toBeLessThanOrEqual(ONE);
  });

  it('protects the second depositor from an inflation attack by the first', async () => {
    await as(ALICE, wrapper, 'deposit', 1n, ALICE);
    await as(ALICE, chain.token, 'approve', await vaultOf(), MOST);
    await as(ALICE, await vaultOf(), 'deposit', 200n * ONE, wrapper);
    await as(BOB, wrapper, 'deposit', 100n * ONE, BOB);
    expect(100n * ONE - (await worth(BOB))).toBeLessThan(1000n);
  });

  it('makes no deposit into a vault that keeps more than 1% of it', async () => {
    await as(ALICE, wrapper, 'deposit', 1n, ALICE);
    await earn(200n * ONE);
    await expect(as(BOB, wrapper, 'deposit', 100n * ONE, BOB)).rejects.toThrow('the vault kept too much');
  });

  it('never owes more than it has, for any sequence of calls', async () => {
    const given = async () => (await has(ALICE)) + (await has(BOB)) + (await has(FEES)) + (await has(await vaultOf()));
    // Another holder is in the vault too, so that gifts to the vault have an owner.
    await chain.write(chain.token, 'mint', chain.payer, 1000n * ONE);
    await chain.write(chain.token, 'approve', await vaultOf(), MOST);
    await chain.write(await vaultOf(), 'deposit', 1000n * ONE, chain.payer);
    let all = await given();
    let deposits = 0;
    // The same steps each time: a generator of numbers by Park and Miller.
    let state = 20_261_123;
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    for (let step = 0; step < 60; step += 1) {
      const who = random(2) === 0 ? ALICE : BOB;
      const amount = BigInt(1 + random(50_000_000));
      const kind = random(6);
      if (kind === 0) {
        await earn(amount);
        all += amount;
      } else if (kind === 5) {
        const lost = (await has(await vaultOf())) / 20n;
        await lose(lost);
        all -= lost;
      } else if (kind === 1) await as(who, wrapper, 'withdraw', amount, who, who).catch(() => undefined);
      else if (kind === 2) await as(who, wrapper, 'redeem', MOST, who, who).catch(() => undefined);
      else if (kind === 3) await as(BOB, splitter, 'release').catch(() => undefined);
      else {
        await as(who, wrapper, 'deposit', amount, who);
        deposits += 1;
      }
      expect(await given()).toBe(all);
      const promised = (await worth(ALICE)) + (await worth(BOB)) + (await chain.read<bigint>(wrapper, 'claimableFee'));
      expect(promised).toBeLessThanOrEqual(await chain.read<bigint>(wrapper, 'totalAssets'));
    }
    expect(deposits).toBeGreaterThan(5);
    for (const who of [ALICE, BOB]) await as(who, wrapper, 'redeem', MOST, who, who).catch(() => undefined);
    await as(BOB, splitter, 'release').catch(() => undefined);
    // Everything that went in came out again, except for rounding.
    expect(await chain.read<bigint>(wrapper, 'totalAssets')).toBeLessThan(200n);
  });
});
