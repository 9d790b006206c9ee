import { afterAll, describe, expect, it } from 'vitest';
import type { CredentialRow, ProfileRow } from '../../../shared/model/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import { newUserKey, resultOf, Workstation } from './support.ts';

const workstation = new Workstation();
afterAll(() => workstation.close());

const profile = (...args: string[]) => workstation.json<ProfileRow>(['profile', ...args]);

describe('a machine with no window', () => {
  it('has a vault after `init`, and a wallet after the next command', async () => {
    const made = await workstation.json<ProfileRow>(['init', '--store', 'file']);
    expect(made).toMatchObject({ name: 'local', kind: 'local', current: true, baseUrl: null });
    const accounts = [
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
    ];
    const { activity } = await workstation.json<{ activity: Activity }>(['call', 'create_wallet', '-'], {
      stdin: JSON.stringify({ walletName: 'First', accounts }),
    });
    expect(resultOf<{ addresses: string[] }>(activity, 'createWalletResult').addresses).toHaveLength(1);

    const again = await workstation.run(['init']);
    expect([again.exitCode, JSON.parse(again.stdout)]).toEqual([0, made]);
    expect(again.stderr).toContain('already has a vault');
    const { credentials } = await workstation.json<{ credentials: CredentialRow[] }>(['key', 'list']);
    expect(credentials).toMatchObject([{ profile: 'local', store: 'file' }]);
  });

  it.each([
    ['a store that is none', ['init', '--store', 'drawer'], 2, 'USAGE'],
    ['the keychain where none may be touched', ['init', '--store', 'keychain'], 2, 'USAGE'],
    [
      'another address for the local profile',
      ['profile', 'set', 'local', '--base-url', 'https://x.example'],
      2,
      'NOT_SUPPORTED',
    ],
    ['nothing to set', ['profile', 'set', 'local'], 2, 'USAGE'],
    ['a profile that is none', ['profile', 'set', 'nobody', '--base-url', 'https://x.example'], 2, 'UNKNOWN_PROFILE'],
    ['a file that is none', ['profile', 'add', 'desk', '--from', '/nowhere/ready.json'], 1, 'FILE_REFUSED'],
  ])('is refused %s', async (_name, args, expected, code) => {
    const { exitCode, stdout, stderr } = await workstation.run(args);
    expect([exitCode, stdout]).toEqual([expected, '']);
    expect(stderr).toContain(`(${code})`);
  });

  it('takes a service from its ready line, and follows it to another address with its keys', async () => {
    const user = newUserKey();
    const service = await workstation.serveFor(user);
    const { baseUrl, authUrl, organizationId, keys } = service.ready;
    const file = workstation.write('ready.json', `${JSON.stringify(service.ready)}\n`);
    expect(await profile('add', 'desk', '--from', file)).toMatchObject({
      baseUrl,
      authUrl,
      organizationId,
      signerKey: keys.signer,
      notarizerKey: keys.notarizer,
    });
    await workstation.json(['key', 'import', '--profile', 'desk'], { stdin: user.privateKey });
    await service.stop();

    const moved = await workstation.serve();
    expect(await profile('set', 'desk', '--base-url', `${moved.ready.baseUrl}/`)).toMatchObject({
      baseUrl: moved.ready.baseUrl,
      organizationId,
    });
    expect(await workstation.json(['call', 'whoami', '--profile', 'desk'])).toMatchObject({ username: 'Operator' });
    await moved.stop();
  });
});
