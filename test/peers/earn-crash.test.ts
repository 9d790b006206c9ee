import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WRAPPER_CALLS } from '../../electron/custody/chains/earn/wrapper.ts';
import { createNodeCaller, readEndpoint } from '../../electron/engine/service/endpoints.ts';
import { hexEncode, utf8Decode } from '../../shared/wire/index.ts';
import { byFetch, clientOf, newKey } from '../contract/start-service.ts';
import { buildChild, type CustodyProcess, spawnCustody, startInput } from '../fault/custody-process.ts';
import { anvilMissing } from './anvil-node.ts';
import { CHAIN, type EarnChain, ONE, startEarnChain } from './earn-vault.ts';
import { ETHEREUM } from './service-client.ts';

/** Killed by the call of the method with that number, a moment later, before the node has it or after. */
interface Death {
  readonly method: string;
  readonly call: number;
  readonly isHeard: boolean;
}
const DEATHS: readonly Death[] = [
  { method: 'eth_estimateGas', call: 1, isHeard: true },
  { method: 'eth_sendRawTransaction', call: 1, isHeard: false },
  { method: 'eth_sendRawTransaction', call: 1, isHeard: true },
  { method: 'eth_getTransactionReceipt', call: 1, isHeard: true },
  { method: 'eth_getTransactionReceipt', call: 2, isHeard: true },
  { method: 'eth_sendRawTransaction', call: 2, isHeard: true },
  { method: 'eth_sendRawTransaction', call: 2, isHeard: false },
];
const ROUNDS = 2 * DEATHS.length;
const missing = anvilMissing();

