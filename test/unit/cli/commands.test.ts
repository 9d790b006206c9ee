import { describe, expect, it } from 'vitest';
import type { NewProfile } from '../../../electron/engine/index.ts';
import { AppError } from '../../../shared/errors/index.ts';
import { bytesInput, cli, credentialRow, FakeEngine, ORGANIZATION, profileRow, SIGNER_KEY } from './support.ts';

describe('profile add', () => {
  const adding = () => {
    const added: NewProfile[] = [];
    const engine = new FakeEngine({
      profiles: {
        add: async (profile) => {
          added.push(profile);
          return profileRow;
        },
      },
    });
    return { engine, added };
  };
  const NEEDED = [
    'profile',
    'add',
    'desk',
    '--base-url',
    'https://service.example/',
    '--organization-id',
    ORGANIZATION,
  ];

  it('stores the given values, removes the address’s last slash, and leaves the rest to the engine', async () => {
    const { engine, added } = adding();
    const { exitCode, stdout } = await cli(NEEDED, { engine });
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, profileRow]);
    expect(added).toEqual([
      {
        name: 'desk',
        kind: 'remote',
        baseUrl: 'https://service.example',
        authUrl: null,
        organizationId: ORGANIZATION,
        signerKey: null,
        notarizerKey: null,
        authProxyConfigId: null,
      },
    ]);
  });

  it('accepts every member of a profile', async () => {
    const { engine, added } = adding();
    const more = [
      '--auth-url',
      'http://127.0.0.1:9',
      '--signer-key',
      SIGNER_KEY.toUpperCase(),
      '--notarizer-key',
      SIGNER_KEY,
    ];
    await cli([...NEEDED, ...more, '--auth-proxy-config-id', 'config-1'], { engine });
    expect(added[0]).toMatchObject({
      authUrl: 'http://127.0.0.1:9',
      signerKey: SIGNER_KEY,
      notarizerKey: SIGNER_KEY,
      authProxyConfigId: 'config-1',
    });
  });

  it.each([
    ['', 'is empty'],
    [' desk', 'starts with a character that a name cannot start with'],
    ['-', 'starts with a character that a name cannot start with'],
    ['a'.repeat(41), 'has 41 characters'],
    ['a\nb', 'has a character that a name cannot have'],
  ])('refuses the name %j', async (name, why) => {
    const { engine } = adding();
    const { exitCode, stderr } = await cli(NEEDED.with(2, name), { engine });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`NAME ${why}. Nothing was added.`)]);
    expect(engine.options).toEqual([]);
  });

  it.each([ORGANIZATION.toUpperCase(), ` ${ORGANIZATION}\n`, `"${ORGANIZATION}"`])(
    'takes the identifier %j',
    async (given) => {
      const { engine, added } = adding();
      await cli(['profile', 'add', 'desk', '--base-url', 'https://service.example', '--organization-id', given], {
        engine,
      });
      expect(added).toMatchObject([{ organizationId: ORGANIZATION }]);
    },
  );

  it.each([
    ['--base-url', 'ftp://service.example', 'does not begin with https:// or http://'],
    ['--base-url', 'service.example', 'does not begin with https:// or http://'],
    ['--base-url', 'https://user:word@service.example', 'holds a user name or a password'],
    ['--base-url', 'https://service.example/?a=b', 'has a query or a fragment'],
    ['--auth-url', 'nonsense', 'does not begin with https:// or http://'],
    ['--base-url', 'https://[', 'has no host, or an invalid host'],
    ['--organization-id', '3f1c6f0e', 'has 8 hexadecimal digits and must have 32'],
    ['--organization-id', ORGANIZATION.replaceAll('-', ''), 'has its hyphens in the wrong places'],
    [
      '--organization-id',
      ORGANIZATION.replace('3f', '3g'),
      'has a character at place 2, g, that is no hexadecimal digit',
    ],
    ['--organization-id', 'nope', 'has a character at place 1, n, that is no hexadecimal digit'],
    ['--organization-id', '""', 'is empty'],
    ['--signer-key', SIGNER_KEY.slice(2), 'has 128 hexadecimal digits and must have 130'],
    ['--signer-key', `02${'ab'.repeat(32)}`, 'is a compressed public key'],
    ['--signer-key', `05${SIGNER_KEY.slice(2)}`, 'does not start with 04'],
    ['--signer-key', `04${'11'.repeat(64)}`, 'is not a point of the curve P-256'],
    ['--signer-key', ' ', 'is empty'],
    ['--notarizer-key', 'zz', 'has a character that is not a hexadecimal digit'],
  ])('refuses %s %s before anything is opened', async (name, value, why) => {
    const { engine } = adding();
    const argv = ['profile', 'add', 'desk'];
    for (const [option, usual] of [
      ['--base-url', 'https://service.example'],
      ['--organization-id', ORGANIZATION],
    ] as const) {
      if (option !== name) argv.push(option, usual);
    }
    const { exitCode, stdout, stderr } = await cli([...argv, name, value], { engine });
    expect([exitCode, stdout, engine.options]).toEqual([2, '', []]);
    expect(stderr).toContain(`castellan: ${name} ${why}`);
  });
});

