import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../../electron/main/logger.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'castellan.log');
const lines = (file = path()): unknown[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('the log', () => {
  it('writes one JSON object a line, readable by its owner only', () => {
    createLogger({ path: path(), now: () => 0 }).write('info', 'process.ended', { part: 'vault', duration: 3 });
    expect(lines()).toEqual([
      { time: '1970-01-01T00:00:00.000Z', level: 'info', event: 'process.ended', part: 'vault', duration: 3 },
    ]);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  it('writes only listed fields', () => {
    const wide = { part: 'vault', passphrase: 'hunter2' };
    createLogger({ path: path(), now: () => 0 }).write('info', 'event', wide);
    expect(readFileSync(path(), 'utf8')).not.toContain('hunter2');
  });

  it('writes nothing into a folder of something else', () => {
    const logger = createLogger({ path: path(), now: () => 0, isOwn: () => false });
    logger.write('info', 'main.started');
    logger.unexpected('cli.failed', new Error('x'));
    expect(existsSync(path())).toBe(false);
  });

  it('redacts free text', () => {
    createLogger({ path: path(), now: () => 0 }).write('info', 'event', { detail: 'a'.repeat(64) });
    expect(readFileSync(path(), 'utf8')).not.toContain('aaaa');
  });

  it('returns a reference to an unexpected error', () => {
    const logger = createLogger({ path: path(), now: () => 0 });
    const reference = logger.unexpected('ipc.failed', new Error('hunter2'), 'app.state');
    expect(reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(lines()).toEqual([
      expect.objectContaining({ code: 'INTERNAL', reference, part: 'app.state', level: 'error' }),
    ]);
    expect(readFileSync(path(), 'utf8')).not.toContain('hunter2');
  });

  it('keeps two older files and no more', () => {
    const logger = createLogger({ path: path(), now: () => 0, maximumBytes: 1 });
    for (const part of ['1', '2', '3', '4']) logger.write('info', 'event', { part });
    expect([path(), `${path()}.1`, `${path()}.2`].map((file) => lines(file))).toMatchObject([
      [{ part: '4' }],
      [{ part: '3' }],
      [{ part: '2' }],
    ]);
    expect(statSync(`${path()}.3`, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('creates its folder only for an error', () => {
    const below = join(folder, 'state', 'castellan.log');
    const logger = createLogger({ path: below, now: () => 0 });
    logger.write('info', 'event');
    expect(statSync(below, { throwIfNoEntry: false })).toBeUndefined();
    const reference = logger.unexpected('cli.failed', new Error());
    expect(lines(below)).toEqual([expect.objectContaining({ reference })]);
  });

  it('does not disturb the program when it cannot be written', () => {
    writeFileSync(join(folder, 'in-the-way'), '');
    const logger = createLogger({ path: join(folder, 'in-the-way', 'castellan.log'), now: () => 0 });
    expect(() => logger.write('error', 'event')).not.toThrow();
  });
});
