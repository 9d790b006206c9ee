import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSecrets, newUserKey, type Service, Workstation } from './support.ts';

const workstation = new Workstation();
const users = { here: newUserKey(), there: newUserKey() };
const services: { here?: Service; there?: Service } = {};

const WORDS = 'test test test test test test test test test test test junk';
const ETHEREUM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const KEY = '0c28fca386c7a227600b2fe50b7cae11ec86d3bf1fbe471be89827e19d72aa1d';

interface Moved {
  readonly from: string;
  readonly to: string;
  readonly moved: readonly {
    readonly kind: string;
    readonly name: string;
    readonly state: string;
    readonly targetId: string;
    readonly compared: number;
    readonly notMoved: Readonly<Record<string, unknown>>;
  }[];
}

beforeAll(async () => {
  await workstation.useKeychain();
  for (const name of ['here', 'there'] as const) {
    const service = await workstation.serveFor(users[name], '--data', join(workstation.folder, name));
    services[name] = service;
    await workstation.connect(service, users[name], name);
  }
  await workstation.json(['profile', 'use', 'here']);
  const formats = ['--format', 'ADDRESS_FORMAT_ETHEREUM', '--format', 'ADDRESS_FORMAT_SOLANA'];
  await workstation.json(['import', 'wallet', 'Treasury', ...formats], { stdin: WORDS });
  await workstation.json(['import', 'key', 'Hot', '--format', 'ADDRESS_FORMAT_ETHEREUM'], { stdin: KEY });
});
afterAll(() => workstation.close());

const call = <Value>(profile: string, operation: string, request: object) =>
  workstation.json<Value>(['call', operation, '--profile', profile, '-'], { stdin: JSON.stringify(request) });
const moveArguments = ['move', 'Treasury', 'Hot', '--from', 'here', '--to', 'there'];

describe('castellan move', () => {
  it('moves a wallet and a private key, whose addresses are the same at both services', async () => {
    const conditionFor = "activity.resource == 'WALLET' && wallet.id == '";
    const { wallets } = await call<{ wallets: { walletId: string }[] }>('here', 'list_wallets', {});
    const condition = `${conditionFor}${wallets[0]?.walletId}'`;
    const policy = { policyName: 'Treasury only', effect: 'EFFECT_DENY', condition, consensus: '', notes: '' };
    await call('here', 'create_policy', policy);
    const { exitCode, stdout, stderr } = await workstation.run(moveArguments);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('“Treasury only”')]);
    const { moved } = JSON.parse(stdout) as Moved;
    expect(moved).toMatchObject([
      { kind: 'wallet', name: 'Treasury', state: 'moved', compared: 2, notMoved: { policies: ['Treasury only'] } },
      {
        kind: 'private key',
        name: 'Hot',
        state: 'moved',
        compared: 1,
        notMoved: { policies: [], otherPolicies: ['Treasury only'] },
      },
    ]);
    expect(stderr).toContain('The wallet “Treasury” was moved to “there”: 2 addresses are the same at both services.');
  });

  it('leaves both at the source, and the target signs with the same address', async () => {
    const { wallets } = await call<{ wallets: { walletName: string }[] }>('here', 'list_wallets', {});
    expect(wallets).toMatchObject([{ walletName: 'Treasury', exported: true }]);
    const payload = { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' };
    const request = { signWith: ETHEREUM, payload: 'moved', ...payload };
    const { exitCode, stderr } = await workstation.run(['call', 'sign_raw_payload', '--profile', 'there', '-'], {
      stdin: JSON.stringify(request),
    });
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/The signature was checked: .*, by 0xf39Fd6e51aad/)]);
  });

  it('moves nothing twice', async () => {
    const { exitCode, stdout } = await workstation.run(moveArguments);
    const { moved } = JSON.parse(stdout) as Moved;
    expect([exitCode, moved.map(({ state }) => state)]).toEqual([0, ['already there', 'already there']]);
    const { wallets } = await call<{ wallets: object[] }>('there', 'list_wallets', {});
    expect(wallets).toHaveLength(1);
  });

  it('records each request, and the audit log verifies', async () => {
    await workstation.json(['audit', 'verify']);
  });

  it.each([
    [['Treasurry', '--to', 'there'], 'There', 'Did you mean “Treasury”?'],
    [['Treasury', '--to', 'here'], 'same', 'are for the same organization'],
    [['Treasury', '--to', 'ther'], 'profile', 'Did you mean “there”?'],
  ])('refuses %j', async (given, _about, why) => {
    const { exitCode, stdout, stderr } = await workstation.run(['move', ...given]);
    expect([exitCode === 0, stdout, stderr]).toEqual([false, '', expect.stringContaining(why)]);
  });

  it('refuses a target that has another wallet of the name, before anything is exported', async () => {
    await call('here', 'create_wallet', { walletName: 'Twin', accounts: [account] });
    await call('there', 'create_wallet', { walletName: 'Twin', accounts: [account] });
    const { exitCode, stderr } = await workstation.run(['move', 'Twin', '--to', 'there']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('already has another wallet named “Twin”')]);
    expect(stderr).not.toContain('Export wallet');
  });

  it.each([
    ['there', 'its import key is not the target’s', 'it is signed with another key than the profile’s'],
    ['here', 'its export bundle is not the source’s', 'does not trust the key that signed the bundle'],
  ] as const)('moves nothing when the signer of “%s” is not the pinned one', async (name, _why, message) => {
    const named = `Other ${name}`;
    await call('here', 'create_wallet', { walletName: named, accounts: [account] });
    const keys = services[name]?.ready.keys;
    await workstation.json(['profile', 'set', name, '--signer-key', keys?.notarizer ?? '']);
    const refused = await workstation.run(['move', named, '--to', 'there']);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(message)]);
    await workstation.json(['profile', 'set', name, '--signer-key', keys?.signer ?? '']);
    const { moved } = await workstation.json<Moved>(['move', named, '--to', 'there']);
    expect(moved).toMatchObject([{ name: named, state: 'moved', compared: 1 }]);
  });

  it('never prints what was moved', () => {
    const secrets = [WORDS, KEY].map((text) => new TextEncoder().encode(text));
    expect(findSecrets(workstation.printed, [...secrets, Buffer.from(KEY, 'hex')])).toEqual([]);
  });
});

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};
