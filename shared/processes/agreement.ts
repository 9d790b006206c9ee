import Type, { type Static } from 'typebox';
import { Bytes, Closed } from '../model/bytes.ts';
import { utf8Encode } from '../wire/text.ts';

/**
 * 32 secret bytes that main passes on and cannot open, sealed (HPKE) to a one-time key of their reader.
 * A token's process sends an ECDH result to the vault this way. The vault sends a local service its master key this
 * way.
 */
export const SealedSecret = Closed({ encappedPublic: Bytes(65, 65), ciphertext: Bytes(48, 48) });
export type SealedSecret = Static<typeof SealedSecret>;

/** The key that a secret is sealed to: an uncompressed point of P-256. */
export const SealTo = Bytes(65, 65);

/** The info (RFC 9180 section 5.1) of a sealed master key, so that it opens for no other purpose. */
export const MASTER_INFO: Uint8Array = utf8Encode('castellan master key v1');

/** A request to a token: the ECDH with `encappedPublic`, sealed to `sealTo`. */
export const Agreement = Type.Object({ encappedPublic: Bytes(65, 65), sealTo: SealTo });
export type Agreement = Static<typeof Agreement>;
