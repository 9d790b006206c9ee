import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  generateP256,
  openExportBundle,
  openP256Signer,
  p256PublicKey,
  p256Uncompress,
  sealExportBundle,
} from '../../../../electron/crypto/index.ts';
import { AppError, type ErrorCode } from '../../../../shared/errors/index.ts';
import { LIMITS } from '../../../../shared/model/index.ts';
import {
  hexDecode,
  hexEncode,
  utf8Encode,
  writeSealedData,
  writeServerMessage,
} from '../../../../shared/wire/index.ts';
import '../../../fuzz/seed.ts';

const signer = openP256Signer(generateP256().privateKey);
const signerKey = p256Uncompress(signer.publicKey);
const target = generateP256();
const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const plaintext = utf8Encode('the secret that was exported');

const seal = (overrides: Partial<Parameters<typeof sealExportBundle>[0]> = {}) =>
  sealExportBundle({ plaintext, targetPublicKey: target.publicKey, organizationId, signer, ...overrides });
const bundle = seal();

const open = (text: string, overrides: Partial<Parameters<typeof openExportBundle>[0]> = {}) =>
  openExportBundle({ bundle: text, organizationId, signerKey, recipientPrivate: target.privateKey, ...overrides });

/** The bundle with some members of its envelope replaced. */
const envelope = (changes: Record<string, unknown>) =>
  JSON.stringify({ ...(JSON.parse(bundle) as object), ...changes });

/** A bundle around any data, signed by the right signer. */
const signed = (data: Uint8Array) =>
  writeServerMessage({ version: 'v1.0.0', data, dataSignature: signer.sign(data), signerKey });

function refusal(work: () => unknown): ErrorCode {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  throw new Error('it was not refused');
}

test('opens for its key, its organization and its signer', () => {
  expect(open(bundle)).toEqual(plaintext);
});

test('a signer key in capital letters is the same key', () => {
  expect(
    open(envelope({ enclaveQuorumPublic: signerKey.toUpperCase() }), { signerKey: signerKey.toUpperCase() }),
  ).toEqual(plaintext);
});

