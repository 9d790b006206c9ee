import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyDownload } from '../../../electron/cli/release.ts';
import { KEY, minisign, signer, stranger } from '../minisign.ts';
import { cli } from './support.ts';

const NAME = 'castellan_1.2.3_amd64.deb';
const BILL = 'castellan-1.2.3-linux-x64.cdx.json';
const NOW = Date.parse('2026-11-26T12:00:00Z');

const digestLine = (name: string, content: string) =>
  `${createHash('sha256').update(content).digest('hex')}  ${name}\n`;

describe('verify-download', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'castellan-download-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  interface Release {
    readonly version?: string;
    readonly until?: string;
    readonly bill?: string;
    readonly list?: string;
    readonly signature?: string;
  }

  /** Writes a release that is right but for the given parts. */
  function release({ version = '1.2.3', until = '2027-11-26', ...changed }: Release = {}): void {
    const bill = changed.bill ?? JSON.stringify({ metadata: { component: { version } } });
    const list = changed.list ?? digestLine(BILL, bill) + digestLine(NAME, 'the package');
    const files = {
      [NAME]: 'the package',
      [BILL]: bill,
      SHA256SUMS: list,
      'SHA256SUMS.minisig': changed.signature ?? minisign(list, `castellan ${version} until ${until}`),
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  }

  const verdict = (keyUntil = '2028-01-01', running = '1.2.3') =>
    verifyDownload({ file: join(folder, NAME), keys: [{ key: KEY, until: keyUntil }], running, now: NOW });

  it('accepts a file of the current release and of a newer one', async () => {
    release();
    const accepted = { ok: true, file: NAME, version: '1.2.3', keyId: '0101010101010101' };
    expect(await verdict()).toEqual(accepted);
    expect(await verdict('2026-11-26', '1.2.3-rc.1')).toEqual(accepted);
  });

  it.each<[string, Release, string]>([
    ['unreadable_signature', { signature: 'none' }, 'no signature of minisign'],
    ['unreadable_signature', { version: 'latest' }, 'names no version'],
    [
      'unknown_key',
      { signature: minisign('', 'castellan 1.2.3 until 2027-11-26', signer, 2) },
      '0202020202020202 signed SHA256SUMS, and this program does not know that key. If the project announced a new key, verify and install that release by another way',
    ],
    [
      'bad_signature',
      { signature: minisign('other', 'castellan 1.2.3 until 2027-11-26') },
      'one of the two was changed',
    ],
    ['rolled_back', { until: '2026-11-25' }, 'valid until 2026-11-25'],
    ['rolled_back', { until: '2027-99-99' }, 'valid until 2027-99-99'],
    ['unreadable_list', { list: 'not a digest\n' }, 'not a digest'],
    ['unreadable_list', { list: digestLine(NAME, 'one') + digestLine(NAME, 'two') }, 'names a file twice'],
    ['not_listed', { list: digestLine(BILL, '') }, `does not name ${NAME}`],
    [
      'tampered',
      { list: digestLine(BILL, '') + digestLine(NAME, 'another package') },
      `${NAME} is not the released file`,
    ],
    [
      'tampered',
      { list: digestLine(BILL, 'another') + digestLine(NAME, 'the package') },
      `${BILL} is not the released file`,
    ],
    ['no_bill', { list: digestLine(NAME, 'the package') }, 'no bill of materials'],
    ['other_version', { bill: '{"metadata":{"component":{"version":"1.2.2"}}}' }, 'not about version 1.2.3'],
    ['other_version', { bill: '{}' }, 'not about version 1.2.3'],
  ])('refuses by name: %s, %#', async (reason, changed, message) => {
    release(changed);
    expect(await verdict()).toEqual({ ok: false, reason, message: expect.stringContaining(message) });
  });

  it('refuses another signer with the same key id', async () => {
    const list = digestLine(BILL, '') + digestLine(NAME, 'the package');
    release({ list, signature: minisign(list, 'castellan 1.2.3 until 2027-11-26', stranger) });
    expect(await verdict()).toMatchObject({ ok: false, reason: 'bad_signature' });
  });

  it('refuses an expired key, and names a downgrade', async () => {
    release();
    expect(await verdict('2026-11-25')).toMatchObject({ ok: false, reason: 'expired_key' });
    expect(await verdict(undefined, '1.3.0')).toEqual({
      ok: false,
      reason: 'downgrade',
      message: expect.stringContaining('version 1.2.3, older than this program (1.3.0)'),
    });
  });

  it('names a file of the release that is missing', async () => {
    release();
    rmSync(join(folder, BILL));
    await expect(verdict()).rejects.toMatchObject({ code: 'FILE_REFUSED', message: expect.stringContaining(BILL) });
  });

  it('verifies nothing without a release key', async () => {
    release();
    const { exitCode, stdout } = await cli(['verify-download', join(folder, NAME)]);
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      1,
      { ok: false, reason: 'no_release_key', message: expect.stringContaining('knows no release key') },
    ]);
  });
});
