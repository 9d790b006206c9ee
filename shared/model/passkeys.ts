import Type, { type Static } from 'typebox';
import { Bytes, Closed } from './bytes.ts';

/**
 * A relying party (WebAuthn section 4): a host name in lower case, never an address, because browsers refuse addresses.
 */
export const RP_ID_PATTERN =
  '^(?=.{1,253}$)(localhost|([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?)$';
export const RpId = Type.String({ pattern: RP_ID_PATTERN });

/**
 * Choice (lock-relying-party): the relying party of the vault's own lock. `.internal` is reserved for private use
 * (ICANN, 2024). So nobody else can serve a page on which a browser would ask for these security keys. They also work
 * offline.
 */
export const LOCK_RP_ID = 'vault.castellan.internal';

/** The transports of an authenticator (WebAuthn section 5.8.4), as browsers name them. */
export const PASSKEY_TRANSPORTS = ['usb', 'nfc', 'ble', 'hybrid', 'internal'] as const;
export type PasskeyTransport = (typeof PASSKEY_TRANSPORTS)[number];

/** A passkey that stamps, with its authenticator's facts from when it was made. */
export const PasskeyPlace = Closed({
  rpId: RpId,
  /** base64url without padding. */
  credentialId: Type.String({ pattern: '^[A-Za-z0-9_-]{2,1364}$' }),
  transports: Type.Array(Type.Enum(PASSKEY_TRANSPORTS)),
  /** True when its user was verified by a PIN or a finger. Each later use verifies the user too. */
  userVerified: Type.Boolean(),
  /** True when its maker may copy it to other devices (WebAuthn section 6.1.3, backup eligibility). */
  synced: Type.Boolean(),
});
export type PasskeyPlace = Static<typeof PasskeyPlace>;

/** Returns the origin of the one page on which a relying party’s passkeys are made and used here. */
export const passkeyOrigin = (rpId: string): `https://${string}` => `https://${rpId}`;

/** Describes in words whether a passkey could be copied. */
export function copyingOfPasskey({ synced }: PasskeyPlace): string {
  return synced
    ? 'May be on your other devices: its maker copies it between them'
    : 'Cannot be copied: its security key or device reports that it is bound to it';
}

/** WebAuthn section 4: a credential id is at most 1023 bytes. */
export const CredentialId = Bytes(1023);
const ClientData = Bytes(4096);

/** A new passkey (WebAuthn section 5.2.1), as the browser returned it. */
export const MADE_PASSKEY = {
  credentialId: CredentialId,
  clientDataJson: ClientData,
  attestationObject: Bytes(16 * 1024),
};

/** An assertion of a passkey (WebAuthn section 5.2.2), as the browser returned it. */
export const USED_PASSKEY = {
  credentialId: CredentialId,
  clientDataJson: ClientData,
  authenticatorData: Bytes(4096),
  signature: Bytes(1024),
};

/** The most characters of a security key's label. */
export const MAXIMUM_SECURITY_KEY_LABEL = 32;
