import { describe, expect, test } from 'vitest';
import { generateP256, openP256Signer, p256Uncompress } from '../../../electron/crypto/index.ts';
import { PUBLIC_SERVICE } from '../../../electron/engine/profiles/public-service.ts';
import { LIMITS } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode, utf8Decode, utf8Encode, writeServerMessage } from '../../../shared/wire/index.ts';
import { createStarted } from './harness.ts';
import {
  ACCOUNT,
  bundle,
  type Input,
  imported,
  input,
  JUNK,
  JUNK_ADDRESS,
  JUNK_KEY,
  keyOf,
  organizationId,
  refusal,
  signer,
  TARGET,
  target,
  userId,
  WALLET,
  walletOf,
} from './importing.ts';

describe('a wallet', () => {
  test('is sealed as its words, with the addresses from the service’s derivation', async () => {
    const { plaintext, ...known } = await imported(input(JUNK, WALLET));
    expect(utf8Decode(plaintext)).toBe(JUNK);
    expect(known).toEqual({
      findings: [],
      curve: null,
      addresses: [JUNK_ADDRESS, 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'],
    });
  });

  test.each<[string, Input['as'], string]>([
    [JUNK.replace('junk', 'test'), WALLET, 'This is not a recovery phrase: '],
    [`${JUNK}\npassphrase`, WALLET, 'This is not a recovery phrase: '],
    [JUNK_KEY, WALLET, 'This is not a recovery phrase: '],
    [JUNK, walletOf(ACCOUNT, { ...ACCOUNT, path: 'x' }), 'path'],
    [JUNK, walletOf({ ...ACCOUNT, curve: 'CURVE_ED25519' }), 'are not made of Ed25519 keys'],
  ])('is refused and not repeated: %#', async (words, as, message) => {
    const { code, message: said } = await refusal(input(words, as));
    expect([code, said]).toEqual(['INVALID_INPUT', expect.stringContaining(message)]);
    expect(said).not.toContain('junk');
  });
});

describe('a check before the import', () => {
  test('reads what would be imported, keeps nothing and gives nothing back', async () => {
    const vault = await createStarted();
    const { target: _target, ...given } = input(JUNK, WALLET);
    expect(await vault.ask('checkImport', given)).toEqual({});
    expect(given.given.every((byte) => byte === 0)).toBe(true);
  });

  test.each<[string, Input['as'], string]>([
    ['other words', WALLET, 'This is not a recovery phrase: it has 2 words'],
    ['\ufeff\0', WALLET, 'This is not a recovery phrase: it has a zero byte'],
    ['a\0b\0', keyOf('ETHEREUM'), 'This is not a private key: it is UTF-16; save it as UTF-8'],
    ['{"a":1}', keyOf('ETHEREUM'), 'it is JSON, and not a keystore file'],
    ['{"version":1,"crypto":{}}', keyOf('ETHEREUM'), 'it is JSON, but not a keystore file of version 3'],
  ])('refuses what the import would refuse: %j', async (text, as, why) => {
    const vault = await createStarted();
    const { target: _target, ...given } = input(text, as);
    await expect(vault.ask('checkImport', given)).rejects.toThrow(why);
  });
});

describe('a secret', () => {
  test('is sealed byte for byte', async () => {
    const secret = Uint8Array.from({ length: 1000 }, (_, index) => index % 256);
    expect(await imported(input(secret, { kind: 'secret' }))).toEqual({
      plaintext: secret,
      curve: null,
      addresses: [],
      findings: [],
    });
  });

  test('over the limit is refused by the message schema', async () => {
    const vault = await createStarted();
    const asked = input(new Uint8Array(LIMITS.importedSecret + 1), { kind: 'secret' });
    await expect(vault.ask('sealImport', asked)).rejects.toThrow('must be at most');
  });
});

describe('the key that an import is encrypted to', () => {
  const signed = (data: object, by = signer) => {
    const bytes = utf8Encode(JSON.stringify(data));
    return writeServerMessage({
      version: 'v1.0.0',
      data: bytes,
      dataSignature: by.sign(bytes),
      signerKey: p256Uncompress(by.publicKey),
    });
  };
  const claims = { targetPublic: p256Uncompress(target.publicKey), organizationId, userId };
  const other = openP256Signer(generateP256().privateKey);
  const changed = JSON.stringify({
    ...JSON.parse(bundle),
    data: hexEncode(utf8Encode(JSON.stringify({ ...claims, targetPublic: p256Uncompress(generateP256().publicKey) }))),
  });

  test.each([
    ['is signed by another key', signed(claims, other), 'it is signed with another key than the profile’s'],
    ['was changed', changed, 'its signature is invalid'],
    ['is for another organization', signed({ ...claims, organizationId: userId }), 'it is for another organization'],
    ['is for no organization', signed({ ...claims, organizationId: undefined }), 'it names no organization'],
    ['is for another user', signed({ ...claims, userId: organizationId }), 'it is for another user'],
    ['is for no user', signed({ ...claims, userId: undefined }), 'it names no user'],
    ['is no key', signed({ ...claims, targetPublic: '04ab' }), 'it names no key'],
    ['is no JSON', 'x', 'it cannot be read'],
  ])('is not used when it %s', async (_name, text, why) => {
    const found = await refusal(input(JUNK, WALLET, { target: { ...TARGET, bundle: text } }));
    expect([found.code, found.message]).toEqual(['SERVICE_REPLY_INVALID', expect.stringContaining(why)]);
  });

  /** A bundle of the public service, as its Swift SDK has it in a test. */
  const PUBLISHED = {
    version: 'v1.0.0',
    data: hexEncode(
      utf8Encode(
        JSON.stringify({
          targetPublic:
            '049769e6bfcab3250545ffc5753a9a890af41e836d2a9336354a01eb774a5abeaec94eed0f749fe03f99fdeff89d038f0d546e8ce921d87275b7d79aa870ea390a',
          organizationId: 'f9a31c64-d604-42e4-9bef-a773096afad7',
          userId: '7d4a885d-4668-40c4-8f35-33301e11e7d5',
        }),
      ),
    ),
    dataSignature:
      '3045022100fefc56c6bf4142ff54ce085b8103e79c7ac571dad16a145e9c99ec6d081b97ff0220203bd0d0f6048cd139aa3e' +
      'b79ccace5425c2f1347401b2c18c66b728f540f17e',
    enclaveQuorumPublic: PUBLIC_SERVICE.signerKey,
  };

  test('is used when the public service signed it', async () => {
    const { data, ...rest } = PUBLISHED;
    const { organizationId: organization, userId: user } = JSON.parse(utf8Decode(hexDecode(data))) as Record<
      string,
      string
    >;
    const text = JSON.stringify({ ...rest, data });
    const bundleOf = {
      bundle: text,
      organizationId: organization ?? '',
      userId: user ?? '',
      signerKey: PUBLIC_SERVICE.signerKey,
    };
    const vault = await createStarted();
    const { targetPublicKey } = await vault.ask('sealImport', input(JUNK, WALLET, { target: bundleOf }));
    expect(text).toContain(hexEncode(utf8Encode(targetPublicKey)));
  });

  test('needs no user for a secret, but not another user', async () => {
    const withUser = (user: string | undefined) =>
      input('x', { kind: 'secret' }, { target: { ...TARGET, bundle: signed({ ...claims, userId: user }) } });
    await imported(withUser(undefined));
    expect((await refusal(withUser(organizationId))).code).toBe('SERVICE_REPLY_INVALID');
  });
});
