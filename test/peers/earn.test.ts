import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WRAPPER_CODE } from '../../electron/custody/chains/earn/wrapper-code.ts';
import { type StartedService, startService } from '../contract/start-service.ts';
import { eventually } from '../tools/eventually.ts';
import { anvilMissing } from './anvil-node.ts';
import { CHAIN, type EarnChain, ONE, startEarnChain, WRAPPER_SOURCE } from './earn-vault.ts';
import { ETHEREUM, makeAccount } from './service-client.ts';
import { compile } from './solidity.ts';

const STRANGER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const missing = anvilMissing();

it('the wrapper’s code is the compiler’s output for its source', () => {
  expect(compile(WRAPPER_SOURCE).EarnWrapper?.bytecode).toBe(`0x${WRAPPER_CODE}`);
});

describe.skipIf(missing !== null)(
  `the official client earns on a real node${missing === null ? '' : ` SKIPPED: ${missing}`}`,
  () => {
    let chain: EarnChain;
    let service: StartedService;
    let depositor: string;
    let feeWallet: string;
    let wrapper: string;
    let splitter: string;
    let firstDeposit = '';

    beforeAll(async () => {
      chain = await startEarnChain();
      service = await startService({ rpc: [`${CHAIN}=${chain.node.url}`] });
      depositor = (await makeAccount(service, ETHEREUM)).address;
      feeWallet = (await makeAccount(service, { ...ETHEREUM, path: "m/44'/60'/1'/0/0" })).address;
      await chain.fund(depositor, 1000n * ONE);
      await chain.fund(feeWallet, 0n);
    });
    afterAll(async () => {
      await service?.stop();
      await chain?.end();
    });

    const organizationId = () => service.organizationId;
    const deploy = async (changes: object = {}) => {
      const { activity } = await service.client.earnDeployWrapper(
        service.envelope('ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER', {
          vaultAddress: chain.vault,
          chainCaip2: CHAIN,
          clientFeeBps: '1000',
          clientFeeWallet: feeWallet,
          ...changes,
        }),
      );
      return (
        activity.result.earnDeployWrapperResult ?? { wrapperAddress: '', splitterAddress: '', deployRequestId: '' }
      );
    };
    const move = { signWith: '', wrapperAddress: '', chainCaip2: CHAIN } as const;
    const deposit = async (assets: bigint, changes: object = {}) => {
      const { activity } = await service.client.earnDeposit(
        service.envelope('ACTIVITY_TYPE_EARN_DEPOSIT', {
          ...move,
          signWith: depositor,
          wrapperAddress: wrapper,
          assets: String(assets),
          ...changes,
        }),
      );
      return activity.result.earnDepositResult?.depositRequestId ?? '';
    };
    const withdraw = async (amountValue: string, changes: object = {}) => {
      const { activity } = await service.client.earnWithdraw(
        service.envelope('ACTIVITY_TYPE_EARN_WITHDRAW', {
          ...move,
          signWith: depositor,
          wrapperAddress: wrapper,
          amountValue,
          ...changes,
        }),
      );
      return activity.result.earnWithdrawResult?.withdrawRequestId ?? '';
    };
    const claim = async (wrapperAddress = wrapper) => {
      const { activity } = await service.client.claimEarnFees(
        service.envelope('ACTIVITY_TYPE_CLAIM_EARN_FEES', { wrapperAddress }),
      );
      return activity.result.claimEarnFeesResult?.claimRequestId ?? '';
    };
    const setState = (depositsDisabled: boolean) =>
      service.client.earnSetWrapperState(
        service.envelope('ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE', { wrapperAddress: wrapper, depositsDisabled }),
      );
    const deployStatus = (deployRequestId: string) =>
      service.client.getEarnDeployStatus({ organizationId: organizationId(), deployRequestId });
    const depositStatus = (depositRequestId: string) =>
      service.client.getEarnDepositStatus({ organizationId: organizationId(), depositRequestId });
    const withdrawStatus = (withdrawRequestId: string) =>
      service.client.getEarnWithdrawStatus({ organizationId: organizationId(), withdrawRequestId });
    const claimStatus = (claimRequestId: string) =>
      service.client.getClaimEarnFeesStatus({ organizationId: organizationId(), claimRequestId });
    /** Polls until the service knows. Each poll advances its clock, while the timers of the machine make it look. */
    const becomes = (status: () => Promise<object>, expected: object) =>
      eventually(async () => {
        service.clock.now += 1000;
        expect(await status()).toMatchObject(expected);
      }, 50);
    const completed = { status: 'COMPLETED' };
    const has = (account: string) => chain.read<bigint>(chain.token, 'balanceOf', account);
    const positions = async (walletAddress = depositor) =>
      (await service.client.listEarnPositions({ organizationId: organizationId(), walletAddress })).positions ?? [];
    const refusal = (words: string) => ({ message: expect.stringContaining(words) });

    it('deploys a wrapper around a vault, once', async () => {
      const made = await deploy();
      [wrapper, splitter] = [made.wrapperAddress, made.splitterAddress];
      await expect(deposit(ONE)).rejects.toMatchObject(refusal('is still being deployed'));
      await becomes(() => deployStatus(made.deployRequestId), completed);
      expect(await deploy()).toEqual(made);
      expect(await chain.read<string>(wrapper, 'vault')).toMatch(new RegExp(chain.vault, 'i'));
      expect(await chain.read<string>(wrapper, 'splitter')).toBe(splitter);
      expect(await chain.read<string>(wrapper, 'feeWallet')).toBe(feeWallet);
      expect(await chain.read<bigint>(wrapper, 'feeBasisPoints')).toBe(1000n);
      const { deployTxHash } = await deployStatus(made.deployRequestId);
      const receipt = await chain.node.call('eth_getTransactionReceipt', deployTxHash);
      expect(receipt).toMatchObject({ from: feeWallet.toLowerCase(), status: '0x1' });
    });

    it('deposits with an approval and a deposit, in consecutive nonces', async () => {
      const requests = [await deposit(100n * ONE), await deposit(300n * ONE)];
      for (const request of requests) await becomes(() => depositStatus(request), completed);
      [firstDeposit = ''] = requests;
      expect(await has(depositor)).toBe(600n * ONE);
      expect(await has(chain.vault)).toBe(400n * ONE);
      expect(await chain.read<bigint>(chain.token, 'allowance', depositor, wrapper)).toBe(0n);
      expect(await chain.node.call('eth_getTransactionCount', depositor, 'latest')).toBe('0x4');
      expect(await positions()).toEqual([
        {
          vaultAddress: expect.stringMatching(new RegExp(chain.vault, 'i')),
          wrapperAddress: wrapper,
          caip19: expect.stringMatching(new RegExp(`^${CHAIN}/erc20:${chain.token}$`, 'i')),
          currentValue: '400000000',
          totalDeposited: '400000000',
          totalWithdrawn: '0',
          depositsDisabled: false,
          display: { currentValueCrypto: '400', totalDepositedCrypto: '400', totalWithdrawnCrypto: '0' },
        },
      ]);
    });

    it('earns minus the fee, which the fee wallet claims', async () => {
      await expect(claim()).rejects.toMatchObject(refusal('no fees have accrued'));
      await chain.write(chain.token, 'mint', chain.vault, 40n * ONE);
      const [{ currentValue }] = (await positions()) as [{ currentValue: string }];
      // A tenth of 40 is the fee, with one unit each way for rounding.
      expect(Math.abs(Number(currentValue) - 436 * Number(ONE))).toBeLessThan(3);
      const { enabledVaults } = await service.client.listEarnEnabledVaults({ organizationId: organizationId() });
      expect(enabledVaults).toMatchObject([
        {
          wrapperAddress: wrapper,
          clientFeeBps: '1000',
          clientFeeWallet: feeWallet,
          deployStatus: 'COMPLETED',
          name: 'Test vault',
          depositsDisabled: false,
          claimableClientFee: expect.stringMatching(/^(399999[789]|4000000)$/),
        },
      ]);
      const claimable = BigInt(enabledVaults?.[0]?.claimableClientFee ?? 0);
      const claimed = await claim();
      await becomes(() => claimStatus(claimed), completed);
      expect(await has(feeWallet)).toBeGreaterThanOrEqual(claimable - 1n);
      expect(await has(feeWallet)).toBeLessThanOrEqual(4n * ONE);
    });

    it('withdraws an exact part, then the rest', async () => {
      const before = await has(depositor);
      const part = await withdraw(String(36n * ONE));
      await becomes(() => withdrawStatus(part), completed);
      expect(await has(depositor)).toBe(before + 36n * ONE);
      expect(await positions()).toMatchObject([{ totalDeposited: '400000000', totalWithdrawn: '36000000' }]);
      const all = await withdraw('MAX');
      await becomes(() => withdrawStatus(all), completed);
      expect(await chain.read<bigint>(wrapper, 'balanceOf', depositor)).toBe(0n);
      const got = (await has(depositor)) - before;
      expect(Math.abs(Number(got) - 436 * Number(ONE))).toBeLessThan(5);
      expect(await positions()).toEqual([]);
      // No value was created: all of it is in these three accounts.
      expect((await has(depositor)) + (await has(feeWallet)) + (await has(chain.vault))).toBe(1040n * ONE);
      await expect(withdraw('MAX')).rejects.toMatchObject(refusal('which is less'));
    });

    it('pauses deposits, and never withdrawals', async () => {
      const into = await deposit(50n * ONE);
      await becomes(() => depositStatus(into), completed);
      await setState(true);
      const isStopped = () => chain.read<boolean>(wrapper, 'depositsDisabled');
      await eventually(async () => expect(await isStopped()).toBe(true));
      await expect(deposit(ONE)).rejects.toMatchObject(refusal('takes no deposits'));
      const out = await withdraw('MAX');
      await becomes(() => withdrawStatus(out), completed);
      await setState(false);
      await eventually(async () => expect(await isStopped()).toBe(false));
    });

    it('has enough gas when a fee becomes due after the estimate', async () => {
      for (const amount of [50n, 50n]) {
        const into = await deposit(amount * ONE);
        await becomes(() => depositStatus(into), completed);
      }
      await chain.node.call('evm_setAutomine', false);
      const out = await withdraw(String(20n * ONE));
      await eventually(async () => expect(await chain.node.call('txpool_status')).toMatchObject({ pending: '0x1' }));
      // Goes before it into the same block.
      await chain.gain(20n * ONE, { maxPriorityFeePerGas: '0xba43b7400', maxFeePerGas: '0x2540be4000' });
      await chain.node.call('evm_mine');
      await chain.node.call('evm_setAutomine', true);
      await becomes(() => withdrawStatus(out), completed);
      expect(await chain.read<bigint>(wrapper, 'balanceOf', splitter)).toBeGreaterThan(0n);
    });

    it('sends nothing twice after a restart between an approval and its deposit', async () => {
      const [before, nonce] = [
        await has(depositor),
        await chain.node.call('eth_getTransactionCount', depositor, 'latest'),
      ];
      await chain.node.call('evm_setAutomine', false);
      const request = await deposit(10n * ONE);
      await eventually(async () => expect(await chain.node.call('txpool_status')).toMatchObject({ pending: '0x1' }));
      await service.restart();
      await chain.node.call('evm_setAutomine', true);
      await chain.node.call('evm_mine');
      await becomes(() => depositStatus(request), completed);
      expect(await has(depositor)).toBe(before - 10n * ONE);
      expect(Number(await chain.node.call('eth_getTransactionCount', depositor, 'latest'))).toBe(Number(nonce) + 2);
    });

    it('lists the organization’s vaults by asset', async () => {
      const list = (caip19: string, changes: object = {}) =>
        service.client.listEarnVaults({ organizationId: organizationId(), caip19, ...changes });
      const { vaults } = await list(`${CHAIN}/erc20:${chain.token}`);
      expect(vaults).toMatchObject([{ enabled: true, name: 'Test vault', tvl: expect.stringMatching(/^\d+$/) }]);
      expect((await list(`${CHAIN}/erc20:${STRANGER}`)).vaults).toEqual([]);
      expect((await list(`${CHAIN}/erc20:${chain.token}`, { provider: 'EARN_PROVIDER_AAVE' })).vaults).toEqual([]);
    });

    it('refuses unsupported requests', async () => {
      await expect(deposit(ONE, { sponsor: true })).rejects.toMatchObject(refusal('this service sponsors no fees'));
      await expect(withdraw('1', { sponsor: true })).rejects.toMatchObject(refusal('this service sponsors no fees'));
      await expect(deposit(ONE, { wrapperAddress: chain.vault })).rejects.toMatchObject(
        refusal('is not a deployed wrapper of this organization or of the one above it'),
      );
      await expect(claim(STRANGER)).rejects.toMatchObject(refusal('is not a deployed wrapper of this organization'));
      await expect(deposit(ONE, { chainCaip2: 'eip155:1' })).rejects.toMatchObject(refusal('on eip155:1'));
      await expect(deposit(10_000n * ONE)).rejects.toMatchObject(refusal('which is less'));
      await expect(deposit(0n)).rejects.toMatchObject(refusal('/parameters/assets is nothing'));
      await expect(withdraw('9'.repeat(78))).rejects.toMatchObject(refusal('has more than 256 bits'));
      await expect(deploy({ vaultAddress: chain.token })).rejects.toMatchObject(refusal('does not answer as a vault'));
      await expect(deploy({ vaultAddress: STRANGER })).rejects.toMatchObject(refusal('does not answer as a vault'));
      await expect(deploy({ clientFeeWallet: STRANGER })).rejects.toMatchObject(refusal('Could not find any resource'));
      const rewards = service.envelope('ACTIVITY_TYPE_EARN_CLAIM_REWARDS', { signWith: depositor, chainCaip2: CHAIN });
      await expect(service.client.earnClaimRewards(rewards)).rejects.toMatchObject(refusal('no rewards are known'));
    });

    it('asks the node for a deposit’s gas, and refuses a failing one with the contract’s reason', async () => {
      const { depositTxHash } = await depositStatus(firstDeposit);
      const [{ gas }, { gasUsed }] = await Promise.all([
        chain.node.call<{ gas: string }>('eth_getTransactionByHash', depositTxHash),
        chain.node.call<{ gasUsed: string }>('eth_getTransactionReceipt', depositTxHash),
      ]);
      expect(Number(gas)).toBeLessThan(600_000);
      expect(Number(gas)).toBeGreaterThan(Number(gasUsed) * 1.1);
      const entering = await deploy({ vaultAddress: await chain.deploy('EnteringVault', chain.token) });
      await becomes(() => deployStatus(entering.deployRequestId), completed);
      const count = () => chain.node.call('eth_getTransactionCount', depositor, 'pending');
      const before = await count();
      await expect(deposit(ONE, { wrapperAddress: entering.wrapperAddress })).rejects.toMatchObject(
        refusal('entered again'),
      );
      await expect(withdraw('1', { wrapperAddress: entering.wrapperAddress })).rejects.toMatchObject(
        refusal('which is less'),
      );
      expect(await count()).toBe(before);
    });
  },
);
