import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CredentialRow, TokenFacts, TokenKeyFacts } from '../../../shared/model/index.ts';
import { compileBadModule } from '../tokens/bad-module.ts';
import { PIN, SOFTHSM, SoftTokens } from '../tokens/soft-token.ts';
import { findSecrets, KEYCHAIN_PROGRAMS, newUserKey, type RunOptions, type Service, Workstation } from './support.ts';

const workstation = new Workstation();
const tokens = new SoftTokens();
const options: RunOptions = { environment: tokens.environment };
const onDesk = ['--store', 'pkcs11', '--module', SOFTHSM, '--token', 'desk'];
const pinFile = workstation.write('pin', `${PIN}\n`);
const withPin = ['--pin-file', pinFile];

let service: Service;
let key: CredentialRow;
beforeAll(async () => {
  tokens.add('desk');
  await workstation.useKeychain();
  const user = newUserKey();
  service = await workstation.serveFor(user);
  await workstation.connect(service, user);
});
afterAll(async () => {
  await workstation.close();
  tokens.close();
});

const run = (args: readonly string[]) => workstation.run(args, options);
const json = <Value>(args: readonly string[]) => workstation.json<Value>(args, options);
const refusal = async (args: readonly string[]) => {
  const { exitCode, stdout, stderr } = await run(args);
  expect([exitCode, stdout]).toEqual([1, '']);
  return stderr;
};

describe('a key on a token', () => {
  it('is made there, shown with what proves that it cannot leave, and stamps what the service takes', async () => {
    const { baseUrl, organizationId, keys } = service.ready;
    const where = ['--base-url', baseUrl, '--organization-id', organizationId, '--signer-key', keys.signer];
    await json(['profile', 'add', 'token', ...where]);
    key = await json<CredentialRow>(['key', 'create', '--profile', 'token', ...onDesk, ...withPin]);
    expect(key).toMatchObject({
      store: 'pkcs11',
      backend: 'token “desk”',
      copying: 'Cannot be copied: made on its token, which never exports it',
      token: {
        module: SOFTHSM,
        label: 'desk',
        protection: {
          extractable: false,
          sensitive: true,
          neverExtractable: true,
          local: true,
          alwaysAuthenticate: false,
        },
      },
    });
    const apiKeys = [{ apiKeyName: 'Token', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }];
    const { userId } = await json<{ userId: string }>(['call', 'whoami', '--profile', 'desk']);
    await json(['call', 'create_api_keys', '--profile', 'desk', '--json', JSON.stringify({ userId, apiKeys })]);
    expect(await json(['call', 'whoami', '--profile', 'token', ...withPin])).toMatchObject({ username: 'Operator' });
    const wallet = JSON.stringify({ walletName: 'On a token', accounts: [] });
    expect(await json(['call', 'create_wallet', '--profile', 'token', '--json', wallet, ...withPin])).toMatchObject({
      activity: { status: 'ACTIVITY_STATUS_COMPLETED' },
    });
    expect(await json(['audit', 'verify'])).toMatchObject({ ok: true });
  });
});

describe('keys of the other curves on a token', () => {
  it.for([
    ['secp256k1', ['--curve', 'secp256k1'], 'SIGNATURE_SCHEME_TK_API_SECP256K1', 'API_KEY_CURVE_SECP256K1'],
    [
      'wallet',
      ['--curve', 'secp256k1', '--eip191'],
      'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191',
      'API_KEY_CURVE_SECP256K1',
    ],
    ['ed25519', ['--curve', 'ed25519'], 'SIGNATURE_SCHEME_TK_API_ED25519', 'API_KEY_CURVE_ED25519'],
  ] as const)(
    '%s: is made there, registered, and stamps what the service takes',
    async ([name, kind, scheme, curveType]) => {
      const { baseUrl, organizationId, keys } = service.ready;
      const where = ['--base-url', baseUrl, '--organization-id', organizationId, '--signer-key', keys.signer];
      await json(['profile', 'add', name, ...where]);
      const made = await json<CredentialRow>(['key', 'create', '--profile', name, ...onDesk, ...kind, ...withPin]);
      expect(made).toMatchObject({
        scheme,
        store: 'pkcs11',
        copying: expect.stringMatching(/^Cannot be copied: made/),
      });
      const apiKeys = [{ apiKeyName: name, publicKey: made.publicKey, curveType }];
      const { userId } = await json<{ userId: string }>(['call', 'whoami', '--profile', 'desk']);
      await json(['call', 'create_api_keys', '--profile', 'desk', '--json', JSON.stringify({ userId, apiKeys })]);
      expect(await json(['call', 'whoami', '--profile', name, ...withPin])).toMatchObject({ username: 'Operator' });
      await json(['profile', 'add', `${name} again`, ...where]);
      const taking = ['key', 'import', '--profile', `${name} again`, ...onDesk, ...withPin];
      const id = made.token?.keyId ?? '';
      const taken = await json<CredentialRow>([...taking, '--key', id, ...(name === 'wallet' ? kind : [])]);
      expect(taken).toMatchObject({ scheme, publicKey: made.publicKey });
      expect(await refusal([...taking, '--key', id, '--curve', 'p256'])).toMatch(/no such key of p256 .*\(NOT_FOUND\)/);
      expect(await json(['call', 'whoami', '--profile', `${name} again`, ...withPin])).toMatchObject({
        username: 'Operator',
      });
    },
  );
});

