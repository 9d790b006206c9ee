import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../../electron/engine/index.ts';
import { PUBLIC_SERVICE } from '../../../electron/engine/profiles/public-service.ts';
import { AppError } from '../../../shared/errors/index.ts';
import { cli, FakeEngine, ORGANIZATION, profileRow, SIGNER_KEY } from './support.ts';

const SECRET = '7f3a'.repeat(16);
const PROOF = {
  signerKey: SIGNER_KEY,
  organizationId: ORGANIZATION,
  holds: 'key' as const,
  expectedAddress: null,
  derivedAddress: null,
  addressFormat: null,
  byteLength: 32,
};

let folder: string;
let bundle: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-cli-test-'));
  bundle = join(folder, 'bundle.json');
  writeFileSync(bundle, '{"version":"v1.0.0"}\n');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function vault(parts: Partial<Engine['exports']> = {}) {
  const calls: unknown[] = [];
  const given: Uint8Array[] = [];
  const engine = new FakeEngine({
    profiles: { get: () => profileRow, list: () => [profileRow], requireConfirmed: async () => undefined },
    exports: {
      openBundle: async (input) => {
        calls.push(input);
        return { revealId: 'reveal-1', proof: PROOF };
      },
      openBundleWithKey: async ({ targetKey, ...input }) => {
        calls.push({ ...input, targetKey: Buffer.from(targetKey).toString('hex') });
        given.push(targetKey);
        return { revealId: 'reveal-1', proof: PROOF };
      },
      reveal: async (_revealId, format) => {
        calls.push(format);
        const secret = new TextEncoder().encode(SECRET);
        given.push(secret);
        return secret;
      },
      destroyTarget: async (id) => void calls.push({ destroyed: id }),
      close: async () => void calls.push('closed'),
      ...parts,
    },
  });
  return { engine, calls, given };
}

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const opening = (...more: string[]) => [
  'export',
  'open',
  '--bundle',
  bundle,
  '--organization-id',
  ORGANIZATION,
  ...more,
];
const argv = (...more: string[]) => opening('--address', ADDRESS, '--format', 'ADDRESS_FORMAT_ETHEREUM', ...more);
const wiped = (bytes: Uint8Array | undefined) => bytes?.every((byte) => byte === 0);

it('target creates a key in the chosen store and prints the data for export and opening', async () => {
  const asked: unknown[] = [];
  const { engine } = vault({
    createTarget: async (options) => {
      asked.push(options);
      return { id: 'target-1', targetPublicKey: SIGNER_KEY };
    },
  });
  const { stdout } = await cli(['export', 'target', '--store', 'file', '--profile', 'desk'], { engine });
  expect(JSON.parse(stdout)).toEqual({ id: 'target-1', targetPublicKey: SIGNER_KEY });
  expect(asked).toEqual([{ profile: profileRow, store: 'file', at: null }]);
});