it.each([
  ['--keep-serving', 'on', { keepServing: true }],
  ['--keep-serving', 'off', { keepServing: false }],
  ['--blind-signing', 'on', { blindSigning: true }],
  ['--blind-signing', 'off', { blindSigning: false }],
])('profile set turns on or off what a profile allows: %s %s', async (option, word, changed) => {
  const set: unknown[] = [];
  const engine = new FakeEngine({
    profiles: {
      set: async (name, changes) => {
        set.push([name, changes]);
        return profileRow;
      },
    },
  });
  expect((await cli(['profile', 'set', 'local', option, word], { engine })).exitCode).toBe(0);
  expect(set).toEqual([['local', changed]]);
});

it.each([
  [['--ask-to-sign', 'on'], [['local', true]]],
  [
    ['--ask-to-sign', 'off', '--blind-signing', 'off'],
    ['set', ['local', false]],
  ],
])('profile set has the vault ask with each signature, or stop: %j', async (options, expected) => {
  const done: unknown[] = [];
  const engine = new FakeEngine({
    profiles: {
      get: () => profileRow,
      set: async () => {
        done.push('set');
        return profileRow;
      },
    },
    setup: { askToSign: async (...given) => void done.push(given) },
  });
  expect((await cli(['profile', 'set', 'local', ...options], { engine })).exitCode).toBe(0);
  expect(done).toEqual(expected);
});

it('profile list, show, use and remove print their results', async () => {
  const done: string[] = [];
  const engine = new FakeEngine({
    profiles: {
      list: () => [profileRow],
      get: (name) => {
        if (name !== undefined && name !== 'desk') throw new AppError('UNKNOWN_PROFILE', 'There is no such profile.');
        return profileRow;
      },
      use: (name) => void done.push(`use ${name}`),
    },
    setup: { disconnect: async (name) => void done.push(`remove ${name}`) },
  });
  const result = async (...argv: string[]) => JSON.parse((await cli(['profile', ...argv], { engine })).stdout);
  expect(await result('list')).toEqual({ profiles: [profileRow] });
  expect(await result('show')).toEqual(profileRow);
  expect(await result('show', 'desk')).toEqual(profileRow);
  expect(await result('use', 'desk')).toEqual(profileRow);
  expect(await result('remove', 'desk')).toEqual({ removed: 'desk' });
  expect(done).toEqual(['use desk', 'remove desk']);
  expect((await cli(['profile', 'show', 'other'], { engine })).exitCode).toBe(2);
});

