import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describePayload } from '../../../../electron/crypto/index.ts';
import { utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';
import '../../../fuzz/seed.ts';
import { busyMilliseconds } from '../../../tools/busy.ts';

const KECCAK = 'HASH_FUNCTION_KECCAK256';
const SIGNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
type Around = Parameters<typeof describePayload>[2];

const personal = (message: string | Uint8Array) => {
  const bytes = typeof message === 'string' ? utf8Encode(message) : message;
  return Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${bytes.length}`), bytes]);
};
const describeBytes = (bytes: Uint8Array, around: Around = { hashFunction: KECCAK }) =>
  describePayload('PAYLOAD_ENCODING_HEXADECIMAL', Buffer.from(bytes).toString('hex'), around);
const describeText = (text: string, around: Around = { hashFunction: KECCAK }) =>
  describePayload('PAYLOAD_ENCODING_TEXT_UTF8', text, around);
const describePersonal = (message: string, around: Around = { hashFunction: KECCAK }) =>
  describeBytes(personal(message), around);
const levels = (described: ReturnType<typeof describeBytes>) =>
  described?.findings.map(({ level, field }) => `${level} ${field}`);

describe('a personal message', () => {
  test('is explained by its text and its signer, from bytes and from text', () => {
    const whole = personal('Grüße\nan alle');
    const described = describeBytes(whole, { hashFunction: KECCAK, signWith: SIGNER.toLowerCase() });
    expect(described).toEqual({
      title: 'Personal message (EIP-191)',
      steps: ['Sign the message “Grüße…”'],
      summary: [{ name: 'From', value: SIGNER, kind: 'address' }],
      fields: [{ name: 'message', value: 'Grüße\nan alle', kind: 'text', range: { start: 28, end: whole.length } }],
      findings: [],
      unexplained: [],
    });
    expect(describeText(whole.toString(), { hashFunction: KECCAK, signWith: SIGNER })).toEqual(described);
  });

  test('of any length is recognised by its exact length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.integer({ min: -2, max: 2 }), (message, off) => {
        const length = utf8Encode(message).length + off;
        const described = describeBytes(Buffer.from(`\u0019Ethereum Signed Message:\n${length}${message}`));
        const field = described?.fields[0];
        if (off === 0) expect(field?.value).toBe(message);
        // Digits that begin the message may belong to its length, which is then the other one.
        else if (!/^\d/.test(message)) expect(levels(described)).toContain('danger message');
      }),
    );
  });

  test('that is a hash or not text is a danger', () => {
    expect(describeBytes(personal(new Uint8Array(32).fill(0xff)))).toMatchObject({
      steps: ['Sign a hash of unknown content'],
      findings: [{ level: 'danger', basis: 'EIP-191', mark: 'ffffff' }],
    });
    expect(describeBytes(personal(Uint8Array.of(0xff)))).toMatchObject({
      steps: ['Sign a message of 1 byte that is not text'],
      unexplained: [{ start: 27, end: 28 }],
    });
  });

  test('with another hash function is reported as unverifiable by wallets', () => {
    expect(levels(describeText(personal('a').toString(), { hashFunction: 'HASH_FUNCTION_SHA256' }))).toEqual([
      'care null',
    ]);
  });
});

describe('the appearance of a text', () => {
  test.each([
    ['a hash', `0x${'ab'.repeat(32)}`, 'a hash'],
    ['a transaction', `02df0101010282520894${SIGNER.slice(2)}0180c0`, 'the EIP-1559 transaction'],
    ['other bytes', 'ff'.repeat(40), 'a transaction or other bytes'],
    ['typed data', '{"types":{},"primaryType":"Permit","domain":{},"message":{}}', 'typed data'],
  ])('%s is said', (_name, text, what) => {
    for (const described of [describePersonal(text), describeText(text)])
      expect(described?.findings[0]).toMatchObject({
        level: 'danger',
        mark: expect.any(String),
        text: expect.stringContaining(`looks like ${what}`),
      });
  });

  test('an empty text has no finding', () => {
    expect(describePersonal('pay 5 to 0xab')?.findings).toEqual([]);
    expect(describeText('hello', { hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' })?.findings).toEqual([]);
    expect(describeText('hello')?.findings).toMatchObject([{ level: 'information', basis: 'EIP-191' }]);
  });
});

describe('a text with another meaning', () => {
  const LETTERS = 'A harmless text of 32 characters';

  test('is a digest without a hash function, even if its 32 bytes look like a transaction', () => {
    const asTransaction = Buffer.from(`df01010194${SIGNER.slice(2)}850102030405${'80'}`, 'hex');
    for (const hashFunction of ['HASH_FUNCTION_NO_OP', null] as const) {
      expect(describeText(LETTERS, { hashFunction })).toBeNull();
      expect(describeBytes(asTransaction, { hashFunction })).toBeNull();
    }
    expect(describeBytes(asTransaction)?.title).toBe('Legacy transaction');
    expect(describeText(LETTERS)?.findings).toMatchObject([{ level: 'information' }]);
  });

  test('may be the hash of another chain’s transaction', () => {
    for (const hashFunction of ['HASH_FUNCTION_SHA256', 'HASH_FUNCTION_NOT_APPLICABLE'] as const) {
      expect(describeText(LETTERS, { hashFunction })?.findings).toMatchObject([{ level: 'danger', mark: '657273' }]);
      expect(describeText(`${LETTERS}!`, { hashFunction })?.findings).toEqual([]);
    }
  });

  test('is a transaction when its hexadecimal text is one', () => {
    const spelled = Buffer.from(`e482a0c28242c28270c294${'42'.repeat(19)}c28241c2824141`, 'hex');
    const described = describeText(spelled.toString());
    expect(described).toMatchObject({ title: 'Legacy transaction', steps: [{ field: 'data' }] });
    expect(described?.findings[0]?.text).toMatch(/^These bytes are a transaction/);
  });
});

describe('bytes', () => {
  test('that are a transaction are explained as one, with the danger first', () => {
    const described = describeBytes(Buffer.from(`02df0101010282520894${SIGNER.slice(2)}0180c0`, 'hex'));
    expect(described).toMatchObject({
      title: 'EIP-1559 transaction',
      steps: [`Send 0.000000000000000001 ETH to ${SIGNER}`],
    });
    expect(described?.findings[0]?.text).toMatch(/^These bytes are a transaction/);
  });

  test('that are hashes of typed data are a danger', () => {
    const described = describeBytes(Buffer.concat([Buffer.from('1901', 'hex'), new Uint8Array(64).fill(7)]));
    expect(described).toMatchObject({ title: 'EIP-712 hashes', unexplained: [{ start: 2, end: 66 }] });
    expect(described?.findings).toMatchObject([{ level: 'danger', field: 'hashStruct', mark: '070707' }]);
  });

  test('for a validator name it', () => {
    const described = describeBytes(Buffer.from(`1900${SIGNER.slice(2)}00ff`, 'hex'));
    expect(described).toMatchObject({ steps: [`Sign data for the contract ${SIGNER}`] });
  });

  test.each<[string, Uint8Array, Around]>([
    ['of no known form', new Uint8Array(40).fill(9), { hashFunction: KECCAK }],
    ['that are a digest', new Uint8Array(32).fill(0x61), { hashFunction: 'HASH_FUNCTION_NO_OP' }],
    [
      'that another hash function takes',
      Buffer.from(`1900${SIGNER.slice(2)}00ff`, 'hex'),
      { hashFunction: 'HASH_FUNCTION_SHA256' },
    ],
  ])('%s have no finding', (_name, bytes, around) => {
    expect(describeBytes(bytes, around)).toBeNull();
  });

  test('that are invalid are refused', () => {
    expect(() => describePayload('PAYLOAD_ENCODING_HEXADECIMAL', 'zz')).toThrow('not hexadecimal text');
  });
});

describe('Sign-In with Ethereum', () => {
  const MEMBERS = {
    first: 'service.example wants you to sign in with your Ethereum account:',
    address: SIGNER,
    before: '',
    statement: 'I accept the Terms.',
    after: '',
    uri: 'URI: https://service.example/login',
    version: 'Version: 1',
    chain: 'Chain ID: 1',
    nonce: 'Nonce: 32891756',
    issued: 'Issued At: 2026-09-30T16:25:24Z',
    expires: 'Expiration Time: 2026-10-01T16:25:24Z',
  };
  const AT = Date.parse('2026-09-30T17:00:00Z');
  const signIn = (change: Partial<Record<keyof typeof MEMBERS, string | undefined>> = {}, ...more: string[]) =>
    [...Object.values({ ...MEMBERS, ...change }).filter((line) => line !== undefined), ...more].join('\n');
  const recap = (rights: object) =>
    `- urn:recap:${Buffer.from(JSON.stringify({ prf: [], ...rights })).toString('base64url')}`;
  const describeSignIn = (message: string, atMs = AT, signWith = SIGNER) =>
    describePersonal(message, { hashFunction: KECCAK, signWith, atMs });

  test('shows site, account, chain and expiry', () => {
    const message = signIn();
    const meaning = describeSignIn(message);
    expect(meaning).toMatchObject({
      steps: [`Sign in to service.example as ${SIGNER}`],
      summary: [
        { name: 'From', value: SIGNER },
        { name: 'Signs in to', value: 'service.example' },
        { name: 'Chain', value: 'Ethereum (1)' },
        { name: 'Valid until', value: '2026-10-01T16:25:24Z' },
      ],
      findings: [],
    });
    const whole = personal(message);
    expect(meaning?.fields.slice(2).map(({ name, value }) => `${name}=${value}`)).toEqual([
      `address=${SIGNER}`,
      'statement=I accept the Terms.',
      'URI=https://service.example/login',
      'Version=1',
      'Chain ID=1',
      'Nonce=32891756',
      'Issued At=2026-09-30T16:25:24Z',
      'Expiration Time=2026-10-01T16:25:24Z',
    ]);
    for (const { value, range } of meaning?.fields.slice(2) ?? [])
      expect(utf8Decode(whole.subarray(range?.start, range?.end))).toBe(value);
  });

  test.each<[string, string, string]>([
    ['another domain', signIn({ uri: 'URI: https://evil.example/login' }), 'danger URI'],
    [
      'a domain with a name before it',
      signIn({ first: MEMBERS.first.replace('service', 'bank@service') }),
      'danger domain',
    ],
    ['a domain of other letters', signIn({ first: MEMBERS.first.replace('service', 'sеrvice') }), 'danger domain'],
    ['another account', signIn({ address: OTHER }), 'danger address'],
    ['a beginning to come', signIn({}, 'Not Before: 2027-01-01T00:00:00Z'), 'care Not Before'],
    ['no end', signIn({ expires: undefined }), 'information Issued At'],
    ['a short nonce', signIn({ nonce: 'Nonce: 1' }), 'care Nonce'],
    ['another version', signIn({ version: 'Version: 2' }), 'care Version'],
    ['an open connection', signIn({ uri: 'URI: http://service.example/login' }), 'care URI'],
    ['a time that is none', signIn({ issued: 'Issued At: yesterday' }), 'care Issued At'],
    ['resources', signIn({}, 'Resources:', '- https://service.example/all'), 'care resources[0]'],
    ['another domain in its statement', signIn({ statement: 'Log in to bank.example' }), 'care statement'],
    ['a link in its statement', signIn({ statement: 'See https://evil.example/a' }), 'care statement'],
    ['an address of a host in its statement', signIn({ statement: 'See http://10.0.0.1/a' }), 'care statement'],
    [
      'a link behind a name in its statement',
      signIn({ statement: 'See https://service.example@evil.example' }),
      'danger statement',
    ],
    ['a longer domain in its statement', signIn({ statement: 'See service.example.evil.test' }), 'danger statement'],
    ['other letters in its statement', signIn({ statement: 'See sеrvice.example' }), 'danger statement'],
    ['a resource elsewhere', signIn({}, 'Resources:', '- ipfs://x', '- https://evil.example/a'), 'care resources[1]'],
    ['a resource of other letters', signIn({}, 'Resources:', '- https://sеrvice.example'), 'danger resources[0]'],
    ['rights', signIn({}, 'Resources:', recap({ att: { 'https://evil.example': {} } })), 'care resources[0]'],
    ['rights that cannot be read', signIn({}, 'Resources:', '- urn:recap:e30'), 'danger resources[0]'],
  ])('names %s', (_name, message, finding) => {
    expect(levels(describeSignIn(message))).toContain(finding);
  });

  test.each([
    ['its own domain', 'I accept https://service.example/terms of service.example.'],
    ['domains below it', 'See www.service.example and https://docs.service.example:443/terms'],
    ['no domain', 'I accept version 1.2 of the terms, e.g. no. 7.'],
  ])('has no finding about a statement with %s', (_name, statement) => {
    expect(levels(describeSignIn(signIn({ statement })))).toEqual([]);
  });

  test('is recognised without a statement, with one or two empty lines', () => {
    for (const after of ['', undefined])
      expect(describeSignIn(signIn({ statement: undefined, after }))?.steps).toEqual([
        `Sign in to service.example as ${SIGNER}`,
      ]);
  });

  test.each([
    ['no address', signIn({ address: 'me' })],
    ['an address with a wrong checksum', signIn({ address: SIGNER.replace('f39F', 'F39f') })],
    ['no nonce', signIn({ nonce: undefined })],
    ['members in another order', signIn({ version: MEMBERS.chain, chain: MEMBERS.version })],
    ['more behind its end', signIn({}, 'And I give you everything.')],
  ])('with %s is reported as invalid', (_name, message) => {
    expect(describeSignIn(message)).toMatchObject({
      steps: ['Sign a message that begins like a sign-in to service.example but is malformed'],
      findings: [{ level: 'danger', basis: 'ERC-4361' }],
    });
  });
});

test('the largest text is explained in a moment, for any contents', () => {
  const size = 1024 * 1024;
  for (const text of [
    'a'.repeat(size),
    '\u202e'.repeat(size),
    'ab'.repeat(size / 2),
    `${'x wants '.repeat(size / 8)}`,
    '\n'.repeat(size),
  ]) {
    const busy = busyMilliseconds(() => expect(describeText(text)?.fields[0]?.value).toHaveLength(size));
    // A twentieth of a second on an idle machine.
    expect(busy).toBeLessThan(2_000);
  }
});
