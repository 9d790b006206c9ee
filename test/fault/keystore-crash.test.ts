import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openKeystoreFile } from '../../electron/storage/keychain/keystore-file.ts';
import { childProgram, freshPaths, temporaryFolder } from '../unit/storage/support.ts';

const fresh = freshPaths(temporaryFolder());
const program = childProgram(new URL('./keystore-child.ts', import.meta.url));

function made(): string {
  const path = fresh('keystore.json');
  const bytes = new Uint8Array(32).fill(1);
  openKeystoreFile(path).setHeader(bytes, null);
  return path;
}

function killed(path: string, prefix: string, after: number): Promise<string[]> {
  return new Promise((done, fail) => {
    const running = program.start([path, prefix, '100000']);
    let text = '';
    running.stdout?.on('data', (data: Buffer) => {
      text += data.toString();
      if (text.split('\n').length > after) running.kill('SIGKILL');
    });
    running.on('error', fail);
    running.on('close', () => done(text.split('\n').slice(0, -1)));
  });
}

describe('the passphrase file', () => {
  it('loses no acknowledged key when its writer is killed, and stays usable', async () => {
    const path = made();
    const promised: string[] = [];
    for (const [round, after] of [1, 2, 5, 11, 23].entries()) {
      promised.push(...(await killed(path, `r${round}-`, after)).map((line) => line.replace('kept ', '')));
      const store = openKeystoreFile(path);
      for (const name of promised) expect(await store.read(name)).toHaveLength(48);
      await store.write('after', Uint8Array.of(1));
      expect(readdirSync(dirname(path))).toEqual(['keystore.json', 'state.lock']);
    }
    expect(promised.length).toBeGreaterThan(40);
  });

  it('loses no key when several processes write at once', async () => {
    const path = made();
    const runs = await Promise.all(['a', 'b', 'c'].map((prefix) => program.run([path, prefix, '25'])));
    expect(runs.map((run) => [run.code, run.errors])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ]);
    const store = openKeystoreFile(path);
    for (const prefix of ['a', 'b', 'c']) {
      for (let index = 1; index <= 25; index += 1) expect(await store.read(`${prefix}${index}`)).not.toBeNull();
    }
    expect(readdirSync(dirname(path))).toEqual(['keystore.json', 'state.lock']);
  });

  it('can be locked at once when the lock’s holder is killed', async () => {
    const path = made();
    const store = openKeystoreFile(path);
    const holder = program.start([path, 'hold']);
    await new Promise((held) => holder.stdout?.once('data', held));
    const ended = new Promise((done) => holder.once('close', done));
    const waiting = program.run([path, 'waiting', '1']);
    const tooSoon = new Promise((done) => setTimeout(done, 1_000, 'still waiting'));
    expect(await Promise.race([waiting, tooSoon])).toBe('still waiting');
    holder.kill('SIGKILL');
    await ended;
    // It fails after ten seconds of waiting for a lock.
    await store.write('next', Uint8Array.of(1));
    expect((await waiting).output).toBe('kept waiting1\n');
    for (const name of ['next', 'waiting1']) expect(await store.read(name)).not.toBeNull();
    expect(readdirSync(dirname(path))).toEqual(['keystore.json', 'state.lock']);
  });

  it('reports a full disk and stays unchanged', async () => {
    const path = made();
    const { output, code } = await program.run([path, 'k', '100', '1000'], { shell: 'ulimit -f 16;' });
    expect(code).toBe(0);
    const lines = output.trim().split('\n');
    expect(lines.at(-1)).toBe(`DISK_FULL k${lines.length}`);
    const store = openKeystoreFile(path);
    for (let index = 1; index < lines.length; index += 1) expect(await store.read(`k${index}`)).toHaveLength(1000);
    expect(await store.read(`k${lines.length}`)).toBeNull();
    expect(readdirSync(dirname(path))).toEqual(['keystore.json', 'state.lock']);
    expect(readFileSync(path).length).toBeLessThanOrEqual(16 * 1024);
  });
});
