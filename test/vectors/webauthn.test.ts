import { describe, expect, it } from 'vitest';
import { verifyAssertion } from '../../electron/crypto/passkeys/assertion.ts';
import { type Attested, readAttestation } from '../../electron/crypto/passkeys/registration.ts';
import { base64urlEncode, hexDecode, hexEncode } from '../../shared/wire/index.ts';
import vectors from './webauthn.json' with { type: 'json' };

type Ceremony = (typeof vectors.ceremonies)[number];
const REFUSED = 'packed-es384';
const base64url = (hex: string) => base64urlEncode(hexDecode(hex));

const register = (ceremony: Ceremony) =>
  readAttestation({
    challenge: base64url(ceremony.registrationChallenge),
    credentialId: base64url(ceremony.credentialId),
    clientDataJson: base64url(ceremony.registrationClientData),
    attestationObject: base64url(ceremony.attestationObject),
  });
const check = (ceremony: Ceremony, passkey: Attested, changed: Partial<Ceremony> = {}) => {
  const { credentialId, authenticatorData, clientData, signature, challenge } = { ...ceremony, ...changed };
  verifyAssertion(
    {
      credentialId: base64url(credentialId),
      authenticatorData: hexDecode(authenticatorData),
      clientDataJson: hexDecode(clientData),
      signature: hexDecode(signature),
    },
    base64url(challenge),
    passkey,
  );
};

/** The hex with the byte at `index` changed. */
const flip = (hex: string, index: number) => {
  const bytes = hexDecode(hex);
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return hexEncode(bytes);
};

describe.each(vectors.ceremonies.filter(({ name }) => name !== REFUSED))('$name', (ceremony) => {
  // The authenticator verifies users only when it chooses to, which is refused
  // (test/contract/authentication/passkeys.test.ts).
  const passkey = { ...register(ceremony), userVerified: 0 as const };

  it('is registered with its credential and key, and its assertion verifies', () => {
    expect(passkey.credentialId).toBe(base64url(ceremony.credentialId));
    expect(() => check(ceremony, passkey)).not.toThrow();
  });

  it('is not registered with the client data of an assertion', () => {
    const { clientData, challenge } = ceremony;
    const changed = { ...ceremony, registrationClientData: clientData, registrationChallenge: challenge };
    expect(() => register(changed)).toThrow('its client data is not of a registration');
  });

  it('is not registered without user presence', () => {
    const { attestationObject, authenticatorData } = ceremony;
    // Both authenticator data begin with the hash of the same relying party. The flags are the byte behind it.
    const at = attestationObject.indexOf(authenticatorData.slice(0, 64)) / 2 + 32;
    expect(at).toBeGreaterThan(32);
    expect(() => register({ ...ceremony, attestationObject: flip(attestationObject, at) })).toThrow(
      'no user was present',
    );
  });

  it('is refused with any part changed', () => {
    const last = ceremony.signature.length / 2 - 1;
    const attempts: [Partial<Ceremony>, string][] = [
      [{ signature: flip(ceremony.signature, last) }, 'its signature is invalid'],
      [{ authenticatorData: flip(ceremony.authenticatorData, 36) }, 'its signature is invalid'],
      [{ authenticatorData: flip(ceremony.authenticatorData, 0) }, 'it is for another relying party'],
      [{ authenticatorData: flip(ceremony.authenticatorData, 32) }, 'no user was present'],
      [{ authenticatorData: ceremony.authenticatorData.slice(0, 72) }, 'its authenticator data is too short'],
      [{ challenge: flip(ceremony.challenge, 0) }, 'it was made for another body'],
      [{ clientData: ceremony.registrationClientData }, 'its client data is not of an assertion'],
    ];
    for (const [changed, why] of attempts) expect(() => check(ceremony, passkey, changed)).toThrow(why);
  });
});

it('a key of another algorithm is not registered', () => {
  const ceremony = vectors.ceremonies.find(({ name }) => name === REFUSED);
  expect(() => register(ceremony as Ceremony)).toThrow('its key is not an ES256, EdDSA or RS256 key');
});
