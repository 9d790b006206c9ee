import Type, { type Static } from 'typebox';
import { Bytes, Closed } from '../model/bytes.ts';

/** The result of an ECDH (32 bytes) on its way from a token's process to the vault: sealed (HPKE) to a key of the vault for this one alone. */
export const SealedAgreement = Closed({ encappedPublic: Bytes(65, 65), ciphertext: Bytes(48, 48) });
export type SealedAgreement = Static<typeof SealedAgreement>;

/** What a token is asked for: the ECDH with this encapsulated key, sealed to that key. */
export const Agreement = Type.Object({ encappedPublic: Bytes(65, 65), sealTo: Bytes(65, 65) });
export type Agreement = Static<typeof Agreement>;
