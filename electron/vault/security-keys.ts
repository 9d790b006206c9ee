import { AppError, sentence } from '../../shared/errors/index.ts';
import { type KeyStore, LOCK_RP_ID } from '../../shared/model/index.ts';
import { type InputOf, MAXIMUM_LABEL, type VaultMessages } from '../../shared/processes/index.ts';
import { base64urlDecode, base64urlEncode, hexEncode, utf8Encode } from '../../shared/wire/index.ts';
import {
  type Bytes,
  constantTimeEqual,
  randomBytes,
  readAttestation,
  readAuthenticatorData,
  requireOwnPage,
  rpIdHashOf,
  sha256,
  verifyAssertion,
} from '../crypto/index.ts';
import type { KnownSecurityKey } from './keystore-header.ts';
import { makeSecurityKeyWay } from './ways.ts';

type NewSecurityKey = InputOf<VaultMessages, 'addSecurityKey'>['key'];
type Touch = NonNullable<InputOf<VaultMessages, 'admit'>['touch']>;

/**
 * Adds a new security key to those that open a store (WebAuthn section 7.1). It must be for this lock, on its page,
 * with its user verified. Throws PASSKEY_REFUSED, and INVALID_INPUT for a key that is already there.
 */
export function withSecurityKey(
  now: readonly KnownSecurityKey[],
  {
    store,
    wrappingKey,
    key,
  }: { readonly store: KeyStore; readonly wrappingKey: Uint8Array; readonly key: NewSecurityKey },
): readonly KnownSecurityKey[] {
  const { challenge, clientDataJson, attestationObject, answer, ...facts } = key;
  if (now.some(({ way }) => constantTimeEqual(way.credentialId, key.credentialId)))
    throw new AppError('INVALID_INPUT', 'This security key already opens these keys. Nothing was changed.');
  if (utf8Encode(key.label).length > MAXIMUM_LABEL)
    throw new AppError('INVALID_INPUT', 'The name is too long. Nothing was changed. Choose a shorter one.');
  const attested = refusing(() => {
    requireOwnPage(clientDataJson, LOCK_RP_ID);
    const made = readAttestation({
      challenge: base64urlEncode(challenge),
      credentialId: base64urlEncode(key.credentialId),
      clientDataJson: base64urlEncode(clientDataJson),
      attestationObject: base64urlEncode(attestationObject),
    });
    if (made.rpIdHash !== rpIdHashOf(LOCK_RP_ID)) throw new RangeError('it is for another relying party');
    if (made.userVerified !== 1) throw new RangeError('the user was not verified');
    return made;
  });
  const way = makeSecurityKeyWay(store, wrappingKey, { answer, facts });
  return [...now, { way, publicKey: base64urlDecode(attested.publicKey), signCount: attested.signCount }];
}

/** The security keys of a store without one of them. Throws NOT_FOUND. */
export function withoutSecurityKey(
  now: readonly KnownSecurityKey[],
  credentialId: Uint8Array,
): readonly KnownSecurityKey[] {
  const left = now.filter(({ way }) => !constantTimeEqual(way.credentialId, credentialId));
  if (left.length < now.length) return left;
  throw new AppError('NOT_FOUND', 'No such security key opens these keys. Nothing was changed.');
}

/** Touches of security keys for one signature each. */
export interface Touches {
  /** The challenge of a touch for this key and body. It replaces an earlier unused one. */
  challenge(keyId: string, bodySha256: Uint8Array): Bytes;
  /** Uses up the challenge. Throws PASSKEY_REFUSED unless one of these security keys was touched for just that. */
  use(
    keyId: string,
    bodySha256: Uint8Array,
    touched: { readonly touch: Touch; readonly by: readonly KnownSecurityKey[] },
  ): void;
  /** Forgets an unused challenge. */
  dismiss(keyId: string): void;
}

export function createTouches(): Touches {
  /** Random, so that no touch is worth anything in a later vault. */
  const nonces = new Map<string, Bytes>();
  /** The highest value of each counter so far. */
  const counts = new Map<string, number>();

  const challengeOf = (nonce: Uint8Array, keyId: string, bodySha256: Uint8Array) =>
    sha256(Uint8Array.of(...nonce, ...bodySha256, ...utf8Encode(`castellan signature v1|${keyId}`)));

  /** WebAuthn section 7.2, step 22: one that does not count says 0 for ever. */
  const count = ({ way, signCount: first }: KnownSecurityKey, authenticatorData: Uint8Array) => {
    const name = hexEncode(way.credentialId);
    const last = counts.get(name) ?? first;
    const { signCount } = readAuthenticatorData(authenticatorData);
    if ((signCount !== 0 || last !== 0) && signCount <= last)
      throw new RangeError('its counter went back, as after a copy');
    counts.set(name, signCount);
  };

  return {
    challenge(keyId, bodySha256) {
      const nonce = randomBytes(32);
      nonces.set(keyId, nonce);
      return challengeOf(nonce, keyId, bodySha256);
    },
    use(keyId, bodySha256, { touch, by }) {
      const nonce = nonces.get(keyId);
      nonces.delete(keyId);
      refusing(() => {
        if (nonce === undefined) throw new RangeError('it had no open question, or answered before');
        const known = by.find(({ way }) => constantTimeEqual(way.credentialId, touch.credentialId));
        if (known === undefined) throw new RangeError('it is of another security key');
        requireOwnPage(touch.clientDataJson, LOCK_RP_ID);
        const challenge = base64urlEncode(challengeOf(nonce, keyId, bodySha256));
        const publicKey = base64urlEncode(known.publicKey);
        const stamp = { ...touch, credentialId: base64urlEncode(touch.credentialId) };
        verifyAssertion(stamp, challenge, { publicKey, rpIdHash: rpIdHashOf(LOCK_RP_ID), userVerified: 1 });
        count(known, touch.authenticatorData);
      });
    },
    dismiss: (keyId) => void nonces.delete(keyId),
  };
}

function refusing<Value>(check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    const isKnown = error instanceof RangeError || error instanceof AppError;
    throw new AppError(
      'PASSKEY_REFUSED',
      sentence`The security key’s answer was refused: ${isKnown ? error.message : 'it cannot be read'}. Nothing was done. Try again.`,
      { cause: error },
    );
  }
}
