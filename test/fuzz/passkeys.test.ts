import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifyAssertion } from '../../electron/crypto/passkeys/assertion.ts';
import { readCbor } from '../../electron/crypto/passkeys/cbor.ts';
import { readCoseKey } from '../../electron/crypto/passkeys/cose.ts';
import { readAttestation } from '../../electron/crypto/passkeys/registration.ts';
import { AppError } from '../../shared/errors/index.ts';
import {
  base64urlDecode,
  base64urlEncode,
  decodePasskeyStamp,
  hexDecode,
  utf8Encode,
} from '../../shared/wire/index.ts';
import vectors from '../vectors/webauthn.json' with { type: 'json' };
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

const runs = { numRuns: fuzzRuns() };
const [ceremony] = vectors.ceremonies;
const base64url = (hex = '') => base64urlEncode(hexDecode(hex));

/**
 * Returns false when `read` returns, and true when it refuses with one of the two allowed errors. Throws any other
 * error.
 */
const refuses = (read: () => unknown) => {
  try {
    read();
    return false;
  } catch (error) {
    if (error instanceof RangeError || error instanceof AppError) return true;
    throw error;
  }
};
/** The bytes with some replaced, cut or added. */
const mutated = (hex = '') =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.nat({ max: hex.length / 2 - 1 }), fc.integer({ min: 1, max: 255 })), { maxLength: 3 }),
      fc.oneof({ weight: 4, arbitrary: fc.constant(hex.length / 2) }, fc.nat({ max: hex.length / 2 })),
    )
    .map(([changes, length]) => {
      const bytes = hexDecode(hex);
      for (const [at, change] of changes) bytes[at] = (bytes[at] ?? 0) ^ change;
      return bytes.subarray(0, length);
    });

test('any header value is an assertion or a typed error', () => {
  const bytes = fc.uint8Array({ maxLength: 60 }).map(base64urlEncode);
  const member = fc.oneof({ weight: 4, arbitrary: bytes }, fc.jsonValue());
  const json = fc
    .record(
      { credentialId: member, authenticatorData: member, clientDataJson: member, signature: member },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value));
  const values = fc.oneof(
    fc.string(),
    json,
    json.map((text) => base64urlEncode(utf8Encode(text))),
  );
  fc.assert(
    fc.property(values, (value) => {
      const read = outcome(() => decodePasskeyStamp(value));
      if ('value' in read) expect(base64urlDecode(read.value.credentialId).length).toBeGreaterThan(0);
    }),
    runs,
  );
});

test('any bytes are read as CBOR or refused, with time and memory in proportion to their length', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), mutated(ceremony?.attestationObject)), (bytes) => {
      refuses(() => {
        const { value, length } = readCbor(bytes);
        expect(length).toBeLessThanOrEqual(bytes.length);
        const verify = readCoseKey(value);
        expect(verify(bytes, bytes)).toBe(false);
      });
    }),
    runs,
  );
});

test('a changed registration is refused, or has the same credential', () => {
  fc.assert(
    fc.property(
      fc.oneof(mutated(ceremony?.attestationObject), fc.uint8Array()),
      fc.oneof(
        fc.constant(hexDecode(ceremony?.registrationClientData ?? '')),
        mutated(ceremony?.registrationClientData),
      ),
      (attestationObject, clientDataJson) => {
        refuses(() => {
          const { credentialId } = readAttestation({
            challenge: base64url(ceremony?.registrationChallenge),
            credentialId: base64url(ceremony?.credentialId),
            clientDataJson: base64urlEncode(clientDataJson),
            attestationObject: base64urlEncode(attestationObject),
          });
          expect(credentialId).toBe(base64url(ceremony?.credentialId));
        });
      },
    ),
    runs,
  );
});

test('a changed assertion never verifies', () => {
  const passkey = {
    ...readAttestation({
      challenge: base64url(ceremony?.registrationChallenge),
      credentialId: base64url(ceremony?.credentialId),
      clientDataJson: base64url(ceremony?.registrationClientData),
      attestationObject: base64url(ceremony?.attestationObject),
    }),
    userVerified: 0 as const,
  };
  const right = [ceremony?.authenticatorData, ceremony?.clientData, ceremony?.signature].map((hex) => base64url(hex));
  const part = (hex = '') => fc.oneof(fc.constant(hexDecode(hex)), mutated(hex), fc.uint8Array({ maxLength: 100 }));
  const parts = fc.tuple(part(ceremony?.authenticatorData), part(ceremony?.clientData), part(ceremony?.signature));
  fc.assert(
    fc.property(parts, ([authenticatorData, clientDataJson, signature]) => {
      const stamp = { credentialId: passkey.credentialId, authenticatorData, clientDataJson, signature };
      const given = [authenticatorData, clientDataJson, signature].map(base64urlEncode);
      const isRight = given.every((value, index) => value === right[index]);
      expect(refuses(() => verifyAssertion(stamp, base64url(ceremony?.challenge), passkey))).toBe(!isRight);
    }),
    runs,
  );
});
