import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Activity } from '../../../shared/operations/index.ts';
import { findSecrets, newUserKey, resultOf, type Service, Workstation } from './support.ts';

const workstation = new Workstation();
const file = join(workstation.folder, 'castellan.backup');
const secret = 'seven green kettles under the bridge';
const given = ['--passphrase-file', workstation.write('backup-passphrase', `${secret}\n`)];
const moved = join(workstation.folder, 'elsewhere', 'home');
/** The restored folder, under another passphrase. */
const there = {
  CASTELLAN_HOME: moved,
  CASTELLAN_PASSPHRASE_FILE: workstation.write('next-passphrase', 'another passphrase of the key file\n'),
};
let service: Service;
let address: string;
let signature: unknown;

const call = async (operation: string, input: object, environment = {}) => {
  const args = ['call', operation, '--profile', 'local', '--json', JSON.stringify(input)];
  return (await workstation.json<{ activity: Activity }>(args, { environment })).activity;
};
/** Signs deterministically (RFC 6979): the same key gives the same signature. */
const sign = async (environment = {}) =>
  resultOf(
    await call(
      'sign_raw_payload',
      {
        signWith: address,
        payload: '11'.repeat(32),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      },
      environment,
    ),
    'signRawPayloadResult',
  );

beforeAll(async () => {
  await workstation.json(['init']);
  const account = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', path: "m/44'/60'/0'/0/0" };
  const accounts = [{ ...account, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }];
  const made = await call('create_wallet', { walletName: 'Treasury', accounts });
  [address = ''] = resultOf<{ addresses: string[] }>(made, 'createWalletResult').addresses;
  signature = await sign();
  service = await workstation.serveFor(newUserKey());
});
afterAll(() => workstation.close());

describe('a backup that is made while `serve` runs', () => {
  it('is written, and doctor reports it', async () => {
    const made = await workstation.json(['backup', 'create', '--out', file, ...given]);
    expect(made).toMatchObject({ file, services: 2, notIncluded: [] });
    const { checks } = await workstation.json<{ checks: { name: string; finding: string }[] }>(['doctor']);
    expect(checks.find(({ name }) => name === 'Backup')?.finding).toMatch(/^The last one was made at .* No entry/);
  });

  it('is verified on a machine with no state folder, which gets none', async () => {
    const nowhere = join(workstation.folder, 'nowhere');
    const verified = await workstation.json(['backup', 'verify', '--file', file, ...given], {
      environment: { CASTELLAN_HOME: nowhere },
    });
    expect(verified).toMatchObject({ profiles: ['local'], services: [{ folder: 'service' }, { folder: 'serve' }] });
    expect(existsSync(join(nowhere, 'records.db'))).toBe(false);
  });

  it('is restored on another path, where the same address signs and the audit log verifies', async () => {
    await service.stop();
    const restored = await workstation.json(['backup', 'restore', '--file', file, ...given], { environment: there });
    expect(restored).toMatchObject({ folder: moved, services: 2 });
    expect(await sign(there)).toEqual(signature);
    expect(await workstation.json(['audit', 'verify'], { environment: there })).toMatchObject({ ok: true });
    const next = await workstation.serve([], there);
    expect(next.ready.organizationId).toBe(service.ready.organizationId);
    expect(next.ready.keys).toEqual(service.ready.keys);
    await next.stop();
    const { stdout } = await workstation.run(['audit', 'export'], { environment: there });
    expect(stdout).toContain('"operation":"backup restore"');
  });

  it('is not restored over a folder that is in use', async () => {
    const { exitCode, stderr } = await workstation.run(['backup', 'restore', '--file', file, ...given], {
      environment: there,
    });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('(FILE_REFUSED)')]);
  });
});

describe('a backup is refused with exit code 1', () => {
  const changed = (name: string, change: (bytes: Buffer) => Buffer) => {
    const path = join(workstation.folder, name);
    writeFileSync(path, change(readFileSync(file)));
    return path;
  };
  const flip = (at: number) => (bytes: Buffer) => {
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };
  const wrong = ['--passphrase-file', workstation.write('wrong-passphrase', 'not that passphrase\n')];

  it.each([
    ['with another passphrase', (bytes: Buffer) => bytes, wrong, 'PASSPHRASE_WRONG'],
    ['with a flipped bit', flip(200_000), given, 'BACKUP_DAMAGED'],
    ['when it is cut off', (bytes: Buffer) => bytes.subarray(0, 100_000), given, 'BACKUP_TRUNCATED'],
    ['when it is of a newer version', flip(16), given, 'BACKUP_NEWER'],
    ['when it is another file', flip(0), given, 'BACKUP_INVALID'],
  ])('%s', async (name, change, secretArgs, code) => {
    const path = changed(name.replaceAll(' ', '-'), change);
    const environment = { ...there, CASTELLAN_HOME: join(workstation.folder, 'refused') };
    for (const command of ['verify', 'restore']) {
      const ran = await workstation.run(['backup', command, '--file', path, ...secretArgs], { environment });
      expect([ran.exitCode, ran.stdout, ran.stderr]).toEqual([1, '', expect.stringContaining(`(${code})`)]);
    }
    expect(existsSync(join(workstation.folder, 'refused', 'credentials.json'))).toBe(false);
  });
});

it('no command printed a passphrase', () => {
  expect(findSecrets(workstation.printed, [Buffer.from(secret), Buffer.from(workstation.passphrase)])).toEqual([]);
});
