import Type from 'typebox';
import { Secret } from '../model/bytes.ts';
import { LIMITS } from '../model/limits.ts';

/** A PIN or a passphrase as it was typed. */
export const Passphrase = Type.Union([Secret(LIMITS.passphrase), Type.Null()]);
/** The proof of the right to open a store: the typed secret, or a security key's response to its salt. */
export const GIVEN = { passphrase: Passphrase, securityKey: Type.Optional(Secret(32, 32)) };
