import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { generateP256KeyPair } from '@turnkey/crypto';
import { TurnkeyClient } from '@turnkey/http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildChild, type CustodyProcess, spawnCustody, startInput } from './custody-process.ts';

let child: Awaited<ReturnType<typeof buildChild>>;
beforeAll(async () => {
  child = await buildChild();
});
afterAll(() => child.remove());

const { publicKey, privateKey } = generateP256KeyPair();
const clientOf = (baseUrl: string) =>
  new TurnkeyClient({ baseUrl }, new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey }));

let directory: string;
let service: CustodyProcess | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-fault-'));
});
afterEach(async () => {
  await service?.kill();
  rmSync(directory, { recursive: true });
});

const start = async (init: string | null) => {
  service = spawnCustody(child.file);
  const ready = await service.start(startInput(directory, init));
  return { ready, client: clientOf(ready.baseUrl), process: service };
};

describe('after the process was killed', () => {
  it.each([1, 4, 9])('every answered activity is stored (killed at answer %i)', async (killedAt) => {
    const first = await start(publicKey);
    const { organizationId } = first.ready;
    const bodies = Array.from({ length: 12 }, (_, index) => ({
      type: 'ACTIVITY_TYPE_CREATE_WALLET' as const,
      timestampMs: String(Date.now() + index),
      organizationId,
      parameters: {
        walletName: `Wallet ${index}`,
        accounts: [
          {
            curve: 'CURVE_SECP256K1' as const,
            pathFormat: 'PATH_FORMAT_BIP32' as const,
            path: "m/0'",
            addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
          },
        ],
      },
    }));
    const answered = new Map<number, unknown>();
    let killed: Promise<void> | undefined;
    // All are under way at once, so that the kill comes between and inside of their transactions.
    await Promise.allSettled(
      bodies.map(async (body, index) => {
        const { activity } = await first.client.createWallet(body);
        answered.set(index, activity);
        if (answered.size === killedAt) killed = first.process.kill();
      }),
    );
    await killed;
    expect(answered.size).toBeGreaterThanOrEqual(killedAt);

    const second = await start(null);
    expect(second.ready.organizationId).toBe(organizationId);
    expect(second.ready.keys).toEqual(first.ready.keys);
    for (const [index, body] of bodies.entries()) {
      const { activity } = await second.client.createWallet(body);
      if (answered.has(index)) expect(activity).toEqual(answered.get(index));
    }
    const { activities } = await second.client.getActivities({ organizationId, paginationOptions: { limit: '100' } });
    const { wallets } = await second.client.getWallets({ organizationId });
    expect(activities).toHaveLength(bodies.length);
    expect(wallets.map(({ walletName }) => walletName).sort()).toEqual(
      bodies.map(({ parameters }) => parameters.walletName).sort(),
    );
    await second.process.stop();
  });

  it('another process can use the database at once, but not while the owner lives', async () => {
    const first = await start(publicKey);
    const other = spawnCustody(child.file);
    await expect(other.start(startInput(directory, null))).rejects.toMatchObject({ code: 'DATABASE_IN_USE' });
    await other.kill();
    await first.process.kill();
    const second = await start(null);
    expect(second.ready.organizationId).toBe(first.ready.organizationId);
  });
});
