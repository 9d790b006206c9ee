import {
  base64urlDecode,
  base64urlEncode,
  hexEncode,
  type PasskeyStamp,
  utf8Encode,
} from '../../../shared/wire/index.ts';
import { sha256 } from '../native.ts';
import { readCbor } from './cbor.ts';
import { readCoseKey } from './cose.ts';
import { readAuthenticatorData, readClientData } from './parts.ts';

/**
 * The data that an assertion is checked against: the public key in COSE and the hash of the relying party, both
 * base64url. `userVerified` is 1 when registration verified the user.
 */
export interface KnownPasskey {
  readonly publicKey: string;
  readonly rpIdHash: string | null;
  readonly userVerified: 0 | 1 | null;
}

/**
 * Checks an assertion of a passkey for a challenge in base64url (WebAuthn section 7.2). The relying party is the one
 * that the passkey was registered for. The browser states the page of the assertion, and the caller judges it.
 * Choice (user-verification): clients ask for user verification where it is available. So a passkey that was registered
 * with it must be used with it. Others need the user's presence only. Throws RangeError with the reason.
 */
export function verifyAssertion(
  { authenticatorData, clientDataJson, signature }: PasskeyStamp,
  challenge: string,
  passkey: KnownPasskey,
): void {
  const clientData = readClientData(clientDataJson);
  if (clientData.type !== 'webauthn.get') throw new RangeError('its client data is not of an assertion');
  if (clientData.challenge !== challenge) throw new RangeError('it was made for another body');
  const { rpIdHash, userPresent, userVerified } = readAuthenticatorData(authenticatorData);
  if (rpIdHash !== passkey.rpIdHash) throw new RangeError('it is for another relying party');
  if (!userPresent) throw new RangeError('no user was present');
  if (passkey.userVerified === 1 && !userVerified) throw new RangeError('the user was not verified');
  const verify = readCoseKey(readCbor(base64urlDecode(passkey.publicKey)).value);
  const signed = Uint8Array.of(...authenticatorData, ...sha256(clientDataJson));
  if (!verify(signed, signature)) throw new RangeError('its signature is invalid');
}

/**
 * Returns the challenge of the clients: base64url of the hexadecimal text of the body's SHA-256
 * (docs/protocol.md#passkey-stamps).
 *
 * @example
 * utf8Decode(base64urlDecode(challengeOf(utf8Encode('abc'))));
 * // 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
 */
export function challengeOf(bytes: Uint8Array): string {
  return base64urlEncode(utf8Encode(hexEncode(sha256(bytes))));
}
