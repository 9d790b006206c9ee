import { createHash } from 'node:crypto';
import { verifyStampSignature } from '@turnkey/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CredentialRow, ProfileRow } from '../../../shared/model/index.ts';
import type { Activity } from '../../../shared/operations/index.ts';
import { findSecrets, newUserKey, resultOf, type Service, Workstation } from './support.ts';

const workstation = new Workstation();
const user = newUserKey();
let service: Service;

beforeAll(async () => {
  service = await workstation.serveFor(user);
  await workstation.connect(service, user);
});
afterAll(() => workstation.close());

interface Stamp {
  readonly publicKey: string;
  readonly scheme: string;
  readonly signature: string;
}

const readStamp = (value: string) => JSON.parse(Buffer.from(value, 'base64url').toString()) as Stamp;
const parameters = (name: string) => ({
  walletName: name,
  accounts: [
    {
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/60'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    },
  ],
});

describe('profiles and keys', () => {
  it('keeps the profile and the imported key, and shows the public half only', async () => {
    const profile = await workstation.json<ProfileRow>(['profile', 'show']);
    expect(profile).toMatchObject({ name: 'desk', current: true, baseUrl: service.ready.baseUrl });
    const key = await workstation.json<CredentialRow>(['key', 'show']);
    expect(key).toMatchObject({ profile: 'desk', publicKey: user.publicKey, store: 'file', curve: 'p256' });
  });

  it('makes a key that stamps with the public key it printed, and that the service does not know yet', async () => {
    await workstation.json([
      'profile',
      'add',
      'second',
      '--base-url',
      service.ready.baseUrl,
      '--organization-id',
      service.ready.organizationId,
    ]);
    const key = await workstation.json<CredentialRow>(['key', 'create', '--profile', 'second']);
    expect(key.publicKey).toMatch(/^0[23][0-9a-f]{64}$/);
    const { exitCode, stdout, stderr } = await workstation.run(['call', 'whoami', '--profile', 'second']);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^castellan: .*\(SERVICE_REFUSED\)\n$/s);
    expect(await workstation.json(['key', 'remove', key.credentialId])).toEqual({
      removed: key.credentialId,
      publicKey: key.publicKey,
    });
    await workstation.json(['profile', 'remove', 'second']);
    expect(await workstation.json(['key', 'list'])).toMatchObject({ credentials: [{ publicKey: user.publicKey }] });
  });
});

