import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startOf, takeLock } from '../../../scripts/lib/lock.mjs';
import { temporaryFolder } from './temporary-folder.ts';

/** The id of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', ''], { env: { ELECTRON_RUN_AS_NODE: '1' } }).pid;

const holdBy = (folder: string, number: number, members: object[]): void =>
  writeFileSync(join(folder, `setup.${number}`), JSON.stringify(members));

describe('takeLock', () => {
  it('waits while the holder lives, and names it', async () => {
    const folder = temporaryFolder();
    const first = await takeLock(folder, 'setup');
    const order: string[] = [];
    const waiting: number[] = [];
    const second = takeLock(folder, 'setup', {
      onWait: (pid) => {
        waiting.push(pid);
        order.push('released');
        first.release();
      },
    }).then((lock) => {
      order.push('taken');
      lock.release();
    });
    await second;
    expect(waiting).toEqual([process.pid]);
    expect(order).toEqual(['released', 'taken']);
  });

  it('takes over from a holder that died', async () => {
    const folder = temporaryFolder();
    holdBy(folder, 4, [{ pid: deadPid(), start: '1' }]);
    const lock = await takeLock(folder, 'setup', { onWait: () => expect.fail('there is nobody to wait for') });
    expect(readdirSync(folder)).toEqual(['setup.5']);
    lock.release();
  });

  it('detects a new process with the id of a dead holder', async () => {
    const folder = temporaryFolder();
    holdBy(folder, 1, [{ pid: process.pid, start: 'an earlier process' }]);
    const lock = await takeLock(folder, 'setup', { onWait: () => expect.fail('there is nobody to wait for') });
    lock.release();
  });

  it('stays held by a child that outlives its killed parent', async () => {
    const folder = temporaryFolder();
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      env: { ELECTRON_RUN_AS_NODE: '1' },
    });
    const childPid = child.pid ?? 0;
    holdBy(folder, 1, [
      { pid: deadPid(), start: '1' },
      { pid: childPid, start: startOf(childPid) },
    ]);
    const lock = await takeLock(folder, 'setup', {
      onWait: (pid) => {
        expect(pid).toBe(childPid);
        child.kill('SIGKILL');
      },
    });
    lock.release();
  });

  it('records the child that the holder guards', async () => {
    const folder = temporaryFolder();
    const lock = await takeLock(folder, 'setup');
    lock.guard(process.ppid);
    const members = JSON.parse(readFileSync(join(folder, 'setup.1'), 'utf8'));
    expect(members).toEqual([
      { pid: process.pid, start: startOf(process.pid) },
      { pid: process.ppid, start: startOf(process.ppid) },
    ]);
    lock.guard(undefined);
    expect(JSON.parse(readFileSync(join(folder, 'setup.1'), 'utf8'))).toHaveLength(1);
    lock.release();
  });

  it('is held by one process at a time, even when holders die', async () => {
    const folder = temporaryFolder();
    const journal = join(folder, 'journal');
    const script = `
      const { takeLock } = await import(${JSON.stringify(new URL('../../../scripts/lib/lock.mjs', import.meta.url).href)});
      const { appendFileSync } = await import('node:fs');
      const lock = await takeLock(${JSON.stringify(folder)}, 'setup');
      appendFileSync(${JSON.stringify(journal)}, 'in ' + process.pid + '\\n');
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      appendFileSync(${JSON.stringify(journal)}, 'out ' + process.pid + '\\n');
      if (process.pid % 3 === 0) process.kill(process.pid, 'SIGKILL');
      lock.release();`;
    const ends = Array.from({ length: 8 }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
        stdio: 'ignore',
      });
      return new Promise((resolve) => child.once('close', resolve));
    });
    await Promise.all(ends);
    const lines = readFileSync(journal, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(16);
    for (let at = 0; at < lines.length; at += 2) {
      expect(lines[at]).toMatch(/^in /);
      expect(lines[at + 1]).toBe(lines[at]?.replace('in', 'out'));
    }
  });
});