describe.skipIf(missing !== null)(
  `a service that is killed around earning${missing === null ? '' : ` SKIPPED: ${missing}`}`,
  () => {
    const key = newKey();
    const directory = mkdtempSync(join(tmpdir(), 'castellan-earn-'));
    let chain: EarnChain;
    let child: Awaited<ReturnType<typeof buildChild>>;
    let service: CustodyProcess | undefined;
    beforeAll(async () => {
      [chain, child] = await Promise.all([startEarnChain(), buildChild()]);
    }, 60_000);
    afterAll(async () => {
      await service?.kill();
      await chain?.end();
      child?.remove();
      rmSync(directory, { recursive: true });
    });

    const start = async (isFirst: boolean, death?: Death) => {
      const toNode = createNodeCaller([readEndpoint(`${CHAIN}=${chain.node.url}`)], byFetch);
      let calls = 0;
      const started = spawnCustody(child.file, {
        async callNode(call) {
          if (death === undefined || !utf8Decode(call.body ?? new Uint8Array()).includes(death.method))
            return toNode(call);
          calls += 1;
          if (calls !== death.call) return toNode(call);
          if (death.isHeard) await toNode(call);
          await setTimeout(crypto.getRandomValues(new Uint8Array(1))[0]);
          await started.kill();
          return { failure: 'unreachable' };
        },
      });
      service = started;
      const chains = [{ chain: CHAIN, endpoints: 1 } as const];
      const ready = await started.start({ ...startInput(directory, isFirst ? key.publicKey : null), chains });
      return { started, client: clientOf(ready.baseUrl, key), organizationId: ready.organizationId };
    };

    it('performs each withdrawal and claim once, and loses none that it answered', async () => {
      const first = await start(true);
      const { organizationId } = first;
      let at = Date.now();
      const common = () => {
        at += 1;
        return { timestampMs: String(at), organizationId };
      };
      const made = await first.client.createWallet({
        type: 'ACTIVITY_TYPE_CREATE_WALLET',
        ...common(),
        parameters: {
          walletName: 'Earning',
          accounts: [ETHEREUM, { ...ETHEREUM, path: "m/44'/60'/1'/0/0" }],
        },
      });
      const [account = '', feeWallet = ''] = made.activity.result.createWalletResult?.addresses ?? [];
      await chain.fund(account, 1000n * ONE);
      await chain.fund(feeWallet, 0n);
      const deployed = await first.client.earnDeployWrapper({
        type: 'ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER',
        ...common(),
        parameters: { vaultAddress: chain.vault, chainCaip2: CHAIN, clientFeeBps: '1000', clientFeeWallet: feeWallet },
      });
      const { wrapperAddress = '', splitterAddress = '' } = deployed.activity.result.earnDeployWrapperResult ?? {};
      const move = { signWith: account, wrapperAddress, chainCaip2: CHAIN } as const;
      const put = () =>
        first.client.earnDeposit({
          type: 'ACTIVITY_TYPE_EARN_DEPOSIT',
          ...common(),
          parameters: { ...move, assets: String(1000n * ONE) },
        });
      await expect.poll(put, PATIENCE).toMatchObject({ activity: { status: 'ACTIVITY_STATUS_COMPLETED' } });
      await expect.poll(() => chain.read<bigint>(chain.token, 'balanceOf', account), PATIENCE).toBe(0n);
      await first.started.stop();

      const amountOf = (round: number) => String(ONE + BigInt(round));
      const withdrawals = new Map<string, number>();
      const claims: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await chain.write(chain.token, 'mint', chain.vault, 10n * ONE);
        const running = await start(false, DEATHS[round % DEATHS.length]).catch(() => undefined);
        const withdrawn = running?.client
          .earnWithdraw({
            type: 'ACTIVITY_TYPE_EARN_WITHDRAW',
            ...common(),
            parameters: { ...move, amountValue: amountOf(round) },
          })
          .then(({ activity }) => withdrawals.set(activity.result.earnWithdrawResult?.withdrawRequestId ?? '', round));
        const claimed = running?.client
          .claimEarnFees({ type: 'ACTIVITY_TYPE_CLAIM_EARN_FEES', ...common(), parameters: { wrapperAddress } })
          .then(({ activity }) => claims.push(activity.result.claimEarnFeesResult?.claimRequestId ?? ''));
        // A service that was killed meanwhile answers nothing.
        await Promise.allSettled([withdrawn, claimed]);
        await setTimeout(300);
        await running?.started.kill();
      }
      expect(withdrawals.size).toBeGreaterThan(ROUNDS / 4);
      expect(claims.length).toBeGreaterThan(ROUNDS / 4);

      const { client } = await start(false);
      const done = { status: 'COMPLETED' };
      for (const withdrawRequestId of withdrawals.keys())
        await expect
          .poll(() => client.getEarnWithdrawStatus({ organizationId, withdrawRequestId }), PATIENCE)
          .toMatchObject(done);
      // A claim fails on the chain when an earlier one was sent late and took all the fees.
      for (const claimRequestId of claims)
        await expect
          .poll(async () => (await client.getClaimEarnFeesStatus({ organizationId, claimRequestId })).status, PATIENCE)
          .not.toBe('PENDING');

      const sent = await sentBy(chain, [account, feeWallet]);
      const answered = [...withdrawals.values()];
      for (let round = 0; round < ROUNDS; round += 1) {
        const data = `0x${hexEncode(WRAPPER_CALLS.withdraw(BigInt(amountOf(round)), account))}`;
        const count = sent.filter(({ input }) => input === data).length;
        expect([round, count]).toEqual([round, answered.includes(round) ? 1 : Math.min(count, 1)]);
      }
      const hashes = await Promise.all(
        claims.map(async (claimRequestId) => {
          const { claimTxHash } = await client.getClaimEarnFeesStatus({ organizationId, claimRequestId });
          return claimTxHash;
        }),
      );
      const claimed = sent.filter(({ to }) => to === splitterAddress.toLowerCase()).map(({ hash }) => hash);
      expect(new Set(hashes).size).toBe(claims.length);
      expect(claimed).toEqual(expect.arrayContaining(hashes));
      expect(claimed.length).toBeLessThanOrEqual(ROUNDS);
    }, 180_000);
  },
);

const PATIENCE = { timeout: 60_000, interval: 200 };

interface Sent {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly input: string;
}

/** All transactions of accounts that are in a block. */
async function sentBy({ node }: EarnChain, accounts: readonly string[]): Promise<Sent[]> {
  const from = accounts.map((account) => account.toLowerCase());
  const height = Number(await node.call<string>('eth_blockNumber'));
  const blocks = await node.callAll<{ readonly transactions: readonly Sent[] }>(
    Array.from({ length: height + 1 }, (_, index) => ['eth_getBlockByNumber', `0x${index.toString(16)}`, true]),
  );
  return blocks.flatMap(({ transactions }) => transactions.filter((one) => from.includes(one.from)));
}