describe('what is on tokens', () => {
  it('is listed: the tokens of a module, and the keys of a token with its PIN', async () => {
    const { tokens: listed } = await json<{ tokens: TokenFacts[] }>([
      'key',
      'list',
      '--store',
      'pkcs11',
      '--module',
      SOFTHSM,
    ]);
    expect(listed).toMatchObject([{ label: 'desk', manufacturer: 'SoftHSM project', pin: 'ready' }]);
    const { keys } = await json<{ keys: TokenKeyFacts[] }>(['key', 'list', ...onDesk, ...withPin]);
    expect(keys).toContainEqual(expect.objectContaining({ publicKey: key.publicKey, keyId: key.token?.keyId }));
  });

  it('is taken into use, and labelled as it is: a key that another program put there can be copied', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    tokens.importKey('desk', 'elsewhere', 'beef', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    const which = await refusal(['key', 'import', '--profile', 'token', ...onDesk, ...withPin]);
    expect(which).toMatch(/There are 5 keys .*Name one with --key ID: .*beef \(“elsewhere”/);
    const taken = await json<CredentialRow>([
      'key',
      'import',
      '--profile',
      'token',
      ...onDesk,
      ...withPin,
      '--key',
      'BEEF',
    ]);
    expect(taken).toMatchObject({
      token: { keyId: 'beef', protection: { local: false, neverExtractable: false } },
      copying: expect.stringMatching(/^Cannot be copied now/),
    });
    const { exitCode, stderr } = await run(['key', 'remove', taken.credentialId]);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('still on the token “desk”')]);
  });
});

describe.skipIf(KEYCHAIN_PROGRAMS.some((name) => spawnSync('which', [name]).status !== 0))(
  'the PIN of a token, kept in the keychain',
  () => {
    const whoami = ['call', 'whoami', '--profile', 'token'];
    const pinOf = async () => {
      const listing = ['key', 'list', '--store', 'pkcs11', '--module', SOFTHSM];
      const { tokens: listed } = await json<{ tokens: TokenFacts[] }>(listing);
      return listed.find(({ label }) => label === 'desk')?.pin;
    };

    it('is kept when that is asked for, and removed when it is asked for', async () => {
      const keeping = ['key', 'keep-pin', key.credentialId, ...withPin];
      expect(await json(keeping)).toMatchObject({ pinKept: true });
      expect(await json(whoami)).toMatchObject({ username: 'Operator' });
      expect(await json(['key', 'forget-pin', key.credentialId])).toMatchObject({ pinKept: false });
      expect(await refusal(whoami)).toContain('(PIN_REQUIRED)');
    });

    it('goes with the key', async () => {
      tokens.add('short');
      const { baseUrl, organizationId, keys } = service.ready;
      const where = ['--base-url', baseUrl, '--organization-id', organizationId, '--signer-key', keys.signer];
      await json(['profile', 'add', 'short', ...where]);
      const onShort = ['--profile', 'short', '--store', 'pkcs11', '--module', SOFTHSM, '--token', 'short', ...withPin];
      const first = await json<CredentialRow>(['key', 'create', ...onShort]);
      await json(['key', 'keep-pin', first.credentialId, ...withPin]);
      await json(['key', 'test', first.credentialId, '--offline']);
      await json(['key', 'remove', first.credentialId]);
      const again = await json<CredentialRow>(['key', 'import', ...onShort]);
      // A forged entry that claims a kept PIN changes nothing.
      const path = join(workstation.home, 'credentials.json');
      const listed = JSON.parse(readFileSync(path, 'utf8')) as { keys: { id: string; pinKept?: true }[] };
      for (const key of listed.keys) if (key.id === again.credentialId) key.pinKept = true;
      writeFileSync(path, JSON.stringify(listed));
      expect(await refusal(['key', 'test', again.credentialId, '--offline'])).toContain('(PIN_REQUIRED)');
    });

    it('is dropped when it is wrong, and tried no second time', async () => {
      await json(['key', 'keep-pin', key.credentialId, ...withPin]);
      tokens.changePin('desk', PIN, '271829');
      expect(await refusal(whoami)).toMatch(/The PIN in the keychain is wrong and was removed.*\(PIN_WRONG\)/);
      expect(await pinOf()).toBe('low');
      expect(await refusal(whoami)).toContain('(PIN_REQUIRED)');
      tokens.changePin('desk', '271829', PIN);
      expect(await pinOf()).toBe('ready');
      expect(await json(['key', 'show', key.credentialId])).toMatchObject({ pinKept: false });
    });
  },
);

