import { bech32 } from '@scure/base';
import { addressOf } from '../../../electron/crypto/addresses/index.ts';
import { writeAgeFile } from '../../../electron/crypto/age-file.ts';
import { requireRecipients } from '../../../electron/crypto/age-recipients.ts';
import { readCredentialBundle } from '../../../electron/crypto/bundles/credential-bundle.ts';
import { readEncryptedBundle, readImportTarget, signTarget } from '../../../electron/crypto/bundles/import-bundle.ts';
import { sealOtpAttempt } from '../../../electron/crypto/bundles/otp-bundle.ts';
import { signDigest, strictSigner } from '../../../electron/crypto/curves/ecdsa-digest.ts';
import { ecdhP256 } from '../../../electron/crypto/curves/p256.ts';
import { convertPublicKey, requirePublicKey } from '../../../electron/crypto/curves/public-key.ts';
import { taprootOutputKey } from '../../../electron/crypto/curves/schnorr.ts';
import { deriveKey, parsePath } from '../../../electron/crypto/derivation/derivation.ts';
import { mnemonicFromEntropy } from '../../../electron/crypto/derivation/mnemonic.ts';
import {
  generateP256,
  openExportBundle,
  openP256Signer,
  p256Uncompress,
  sealExportBundle,
} from '../../../electron/crypto/index.ts';
import { writeValidatorKeystore } from '../../../electron/crypto/keystore-writing.ts';
import { verifyAssertion } from '../../../electron/crypto/passkeys/assertion.ts';
import { requireOwnPage } from '../../../electron/crypto/passkeys/parts.ts';
import { readAttestation } from '../../../electron/crypto/passkeys/registration.ts';
import type { Curve } from '../../../shared/model/index.ts';
import { requireDestination } from '../../../shared/network/index.ts';
import { requireOperation } from '../../../shared/operations/index.ts';
import {
  base64urlDecode,
  base64urlEncode,
  hexDecode,
  utf8Encode,
  writeServerMessage,
} from '../../../shared/wire/index.ts';
import { createPasskey } from '../../contract/authentication/software-passkey.ts';
import { named } from './cases.ts';

const ORGANIZATION = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const OTHER = '7b0d3a52-6a3b-4a55-8a52-1a51a3a2b0c4';
const P256_KEY = '0360fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6';

const signer = openP256Signer(generateP256().privateKey);
const strange = openP256Signer(generateP256().privateKey);
const signerKey = p256Uncompress(signer.publicKey);
const target = generateP256();
const message = (data: object | string, by = signer) => {
  const bytes = utf8Encode(typeof data === 'string' ? data : JSON.stringify(data));
  const signed = { version: 'v1.0.0', data: bytes, dataSignature: by.sign(bytes) } as const;
  return writeServerMessage({ ...signed, signerKey: p256Uncompress(by.publicKey) });
};
const targetPublic = p256Uncompress(target.publicKey);
const exported = (organizationId: string, by = signer) =>
  sealExportBundle({ plaintext: utf8Encode('words'), targetPublicKey: target.publicKey, organizationId, signer: by });
/** The message with the signature of another one. */
const changedBundle = () => {
  const { dataSignature } = JSON.parse(exported(OTHER)) as { dataSignature: string };
  return JSON.stringify({ ...(JSON.parse(exported(ORGANIZATION)) as object), dataSignature });
};

const passkey = createPasskey();
const registered = passkey.register('Laptop');
type Attestation = Parameters<typeof readAttestation>[0];
const given: Attestation = { challenge: registered.challenge, ...registered.attestation };
const clientData = (value: object | string) =>
  base64urlEncode(utf8Encode(typeof value === 'string' ? value : JSON.stringify(value)));
const attestationOf = (options: Parameters<typeof createPasskey>[0], changes = {}) => {
  const { challenge, attestation } = createPasskey(options).register('Laptop', undefined, changes);
  return { challenge, ...attestation };
};
const known = readAttestation(given);
const CHALLENGE = base64urlEncode(utf8Encode('a challenge'));
const asserted = (changes: Parameters<typeof passkey.assert>[1], challenge: string, from = passkey) => {
  const { clientDataJSON, authenticatorData, signature } = from.assert(base64urlDecode(challenge), changes);
  return { credentialId: passkey.credentialId, authenticatorData, clientDataJson: clientDataJSON, signature };
};
/** A COSE key of an algorithm that nobody asked for, and a key with a short point, in base64url. */
const COSE = {
  other: base64urlEncode(hexDecode('a20102033826')),
  short: base64urlEncode(hexDecode('a50102032620012141012241' + '01')),
};

const key = (curve: Curve, publicKey: string) => requirePublicKey(curve, publicKey);
const digest = new Uint8Array(32).fill(1);
const refuseDestination = (why: string) => new Error(`The address is refused, because ${why}.`);

