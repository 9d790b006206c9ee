import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAskedBackups } from '../../../../electron/engine/backup/asked-backups.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { Question } from '../../../../shared/ipc/index.ts';
import { utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-asked-'));
  mkdirSync(join(folder, 'home'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Parts = Parameters<typeof createAskedBackups>;

/** Backups that take only the right passphrase, with an operator who types these one after another. */
function bench(typed: readonly string[], { verify }: { verify?: () => Promise<never> } = {}) {
  const asked: Question[] = [];
  const seen: Uint8Array[] = [];
  const answers = [...typed];
  const state = { last: null as { at: number; since: number } | null, newest: null as number | null, kind: 'local' };
  const consents = {
    async ask(question: Question) {
      asked.push(question);
      const passphrase = utf8Encode(answers.shift() ?? '');
      seen.push(passphrase);
      return { passphrase };
    },
  };
  const take = (passphrase: Uint8Array) => {
    const text = utf8Decode(passphrase);
    passphrase.fill(0);
    if (text !== 'right one') throw new AppError('PASSPHRASE_WRONG', 'This is not the passphrase.');
  };
  const backups = {
    async create({ out, passphrase }: { out: string; passphrase: Uint8Array }) {
      seen.push(passphrase);
      take(passphrase);
      return { file: out };
    },
    async verify({ passphrase }: { passphrase: Uint8Array }) {
      seen.push(passphrase);
      if (verify !== undefined) return verify();
      take(passphrase);
      return { bytes: 7 };
    },
  };
  const askedBackups = createAskedBackups(
    {
      consents,
      changes: { announce: () => undefined },
      ports: { paths: { root: join(folder, 'home') } },
    } as unknown as Parts[0],
    {
      backups,
      audit: { lastBackup: () => state.last, newestKeysAt: () => state.newest },
      profiles: { current: () => ({ kind: state.kind, name: 'local' }) },
    } as unknown as Parts[1],
  );
  const isWiped = () => seen.every((bytes) => bytes.every((byte) => byte === 0));
  return { askedBackups, asked, state, isWiped };
}

describe('a backup that the window asks for', () => {
  it('is written with the typed passphrase, checked with the same one, and both copies are wiped', async () => {
    const { askedBackups, asked, isWiped } = bench(['right one']);
    const out = join(folder, 'new.backup');
    expect(await askedBackups.create(out, {})).toEqual({ made: { file: out }, checked: { bytes: 7 } });
    expect(asked).toMatchObject([{ kind: 'backup', act: 'create', file: out, passphrase: 'new' }]);
    expect(isWiped()).toBe(true);
  });

  it('asks for no passphrase when the name is taken', async () => {
    const { askedBackups, asked } = bench(['right one']);
    const out = join(folder, 'old.backup');
    writeFileSync(out, '');
    await expect(askedBackups.create(out, {})).rejects.toMatchObject({ code: 'FILE_REFUSED' });
    expect(asked).toEqual([]);
  });

  it('is not called checked when the operator stops the check', async () => {
    const stopped = () => Promise.reject(new AppError('CANCELLED', 'Cancelled.'));
    const { askedBackups, isWiped } = bench(['right one'], { verify: stopped });
    expect(await askedBackups.create(join(folder, 'new.backup'), {})).toMatchObject({ checked: null });
    expect(isWiped()).toBe(true);
  });

  it('is a failure when what was written does not open', async () => {
    const damaged = () => Promise.reject(new AppError('BACKUP_DAMAGED', 'It was changed.'));
    const { askedBackups, isWiped } = bench(['right one'], { verify: damaged });
    await expect(askedBackups.create(join(folder, 'new.backup'), {})).rejects.toMatchObject({ code: 'BACKUP_DAMAGED' });
    expect(isWiped()).toBe(true);
  });

  it('is checked after a wrong passphrase was typed, with the reason', async () => {
    const { askedBackups, asked, isWiped } = bench(['wrong one', 'right one']);
    expect(await askedBackups.check(join(folder, 'old.backup'), {})).toEqual({ bytes: 7 });
    expect(asked).toMatchObject([{ act: 'check', problem: null }, { problem: 'This is not the passphrase.' }]);
    expect(isWiped()).toBe(true);
  });
});

describe('the age of the newest backup', () => {
  it('names keys of the local vault that no backup holds', () => {
    const { askedBackups, state } = bench([]);
    expect(askedBackups.age()).toEqual({ lastAt: null, changes: 0, serviceChanges: 0, newKeysAt: null });
    state.newest = 20;
    expect(askedBackups.age()).toEqual({ lastAt: null, changes: 0, serviceChanges: 0, newKeysAt: 20 });
    state.last = { at: 10, since: 4 };
    expect(askedBackups.age()).toEqual({ lastAt: 10, changes: 4, serviceChanges: 0, newKeysAt: 20 });
    state.last = { at: 30, since: 1 };
    expect(askedBackups.age()).toEqual({ lastAt: 30, changes: 1, serviceChanges: 0, newKeysAt: null });
  });

  it('names no keys of a service elsewhere', () => {
    const { askedBackups, state } = bench([]);
    Object.assign(state, { kind: 'remote', newest: 20 });
    expect(askedBackups.age().newKeysAt).toBeNull();
  });
});
