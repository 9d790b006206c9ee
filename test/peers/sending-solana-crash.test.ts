import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { utf8Decode } from '../../shared/wire/index.ts';
import { clientOf, newKey } from '../contract/start-service.ts';
import { buildChild, type CustodyProcess, spawnCustody, startInput } from '../fault/custody-process.ts';
import { SOLANA } from './service-client.ts';
import { DEVNET, solanaStandIn } from './solana-node.ts';

const key = newKey();
const directory = mkdtempSync(join(tmpdir(), 'castellan-solana-'));
const node = solanaStandIn();
let child: Awaited<ReturnType<typeof buildChild>>;
let service: CustodyProcess | undefined;

beforeAll(async () => {
  child = await buildChild();
}, 60_000);
afterAll(async () => {
  await service?.kill();
  child?.remove();
  rmSync(directory, { recursive: true });
});

/** Killed by the call of the method with that number, a moment later, before the node has it or after. */
interface Death {
  readonly method: string;
  readonly call: number;
  readonly isHeard: boolean;
}
const DEATHS: readonly Death[] = [
  { method: 'getLatestBlockhash', call: 1, isHeard: true },
  { method: 'sendTransaction', call: 1, isHeard: false },
  { method: 'sendTransaction', call: 1, isHeard: true },
  { method: 'getSignatureStatuses', call: 1, isHeard: true },
  { method: 'getSignatureStatuses', call: 2, isHeard: true },
  { method: 'sendTransaction', call: 2, isHeard: true },
];

async function start(isFirst: boolean, death?: Death) {
  let calls = 0;
  const started = spawnCustody(child.file, {
    async callNode(call) {
      if (death === undefined || !utf8Decode(call.body ?? new Uint8Array()).includes(death.method))
        return node.callNode(call);
      calls += 1;
      if (calls !== death.call) return node.callNode(call);
      if (death.isHeard) await node.callNode(call);
      await setTimeout(crypto.getRandomValues(new Uint8Array(1))[0]);
      await started.kill();
      return { failure: 'unreachable' };
    },
  });
  service = started;
  const chains = [{ chain: DEVNET, endpoints: 1 } as const];
  const ready = await started.start({ ...startInput(directory, isFirst ? key.publicKey : null), chains });
  return { started, ready, client: clientOf(ready.baseUrl, key) };
}

/** Uses a stand-in for a node (solana-node.ts), because no validator of Solana runs here. */
it('a service killed while sending sends each transaction once, and loses none that it answered', async () => {
  const first = await start(true);
  const { organizationId } = first.ready;
  const common = () => ({ timestampMs: String(Date.now()), organizationId });
  await first.client.createWallet({
    ...common(),
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    parameters: { walletName: 'Cold', accounts: [SOLANA] },
  });
  const { wallets } = await first.client.getWallets({ organizationId });
  const { accounts } = await first.client.getWalletAccounts({ organizationId, walletId: wallets[0]?.walletId ?? '' });
  const payer = accounts[0]?.address ?? '';
  node.fund(payer, 1_000_000_000);
  await first.started.stop();

  const answered = new Map<string, string>();
  const recipients: string[] = [];
  for (let round = 0; round < 2 * DEATHS.length; round += 1) {
    const { client, started } = await start(false, DEATHS[round % DEATHS.length]).catch(() => ({
      client: undefined,
      started: undefined,
    }));
    const recipient = new PublicKey(crypto.getRandomValues(new Uint8Array(32)));
    recipients.push(recipient.toBase58());
    const unsignedTransaction = new Transaction({
      feePayer: new PublicKey(payer),
      recentBlockhash: PublicKey.default.toBase58(),
    })
      .add(SystemProgram.transfer({ fromPubkey: new PublicKey(payer), toPubkey: recipient, lamports: 7 }))
      .serialize({ requireAllSignatures: false })
      .toString('base64');
    const body = {
      ...common(),
      type: 'ACTIVITY_TYPE_SOL_SEND_TRANSACTION_V2',
      parameters: { caip2: DEVNET, unsignedTransaction, signWiths: [payer] },
    };
    type Sent = { activity: { result: { solSendTransactionResultV2: { sendTransactionStatusId: string } } } };
    await client?.request<typeof body, Sent>('/public/v1/submit/sol_send_transaction', body).then(
      ({ activity }) =>
        answered.set(activity.result.solSendTransactionResultV2.sendTransactionStatusId, recipient.toBase58()),
      () => undefined,
    );
    await setTimeout(200);
    node.pass(1);
    await started?.kill();
  }

  const { client } = await start(false);
  const statusOf = (sendTransactionStatusId: string) =>
    client.request<object, { txStatus: string }>('/public/v1/query/get_send_transaction_status', {
      organizationId,
      sendTransactionStatusId,
    });
  for (const [statusId, recipient] of answered)
    await expect
      .poll(
        async () => {
          node.pass(1);
          return (await statusOf(statusId)).txStatus;
        },
        { timeout: 60_000, interval: 200 },
      )
      .toBe('INCLUDED')
      .then(() => expect(node.balance(recipient)).toBe(7));
  expect(answered.size).toBeGreaterThan(3);
  // A send without a reply was made once or not at all.
  for (const recipient of recipients) expect([0, 7]).toContain(node.balance(recipient));
}, 120_000);
