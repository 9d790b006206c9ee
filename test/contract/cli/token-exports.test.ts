import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, publicKeyOf } from '../../../electron/crypto/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import { PIN, SOFTHSM, SoftTokens } from '../tokens/soft-token.ts';
import { newUserKey, type RunOptions, resultOf, type Service, Workstation } from './support.ts';

const workstation = new Workstation();
const tokens = new SoftTokens();
const options: RunOptions = { environment: tokens.environment };
const module = ['--module', SOFTHSM];
const withPin = ['--pin-file', workstation.write('pin', `${PIN}\n`)];

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};

let service: Service;
let address = '';
let target: { id: string; targetPublicKey: string };
beforeAll(async () => {
  tokens.add('desk');
  await workstation.useKeychain();
  const user = newUserKey();
  service = await workstation.serveFor(user);
  await workstation.connect(service, user);
  const wallet = JSON.stringify({ walletName: 'Cold', accounts: [account] });
  const made = await workstation.json<{ activity: Activity }>(['call', 'create_wallet', '--json', wallet]);
  [address = ''] = resultOf<{ addresses: string[] }>(made.activity, 'createWalletResult').addresses;
  const onDesk = ['--store', 'pkcs11', ...module, '--token', 'desk', ...withPin];
  target = await workstation.json(['export', 'target', ...onDesk], options);
  const json = JSON.stringify({ address, targetPublicKey: target.targetPublicKey });
  const sent = ['call', 'export_wallet_account', '--json', json];
  const { activity } = await workstation.json<{ activity: Activity }>(sent);
  const { exportBundle } = resultOf<{ exportBundle: string }>(activity, 'exportWalletAccountResult');
  workstation.write('bundle.json', exportBundle);
  await service.stop();
});
afterAll(async () => {
  await workstation.close();
  tokens.close();
});

const path = (name: string) => join(workstation.folder, name);
const opening = (out: string, ...more: string[]) => openingWith(target.id, out, ...more);
const openingWith = (id: string, out: string, ...more: string[]) => [
  ...['export', 'open', '--target', id, '--bundle', path('bundle.json'), '--out', path(out)],
  ...['--organization-id', service.ready.organizationId, '--address', address, '--format', account.addressFormat],
  ...more,
];
const refusal = async (...more: string[]) => {
  const { exitCode, stdout, stderr } = await workstation.run(opening('refused.hex', ...more), options);
  expect([exitCode === 0, stdout, existsSync(path('refused.hex'))]).toEqual([false, '', false]);
  return stderr;
};

describe('an export whose key is on a token, with the service gone', () => {
  it('is sealed to an uncompressed key of the token', () =>
    expect(target.targetPublicKey).toMatch(/^04[0-9a-f]{128}$/));

  it('opens with the token, its module and its PIN, and is proven', async () => {
    const opened = await workstation.json(opening('key.hex', '--keep', ...module, ...withPin), options);
    expect(opened).toMatchObject({ bytes: 64, proven: true, proof: { derivedAddress: address } });
    const key = Buffer.from(readFileSync(path('key.hex'), 'utf8'), 'hex');
    const publicKey = publicKeyOf('CURVE_SECP256K1', Uint8Array.from(key));
    expect(addressOf('ADDRESS_FORMAT_ETHEREUM', publicKey, 'CURVE_SECP256K1')).toBe(address);
  });

  it('stays sealed without the PIN, with a wrong one, and without the module that it was made with', async () => {
    expect(await refusal(...module)).toContain('(PIN_REQUIRED)');
    const wrong = ['--pin-file', workstation.write('wrong-pin', '000000')];
    expect(await refusal(...module, ...wrong)).toContain('(PIN_WRONG)');
    expect(await refusal(...withPin)).toMatch(/Name the PKCS#11 module .*--module PATH.*\(INVALID_INPUT\)/);
    expect(await refusal('--module', path('bundle.json'), ...withPin)).toContain('(INVALID_INPUT)');
  });

  it('stays sealed after its key was destroyed, which is on the token no more', async () => {
    await workstation.json(opening('last.hex', ...module, ...withPin), options);
    expect(readFileSync(path('last.hex'), 'utf8')).toBe(readFileSync(path('key.hex'), 'utf8'));
    expect(await refusal(...module, ...withPin)).toContain('(NOT_FOUND)');
    expect(tokens.objects()).toBe(0);
  });

  it('is refused for a token that was taken out', async () => {
    tokens.add('other');
    const onOther = ['--store', 'pkcs11', ...module, '--token', 'other', ...withPin];
    const made = await workstation.json<typeof target>(['export', 'target', ...onOther], options);
    expect(tokens.objects()).toBe(2);
    tokens.removeAll();
    const args = openingWith(made.id, 'refused.hex', ...module, ...withPin);
    const { exitCode, stderr } = await workstation.run(args, options);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('(TOKEN_MISSING)');
  });
});
