import { describe, expect, test } from 'vitest';
import {
  generateP256,
  openP256Signer,
  p256Uncompress,
  sealCredentialBundle,
  sealExportBundle,
  sha256,
  signTarget,
} from '../../../electron/crypto/index.ts';
import type { InputOf, VaultMessages } from '../../../shared/processes/index.ts';
import { formatFingerprint, utf8Encode } from '../../../shared/wire/index.ts';
import { createStarted } from './harness.ts';

const vault = await createStarted();
type As = InputOf<VaultMessages, 'inspect'>['as'];
const inspect = (text: string, as: As) => vault.ask('inspect', { bytes: utf8Encode(text), as });

const ORGANIZATION = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const USER = '7d4a885d-4668-40c4-8f35-33301e11e7d5';
const TRANSACTION = '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660180c0';
const ETHEREUM = { kind: 'transaction', type: 'TRANSACTION_TYPE_ETHEREUM', signWith: null, atMs: 1 } as const;
const BODY = JSON.stringify({
  type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
  timestampMs: '1745383555000',
  organizationId: ORGANIZATION,
  parameters: {
    signWith: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    unsignedTransaction: TRANSACTION,
    type: 'TRANSACTION_TYPE_ETHEREUM',
  },
});
const HEADLINE = 'Send 0.000000000000000001 ETH to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

