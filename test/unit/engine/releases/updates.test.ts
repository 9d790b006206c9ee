import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUpdates } from '../../../../electron/engine/releases/updates.ts';
import type { Courier } from '../../../../shared/processes/index.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { KEY, minisign, signer, stranger } from '../../minisign.ts';

const ADDRESS = 'https://releases.example/notice.json';
const DAY_MS = 86_400_000;
const NOTICE = {
  version: '0.4.0',
  minimumVersion: '0.2.0',
  published: '2026-11-20',
  notes: ['Backups are faster.'],
  files: [{ name: 'castellan_0.4.0_amd64.deb', bytes: 1000, sha256: 'ab'.repeat(32) }],
};
const SHOWN = { version: '0.4.0', minimumVersion: '0.2.0', published: '2026-11-20', notes: ['Backups are faster.'] };

let root = '';
let now = Date.parse('2026-11-26T12:00:00Z');
let asked: string[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'castellan-updates-'));
  now = Date.parse('2026-11-26T12:00:00Z');
  asked = [];
});
afterEach(() => rmSync(root, { recursive: true }));

interface Published {
  readonly content?: string;
  readonly signature?: string;
  readonly status?: number;
}

const courierOf =
  ({ content = '', signature = '', status = 200 }: Published): Courier =>
  async ({ url, headers, body, mayBeHere }) => {
    asked.push(url);
    expect([headers, body, mayBeHere]).toEqual([{}, null, false]);
    const text = url.endsWith('.minisig') ? signature : content;
    return { status, contentType: null, cacheControl: null, body: Uint8Array.from(utf8Encode(text)) };
  };

interface Wanted {
  readonly number?: number;
  readonly until?: string;
  readonly notice?: object;
  readonly by?: typeof signer;
  readonly running?: string;
  readonly keyUntil?: string;
}

/** The updates of a program that finds that notice at the address. */
function updatesFor({ number = 7, until = '2027-01-15', notice = NOTICE, by = signer, ...own }: Wanted = {}) {
  const content = JSON.stringify(notice);
  const signature = minisign(content, `castellan notice ${number} until ${until}`, by);
  return updatesOf(courierOf({ content, signature }), own);
}

const updatesOf = (courier: Courier, { running = '0.3.0', keyUntil = '2028-01-01' }: Wanted = {}) =>
  createUpdates({ version: running, paths: { root }, clock: { now: () => now } }, courier, {
    keys: [{ key: KEY, until: keyUntil }],
    address: ADDRESS,
  });

