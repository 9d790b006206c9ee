import { createHash, generateKeyPairSync, type JsonWebKey, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A CBOR value. Numbers and text lengths are below 2^16. */
type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

const COSE = {
  ES256: { kind: 'ec', options: { namedCurve: 'P-256' }, hash: 'sha256' },
  EdDSA: { kind: 'ed25519', options: {}, hash: null },
  RS256: { kind: 'rsa', options: { modulusLength: 2048 }, hash: 'sha256' },
} as const;
export type PasskeyAlgorithm = keyof typeof COSE;

const FLAGS = { present: 0x01, verified: 0x04, credential: 0x40 };
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');

export interface AssertionChanges {
  readonly type?: string;
  readonly origin?: string;
  readonly rpId?: string;
  readonly present?: boolean;
  readonly verified?: boolean;
  readonly count?: number;
}

/** An authenticator in software (WebAuthn): registers one passkey and asserts with it. It counts when `counts` is set. */
export function createPasskey(
  options: { algorithm?: PasskeyAlgorithm; rpId?: string; verified?: boolean; counts?: boolean } = {},
) {
  const { algorithm = 'ES256', rpId = 'castellan.example', verified = true, counts = false } = options;
  const { kind, options: keyOptions, hash } = COSE[algorithm];
  const { privateKey, publicKey } = generateKeyPairSync(kind as 'ec', keyOptions as { namedCurve: string });
  const credentialId = randomBytes(16);
  let count = 0;

  const clientData = (type: string, challenge: string, origin = `https://${rpId}`) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (changes: AssertionChanges, extra = 0) => {
    if (counts) count += 1;
    const { present = true, verified: isVerified = verified, rpId: forRp = rpId } = changes;
    const flags = (present ? FLAGS.present : 0) | (isVerified ? FLAGS.verified : 0) | extra;
    const number = Buffer.alloc(4);
    number.writeUInt32BE(changes.count ?? count);
    return Buffer.concat([sha256(forRp), Buffer.of(flags), number]);
  };
  const assert = (challenge: Uint8Array | string, changes: AssertionChanges = {}) => {
    const clientDataJSON = clientData(changes.type ?? 'webauthn.get', base64url(challenge), changes.origin);
    const data = authenticatorData(changes);
    const signature = sign(hash, Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
    return { clientDataJSON, authenticatorData: data, signature };
  };

  return {
    credentialId: base64url(credentialId),
    /** The parameters of create_authenticators, for a challenge in base64url. */
    register(authenticatorName: string, challenge = base64url('a challenge'), changes: AssertionChanges = {}) {
      const length = Buffer.of(0, credentialId.length);
      const key = encode(coseKey(algorithm, publicKey));
      const data = Buffer.concat([
        authenticatorData(changes, FLAGS.credential),
        Buffer.alloc(16),
        length,
        credentialId,
        key,
      ]);
      return {
        authenticatorName,
        challenge,
        attestation: {
          credentialId: base64url(credentialId),
          clientDataJson: base64url(clientData(changes.type ?? 'webauthn.create', challenge, changes.origin)),
          attestationObject: base64url(
            encode(
              new Map<string, Cbor>([
                ['fmt', 'none'],
                ['attStmt', new Map()],
                ['authData', data],
              ]),
            ),
          ),
          transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL' as const],
        },
      };
    },
    /** Answers a challenge. */
    assert,
    /** The value of the stamp header for a body. */
    stamp(body: string, changes: AssertionChanges = {}): string {
      const made = assert(sha256(body).toString('hex'), changes);
      return JSON.stringify({
        authenticatorData: base64url(made.authenticatorData),
        clientDataJson: base64url(made.clientDataJSON),
        credentialId: base64url(credentialId),
        signature: base64url(made.signature),
      });
    },
    /** `navigator.credentials` of a browser that has this passkey. */
    credentials: {
      async get({ publicKey: { challenge } }: { publicKey: { challenge: Uint8Array } }) {
        return {
          type: 'public-key',
          id: base64url(credentialId),
          rawId: credentialId,
          response: { ...assert(challenge), userHandle: null },
          getClientExtensionResults: () => ({}),
        };
      },
    },
  };
}

function coseKey(algorithm: PasskeyAlgorithm, publicKey: KeyObject): Cbor {
  const jwk = publicKey.export({ format: 'jwk' });
  const bytes = (member: keyof JsonWebKey) => Buffer.from(String(jwk[member]), 'base64url');
  const members: Record<PasskeyAlgorithm, () => [number, Cbor][]> = {
    ES256: () => [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes('x')],
      [-3, bytes('y')],
    ],
    EdDSA: () => [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes('x')],
    ],
    RS256: () => [
      [1, 3],
      [3, -257],
      [-1, bytes('n')],
      [-2, bytes('e')],
    ],
  };
  return new Map(members[algorithm]());
}

function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, member]) => [encode(key), encode(member)])]);
}

function head(kind: number, count: number): Buffer {
  if (count < 24) return Buffer.of((kind << 5) | count);
  return count < 256 ? Buffer.of((kind << 5) | 24, count) : Buffer.of((kind << 5) | 25, count >> 8, count & 0xff);
}
