import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';

/** The fixture key of the public stamper's tests. */
const P256_PRIVATE = '487f361ddfd73440e707f4daa6775b376859e8a3c9f29b3bb694a12927c0213c';
export const P256_PUBLIC = '02f739f8c77b32f4d5f13265861febd76e7a9c61a1140d296b8c16302508870316';
/** The fixture key of the public wallet stamper's tests. */
const SECP256K1_PRIVATE = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
export const SECP256K1_PUBLIC = '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75';
const ED25519_SEED = '07'.repeat(32);

const p256Key = createPrivateKey({
  key: Buffer.from(`30310201010420${P256_PRIVATE}a00a06082a8648ce3d030107`, 'hex'),
  format: 'der',
  type: 'sec1',
});
const ed25519Key = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${ED25519_SEED}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});
export const ED25519_PUBLIC = createPublicKey(ed25519Key)
  .export({ format: 'der', type: 'spki' })
  .subarray(12)
  .toString('hex');

const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

interface Parts {
  readonly publicKey: string;
  readonly scheme: string;
  readonly signature: string;
}

/** Ways in which public clients stamp a body. Each returns the value of the X-Stamp header. */
export const STAMPERS: Readonly<Record<string, (body: string) => string>> = {
  /** JavaScript: publicKey, scheme, signature. */
  'p256 javascript': (body) => header(p256(body)),
  /** Go and Rust: publicKey, signature, scheme. */
  'p256 go': (body) => {
    const { publicKey, signature, scheme } = p256(body);
    return header({ publicKey, signature, scheme });
  },
  'p256 high s': (body) => header({ ...p256(body), signature: p256WithS(body, (s) => s > P256_ORDER / 2n) }),
  'p256 low s': (body) => header({ ...p256(body), signature: p256WithS(body, (s) => s <= P256_ORDER / 2n) }),
  secp256k1: (body) =>
    header(
      ecdsa(
        'SIGNATURE_SCHEME_TK_API_SECP256K1',
        secp256k1.sign(utf8(body), bytes(SECP256K1_PRIVATE), { format: 'der' }),
      ),
    ),
  'secp256k1 eip191': (body) => {
    const digest = keccak256(utf8(`\u0019Ethereum Signed Message:\n${utf8(body).length}${body}`));
    return header(
      ecdsa(
        'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191',
        secp256k1.sign(digest, bytes(SECP256K1_PRIVATE), { format: 'der', prehash: false }),
      ),
    );
  },
  ed25519: (body) =>
    header({
      publicKey: ED25519_PUBLIC,
      scheme: 'SIGNATURE_SCHEME_TK_API_ED25519',
      signature: sign(null, utf8(body), ed25519Key).toString('hex'),
    }),
};

/** The header of given parts, in their order: base64url of the JSON, no padding. */
export function header(parts: Parts): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

function p256(body: string): Parts {
  return {
    publicKey: P256_PUBLIC,
    scheme: 'SIGNATURE_SCHEME_TK_API_P256',
    signature: sign('sha256', utf8(body), p256Key).toString('hex'),
  };
}

/** Signs with the wanted S. Both S and order - S are valid, and native signers give either. */
function p256WithS(body: string, isWanted: (s: bigint) => boolean): string {
  const raw = sign('sha256', utf8(body), { key: p256Key, dsaEncoding: 'ieee-p1363' }).toString('hex');
  const s = BigInt(`0x${raw.slice(64)}`);
  const wanted = isWanted(s) ? s : P256_ORDER - s;
  const integers = [BigInt(`0x${raw.slice(0, 64)}`), wanted].map(derInteger).join('');
  return `30${(integers.length / 2).toString(16).padStart(2, '0')}${integers}`;
}

function derInteger(value: bigint): string {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  const positive = Number.parseInt(even.slice(0, 2), 16) > 0x7f ? `00${even}` : even;
  return `02${(positive.length / 2).toString(16).padStart(2, '0')}${positive}`;
}

function ecdsa(scheme: string, der: Uint8Array): Parts {
  return { publicKey: SECP256K1_PUBLIC, scheme, signature: Buffer.from(der).toString('hex') };
}

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