describe('open', () => {
  it('writes the secret to a new private file, and shows the proof', async () => {
    const { engine, calls, given } = vault();
    const out = join(folder, 'key.hex');
    const { exitCode, stdout, stderr } = await cli(argv('--target', 'target-1', '--out', out), { engine });
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, { out, bytes: 64, proven: true, proof: PROOF }]);
    expect(readFileSync(out, 'utf8')).toBe(SECRET);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect(stdout + stderr).not.toContain(SECRET);
    const expected = { bundle: '{"version":"v1.0.0"}', organizationId: ORGANIZATION, signerKey: SIGNER_KEY };
    const address = { address: ADDRESS, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' };
    const opened = { ...expected, targetId: 'target-1', module: null, expected: address };
    expect(calls).toEqual([opened, 'hex', { destroyed: 'target-1' }, 'closed']);
    expect(given.map(wiped)).toEqual([true]);
  });

  it('keeps the target key with --keep', async () => {
    const { engine, calls } = vault();
    const { exitCode } = await cli(argv('--target', 'target-1', '--keep', '--out', join(folder, 'key')), { engine });
    expect([exitCode, calls.slice(1)]).toEqual([0, ['hex', 'closed']]);
  });

  it('keeps the target key when the secret could not be written', async () => {
    const { engine, calls } = vault();
    const { exitCode } = await cli(argv('--target', 'target-1', '--out', bundle), { engine });
    expect(exitCode).not.toBe(0);
    expect(calls).not.toContainEqual({ destroyed: 'target-1' });
  });

  it('reports a missing proof when no address is compared', async () => {
    const { engine, calls } = vault();
    const out = join(folder, 'key.hex');
    const { stdout, stderr } = await cli(opening('--target', 't', '--unproven', '--out', out), { engine });
    expect(JSON.parse(stdout)).toEqual({ out, bytes: 64, proven: false, proof: PROOF });
    expect([stderr.startsWith('Not proven: '), calls[0]]).toEqual([true, expect.objectContaining({ expected: null })]);
  });

  it.each([
    ['neither an address nor --unproven', []],
    ['an address without its format', ['--address', ADDRESS]],
    ['a format without its address', ['--format', 'ADDRESS_FORMAT_ETHEREUM']],
    ['an address and --unproven', ['--address', ADDRESS, '--format', 'ADDRESS_FORMAT_ETHEREUM', '--unproven']],
  ])('with %s opens nothing', async (_name, more) => {
    const { engine, calls } = vault();
    const { exitCode, stderr } = await cli(opening('--target', 't', '--out', '-', ...more), { engine });
    expect([exitCode, calls]).toEqual([2, []]);
    expect(stderr).toContain('--unproven');
  });

  it('prints only the secret on stdout with --out -', async () => {
    const { engine } = vault();
    const outcome = await cli(argv('--target', 't', '--as', 'mnemonic', '--out', '-'), { engine });
    expect(outcome).toEqual({ exitCode: 0, stdout: SECRET, stderr: '' });
    const terminal = { stdout: true, stderr: true };
    const shown = await cli(argv('--target', 't', '--out', '-'), { engine: vault().engine, terminal });
    expect(shown.stdout).toBe(`${SECRET}\n`);
  });

  it('uses no signer key from a changed profile', async () => {
    const changed = () => Promise.reject(new AppError('PROFILE_CHANGED', 'It was changed.'));
    const profiles = { get: () => profileRow, list: () => [profileRow], requireConfirmed: changed };
    const refusing = new FakeEngine({ profiles, exports: { openBundle: () => expect.unreachable() } });
    const { exitCode, stderr } = await cli(argv('--target', 't', '--out', '-'), { engine: refusing });
    expect([exitCode, stderr]).toEqual([1, 'castellan: It was changed. (PROFILE_CHANGED)\n']);
  });

  it('prefers the command’s signer key to the profile’s', async () => {
    const { engine, calls } = vault();
    const signerKey = PUBLIC_SERVICE.signerKey.toUpperCase();
    await cli(argv('--target', 't', '--signer-key', signerKey, '--out', '-'), { engine });
    expect(calls[0]).toMatchObject({ signerKey: signerKey.toLowerCase() });
  });

  it('needs the signer key without a profile', async () => {
    const engine = new FakeEngine({ profiles: { list: () => [] } });
    const { exitCode, stderr } = await cli(argv('--target', 't', '--out', '-'), { engine });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Give --signer-key HEX.');
  });

  it('reads a target key from a file and wipes it', async () => {
    const { engine, calls, given } = vault();
    const file = join(folder, 'target.key');
    writeFileSync(file, `${'0102'.repeat(16)}\n`);
    const { exitCode } = await cli(argv('--target-key-file', file, '--out', '-'), { engine });
    expect(exitCode).toBe(0);
    expect(calls[0]).toMatchObject({ targetKey: '0102'.repeat(16), signerKey: SIGNER_KEY });
    expect(given.map(wiped)).toEqual([true, true]);
  });

  it.each([
    ['neither target', [], 2, 'USAGE'],
    ['both targets', ['--target', 't', '--target-key-file', 'f'], 2, 'USAGE'],
    ['a target key file that is missing', ['--target-key-file', '/nowhere/key'], 1, 'FILE_REFUSED'],
    ['a target key file that is no key', ['--target-key-file', import.meta.filename], 1, 'FILE_REFUSED'],
    ['a signer key that is none', ['--target', 't', '--signer-key', 'ab'], 2, 'USAGE'],
    ['a form that does not exist', ['--target', 't', '--as', 'pem'], 2, 'USAGE'],
  ])('with %s opens nothing', async (_name, more, expected, code) => {
    const { engine, calls } = vault();
    const { exitCode, stdout, stderr } = await cli(argv(...more, '--out', '-'), { engine });
    expect([exitCode, stdout, calls]).toEqual([expected, '', []]);
    expect(stderr).toContain(`(${code})`);
  });

  it('refuses an existing file before anything is opened', async () => {
    const { engine, calls } = vault();
    const out = join(folder, 'kept');
    writeFileSync(out, 'old');
    const { exitCode, stdout, stderr } = await cli(argv('--target', 't', '--out', out), { engine });
    expect([exitCode, stdout, calls, engine.options]).toEqual([1, '', [], []]);
    expect(stderr).toContain('never overwritten. Nothing was opened.');
    expect(readFileSync(out, 'utf8')).toBe('old');
  });

  it('wipes the secret and closes it in the vault when it cannot be written', async () => {
    const { engine, calls, given } = vault();
    const { exitCode, stdout, stderr } = await cli(argv('--target', 't', '--out', join(folder, 'no/such/folder')), {
      engine,
    });
    expect([exitCode, stdout, calls.at(-1)]).toEqual([1, '', 'closed']);
    expect(stderr).toContain('(FILE_REFUSED)');
    expect(given.map(wiped)).toEqual([true]);
  });

  it('refuses a bundle of 50 MB without reading it', async () => {
    const { engine, calls } = vault();
    writeFileSync(bundle, '');
    truncateSync(bundle, 50 * 1024 * 1024);
    const { exitCode, stderr } = await cli(argv('--target', 't', '--out', '-'), { engine });
    expect([exitCode, calls]).toEqual([1, []]);
    expect(stderr).toContain('(BUNDLE_TOO_LARGE)');
  });

  it('reports the vault’s reason, and leaves no file', async () => {
    const { engine } = vault({
      openBundle: () => Promise.reject(new AppError('BUNDLE_WRONG_SIGNER', 'Signed by another.')),
    });
    const out = join(folder, 'key.hex');
    const { exitCode, stdout, stderr } = await cli(argv('--target', 't', '--out', out), { engine });
    expect([exitCode, stdout, stderr, existsSync(out)]).toEqual([
      1,
      '',
      'castellan: Signed by another. (BUNDLE_WRONG_SIGNER)\n',
      false,
    ]);
  });
});

it('an item of a list that was not opened cannot forge a line', async () => {
  const of = `${ADDRESS}\nAll exports are proven.`;
  const wanted = { kind: 'account', of, address: of, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' } as const;
  const engine = new FakeEngine({
    credentials: { stamping: () => ({}) as never },
    exportLists: {
      prove: async () => ({
        organizationId: ORGANIZATION,
        signerKey: SIGNER_KEY,
        digest: 'ab',
        proven: [],
        unproven: [{ wanted, why: 'No\nbundle.' }],
      }),
    },
  });
  const gathered = join(folder, 'gathered.castellan');
  writeFileSync(gathered, '{}');
  const { stderr } = await cli(['export', 'open-all', gathered, '--out', join(folder, 'opened')], { engine });
  expect(stderr.split('\n')[0]).toBe(`Not opened: account ${ADDRESS}\\u{a}All exports are proven.. No\\u{a}bundle.`);
});
