import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { generateP256KeyPair } from '@turnkey/crypto';
import { TurnkeyClient } from '@turnkey/http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildChild, type CustodyProcess, spawnCustody, startInput } from './custody-process.ts';

let child: Awaited<ReturnType<typeof buildChild>>;
beforeAll(async () => {
  child = await buildChild();
});
afterAll(() => child.remove());

const { publicKey, privateKey } = generateP256KeyPair();

let directory: string;
let service: CustodyProcess | undefined;
let receiver: Server;
/** The deliveries that have arrived, with their responses. A test decides when to answer. */
let arrived: { readonly eventId: string; readonly activityId: string; readonly response: ServerResponse }[];
let onArrival: () => void;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-fault-'));
  arrived = [];
  onArrival = () => undefined;
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: string };
      arrived.push({ eventId: String(request.headers['x-turnkey-event-id']), activityId: id, response });
      onArrival();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  await service?.kill();
  receiver.closeAllConnections();
  receiver.close();
  rmSync(directory, { recursive: true });
});

const until = (count: number) =>
  new Promise<void>((done) => {
    onArrival = () => void (arrived.length >= count && done());
    onArrival();
  });

async function start(init: string | null) {
  service = spawnCustody(child.file);
  const ready = await service.start(startInput(directory, init));
  const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey });
  return { ready, client: new TurnkeyClient({ baseUrl: ready.baseUrl }, stamper), process: service };
}

it('the confined process delivers, and repeats unrecorded deliveries after a crash', async () => {
  const first = await start(publicKey);
  const { organizationId } = first.ready;
  const submit = <Parameters>(type: string, parameters: Parameters) =>
    ({ type, timestampMs: String(Date.now()), organizationId, parameters }) as never;
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const subscriptions = [
    { eventType: 'ACTIVITY_UPDATES', filtersJson: '{"activityTypes":["ACTIVITY_TYPE_CREATE_WALLET"]}' },
  ];
  await first.client.createWebhookEndpoint(
    submit('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', { url, name: 'Ledger', subscriptions }),
  );
  const made: string[] = [];
  for (const walletName of ['One', 'Two', 'Three']) {
    const { activity } = await first.client.createWallet(
      submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] }),
    );
    made.push(activity.id);
  }
  await until(1);
  arrived[0]?.response.writeHead(200).end();
  await until(2);
  // The second is with its receiver, which has not answered. The third waits behind it.
  await first.process.kill();

  await start(null);
  await until(3);
  arrived[2]?.response.writeHead(200).end();
  await until(4);
  arrived[3]?.response.writeHead(200).end();
  expect(arrived.map(({ activityId }) => activityId)).toEqual([made[0], made[1], made[1], made[2]]);
  expect(arrived[2]?.eventId).toBe(arrived[1]?.eventId);
  expect(new Set(arrived.map(({ eventId }) => eventId)).size).toBe(3);
}, 60_000);