export const KEYS = [
  named(
    'an address of a key',
    ({ text, curve }: { text: string; curve?: Curve }) => addressOf('ADDRESS_FORMAT_UNCOMPRESSED', text, curve),
    {
      'of another curve': { text: P256_KEY, curve: 'CURVE_ED25519' },
      'that is a point of two curves': { text: `02${'6'.padStart(64, '0')}` },
    },
  ),
  named(
    'a file of age',
    ({ size = 1, recipients, passphrase }: { size?: number; recipients?: string[]; passphrase?: string }) =>
      writeAgeFile(
        new Uint8Array(size),
        recipients === undefined ? { passphrase: utf8Encode(passphrase ?? '') } : { recipients },
      ),
    {
      'that is too long': { size: 64 * 1024 + 1, recipients: [] },
      'without a recipient': { recipients: [] },
      'with an empty passphrase': { passphrase: '' },
    },
  ),
  named('the recipients of a file of age', requireRecipients, {
    'that are too many': Array.from({ length: 21 }, () => 'age1'),
    'with a key that protects nothing': [bech32.encode('age', bech32.toWords(new Uint8Array(32)))],
  }),
  named('a credential bundle', readCredentialBundle, { 'of other text': 'none' }),
  named('an encrypted bundle', readEncryptedBundle, {
    'that is too long': 'a'.repeat(1024 * 1024 + 1),
    'that is no JSON': 'none',
    'with a short key': JSON.stringify({ encappedPublic: '04', ciphertext: '' }),
    'without content': JSON.stringify({ encappedPublic: `04${'11'.repeat(64)}`, ciphertext: 'zz' }),
  }),
  named(
    'the key of a service for an import',
    (bundle: string) =>
      readImportTarget({ bundle, organizationId: ORGANIZATION, signerKey, userId: OTHER, needsUser: true }),
    {
      'that another key signed': message({}, strange),
      'with another signature': changedBundle(),
      'of another organization': message({ targetPublic, organizationId: OTHER }),
      'without a key': message({ organizationId: ORGANIZATION }),
      'that is no JSON': 'none',
      'without an organization': message({ targetPublic }),
      'without a user': message({ targetPublic, organizationId: ORGANIZATION }),
      'of another user': signTarget({
        targetPublicKey: target.publicKey,
        organizationId: ORGANIZATION,
        userId: ORGANIZATION,
        signer,
      }),
    },
  ),
  named(
    'a one-time code',
    (code: string) =>
      sealOtpAttempt({
        bundle: message({ targetPublic, organizationId: ORGANIZATION }),
        organizationId: ORGANIZATION,
        signerKey,
        code: utf8Encode(code),
        publicKey: P256_KEY,
      }),
    { 'with a sign': '12-34' },
  ),
  named(
    'an export bundle',
    (bundle: string) =>
      openExportBundle({
        bundle,
        organizationId: ORGANIZATION,
        signerKey,
        recipientPrivate: generateP256().privateKey,
      }),
    {
      'that another key signed': exported(ORGANIZATION, strange),
      'with another signature': changedBundle(),
      'of another organization': exported(OTHER),
      'for another key': exported(ORGANIZATION),
    },
  ),
  named('a public key', ({ curve, text }: { curve: Curve; text: string }) => key(curve, text), {
    'of Ed25519 that is none': { curve: 'CURVE_ED25519', text: 'ff'.repeat(32) },
    'of P-256 that is none': { curve: 'CURVE_P256', text: 'ab' },
    'of P-256 on no point': { curve: 'CURVE_P256', text: `02${'ff'.repeat(32)}` },
    'of secp256k1 that is none': { curve: 'CURVE_SECP256K1', text: 'ab' },
    'of secp256k1 on no point': { curve: 'CURVE_SECP256K1', text: `02${'ff'.repeat(32)}` },
  }),
  named('a form of a key', (text: string) => convertPublicKey(text, 'CURVE_ED25519', 'compressed'), {
    'of Ed25519': '11'.repeat(32),
  }),
  named('a Taproot key', taprootOutputKey, {
    'that is not compressed': P256_KEY.slice(2),
    'on no point': `02${'ff'.repeat(32)}`,
  }),
  named('a shared secret', (point: Uint8Array) => ecdhP256(target.privateKey, point), {
    'with a short key': new Uint8Array(33),
    'with a key on no point': Uint8Array.from([4, ...new Uint8Array(64).fill(1)]),
  }),
  named(
    'a key that signs',
    ({ size = 32, digest: of = digest }: { size?: number; digest?: Uint8Array }) =>
      signDigest('CURVE_SECP256K1', new Uint8Array(size).fill(1), of),
    {
      'of another length': { size: 31 },
      'a short digest': { digest: new Uint8Array(31) },
    },
  ),
  named(
    'the signer of a digest',
    ({ r, s }: { r: number; s: number }) =>
      strictSigner('CURVE_SECP256K1', digest, {
        r: new Uint8Array(32).fill(r),
        s: new Uint8Array(32).fill(s),
        recovery: 0,
      }),
    { 'of nothing': { r: 0, s: 1 }, 'with a high S': { r: 1, s: 0xee } },
  ),
  named(
    'a key that is locked',
    () => {
      const locked = openP256Signer(generateP256().privateKey);
      locked.close();
      return locked.sign(digest);
    },
    { 'and signs': null },
  ),
  named('a derivation path', parsePath, {
    'that is too deep': `m${'/1'.repeat(256)}`,
    'with a large number': "m/2147483648'",
    'with a blank at its end': "m/44'/60'/0'/0/0 ",
    'with blanks around its slashes': "m / 44'",
    'with a placeholder': "m/44'/60'/0'/0/{i}",
    'with an asterisk': `m/44'/0'/0'/${'*'}`,
  }),
  named(
    'a derived key',
    ({ size = 64, path }: { size?: number; path: string }) =>
      deriveKey(new Uint8Array(size).fill(1), 'CURVE_ED25519', path),
    {
      'of a short seed': { size: 8, path: "m/44'" },
      'that is not hardened': { path: 'm/44' },
    },
  ),
  named('a mnemonic of bytes', (size: number) => mnemonicFromEntropy(new Uint8Array(size)), {
    'of another length': 17,
  }),
  named('a keystore of validators', (passphrase: string) => writeValidatorKeystore(digest, utf8Encode(passphrase)), {
    'with a letter beyond ASCII': 'grün',
  }),
  named('a registered passkey', (change: Partial<Attestation>) => readAttestation({ ...given, ...change }), {
    'of an assertion': attestationOf({}, { type: 'webauthn.get' }),
    'with another challenge': { challenge: 'b3RoZXI' },
    'without an attestation': { attestationObject: base64urlEncode(hexDecode('a0')) },
    'without a person': attestationOf({}, { present: false }),
    'without a credential': { attestationObject: withAuthenticatorData(hexDecode(`${'00'.repeat(32)}0100000000`)) },
    'with short data': { attestationObject: withAuthenticatorData(new Uint8Array(5)) },
    'of another credential': { credentialId: 'AAAA' },
    'of another algorithm': { ...attestationOf({ algorithm: 'EdDSA' }), isEs256: true },
    'without an origin': { clientDataJson: clientData({ type: 'webauthn.create' }) },
    'without client data': { clientDataJson: clientData('none') },
  }),
  named(
    'an assertion of a passkey',
    ({
      changes = {},
      challenge = CHALLENGE,
      passkey: change = {},
      from,
    }: {
      changes?: Parameters<typeof passkey.assert>[1];
      challenge?: string;
      passkey?: Partial<typeof known>;
      from?: typeof passkey;
    }) => verifyAssertion(asserted(changes, challenge, from), CHALLENGE, { ...known, ...change }),
    {
      'of a registration': { changes: { type: 'webauthn.create' } },
      'for another body': { challenge: 'b3RoZXI' },
      'for another site': { changes: { rpId: 'other.example' } },
      'without a person': { changes: { present: false } },
      'without a PIN': { changes: { verified: false } },
      'of another key': { from: createPasskey() },
      'with a key of an unknown algorithm': { passkey: { publicKey: COSE.other } },
      'with a key of a short point': { passkey: { publicKey: COSE.short } },
    },
  ),
  named('the page of a passkey', (bytes: string) => requireOwnPage(base64urlDecode(bytes), 'castellan.example'), {
    'that is another': clientData({ type: 'webauthn.get', challenge: '', origin: 'https://other.example' }),
  }),
  named(
    'the address of a receiver',
    ({ text, here = false }: { text: string; here?: boolean }) => requireDestination(text, here, refuseDestination),
    {
      'that is too long': { text: `https://example.com/${'a'.repeat(2048)}` },
      'that is none': { text: 'example' },
      'with a name': { text: 'https://me@example.com' },
      'of this machine': { text: 'https://localhost' },
      'without encryption': { text: 'http://example.com' },
      'of a private network': { text: 'https://10.0.0.1' },
    },
  ),
  named('the name of an operation', (name: string) => requireOperation(name).name, {
    'that is not offered': 'create_swap_quote',
    'with a wrong letter': 'create_walet',
    'of another kind': 'zzz',
  }),
];

/** An attestation object of no statement, with that authenticator data: `{fmt: 'none', attStmt: {}, authData: …}` in CBOR. */
function withAuthenticatorData(data: Uint8Array): string {
  const head = hexDecode('a363666d74646e6f6e656761747453746d74a068617574684461746158');
  return base64urlEncode(Uint8Array.from([...head, data.length, ...data]));
}