describe('a transaction', () => {
  test('is explained as in a request to sign it', async () => {
    const { headline, decoded } = await vault.ask('describe', { body: utf8Encode(BODY) });
    expect(await inspect(`${TRANSACTION}\n`, ETHEREUM)).toMatchObject({ headline, judged: 'whole' });
    expect(headline).toBe(HEADLINE);
    expect(decoded?.title).toBe('EIP-1559 transaction');
  });

  test('is not explained for a signer that is neither an address nor an id', async () => {
    const by = (signWith: string) => inspect(TRANSACTION, { ...ETHEREUM, signWith });
    await expect(by('0xnonsense')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect((await by(USER)).headline).toBe(HEADLINE);
  });

  test('is reported as unreadable, with the reason', async () => {
    expect(await inspect(`${TRANSACTION}00`, ETHEREUM)).toMatchObject({
      headline: 'The effect of this transaction is unknown',
      decoded: null,
      judged: 'unreadable',
      findings: [{ level: 'danger', text: expect.stringContaining('1 byte follows its end') }],
    });
  });
});

describe('an expired deadline', () => {
  const SIGN_IN = [
    'service.example wants you to sign in with your Ethereum account:',
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '',
    '',
    'URI: https://service.example/login',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: 32891756',
    'Issued At: 2025-04-01T00:00:00Z',
    'Expiration Time: 2025-04-02T00:00:00Z',
  ].join('\n');
  const END = Date.parse('2025-04-02T00:00:00Z');
  const inspectAt = async (atMs: number) => {
    const as = { kind: 'payload', encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', signWith: null, atMs } as const;
    return (await inspect(SIGN_IN, as)).findings;
  };

  test('is reported only after its time', async () => {
    const expired = {
      level: 'care',
      text: expect.stringContaining('“Valid until” is 2025-04-02T00:00:00Z, before it is signed.'),
    };
    expect(await inspectAt(END)).toContainEqual(expect.objectContaining(expired));
    expect(await inspectAt(END - 1)).not.toContainEqual(expect.objectContaining(expired));
  });
});

describe('a payload', () => {
  const typed = {
    kind: 'payload',
    encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
    signWith: null,
    atMs: 1,
  } as const;

  test('is explained', async () => {
    const text = '{"address":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","chainId":1,"nonce":7}\n';
    expect(await inspect(text, typed)).toMatchObject({ headline: expect.stringMatching(/act for the account/) });
  });

  test('with a repeated member is unreadable', async () => {
    const text = '{"address":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","chainId":1,"chainId":0,"nonce":7}';
    expect(await inspect(text, typed)).toMatchObject({ judged: 'unreadable', decoded: null });
  });

  test('of text names invisible characters', async () => {
    const described = await inspect('pay \u202eevE', { ...typed, encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' });
    expect(described.findings).toContainEqual(
      expect.objectContaining({ level: 'danger', text: expect.stringContaining('direction-changing') }),
    );
  });
});

describe('a bundle', () => {
  const signer = openP256Signer(generateP256().privateKey);
  const signerKey = p256Uncompress(signer.publicKey);
  const target = generateP256();
  const sealing = { targetPublicKey: target.publicKey, organizationId: ORGANIZATION, signer };
  const exported = sealExportBundle({ ...sealing, plaintext: utf8Encode('the secret') });
  const as = (key: string | null): As => ({ kind: 'bundle', signerKey: key });
  const changed = (text: string) => {
    const envelope = JSON.parse(text) as { data: string };
    const claims = Buffer.from(envelope.data, 'hex').toString().replace(ORGANIZATION, USER);
    return JSON.stringify({ ...envelope, data: Buffer.from(claims).toString('hex') });
  };

  test('of an export is explained as unproven', async () => {
    expect(await inspect(`${exported}\n`, as(null))).toEqual({
      headline: `Open what was exported of the organization ${ORGANIZATION}`,
      mark: null,
      judged: 'whole',
      findings: [expect.objectContaining({ level: 'care', text: expect.stringMatching(/^Not proven: /) })],
      decoded: {
        title: 'Export bundle',
        summary: [],
        unexplained: [],
        fields: [
          { name: 'Version', value: 'v1.0.0', kind: 'text' },
          { name: 'Organization', value: ORGANIZATION, kind: 'bytes' },
          { name: 'Signer', value: signerKey, kind: 'key' },
          { name: 'Encapsulated key', value: expect.stringMatching(/^04[0-9a-f]{128}$/), kind: 'key' },
          { name: 'Encrypted', value: '26 bytes', kind: 'text' },
        ],
      },
    });
  });

  test('is proven only with its signer key', async () => {
    expect(await inspect(exported, as(signerKey))).toMatchObject({
      judged: 'whole',
      findings: [{ level: 'information', text: expect.stringMatching(/^Proven: /) }],
    });
    const other = p256Uncompress(generateP256().publicKey);
    expect(await inspect(exported, as(other))).toMatchObject({
      judged: 'unreadable',
      findings: [{ level: 'danger', text: expect.stringContaining('another key') }],
    });
    expect(await inspect(changed(exported), as(signerKey))).toMatchObject({
      judged: 'unreadable',
      findings: [{ level: 'danger', text: expect.stringContaining('the bundle was changed') }],
    });
  });

  test('of an import names the user and the key to encrypt to', async () => {
    const described = await inspect(signTarget({ ...sealing, userId: USER }), as(signerKey));
    expect(described.headline).toBe(
      `Encrypt the imported secret to the key in it, for the user ${USER} of the organization ${ORGANIZATION}`,
    );
    expect(described.decoded?.fields.map(({ name }) => name)).toEqual([
      'Version',
      'Organization',
      'User',
      'Signer',
      'Target key',
    ]);
  });

  test.each([
    ['a credential', sealCredentialBundle(generateP256().privateKey, target.publicKey), 'Credential bundle'],
    [
      'encrypted client data',
      JSON.stringify({ encappedPublic: signerKey, ciphertext: 'ab'.repeat(48) }),
      'Encrypted bundle',
    ],
  ])('of %s is reported as unsigned', async (_name, text, title) => {
    expect(await inspect(text, as(null))).toMatchObject({
      decoded: { title, fields: [{ name: 'Encapsulated key' }, { name: 'Encrypted', value: '48 bytes' }] },
      findings: [{ level: 'care', text: expect.stringContaining('not signed') }],
    });
  });

  test.each([
    ['no bundle at all', 'a bundle'],
    ['JSON of something else', '{"a":1}'],
    ['an older version', exported.replace('v1.0.0', 'v0.0.1')],
    ['a data member that holds nothing', JSON.stringify({ ...JSON.parse(exported), data: '7b7d' })],
    ['base58 with a wrong checksum', `${'w99a5xV6'.repeat(14)}`],
  ])('that is %s is reported as invalid', async (_name, text) => {
    expect(await inspect(text, as(null))).toMatchObject({
      headline: 'The effect of this bundle is unknown',
      judged: 'unreadable',
      decoded: null,
    });
  });
});

describe('an activity', () => {
  const activity = (change: object = {}) => ({
    id: '1',
    organizationId: ORGANIZATION,
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    intent: { signTransactionIntentV2: (JSON.parse(BODY) as { parameters: object }).parameters },
    result: null,
    votes: [],
    fingerprint: formatFingerprint(sha256(utf8Encode(BODY))),
    ...change,
  });
  const UNPROVEN = expect.objectContaining({ level: 'care', field: 'intent' });

  test('as a body is explained as before its stamp', async () => {
    expect(await inspect(BODY, { kind: 'activity' })).toEqual(await vault.ask('describe', { body: utf8Encode(BODY) }));
  });

  test.each([
    ['alone', (answered: object) => answered],
    ['in an answer', (answered: object) => ({ activity: answered })],
  ])('as a service returns it %s is explained from its intent, unproven', async (_name, wrap) => {
    const described = await inspect(JSON.stringify(wrap(activity())), { kind: 'activity' });
    expect(described).toMatchObject({ headline: HEADLINE, fingerprint: activity().fingerprint, judged: 'whole' });
    expect(described.findings).toContainEqual(UNPROVEN);
  });

  const voted = { votes: [{ message: 'else' }, { message: BODY }] };
  const { parameters } = JSON.parse(BODY) as { parameters: object };

  test('with the stamped bytes in a vote is explained from these, whatever its intent omits', async () => {
    const described = await inspect(JSON.stringify(activity({ ...voted, intent: { signTransactionIntentV2: {} } })), {
      kind: 'activity',
    });
    expect(described).toMatchObject({ headline: HEADLINE, bodyLength: BODY.length });
    expect(described.findings).toEqual([expect.objectContaining({ level: 'information', field: 'fingerprint' })]);
  });

  test.each([
    ['parameters.signWith', { intent: { signTransactionIntentV2: { ...parameters, signWith: 'another' } } }],
    ['parameters.more[0].a', { intent: { signTransactionIntentV2: { ...parameters, more: [{ a: 1 }] } } }],
    ['organizationId', { organizationId: USER }],
    ['type', { type: 'ACTIVITY_TYPE_SIGN_TRANSACTION' }],
  ])('with another %s than stamped gets a prominent warning', async (field, change) => {
    const described = await inspect(JSON.stringify(activity({ ...voted, ...change })), { kind: 'activity' });
    expect(described).toMatchObject({ headline: HEADLINE });
    expect(described.findings[0]).toMatchObject({
      level: 'danger',
      field: expect.stringMatching(field.split('[')[0] ?? ''),
    });
  });

  test('without stamped bytes for its fingerprint gets a prominent warning', async () => {
    const described = await inspect(JSON.stringify(activity({ votes: [{ message: 'else' }] })), { kind: 'activity' });
    expect(described.findings[0]).toMatchObject({ level: 'danger', field: 'fingerprint' });
  });

  test('with a repeated member in its intent is ambiguous', async () => {
    const text = JSON.stringify(activity()).replace('"unsignedTransaction":', '"unsignedTransaction":"00",$&');
    expect(await inspect(text, { kind: 'activity' })).toMatchObject({ judged: 'unreadable', decoded: null });
  });

  test('that is not JSON is reported', async () => {
    expect(await inspect('activity', { kind: 'activity' })).toMatchObject({
      judged: 'unreadable',
      findings: [{ text: expect.stringContaining('it is not JSON') }],
    });
  });
});
