import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';
import { KEY_CURVES, STAMP_SCHEME_NAMES } from './enums.ts';

/** A token describes itself in padded text of at most 64 bytes. */
const TokenText = Type.String({ maxLength: 64 });
const ModulePath = Type.String({ minLength: 1, maxLength: 4096, pattern: '^[^\\u0000]+$' });
/** CKA_ID in hex, which the private and the public half of a key share. */
const KeyId = Type.String({ minLength: 2, maxLength: 510, pattern: '^([0-9a-f]{2})+$' });
const Flag = Type.Union([Type.Boolean(), Type.Null()]);

/**
 * The state of a token's PIN (PKCS#11 2.40, section 3.2).
 * - `none`: the token needs no PIN.
 * - `low`: a wrong one was entered before.
 * - `final`: the next wrong one locks it.
 */
export const PIN_STATES = ['none', 'ready', 'low', 'final', 'locked', 'unset'] as const;
export type PinState = (typeof PIN_STATES)[number];

/** A token in a slot, as it and its module describe it. */
export const TokenFacts = Closed({
  slot: Type.Integer({ minimum: 0 }),
  label: TokenText,
  serial: TokenText,
  manufacturer: TokenText,
  model: TokenText,
  pin: Type.Enum(PIN_STATES),
  /** The curves of keys that it can make and sign with, by its list of mechanisms. secp256k1 shares those of P-256. */
  curves: Type.Array(Type.Enum(KEY_CURVES)),
});
export type TokenFacts = Static<typeof TokenFacts>;

/** Selects a token of a module. Null members match anything. */
export const TokenChoice = Closed({
  label: TokenText,
  serial: Type.Union([TokenText, Type.Null()]),
  slot: Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()]),
});
export type TokenChoice = Static<typeof TokenChoice>;

/** Selects a token and its module. */
export const TokenAt = Closed({ module: ModulePath, ...TokenChoice.properties });
export type TokenAt = Static<typeof TokenAt>;

/** A key for a profile: a new one on a token, or with `keyId` an existing one. Without a scheme it is P-256. */
export const TokenKeyChoice = Closed({
  ...TokenAt.properties,
  keyId: Type.Union([KeyId, Type.Null()]),
  scheme: Type.Optional(Type.Enum(STAMP_SCHEME_NAMES)),
});
export type TokenKeyChoice = Static<typeof TokenKeyChoice>;

/** A vendor's module at its package's usual path. */
export const KnownModule = Closed({ name: Type.String(), path: ModulePath });
export type KnownModule = Static<typeof KnownModule>;

/**
 * The attributes that show whether a private key can leave its token. Null for an attribute that the token does not
 * report.
 */
export const KeyProtection = Closed({
  extractable: Flag,
  sensitive: Flag,
  neverExtractable: Flag,
  local: Flag,
  alwaysAuthenticate: Flag,
});
export type KeyProtection = Static<typeof KeyProtection>;

/** A key of a token. `publicKey` is in compressed SEC1 form, or the 32 bytes of Ed25519, as lowercase hex. */
export const TokenKeyFacts = Closed({
  keyId: KeyId,
  label: Type.String({ maxLength: 256 }),
  curve: Type.Enum(KEY_CURVES),
  publicKey: Type.String({ pattern: '^(0[23])?[0-9a-f]{64}$' }),
  protection: KeyProtection,
});
export type TokenKeyFacts = Static<typeof TokenKeyFacts>;

/** The place of a key that never leaves its token, with the token's facts from when the key was first used. */
export const TokenPlace = Closed({
  module: ModulePath,
  label: TokenText,
  serial: TokenText,
  keyId: KeyId,
  protection: KeyProtection,
});
export type TokenPlace = Static<typeof TokenPlace>;

/**
 * Says in words whether a key could be copied off its token. An unreported attribute never counts in the key's favour.
 */
export function copyingOf({ extractable, sensitive, neverExtractable, local }: KeyProtection): string {
  if (extractable === true || sensitive === false) return 'Can be copied: its token allows exports';
  if (extractable === null || sensitive === null) return 'Its token does not report whether it can be copied';
  if (local === true && neverExtractable === true) return 'Cannot be copied: made on its token, which never exports it';
  return 'Cannot be copied now. Its token does not rule out an earlier copy or another origin';
}
