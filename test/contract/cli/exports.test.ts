import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { generateP256KeyPair } from '@turnkey/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../../electron/crypto/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import { findSecrets, newUserKey, resultOf, type Service, Workstation } from './support.ts';

const workstation = new Workstation();
const user = newUserKey();
const outside = generateP256KeyPair();
let service: Service;
let address = '';
let target: { id: string; targetPublicKey: string };
let bundle = '';

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};

async function exportFor(targetPublicKey: string): Promise<string> {
  const json = JSON.stringify({ address, targetPublicKey });
  const { activity } = await workstation.json<{ activity: Activity }>([
    'call',
    'export_wallet_account',
    '--json',
    json,
  ]);
  return resultOf<{ exportBundle: string }>(activity, 'exportWalletAccountResult').exportBundle;
}

beforeAll(async () => {
  await workstation.useKeychain();
  service = await workstation.serveFor(user);
  await workstation.connect(service, user);
  const made = await workstation.json<{ activity: Activity }>(['call', 'create_wallet', '-'], {
    stdin: JSON.stringify({ walletName: 'Cold', accounts: [account] }),
  });
  [address = ''] = resultOf<{ addresses: string[] }>(made.activity, 'createWalletResult').addresses;
  target = await workstation.json(['export', 'target']);
  bundle = await exportFor(target.targetPublicKey);
  workstation.write('bundle.json', bundle);
  workstation.write('outside.json', await exportFor(outside.publicKeyUncompressed));
  await service.stop();
});
afterAll(() => workstation.close());

const path = (name: string) => join(workstation.folder, name);
const proven = () => ['--address', address, '--format', account.addressFormat];
const opening = (...more: string[]) => openingOnce('--keep', ...more);
const openingOnce = (...more: string[]) => [
  'export',
  'open',
  '--organization-id',
  service.ready.organizationId,
  ...proven(),
  ...more,
];
const addressOfKey = (privateKey: string) =>
  addressOf(
    'ADDRESS_FORMAT_ETHEREUM',
    Buffer.from(secp256k1.getPublicKey(Buffer.from(privateKey, 'hex'), false)).toString('hex'),
  );

