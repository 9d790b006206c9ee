import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { place, press } from './flows.ts';
import { child, expect, homes, newHome, test } from './harness.ts';
import { keepKey, newKey, showExport, stampOften, unlockKnown } from './known-keys.ts';
import { startStandIn } from './stand-in-service.ts';
import { traceFrom } from './traced.ts';

test.skip(process.getuid?.() !== 0, 'only root follows processes that keep themselves to themselves');

test('under strace the vault makes no connection, starts no process and opens no file for writing', async ({
  launch,
}) => {
  const service = await startStandIn();
  const home = newHome();
  const [api, signer] = [newKey(), newKey()];
  await keepKey(home, service, { api, signer });
  const running = await launch({ home });
  const trace = await traceFrom(running.pid, mkdtempSync(join(homes, 'trace-')));
  try {
    await unlockKnown(running);
    const vault = await child(running, 'vault');
    await stampOften(running, service, 100);
    const exported = { name: 'exported key', bytes: Uint8Array.from(randomBytes(32)) };
    const asked = await showExport(running, service, { signer, exported });
    await press(asked, asked.getByRole('button', { name: 'Close and wipe' }));
    await running.page.getByRole('button', { name: 'Lock vault' }).click();
    await expect(place(running.page, 'Vault locked')).toBeVisible();
    await expect.poll(() => trace.of(vault)).not.toBeNull();

    const calls = trace.of(vault) ?? [];
    const reads = calls.filter((line) => /^open(at)?\(.*\bO_RDONLY\b/.test(line));
    expect(reads.length).toBeGreaterThan(50);
    // The process tests on itself the calls that the kernel must refuse.
    const refused = calls.filter((line) => line.includes(' = -1 EPERM '));
    for (const call of ['connect', 'socket', 'execve', 'openat']) expect(refused.join('\n')).toContain(`${call}(`);
    const isEnd = (line: string) => /^(\+\+\+|---) /.test(line);
    // glibc then starts the thread by `clone`, whose flags the filter checks.
    const isRetried = (line: string) => /^clone3\(.*CLONE_THREAD.* = -1 ENOSYS /.test(line);
    const explained = [...reads, ...refused];
    expect(calls.filter((line) => !explained.includes(line) && !isEnd(line) && !isRetried(line))).toEqual([]);
  } finally {
    trace.stop();
    await service.stop();
  }
});
