import { describe, expect, it } from 'vitest';
import { openCache } from '../../electron/storage/cache/index.ts';
import { openRecords } from '../../electron/storage/records/index.ts';
import { keeper } from '../unit/storage/records/keeper.ts';
import { type ChildProgram, childProgram, freshPaths, temporaryFolder } from '../unit/storage/support.ts';

const fresh = freshPaths(temporaryFolder());
const program = childProgram(new URL('./records-child.ts', import.meta.url));

/** Runs the task, kills the process with SIGKILL after it has printed `after` lines, and returns all its lines. */
function killed(child: ChildProgram, values: readonly string[], after: number): Promise<string[]> {
  return new Promise((done, fail) => {
    const running = child.start(values);
    let text = '';
    running.stdout?.on('data', (data: Buffer) => {
      text += data.toString();
      if (text.split('\n').length > after) running.kill('SIGKILL');
    });
    running.on('error', fail);
    running.on('close', () => done(text.split('\n').slice(0, -1)));
  });
}

describe('a process killed while it writes', () => {
  it('loses no acknowledged audit entry, and the log stays whole', async () => {
    const path = fresh('records.db');
    let acknowledged = 0;
    for (const after of [1, 7, 20, 33]) {
      const lines = await killed(program, ['append', path, '100000'], after);
      acknowledged = Math.max(acknowledged, ...lines.map((line) => Number(line.split(' ')[1])));
      const { audit, close } = openRecords(path, `${path}.head`);
      const { entries } = await audit.verify(keeper());
      expect(entries).toBeGreaterThanOrEqual(acknowledged);
      expect(entries).toBeLessThanOrEqual(acknowledged + 1);
      close();
    }
    expect(acknowledged).toBeGreaterThan(60);
  });

  it('loses no acknowledged step of the journal', async () => {
    for (const after of [1, 2, 3, 16, 32]) {
      const path = fresh('records.db');
      const lines = await killed(program, ['journal', path, '100000'], after);
      const { journal, close } = openRecords(path, `${path}.head`);
      const order = ['prepared', 'sent', 'answered'];
      const promised = new Map(lines.map((line) => line.split(' ').reverse() as [string, string]));
      expect(promised.size).toBeGreaterThan(0);
      for (const [id, state] of promised) {
        expect(order.indexOf(journal.get(id)?.state ?? '')).toBeGreaterThanOrEqual(order.indexOf(state));
      }
      expect(journal.unsettled().length).toBeLessThanOrEqual(1);
      close();
    }
  });

  it('leaves the old or the new accounts in the cache, never a mix', async () => {
    const path = fresh('cache.db');
    for (const after of [5, 40]) {
      await killed(program, ['cache', path, '2000'], after);
      const cache = openCache(path);
      expect(cache.recovered).toBeNull();
      const { total, rows, refreshedAt } = cache.reader.accounts('local', { search: '', offset: 0, limit: 500 });
      expect(total).toBe(refreshedAt);
      expect(rows).toHaveLength(Math.min(total, 500));
      expect(cache.reader.accounts('local', { search: 'treasury', offset: 0, limit: 1 }).total).toBe(total);
      cache.close();
    }
  });
});

describe('two processes', () => {
  it('create one database and write one audit log without losing an entry', async () => {
    const path = fresh('records.db');
    const runs = await Promise.all([1, 2, 3].map(() => program.run(['append', path, '40'])));
    expect(runs.map((run) => [run.code, run.errors])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ]);
    const { audit, close } = openRecords(path, `${path}.head`);
    expect(await audit.verify(keeper())).toEqual({ entries: 120 });
    const lines = runs.flatMap((run) =>
      run.output
        .trim()
        .split('\n')
        .map((line) => Number(line.split(' ')[1])),
    );
    expect(lines.sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
    close();
  });
});

describe('a full disk', () => {
  it('stops the journal and the audit log, and leaves the stored data intact', async () => {
    const path = fresh('records.db');
    const { output, errors, code } = await program.run(['fill', path, '1000', '20000'], { shell: 'ulimit -f 1024;' });
    expect([code, errors]).toEqual([0, '']);
    const lines = output.trim().split('\n');
    expect(lines.at(-1)).toBe('audit AUDIT_UNAVAILABLE');
    const [, kept, reason] = lines[0]?.split(' ') ?? [];
    expect(reason).toBe('DISK_FULL');
    expect(Number(kept)).toBeGreaterThan(3);
    const { journal, audit, close } = openRecords(path, `${path}.head`);
    expect(journal.unsettled().map((row) => row.requestId)).toEqual(
      Array.from({ length: Number(kept) }, (_, id) => `${id + 1}`),
    );
    expect(journal.get(`${kept}`)?.body).toHaveLength(20_000);
    expect((await audit.verify(keeper())).entries).toBe(lines.filter((line) => line.startsWith('appended')).length);
    close();
  });

  it('leaves the cache unchanged', async () => {
    const path = fresh('cache.db');
    const { output, code } = await program.run(['fillCache', path, '20000'], { shell: 'ulimit -f 1024;' });
    expect([code, output]).toEqual([0, 'cache DISK_FULL\nrows 1\n']);
    const cache = openCache(path);
    expect(cache.recovered).toBeNull();
    expect(cache.reader.accounts('local', { search: '', offset: 0, limit: 5 }).total).toBe(1);
    cache.close();
  });
});
