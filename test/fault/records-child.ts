import { writeSync } from 'node:fs';
import { openCache } from '../../electron/storage/cache/index.ts';
import { openRecords } from '../../electron/storage/records/index.ts';
import { AppError } from '../../shared/errors/index.ts';
import { accountRow, replaceAccounts } from '../unit/storage/cache/rows.ts';
import { keeper } from '../unit/storage/records/keeper.ts';

/** A process that writes records until it is stopped, and prints each record that it was promised. */
const [task = '', path = '', count = '0', size = '10'] = process.argv.slice(2);

/** Writes straight to the pipe, so that lines printed before a SIGKILL are not lost. */
const print = (...words: readonly (string | number)[]): void => void writeSync(1, `${words.join(' ')}\n`);

const body = new Uint8Array(Number(size)).fill(120);
const entry = (index: number) => ({
  at: index,
  profile: 'local',
  credentialId: `${process.pid}`,
  publicKey: '02',
  operation: 'whoami',
  url: 'http://127.0.0.1',
  body,
});
const request = (requestId: string) => ({
  ...entry(1),
  requestId,
  title: 'Sign payload',
  stampName: 'X-Stamp',
  stampValue: 'stamp',
  fingerprint: 'sha256:00',
  content: null,
  entry: null,
});

const tasks: Record<string, () => void | Promise<void>> = {
  async append() {
    const { audit, close } = openRecords(path, `${path}.head`);
    for (let index = 1; index <= Number(count); index += 1)
      print('appended', (await audit.append(entry(index), keeper())).sequence);
    close();
  },
  journal() {
    const { journal } = openRecords(path, `${path}.head`);
    for (let index = 1; index <= Number(count); index += 1) {
      journal.prepare(request(`${index}`));
      print('prepared', index);
      journal.markSent(`${index}`, index);
      print('sent', index);
      journal.markAnswered(`${index}`, { at: index, activityId: 'a', status: 'COMPLETED', httpStatus: 200 });
      print('answered', index);
    }
  },
  /** Journals until the disk is full, then tries the audit log too. */
  async fill() {
    const { journal, audit } = openRecords(path, `${path}.head`);
    let kept = 0;
    try {
      for (; kept < Number(count); kept += 1) journal.prepare(request(`${kept + 1}`));
    } catch (error) {
      print('journal', kept, error instanceof AppError ? error.code : String(error));
    }
    try {
      for (;;) print('appended', (await audit.append(entry(1), keeper())).sequence);
    } catch (error) {
      print('audit', error instanceof AppError ? error.code : String(error));
    }
  },
  cache() {
    const cache = openCache(path);
    for (let index = 1; index <= Number(count); index += 1) {
      replaceAccounts(
        cache,
        'local',
        [],
        Array.from({ length: index }, (_, row) => accountRow(row)),
        index,
      );
      print('refreshed', index);
    }
  },
  fillCache() {
    const cache = openCache(path);
    replaceAccounts(cache, 'local', [], [accountRow(1)], 1);
    try {
      replaceAccounts(
        cache,
        'local',
        [],
        Array.from({ length: Number(count) }, (_, row) => accountRow(row)),
        2,
      );
    } catch (error) {
      print('cache', error instanceof AppError ? error.code : String(error));
    }
    print('rows', cache.reader.accounts('local', { search: '', offset: 0, limit: 5 }).total);
    cache.close();
  },
};

await tasks[task]?.();