describe('a key on a token is refused, in words that say what to do', () => {
  const whoami = ['call', 'whoami', '--profile', 'token'];

  it('without a PIN where nobody can be asked', async () =>
    expect(await refusal(whoami)).toMatch(/asks for its PIN.*--pin-file.*\(PIN_REQUIRED\)/));

  it('a wrong PIN, tried once', async () => {
    const wrong = workstation.write('wrong-pin', '000000');
    expect(await refusal([...whoami, '--pin-file', wrong])).toMatch(/not the PIN of the token.*\(PIN_WRONG\)/);
    const { tokens: listed } = await json<{ tokens: TokenFacts[] }>([
      'key',
      'list',
      '--store',
      'pkcs11',
      '--module',
      SOFTHSM,
    ]);
    expect(listed.find(({ label }) => label === 'desk')).toMatchObject({ pin: 'low' });
  });

  it('a PIN in a file that others may read', async () => {
    chmodSync(pinFile, 0o644);
    expect(await refusal([...whoami, ...withPin])).toContain('(FILE_REFUSED)');
    chmodSync(pinFile, 0o600);
  });

  it.for([
    ['a module that is not there', 'none.so', 'TOKEN_UNAVAILABLE'],
    ['a file that is no module', 'text.so', 'TOKEN_UNAVAILABLE'],
    ['a module that others may change', 'open.so', 'FILE_REFUSED'],
  ])('%s', async ([, name = '', code]) => {
    workstation.write('text.so', 'no module');
    chmodSync(workstation.write('open.so', readFileSync(SOFTHSM)), 0o666);
    const module = join(workstation.folder, name);
    expect(await refusal(['key', 'list', '--store', 'pkcs11', '--module', module])).toContain(`(${code})`);
  });

  it('survives a module that crashes, and the next command works', async () => {
    const module = compileBadModule(workstation.folder, { at: 'INITIALIZE', does: 'CRASH' });
    expect(await refusal(['key', 'list', '--store', 'pkcs11', '--module', module])).toContain('(TOKEN_STOPPED)');
    expect(await json([...whoami, ...withPin])).toMatchObject({ username: 'Operator' });
  });

  it('asks for the slot of two tokens with one label, and finds the token of a key that is in use', async () => {
    const slot = tokens.add('desk');
    expect(await refusal(['key', 'list', ...onDesk, ...withPin])).toMatch(
      new RegExp(`2 tokens have the label “desk”: .*slot ${slot} .*--slot N.*\\(TOKEN_AMBIGUOUS\\)`),
    );
    expect(await json(['key', 'list', ...onDesk, ...withPin, '--slot', `${slot}`])).toMatchObject({
      token: { slot },
      keys: [],
    });
    expect(await json([...whoami, ...withPin])).toMatchObject({ username: 'Operator' });
  });

  it('another module than the one that was confirmed, whoever wrote it there', async () => {
    const path = join(workstation.home, 'credentials.json');
    const before = readFileSync(path, 'utf8');
    const module = compileBadModule(workstation.folder, { at: 'LOGIN', does: 'CRASH' });
    writeFileSync(path, before.replace(SOFTHSM, module));
    expect(await refusal([...whoami, ...withPin])).toMatch(/changed outside Castellan.*\(PROFILE_CHANGED\)/s);
    writeFileSync(path, before);
  });

  it('a token that was taken out', async () => {
    tokens.removeAll();
    expect(await refusal([...whoami, ...withPin])).toMatch(/no token “desk”.*Connect it.*\(TOKEN_MISSING\)/);
  });

  it('half of what names a token', async () => {
    const { exitCode, stderr } = await run(['key', 'create', '--store', 'pkcs11', '--token', 'desk']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--module')]);
    expect((await run(['key', 'create', '--token', 'desk'])).exitCode).toBe(2);
  });
});

describe('the PIN', () => {
  it('is in nothing that was printed, and in no file of the folder', () => {
    expect(findSecrets(workstation.printed, [Buffer.from(PIN)])).toEqual([]);
    const files = readdirSync(workstation.home, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(3);
    const holding = files.filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(PIN));
    expect(holding.map(({ name }) => name)).toEqual([]);
  });
});