describe('export open, with the service gone', () => {
  it('gives the key of the account to stdout and nothing else', async () => {
    const args = opening('--target', target.id, '--bundle', path('bundle.json'), '--out', '-');
    const { exitCode, stdout, stderr } = await workstation.run(args, { givesSecret: true });
    expect([exitCode, stderr, stdout.length]).toEqual([0, '', 64]);
    expect(addressOfKey(stdout)).toBe(address);
    expect(findSecrets(workstation.printed, [Buffer.from(stdout, 'hex')])).toEqual([]);
  });

  it('writes it into a new file for its owner only, and never over an existing one', async () => {
    const args = opening('--target', target.id, '--bundle', path('bundle.json'), '--out', path('key.hex'));
    const proof = await workstation.json<{ bytes: number; proof: { signerKey: string } }>(args);
    expect(proof).toMatchObject({
      bytes: 64,
      proven: true,
      proof: { signerKey: service.ready.keys.signer, expectedAddress: address, derivedAddress: address },
    });
    expect(statSync(path('key.hex')).mode & 0o777).toBe(0o600);
    const key = readFileSync(path('key.hex'), 'utf8');
    expect(addressOfKey(key)).toBe(address);

    const again = await workstation.run(args);
    expect([again.exitCode, again.stdout]).toEqual([1, '']);
    expect(again.stderr).toContain('(FILE_REFUSED)');
    expect(readFileSync(path('key.hex'), 'utf8')).toBe(key);
  });

  it('opens no key of another address, and needs either an address or the word that nothing is proven', async () => {
    const file = ['--bundle', path('bundle.json'), '--target', target.id, '--out', path('other.hex')];
    const organization = ['--organization-id', service.ready.organizationId];
    const open = (...more: string[]) =>
      workstation.run(['export', 'open', '--keep', ...organization, ...file, ...more]);
    const other = addressOfKey(outside.privateKey);
    const refused = await open('--address', other, '--format', account.addressFormat);
    expect([refused.exitCode, refused.stdout, existsSync(path('other.hex'))]).toEqual([1, '', false]);
    expect(refused.stderr).toContain('(ADDRESS_MISMATCH)');
    for (const wrong of [[], ['--address', address], [...proven(), '--unproven']])
      expect((await open(...wrong)).exitCode).toBe(2);
    expect(existsSync(path('other.hex'))).toBe(false);

    const unproven = await open('--unproven');
    expect(JSON.parse(unproven.stdout)).toMatchObject({ proven: false, proof: { expectedAddress: null } });
    expect(unproven.stderr).toContain('Not proven');
  });

  it.each([
    ['hex digits', () => `${outside.privateKey}\n`],
    ['raw bytes', () => Buffer.from(outside.privateKey, 'hex')],
  ])('takes the target key from a file of %s, with the signer key given', async (_name, content) => {
    const file = workstation.write('target.key', content());
    const more = [
      '--target-key-file',
      file,
      '--signer-key',
      service.ready.keys.signer,
      '--bundle',
      path('outside.json'),
    ];
    const { exitCode, stdout } = await workstation.run(openingOnce(...more, '--out', '-'), { givesSecret: true });
    expect(exitCode).toBe(0);
    expect(addressOfKey(stdout)).toBe(address);
  });

  /** The bundle with the signed text or one hex digit of a member changed. */
  const changed = (member: 'data' | 'dataSignature', change: (hex: string) => string) => {
    const parsed = JSON.parse(bundle) as Record<string, string>;
    return JSON.stringify({ ...parsed, [member]: change(parsed[member] ?? '') });
  };
  const flip = (hex: string) => `${hex.slice(0, -1)}${(Number.parseInt(hex.at(-1) ?? '0', 16) ^ 1).toString(16)}`;

  it.each([
    ['flipped by one bit', () => changed('data', flip), 'BUNDLE_SIGNATURE_INVALID'],
    ['with a flipped signature', () => changed('dataSignature', flip), 'BUNDLE_SIGNATURE_INVALID'],
    ['that is not JSON', () => 'not a bundle', 'BUNDLE_INVALID'],
    ['that is cut off', () => bundle.slice(0, 200), 'BUNDLE_INVALID'],
    ['of 50 MB', () => Buffer.alloc(50 * 1024 * 1024, 0x20), 'BUNDLE_TOO_LARGE'],
    ['for another target key', () => readFileSync(path('outside.json')), 'BUNDLE_UNREADABLE'],
  ])('refuses a bundle %s', async (_name, content, code) => {
    const file = workstation.write('bad.json', content());
    const { exitCode, stdout, stderr } = await workstation.run(
      opening('--target', target.id, '--bundle', file, '--out', path('no')),
    );
    expect([exitCode, stdout, existsSync(path('no'))]).toEqual([1, '', false]);
    expect(stderr).toContain(`(${code})`);
  });

  it.each([
    [
      'for another organization',
      ['--organization-id', '00000000-0000-4000-8000-000000000000'],
      'BUNDLE_WRONG_ORGANIZATION',
    ],
    ['signed by another service', ['--signer-key', outside.publicKeyUncompressed], 'BUNDLE_WRONG_SIGNER'],
    ['for a target key that is not here', ['--target', 'absent'], 'NOT_FOUND'],
  ])('refuses a bundle %s', async (_name, other, code) => {
    const usual = {
      '--organization-id': service.ready.organizationId,
      '--target': target.id,
      '--bundle': path('bundle.json'),
      '--address': address,
      '--format': account.addressFormat,
    };
    const merged = Object.entries({ ...usual, [other[0] as string]: other[1] as string });
    const { exitCode, stdout, stderr } = await workstation.run(['export', 'open', ...merged.flat(), '--out', '-'], {
      givesSecret: true,
    });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`(${code})`);
  });

  it('destroys the target key once the secret is written, but with --keep: nothing opens with it again', async () => {
    const args = openingOnce('--target', target.id, '--bundle', path('bundle.json'), '--out');
    const notWritten = await workstation.run([...args, path('absent/key.hex')]);
    expect([notWritten.exitCode, notWritten.stdout]).toEqual([1, '']);
    expect(await workstation.json([...args, path('last.hex')])).toMatchObject({ bytes: 64 });
    expect(readFileSync(path('last.hex'), 'utf8')).toBe(readFileSync(path('key.hex'), 'utf8'));
    const again = await workstation.run([...args, path('again.hex')]);
    expect([again.exitCode, again.stdout, existsSync(path('again.hex'))]).toEqual([1, '', false]);
    expect(again.stderr).toContain('(NOT_FOUND)');
    const file = ['--target-key-file', path('outside.json'), '--bundle', path('bundle.json'), '--out', '-'];
    expect((await workstation.run(opening(...file))).exitCode).toBe(2);
  });
});

it('never printed a secret it was not asked for', () => {
  const secrets = [user.privateKey, outside.privateKey, readFileSync(path('key.hex'), 'utf8')];
  const bytes = secrets.map((hex) => Buffer.from(hex, 'hex'));
  expect(findSecrets(workstation.printed, bytes)).toEqual([]);
});
