import { existsSync, readFileSync } from 'node:fs';
import { createLocalVault } from './flows.ts';
import { child, childrenOf, expect, kernelStatus, test } from './harness.ts';

test.describe('what the kernel says of the processes', () => {
  test('the window is sandboxed', async ({ launch }) => {
    const pid = await child(await launch(), 'Tab');
    expect([kernelStatus(pid, 'Seccomp'), kernelStatus(pid, 'NoNewPrivs')]).toEqual(['2', '1']);
  });

  test('--no-sandbox is overruled', async ({ launch }) => {
    const running = await launch({ args: ['--no-sandbox'] });
    const pid = await child(running, 'Tab');
    expect([kernelStatus(pid, 'Seccomp'), kernelStatus(pid, 'NoNewPrivs')]).toEqual(['2', '1']);
    await expect(running.page.getByText('Sandbox is off')).toBeHidden();
  });

  test('the children have one environment variable and cannot make code', async ({ launch }) => {
    const running = await launch({ environment: { CASTELLAN_TEST_SECRET: 'hunter2' } });
    expect(await running.app.evaluate(() => process.env.CASTELLAN_TEST_SECRET)).toBe('hunter2');
    await createLocalVault(running.page);
    for (const name of ['vault', 'custody']) {
      const pid = await child(running, name);
      expect(
        readFileSync(`/proc/${pid}/environ`, 'utf8')
          .split('\0')
          .filter((entry) => entry !== ''),
      ).toEqual([`CASTELLAN_PROCESS=${name}`]);
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')).toContainEqual(
        expect.stringMatching(/^--js-flags=.*--disallow-code-generation-from-strings/),
      );
    }
  });

  test('locking ends the vault and the local service', async ({ launch }) => {
    const running = await launch();
    await createLocalVault(running.page);
    const pids = [await child(running, 'vault'), await child(running, 'custody')];
    await running.page.getByRole('button', { name: 'Lock vault' }).click();
    await expect.poll(() => pids.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  });

  test('closing the window ends everything', async ({ launch }) => {
    const running = await launch();
    await createLocalVault(running.page);
    const pids = [running.pid, ...(await childrenOf(running)).values()];
    await running.close();
    await expect.poll(() => pids.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  });
});
