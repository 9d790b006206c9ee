import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { TurnkeyClient } from '@turnkey/http';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually } from '../../tools/eventually.ts';
import { newUserKey, type Service, Workstation } from './support.ts';

const UNIT = new URL('../../../resources/linux/castellan.service', import.meta.url);

const workstation = new Workstation();
const user = newUserKey();
afterAll(() => workstation.close());

/** Writes to the database, so that there is a write-ahead log. */
async function makeWallet({ ready }: Service, walletName: string): Promise<void> {
  const client = new TurnkeyClient(
    { baseUrl: ready.baseUrl },
    new ApiKeyStamper({ apiPublicKey: user.publicKey, apiPrivateKey: user.privateKey }),
  );
  await client.createWallet({
    type: 'ACTIVITY_TYPE_CREATE_WALLET',
    timestampMs: String(Date.now()),
    organizationId: ready.organizationId,
    parameters: { walletName, accounts: [] },
  });
}

describe.runIf(process.platform === 'linux')('a signal to every process of the service', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s ends it with 0 and an empty write-ahead log',
    async (signal) => {
      const service = await workstation.serveFor(user);
      await makeWallet(service, signal);
      const log = join(workstation.home, 'serve', 'custody.db-wal');
      expect(statSync(log).size).toBeGreaterThan(0);
      const { exitCode, stderr } = await service.end(signal);
      expect(exitCode, stderr).toBe(0);
      expect(stderr).toContain('The local service stopped');
      expect(existsSync(log)).toBe(false);
    },
  );

  it('has no process for graphics, whose end would end the others', async () => {
    const service = await workstation.serveFor(user);
    const processes = service.processes();
    expect(processes.some((line) => line.includes('NodeService'))).toBe(true);
    expect(processes.filter((line) => line.includes('--type=gpu-process'))).toEqual([]);
    await service.stop();
  });
});

describe.runIf(process.platform === 'linux')('the unit for systemd', () => {
  const unit = new Map(
    readFileSync(UNIT, 'utf8')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

  it('waits for the start of a large database, and longer for its end than Castellan does', () => {
    expect(unit.get('TimeoutStartSec')).toBe('infinity');
    const [, minutes] = /^(\d+)min$/.exec(unit.get('TimeoutStopSec') ?? '') ?? [];
    // `castellan serve` closes its database for up to five minutes.
    expect(Number(minutes)).toBeGreaterThan(5);
  });

  it('starts the service, which reports to systemd when it is ready, and ends by SIGTERM', async () => {
    const [command, ...args] = (unit.get('ExecStart') ?? '').split(' ');
    expect([command, unit.get('Type'), unit.get('NotifyAccess')]).toEqual(['/usr/bin/castellan', 'notify', 'all']);
    const programs = join(workstation.folder, 'systemd');
    mkdirSync(programs, { mode: 0o700 });
    const notes = join(workstation.folder, 'notes');
    const program = `#!/bin/sh\necho "$NOTIFY_SOCKET $*" > '${notes}'\n`;
    writeFileSync(join(programs, 'systemd-notify'), program, { mode: 0o700 });
    const running = workstation.start(args, {
      NOTIFY_SOCKET: '@castellan-test',
      PATH: `${programs}:${process.env.PATH}`,
    });
    expect(JSON.parse(await running.line())).toMatchObject({ ready: true });
    await eventually(() => expect(readFileSync(notes, 'utf8')).toBe('@castellan-test --ready\n'));
    running.interrupt('SIGTERM');
    expect((await running.ended).exitCode).toBe(0);
  });
});