describe('a check for a newer release', () => {
  it('reads a signed notice, remembers it, and says nothing about this computer', async () => {
    const found = { canCheck: true, checkedAt: now, notice: SHOWN, isNewer: true, isBelowMinimum: false };
    expect(await updatesFor().check()).toEqual({ ok: true, ...found });
    expect(asked).toEqual([ADDRESS, `${ADDRESS}.minisig`]);
    expect(updatesFor().state()).toEqual(found);
  });

  it('compares with the version of this program', async () => {
    expect(await updatesFor({ running: '0.4.0' }).check()).toMatchObject({ isNewer: false, isBelowMinimum: false });
    expect(await updatesFor({ running: '0.1.9' }).check()).toMatchObject({ isNewer: true, isBelowMinimum: true });
  });

  it.each<[string, Wanted]>([
    ['bad_signature', { by: stranger }],
    ['expired_key', { keyUntil: '2026-11-25' }],
    ['rolled_back', { until: '2026-11-25' }],
    ['rolled_back', { until: '2026-99-99' }],
    ['unreadable_notice', { notice: { ...NOTICE, minimumVersion: '0.5.0' } }],
    ['unreadable_notice', { notice: { ...NOTICE, version: 'latest' } }],
    ['unreadable_notice', { notice: { ...NOTICE, files: [] } }],
    ['unreadable_notice', { notice: [] }],
  ])('refuses %s and remembers nothing', async (reason, wanted) => {
    expect(await updatesFor(wanted).check()).toEqual({
      ok: false,
      reason,
      message: expect.stringContaining('nothing was installed'),
    });
    expect(updatesFor().state()).toMatchObject({ checkedAt: null, notice: null });
  });

  it('refuses the signature of a release list in place of one of a notice', async () => {
    const content = JSON.stringify(NOTICE);
    const signature = minisign(content, 'castellan 0.4.0 until 2027-01-15');
    expect(await updatesOf(courierOf({ content, signature })).check()).toMatchObject({
      reason: 'unreadable_signature',
    });
  });

  it('refuses an older notice than the newest that was seen, also after a restart', async () => {
    await updatesFor({ number: 7 }).check();
    const older = await updatesFor({ number: 6, notice: { ...NOTICE, version: '0.3.9' } }).check();
    expect(older).toMatchObject({ ok: false, reason: 'rolled_back', message: expect.stringContaining('Notice 6') });
    expect(updatesFor().state().notice?.version).toBe('0.4.0');
    expect(await updatesFor({ number: 7 }).check()).toMatchObject({ ok: true });
  });

  it('remembers a notice after its last day, and after the last day of its key', async () => {
    await updatesFor({ number: 12, until: '2026-12-10', notice: { ...NOTICE, minimumVersion: '0.3.5' } }).check();
    now = Date.parse('2026-12-12T12:00:00Z');
    const older = { number: 11, until: '2027-03-01' };
    expect(await updatesFor(older).check()).toMatchObject({ ok: false, reason: 'rolled_back' });
    expect(updatesFor(older).state()).toMatchObject({ isBelowMinimum: true, notice: { minimumVersion: '0.3.5' } });
    expect(updatesFor({ keyUntil: '2026-12-01' }).state()).toMatchObject({ isBelowMinimum: true });
  });

  it.each<[string, Courier, string]>([
    ['an address that does not answer', async () => ({ failure: 'unreachable' }), 'nothing answers at the address'],
    ['an error', courierOf({ status: 404 }), 'HTTP 404'],
    ['no signature of minisign', courierOf({ content: '{}', signature: 'none' }), 'no signature of minisign'],
  ])('reports %s', async (_name, courier, words) => {
    expect(await updatesOf(courier).check()).toMatchObject({ ok: false, message: expect.stringContaining(words) });
  });

  it('asks nobody in a copy without a release key or an address', async () => {
    const base = { version: '0.3.0', paths: { root }, clock: { now: () => now } };
    for (const known of [
      { keys: [], address: ADDRESS },
      { keys: [{ key: KEY, until: '2028-01-01' }], address: null },
    ]) {
      const updates = createUpdates(base, courierOf({}), known);
      expect(updates.state().canCheck).toBe(false);
      expect(await updates.check()).toMatchObject({ ok: false, reason: 'no_release_key' });
    }
    expect(asked).toEqual([]);
  });

  it('is due a day after the last one, whether it was accepted or refused', async () => {
    const updates = updatesFor();
    expect(updates.isDue()).toBe(true);
    await updates.check();
    expect(updates.isDue()).toBe(false);
    now += DAY_MS;
    expect(updates.isDue()).toBe(true);
    now -= 2 * DAY_MS;
    expect(updates.isDue()).toBe(true);
    rmSync(join(root, 'updates.json'));
    const refused = updatesFor({ by: stranger });
    await refused.check();
    expect(refused.isDue()).toBe(false);
  });

  it('reports a damaged memory instead of trusting any notice', async () => {
    await updatesFor().check();
    const file = join(root, 'updates.json');
    const kept = readFileSync(file, 'utf8');
    writeFileSync(file, kept.replace(/"checkedAt": \d+/, '"checkedAt": 9007199254740991'));
    expect(updatesFor().state()).toMatchObject({ notice: null, checkedAt: null });
    await expect(updatesFor().check()).rejects.toMatchObject({ code: 'STATE_FILE_CORRUPT' });
  });

  it('believes no remembered notice that another program wrote, and lets none block the next check', async () => {
    await updatesFor().check();
    const file = join(root, 'updates.json');
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    const content = JSON.stringify({ ...NOTICE, version: '99.0.0', minimumVersion: '99.0.0' });
    for (const forged of [
      { notice: content },
      { notice: content, signature: minisign(content, 'castellan notice 999 until 2027-01-15', stranger) },
    ]) {
      writeFileSync(file, JSON.stringify({ ...kept, ...forged }));
      expect(updatesFor().state()).toMatchObject({ notice: null, isBelowMinimum: false });
    }
    expect(await updatesFor().check()).toMatchObject({ ok: true, notice: SHOWN });
  });
});
