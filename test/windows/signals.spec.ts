import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalVault, createWallet } from '../e2e/flows.ts';
import { childrenOf, expect, test } from '../e2e/harness.ts';
import { familyOf } from '../e2e/process-family.ts';

/** Sends the signal, unless an earlier one has ended the process. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  test(`${signal} to every process of a window ends it with 0 and empty write-ahead logs`, async ({ launch }) => {
    const running = await launch();
    await createLocalVault(running.page);
    await createWallet(running.page, 'Treasury');
    expect([...(await childrenOf(running)).keys()]).toEqual(expect.arrayContaining(['vault', 'custody']));
    const logs = ['service/custody.db-wal', 'records.db-wal', 'cache.db-wal'].map((name) => join(running.state, name));
    const sizes = () => logs.map((log) => statSync(log, { throwIfNoEntry: false })?.size ?? 0);
    expect(Math.max(...sizes())).toBeGreaterThan(0);
    const ended = once(running.app.process(), 'exit');
    for (const pid of familyOf(running.pid)) send(pid, signal);
    const [code, by] = await ended;
    expect({ code, by }, `ended by ${code ?? by}: ${running.output()}`).toEqual({ code: 0, by: null });
    expect(sizes()).toEqual([0, 0, 0]);
  });
}
