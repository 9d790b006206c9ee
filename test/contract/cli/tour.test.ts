import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Workstation } from './support.ts';

const workstation = new Workstation();
const temporary = join(workstation.folder, 'temporary');
mkdirSync(temporary);
afterAll(() => workstation.close());

describe('castellan tour', () => {
  it('does the main job from nothing, in under 15 seconds, and leaves nothing behind', async () => {
    const environment = { TMPDIR: temporary, CASTELLAN_PASSPHRASE_FILE: '' };
    const { exitCode, stdout, stderr } = await workstation.run(['tour'], { environment });
    expect(stderr).not.toContain('castellan: ');
    expect(exitCode).toBe(0);
    const result = JSON.parse(stdout) as {
      ok: boolean;
      seconds: number;
      steps: { title: string; values: Record<string, string> }[];
    };
    expect(result.ok).toBe(true);
    expect(result.seconds).toBeLessThan(15);
    expect(result.steps.map(({ title }) => title)).toEqual([
      'Start the local service',
      'Make an organization and an API key',
      'Make a wallet',
      'List the accounts',
      'Sign a payload and check the signature',
      'Sign a transaction and check every field of it',
      'Export the account and open the bundle in the vault',
      'Verify the derived address',
      'Check the audit log',
    ]);
    const [, , wallet, , , transaction, , verified] = result.steps;
    expect(verified?.values).toEqual({ account: wallet?.values.address, derived: wallet?.values.address });
    expect(transaction?.values['transaction id']).toMatch(/^0x[0-9a-f]{64}$/);
    for (const { values } of result.steps) for (const value of Object.values(values)) expect(stderr).toContain(value);
    expect(readdirSync(temporary)).toEqual([]);
    expect(existsSync(workstation.home)).toBe(false);
  });

  it('leaves nothing behind when it is interrupted', async () => {
    const tour = workstation.start(['tour'], { TMPDIR: temporary });
    await tour.says('Start the local service');
    tour.interrupt();
    const { exitCode, stdout } = await tour.ended;
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

it('doctor lists the parts of this machine, for programs and for people', async () => {
  const { exitCode, stdout, stderr } = await workstation.run(['doctor']);
  const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; finding: string }[] };
  expect(exitCode).toBe(0);
  expect(checks.length).toBeGreaterThan(3);
  for (const { name, finding } of checks) {
    expect(stderr).toContain(name);
    expect(stderr).toContain(finding);
  }
});
