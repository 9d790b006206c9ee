import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { generateP256KeyPair } from '@turnkey/crypto';
import { TurnkeyClient } from '@turnkey/http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildChild, type CustodyProcess, spawnCustody, startInput } from './custody-process.ts';

/**
 * Capabilities by which root's programs read other processes. Without them, root's programs are like the operator's
 * own. The process that is read must lack them too.
 */
const POWERS = '-sys_ptrace,-sys_admin,-perfmon';
const asOperator = process.getuid?.() === 0 ? ['setpriv', `--bounding-set=${POWERS}`, `--inh-caps=${POWERS}`] : [];
const canRun =
  process.platform === 'linux' && (asOperator.length === 0 || spawnSync('setpriv', ['--version']).status === 0);

describe.skipIf(!canRun)('the process of the local service', () => {
  const { publicKey, privateKey } = generateP256KeyPair();
  let built: Awaited<ReturnType<typeof buildChild>>;
  let directory: string;
  let service: CustodyProcess;
  beforeAll(async () => {
    built = await buildChild();
    directory = mkdtempSync(join(tmpdir(), 'castellan-guarded-'));
    service = spawnCustody(built.file, { through: asOperator });
  });
  afterAll(async () => {
    await service.kill();
    built.remove();
    rmSync(directory, { recursive: true });
  });

  /**
   * Reads the environment as another program of the same user. Returns standard error. Some systems keep the memory
   * itself to parents.
   */
  const read = () => {
    const [command = '', ...args] = [...asOperator, 'head', '-c', '1', `/proc/${service.pid}/environ`];
    return spawnSync(command, args, { encoding: 'utf8' }).stderr;
  };
  const program = () => readFileSync(`/proc/${service.pid}/cmdline`, 'utf8').split('\0')[0];
  const locked = () => Number(/^VmLck:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]);

  it('is hardened before it gets a key, and cannot be read by another program of the user', async () => {
    await vi.waitUntil(() => program() === process.execPath, 30_000);
    expect(read()).toBe('');
    await expect(service.call('harden', {})).resolves.toMatchObject({
      hardening: { notDumpable: true, noCore: true, lockedMemory: true },
      confinement: { calls: process.arch === 'x64', files: null },
    });
    expect(read()).toContain('Permission denied');
    expect(locked()).toBeGreaterThanOrEqual(256);
    expect(readFileSync(`/proc/${service.pid}/limits`, 'utf8')).toMatch(/^Max core file size\s+0\s+0/m);
  });

  it('serves, exports and stores after confinement', async () => {
    const ready = await service.start(startInput(directory, publicKey));
    const client = new TurnkeyClient(
      { baseUrl: ready.baseUrl },
      new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey }),
    );
    const { activity } = await client.createWallet({
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      timestampMs: String(Date.now()),
      organizationId: ready.organizationId,
      parameters: {
        walletName: 'Guarded',
        accounts: [
          {
            curve: 'CURVE_SECP256K1',
            pathFormat: 'PATH_FORMAT_BIP32',
            path: "m/44'/60'/0'/0/0",
            addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
          },
        ],
      },
    });
    expect(activity.result.createWalletResult?.addresses).toHaveLength(1);
    const { confinement } = await service.call('harden', {});
    expect(confinement).toMatchObject({ calls: process.arch === 'x64', files: process.arch === 'x64' });
    await service.call('stop', {});
    expect(service.stderr()).toBe('');
  });
});
