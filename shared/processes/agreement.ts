import Type, { type Static } from 'typebox';
import { Bytes, Closed } from '../model/bytes.ts';
import { utf8Encode } from '../wire/text.ts';

/**
 * 32 secret bytes that main passes on and cannot open, sealed (HPKE) to a key that their reader made for this one alone: the result of an
 * ECDH from a token's process to the vault, and the master key of a local service from the vault to that.
 */
export const SealedSecret = Closed({ encappedPublic: Bytes(65, 65), ciphertext: Bytes(48, 48) });
export type SealedSecret = Static<typeof SealedSecret>;

/** What such a one is sealed to: an uncompressed point of P-256. */
export const SealTo = Bytes(65, 65);

/** The info (RFC 9180 section 5.1) of a master key that is handed over: it opens as nothing else. */
export const MASTER_INFO: Uint8Array = utf8Encode('castellan master key v1');

/** What a token is asked for: the ECDH with this encapsulated key, sealed to that key. */
export const Agreement = Type.Object({ encappedPublic: Bytes(65, 65), sealTo: SealTo });
export type Agreement = Static<typeof Agreement>;