describe('is refused', () => {
  const other = generateP256();
  const otherSigner = openP256Signer(other.privateKey);
  const cases: [string, ErrorCode, () => unknown][] = [
    ['what is not JSON', 'BUNDLE_INVALID', () => open('exportBundle')],
    ['nothing', 'BUNDLE_INVALID', () => open('')],
    ['JSON that is no object', 'BUNDLE_INVALID', () => open('[]')],
    ['JSON that is null', 'BUNDLE_INVALID', () => open('null')],
    ['JSON nested 100000 deep', 'BUNDLE_INVALID', () => open('['.repeat(100_000))],
    ['50 MB', 'BUNDLE_TOO_LARGE', () => open('7b'.repeat(25 * 1024 * 1024))],
    ['one character too many', 'BUNDLE_TOO_LARGE', () => open(bundle.padEnd(LIMITS.bundle + 1))],
    ['another version', 'BUNDLE_INVALID', () => open(envelope({ version: 'v1.0.1' }))],
    ['no version', 'BUNDLE_INVALID', () => open(envelope({ version: undefined }))],
    ['data that is not hex', 'BUNDLE_INVALID', () => open(envelope({ data: 'zz' }))],
    ['no data', 'BUNDLE_INVALID', () => open(envelope({ data: '' }))],
    ['a signature that is not hex', 'BUNDLE_INVALID', () => open(envelope({ dataSignature: 7 }))],
    ['no signature', 'BUNDLE_SIGNATURE_INVALID', () => open(envelope({ dataSignature: '' }))],
    [
      'a signer key of another length',
      'BUNDLE_INVALID',
      () => open(envelope({ enclaveQuorumPublic: signer.publicKey })),
    ],
    ['another signer in the bundle', 'BUNDLE_WRONG_SIGNER', () => open(seal({ signer: otherSigner }))],
    [
      'another signer in the profile',
      'BUNDLE_WRONG_SIGNER',
      () => open(bundle, { signerKey: p256Uncompress(otherSigner.publicKey) }),
    ],
    [
      'the right signer’s name over another’s signature',
      'BUNDLE_SIGNATURE_INVALID',
      () =>
        open(
          JSON.stringify({ ...(JSON.parse(seal({ signer: otherSigner })) as object), enclaveQuorumPublic: signerKey }),
        ),
    ],
    [
      'another organization',
      'BUNDLE_WRONG_ORGANIZATION',
      () => open(bundle, { organizationId: '00000000-54a5-4f3c-9a55-0d6a7d3a4b10' }),
    ],
    [
      'an organization in other letters',
      'BUNDLE_WRONG_ORGANIZATION',
      () => open(bundle, { organizationId: organizationId.toUpperCase() }),
    ],
    ['another target key', 'BUNDLE_UNREADABLE', () => open(bundle, { recipientPrivate: other.privateKey })],
    ['signed data that is not UTF-8', 'BUNDLE_INVALID', () => open(signed(Uint8Array.of(0x7b, 0xff)))],
    ['signed data that is not JSON', 'BUNDLE_INVALID', () => open(signed(utf8Encode('{')))],
    ['signed data with no members', 'BUNDLE_INVALID', () => open(signed(utf8Encode('{}')))],
    [
      'an encapsulated key that is no point',
      'BUNDLE_UNREADABLE',
      () =>
        open(
          signed(
            writeSealedData({
              encappedPublic: hexDecode(`04${'11'.repeat(64)}`),
              ciphertext: new Uint8Array(40),
              organizationId,
            }),
          ),
        ),
    ],
    [
      'a ciphertext shorter than its tag',
      'BUNDLE_UNREADABLE',
      () =>
        open(
          signed(
            writeSealedData({
              encappedPublic: hexDecode(p256PublicKey(other.privateKey, 'uncompressed')),
              ciphertext: new Uint8Array(15),
              organizationId,
            }),
          ),
        ),
    ],
  ];

  test.each(cases)('%s: %s', (_name, code, work) => {
    expect(refusal(work)).toBe(code);
  });

  test('with one flipped bit in any byte of data, signature or signer key', () => {
    const members = JSON.parse(bundle) as Record<'data' | 'dataSignature' | 'enclaveQuorumPublic', string>;
    for (const name of ['data', 'dataSignature', 'enclaveQuorumPublic'] as const) {
      const bytes = hexDecode(members[name]);
      for (let index = 0; index < bytes.length; index += 1) {
        const changed = bytes.slice();
        changed[index] = bytes[index]! ^ (1 << (index % 8));
        const code = refusal(() => open(envelope({ [name]: hexEncode(changed) })));
        expect(['BUNDLE_SIGNATURE_INVALID', 'BUNDLE_WRONG_SIGNER']).toContain(code);
      }
    }
  });

  test('with one flipped bit in any byte of the sealed parts, even when signed', () => {
    const { data } = JSON.parse(bundle) as { data: string };
    const inner = JSON.parse(Buffer.from(data, 'hex').toString()) as Record<'encappedPublic' | 'ciphertext', string>;
    fc.assert(
      fc.property(
        fc.constantFrom('encappedPublic' as const, 'ciphertext' as const),
        fc.nat(),
        fc.nat(7),
        (name, position, bit) => {
          const parts = { encappedPublic: hexDecode(inner.encappedPublic), ciphertext: hexDecode(inner.ciphertext) };
          const at = position % parts[name].length;
          parts[name][at] = parts[name][at]! ^ (1 << bit);
          expect(refusal(() => open(signed(writeSealedData({ ...parts, organizationId }))))).toBe('BUNDLE_UNREADABLE');
        },
      ),
      { seed: 1 },
    );
  });
});

test('an invalid target key is refused before sealing', () => {
  expect(refusal(() => seal({ targetPublicKey: `02${'ff'.repeat(32)}` }))).toBe('KEY_INVALID');
  expect(refusal(() => seal({ targetPublicKey: 'key' }))).toBe('KEY_INVALID');
});
