import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hexDecode, utf8Encode } from '../../../../shared/wire/index.ts';
import bip39 from '../../../vectors/bip-39.json' with { type: 'json' };
import bip84 from '../../../vectors/bip-84.json' with { type: 'json' };
import rfc8032 from '../../../vectors/rfc-8032.json' with { type: 'json' };
import { type Bench, createReadyBench } from '../harness.ts';

const [account, key] = bip84.keys;
const [pair] = rfc8032.vectors;
const DIGITS = pair?.privateKey ?? '';
/** RFC 8410, section 10.3. */
const PEM_LINE = 'MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC';
const SECRETS: readonly (readonly [string, string])[] = [
  ['a recovery phrase', bip39.words[1]?.[2] ?? ''],
  ['a private key (WIF)', key?.wif ?? ''],
  ['an extended private key', account?.extendedPrivate ?? ''],
  ['a Solana private key', base58.encode(hexDecode(DIGITS + (pair?.publicKey ?? '')))],
  ['a private key (PEM)', `-----BEGIN PRIVATE KEY-----\n${PEM_LINE}\n-----END PRIVATE KEY-----`],
];

let bench: Bench & { address: string };
beforeAll(async () => {
  bench = await createReadyBench();
});
afterAll(() => bench.end());

const payload = (text: string, encoding = 'PAYLOAD_ENCODING_TEXT_UTF8') => ({
  signWith: bench.address,
  payload: text,
  encoding,
  hashFunction: 'HASH_FUNCTION_KECCAK256',
});

/** As a personal message (EIP-191). */
const personal = (text: string) => `\u0019Ethereum Signed Message:\n${text.length}${text}`;

const keptFiles = () =>
  readdirSync(bench.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'));

describe('a private key in the wrong place', () => {
  it.each(SECRETS)('is refused and never kept: %s', async (name, secret) => {
    const { requests, queries, audit } = bench.engine;
    const before = audit.status().entries;
    const refused = {
      code: 'SECRET_REFUSED',
      message: expect.stringContaining(
        `This is a ${name === 'a recovery phrase' ? 'recovery phrase' : 'private key'}. Nothing was kept. `,
      ),
      fields: [{ path: '/parameters/payload', reason: `holds ${name}` }],
    };
    await expect(requests.prepare('sign_raw_payload', payload(secret))).rejects.toMatchObject(refused);
    await expect(requests.prepare('sign_raw_payload', payload(`"${secret}"`))).rejects.toMatchObject(refused);
    await expect(requests.prepare('sign_raw_payload', payload(personal(secret)))).rejects.toMatchObject(refused);
    const elsewhere = [
      requests.prepare('sign_raw_payloads', { payloads: ['harmless', secret] }),
      requests.prepare('create_wallet', { walletName: secret, accounts: [] }),
      requests.prepare('create_wallet', { unknown: { deep: [secret] } }, { hexIsNoKey: true }),
      queries.run('list_wallet_accounts', { walletId: secret }),
      requests.stamp(utf8Encode(secret)),
      requests.stamp(utf8Encode(JSON.stringify({ payload: secret }))),
      requests.stamp(utf8Encode(JSON.stringify({ parameters: { payload: personal(secret) } }))),
      requests.stamp(utf8Encode(personal(secret))),
    ];
    for (const asked of elsewhere) {
      const error: unknown = await asked.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'SECRET_REFUSED' });
      expect(String(error)).not.toContain(secret.slice(0, 16));
    }
    expect(audit.status().entries).toBe(before);
  });

  it('is asked about when it is text of 64 hexadecimal digits, and signed once it is said to be none', async () => {
    const { requests } = bench.engine;
    await expect(requests.prepare('sign_raw_payload', payload(DIGITS))).rejects.toMatchObject({
      code: 'SECRET_SUSPECTED',
      message: expect.stringMatching(/^“Payload” is a text of 64 (?!.*--)/),
      fields: [{ path: '/parameters/payload' }],
    });
    await expect(requests.prepare('sign_raw_payload', payload(personal(DIGITS)))).rejects.toMatchObject({
      code: 'SECRET_SUSPECTED',
    });
    expect(keptFiles().filter((content) => content.includes(DIGITS))).toEqual([]);
    await expect(requests.prepare('sign_raw_payload', payload(DIGITS), { hexIsNoKey: true })).resolves.toBeDefined();
    // Hexadecimal digits are usually a digest.
    await expect(
      requests.prepare('sign_raw_payload', payload(DIGITS, 'PAYLOAD_ENCODING_HEXADECIMAL')),
    ).resolves.toBeDefined();
  });

  it('is in no file of the state folder afterwards', () => {
    const files = keptFiles();
    expect(files.length).toBeGreaterThan(5);
    const words = SECRETS.map(([, secret]) => (secret.includes(PEM_LINE) ? PEM_LINE : secret));
    const forms = words.flatMap((word) => [
      word,
      Buffer.from(word).toString('hex'),
      Buffer.from(word).toString('base64'),
    ]);
    expect(forms.filter((form) => files.some((content) => content.includes(form)))).toEqual([]);
  });
});
