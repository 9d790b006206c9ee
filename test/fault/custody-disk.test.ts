import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
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

let directory: string;
let service: CustodyProcess | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-fault-'));
});
afterEach(async () => {
  await service?.kill();
  chmodSync(directory, 0o700);
  rmSync(directory, { recursive: true });
});

const signed = (organizationId: string, walletName: string, index: number) => ({
  type: 'ACTIVITY_TYPE_CREATE_WALLET' as const,
  timestampMs: String(Date.now() + index),
  organizationId,
  parameters: { walletName, accounts: [] },
});

describe('a full disk', () => {
  it('stops a first start without leaving files, and says what to do', async () => {
    service = spawnCustody(child.file, { fileBlocks: 8 });
    await expect(service.start(startInput(directory, publicKey))).rejects.toMatchObject({
      code: 'DISK_FULL',
      message: expect.stringContaining('Free some space and try again'),
    });
    await service.kill();

    service = spawnCustody(child.file);
    await expect(service.start(startInput(directory, publicKey))).resolves.toMatchObject({ ready: true });
    await service.stop();
  });

  it('refuses new activities, still answers reads, and loses no answered activity', async () => {
    service = spawnCustody(child.file);
    const { organizationId } = await service.start(startInput(directory, publicKey));
    await service.stop();

    // Room for the journal to grow by a few activities.
    const blocks = Math.ceil(statSync(join(directory, 'custody.db')).size / 512) + 64;
    service = spawnCustody(child.file, { fileBlocks: blocks });
    const { baseUrl } = await service.start(startInput(directory, null));
    const client = new TurnkeyClient(
      { baseUrl },
      new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey }),
    );
    const stored: string[] = [];
    let refusal: unknown;
    let refused: ReturnType<typeof signed> | undefined;
    for (let index = 0; index < 100 && refusal === undefined; index += 1) {
      const body = signed(organizationId, `Wallet ${index}`, index);
      try {
        stored.push((await client.createWallet(body)).activity.id);
      } catch (error) {
        refusal = error;
        refused = body;
      }
    }
    expect(stored.length).toBeGreaterThan(0);
    expect(refusal).toMatchObject({
      code: 13,
      message: expect.stringMatching(
        /internal server error \([0-9a-f-]{36}\): .*the disk is full\. Nothing was stored/,
      ),
    });
    expect(service.stderr()).toMatch(/custody: [0-9a-f-]{36} create_wallet: AppError DISK_FULL/);
    expect((await client.getWallets({ organizationId })).wallets).toHaveLength(stored.length);
    await service.kill();

    service = spawnCustody(child.file);
    const again = await service.start(startInput(directory, null));
    const later = new TurnkeyClient(
      { baseUrl: again.baseUrl },
      new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey }),
    );
    expect((await later.getWallets({ organizationId })).wallets).toHaveLength(stored.length);
    await expect(later.createWallet(refused!)).resolves.toMatchObject({
      activity: { status: 'ACTIVITY_STATUS_COMPLETED' },
    });
    await service.stop();
  });
});

describe('a folder that cannot be written', () => {
  const nobody = process.getuid?.() === 0 ? { user: 65534 } : {};

  it('refuses a first start', async () => {
    chmodSync(directory, 0o555);
    service = spawnCustody(child.file, nobody);
    await expect(service.start(startInput(directory, publicKey))).rejects.toMatchObject({
      code: 'FILE_REFUSED',
    });
  });

  it('refuses an existing database', async () => {
    service = spawnCustody(child.file);
    await service.start(startInput(directory, publicKey));
    await service.stop();
    chmodSync(join(directory, 'custody.db'), 0o444);
    chmodSync(directory, 0o555);
    service = spawnCustody(child.file, nobody);
    await expect(service.start(startInput(directory, null))).rejects.toMatchObject({ code: 'FILE_REFUSED' });
  });
});