describe('key', () => {
  const second = { ...credentialRow, credentialId: 'credential-2', name: 'Key 2' };

  it('create numbers a profile’s keys, and leaves the store to the engine by default', async () => {
    const made: unknown[] = [];
    const engine = new FakeEngine({
      profiles: { get: () => profileRow },
      credentials: {
        list: () => [second],
        create: async (input) => {
          made.push(input);
          return credentialRow;
        },
      },
    });
    const { stdout } = await cli(['key', 'create'], { engine });
    await cli(['key', 'create', '--store', 'keychain', '--curve', 'p256', '--profile', 'desk'], { engine });
    expect(JSON.parse(stdout)).toEqual(credentialRow);
    expect(made).toEqual([
      { profile: 'desk', name: 'Key 3', store: null, scheme: 'SIGNATURE_SCHEME_TK_API_P256' },
      { profile: 'desk', name: 'Key 3', store: 'keychain', scheme: 'SIGNATURE_SCHEME_TK_API_P256' },
    ]);
    made.length = 0;
    await cli(['key', 'create', '--curve', 'ed25519'], { engine });
    await cli(['key', 'create', '--curve', 'secp256k1'], { engine });
    await cli(['key', 'create', '--curve', 'secp256k1', '--eip191'], { engine });
    expect(made).toMatchObject([
      { scheme: 'SIGNATURE_SCHEME_TK_API_ED25519' },
      { scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1' },
      { scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191' },
    ]);
  });

  it('list shows the keys of all profiles, or of one', async () => {
    const asked: (string | undefined)[] = [];
    const engine = new FakeEngine({
      profiles: { get: () => profileRow },
      credentials: {
        list: (profile) => {
          asked.push(profile);
          return [credentialRow];
        },
      },
    });
    expect(JSON.parse((await cli(['key', 'list'], { engine })).stdout)).toEqual({ credentials: [credentialRow] });
    await cli(['key', 'list', '--profile', 'desk'], { engine });
    expect(asked).toEqual([undefined, 'desk']);
  });

  it('show uses the profile’s only key, or else requires its ID', async () => {
    const withKeys = (...keys: (typeof credentialRow)[]) =>
      new FakeEngine({ profiles: { get: () => profileRow }, credentials: { list: () => keys, get: () => second } });
    expect(JSON.parse((await cli(['key', 'show'], { engine: withKeys(credentialRow) })).stdout)).toEqual(credentialRow);
    expect(JSON.parse((await cli(['key', 'show', 'credential-2'], { engine: withKeys() })).stdout)).toEqual(second);
    expect((await cli(['key', 'show'], { engine: withKeys(credentialRow, second) })).stderr).toContain('has 2 keys');
    expect((await cli(['key', 'show'], { engine: withKeys() })).stderr).toContain('has no key yet');
  });

  it('remove names the public key that is still registered at the service', async () => {
    const removed: string[] = [];
    const engine = new FakeEngine({
      credentials: { get: () => credentialRow, remove: async (credentialId) => void removed.push(credentialId) },
    });
    const { stdout } = await cli(['key', 'remove', 'credential-1'], { engine });
    expect(JSON.parse(stdout)).toEqual({ removed: 'credential-1', publicKey: credentialRow.publicKey });
    expect(removed).toEqual(['credential-1']);
  });

  it.each(['0', '3651', '-1', '1.5'])('register refuses %s days, and 0 is not a key without a limit', async (days) => {
    const { exitCode, stderr } = await cli(['key', 'register', 'credential-1', `--expires-in=${days}`], {
      engine: new FakeEngine({ keyLife: {} }),
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Nothing was done. Give one from 1 to 3650.');
  });

  it('register passes the days on in seconds, and no limit when absent', async () => {
    const asked: unknown[] = [];
    const engine = new FakeEngine({
      keyLife: {
        async register(credentialId, options) {
          asked.push([credentialId, options?.expirationSeconds]);
          return { credential: credentialRow, waiting: null };
        },
      },
    });
    await cli(['key', 'register', 'credential-1', '--expires-in', '1'], { engine });
    await cli(['key', 'register', 'credential-1'], { engine });
    expect(asked).toEqual([
      ['credential-1', 86_400],
      ['credential-1', undefined],
    ]);
  });
});

describe('stamp', () => {
  it('stamps the bytes of stdin unchanged', async () => {
    const stamped: unknown[] = [];
    const engine = new FakeEngine({
      requests: {
        stamp: async (body, options) => {
          stamped.push([new TextDecoder().decode(body), options]);
          return { name: 'X-Stamp', value: 'value' };
        },
      },
    });
    const body = '{"a": "ü"}\n ';
    const { exitCode, stdout } = await cli(['stamp', '--profile', 'desk', '--credential', 'c'], {
      engine,
      stdin: bytesInput(body),
    });
    expect([exitCode, stdout]).toEqual([0, '{"header":"X-Stamp","value":"value"}\n']);
    expect(stamped).toEqual([[body, { profile: profileRow, credentialId: 'c' }]]);
  });
});

describe('audit', () => {
  it('verify prints the number of valid entries', async () => {
    const engine = new FakeEngine({ audit: { verify: async () => ({ entries: 7 }) } });
    expect(await cli(['audit', 'verify'], { engine })).toEqual({
      exitCode: 0,
      stdout: '{"ok":true,"entries":7}\n',
      stderr: '',
    });
  });

  it('verify of a changed log fails and prints nothing on stdout', async () => {
    const error = new AppError('AUDIT_BROKEN', 'Entry 3 was changed.');
    const engine = new FakeEngine({ audit: { verify: () => Promise.reject(error) } });
    expect(await cli(['audit', 'verify'], { engine })).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'castellan: Entry 3 was changed. (AUDIT_BROKEN)\n',
    });
  });

  it('export prints the lines unchanged', async () => {
    const engine = new FakeEngine({ audit: { export: () => ['{"n":1}', '{"n":2}'] } });
    expect((await cli(['audit', 'export'], { engine })).stdout).toBe('{"n":1}\n{"n":2}\n');
  });
});

describe('lock', () => {
  it.each([true, false])('reports whether it locked a window: %s', async (locked) => {
    const { exitCode, stdout } = await cli(['lock'], { lockWindow: async () => locked });
    expect([exitCode, JSON.parse(stdout)]).toEqual([0, { locked }]);
  });
});