describe('call', () => {
  it('asks who the key is', async () => {
    const { exitCode, stdout } = await workstation.run(['call', 'whoami']);
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      {
        organizationId: service.ready.organizationId,
        organizationName: 'Treasury',
        userId: service.ready.userIds?.[0],
        username: 'Operator',
      },
    ]);
    expect(stdout.split('\n')).toHaveLength(2);
  });

  it('makes a wallet, signs with it and says that the signature was checked', async () => {
    const made = await workstation.json<{ activity: Activity }>(['call', 'create_wallet', '-'], {
      stdin: JSON.stringify(parameters('Cold')),
    });
    const { addresses } = resultOf<{ addresses: string[] }>(made.activity, 'createWalletResult');
    const signed = await workstation.run([
      'call',
      'sign_raw_payload',
      '--json',
      JSON.stringify({
        signWith: addresses[0],
        payload: 'hello',
        encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
        hashFunction: 'HASH_FUNCTION_KECCAK256',
      }),
    ]);
    expect(signed.exitCode).toBe(0);
    expect(signed.stderr).toContain(`The signature was checked: `);
    expect(signed.stderr).toContain(`by ${addresses[0]}`);
    expect(JSON.parse(signed.stdout).activity.result.signRawPayloadResult).toMatchObject({ r: expect.any(String) });
  });

  it('reads the key set, which needs no stamp', async () => {
    const { keys } = await workstation.json<{ keys: { kid: string; x: string }[] }>(['call', 'webhook_keys']);
    expect(keys).toMatchObject([service.ready.keys.webhook]);
  });

  it('--dry-run shows the exact bytes that would be sent, stamped, and sends nothing', async () => {
    const exact = await workstation.json<{
      method: string;
      url: string;
      headers: Record<string, string>;
      body: string;
    }>(['call', 'create_wallet', '--json', JSON.stringify(parameters('Never made')), '--dry-run']);
    expect(exact).toMatchObject({ method: 'POST', url: `${service.ready.baseUrl}/public/v1/submit/create_wallet` });
    expect(JSON.parse(exact.body)).toMatchObject({
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      organizationId: service.ready.organizationId,
      parameters: parameters('Never made'),
    });
    const { publicKey, scheme, signature } = readStamp(exact.headers['X-Stamp'] ?? '');
    expect([publicKey, scheme]).toEqual([user.publicKey, 'SIGNATURE_SCHEME_TK_API_P256']);
    expect(await verifyStampSignature(publicKey, signature, exact.body)).toBe(true);
    const { wallets } = await workstation.json<{ wallets: { walletName: string }[] }>(['call', 'list_wallets']);
    expect(wallets.map(({ walletName }) => walletName)).toEqual(['Cold']);

    const reply = await fetch(exact.url, { method: exact.method, headers: exact.headers, body: exact.body });
    const { activity } = (await reply.json()) as { activity: Activity };
    expect(activity.fingerprint).toBe(`sha256:${createHash('sha256').update(exact.body).digest('hex')}`);
  });

  it('send shows and sends a request that another machine stamped, byte for byte, and nothing else', async () => {
    const stamping = ['call', 'create_wallet', '--json', JSON.stringify(parameters('Carried')), '--dry-run'];
    const { stdout } = await workstation.run(stamping);
    const file = workstation.write('request.json', stdout);
    const changed = workstation.write('changed.json', stdout.replace('Carried', 'Changed'));
    const refused = await workstation.run(['send', changed]);
    expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('its stamp does not fit its body');

    const sent = await workstation.run(['send', '-'], { stdin: stdout });
    expect(sent.exitCode).toBe(0);
    expect(sent.stderr).toContain(`Stamped by key `);
    expect(sent.stderr).toMatch(/^Made at .+ UTC\. The service takes it for \d\d more minutes\.$/m);
    const { activity } = JSON.parse(sent.stdout) as { activity: Activity };
    const { body } = JSON.parse(stdout) as { body: string };
    expect(activity.fingerprint).toBe(`sha256:${createHash('sha256').update(body).digest('hex')}`);
    const again = await workstation.json<{ activity: Activity }>(['send', file]);
    expect(again.activity.id).toBe(activity.id);
  });

  it.each([
    ['an unknown operation', ['call', 'make_coffee'], 2, 'UNKNOWN_OPERATION'],
    ['an unknown profile', ['call', 'whoami', '--profile', 'nobody'], 2, 'UNKNOWN_PROFILE'],
    ['parameters that do not fit', ['call', 'create_wallet', '--json', '{"walletName":7}'], 2, 'INVALID_INPUT'],
    [
      'a member the service refuses',
      ['call', 'get_api_key', '--json', `{"apiKeyId":"${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}"}`],
      1,
      'SERVICE_REFUSED',
    ],
  ])('with %s prints nothing on stdout and says why', async (_name, args, expected, code) => {
    const { exitCode, stdout, stderr } = await workstation.run(args);
    expect([exitCode, stdout]).toEqual([expected, '']);
    expect(stderr).toContain(`(${code})`);
  });
});

it('stamps the very bytes of stdin', async () => {
  const body = '{"b": 1,\n "a": "ü"}  ';
  const { header, value } = await workstation.json<{ header: string; value: string }>(['stamp'], { stdin: body });
  expect(header).toBe('X-Stamp');
  const { publicKey, signature } = readStamp(value);
  expect(publicKey).toBe(user.publicKey);
  expect(await verifyStampSignature(publicKey, signature, body)).toBe(true);
  expect(await verifyStampSignature(publicKey, signature, body.trim())).toBe(false);
});

it('has every stamp in its audit log, which verifies offline', async () => {
  await service.stop();
  const { entries } = await workstation.json<{ entries: number }>(['audit', 'verify']);
  const { stdout } = await workstation.run(['audit', 'export']);
  const operations = stdout
    .trimEnd()
    .split('\n')
    // The last line is the head.
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { operation: string }).operation);
  expect(operations).toHaveLength(entries);
  expect(operations).toEqual(expect.arrayContaining(['whoami', 'create_wallet', 'sign_raw_payload', 'stamp']));
});

it('reports an unreachable service, keeps nothing half done and stays usable', async () => {
  const { exitCode, stdout, stderr } = await workstation.run(['call', 'whoami']);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toContain('(SERVICE_UNREACHABLE)');
});

it('never printed a secret', () => {
  expect(
    findSecrets(workstation.printed, [Buffer.from(user.privateKey, 'hex'), Buffer.from(workstation.passphrase)]),
  ).toEqual([]);
});
