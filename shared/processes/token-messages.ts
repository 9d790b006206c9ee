import Type from 'typebox';
import { Bytes, Closed, Secret } from '../model/bytes.ts';
import { KEY_CURVES, STAMP_SCHEME_NAMES } from '../model/enums.ts';
import { LIMITS } from '../model/limits.ts';
import { TokenChoice, TokenFacts, TokenKeyFacts, TokenPlace } from '../model/pkcs11.ts';
import { SealedSecret } from './agreement.ts';
import { Approval } from './approval.ts';
import { Hardening } from './hardening.ts';

const { module: ModulePath, keyId: KeyId } = TokenPlace.properties;
const { publicKey: PublicKey } = TokenKeyFacts.properties;
const Pin = Type.Union([Secret(LIMITS.pin), Type.Null()]);

/**
 * The messages that a token process answers. Each PKCS#11 module has its own process, and no private key ever crosses.
 */
export const TOKEN_MESSAGES = {
  /** First message, once: hardens the process, then loads and initializes the module. Throws TOKEN_UNAVAILABLE. */
  start: {
    input: Closed({ approvalKey: Secret(32, 32), module: ModulePath }),
    output: Closed({ hardening: Hardening }),
  },
  /** The tokens that are in slots and initialized. */
  tokens: { input: Closed({}), output: Closed({ tokens: Type.Array(TokenFacts) }) },
  /**
   * Finds the token and, with a PIN, logs in if needed. `needsPin` is true when a PIN is still needed.
   * Throws TOKEN_MISSING, TOKEN_AMBIGUOUS, PIN_WRONG, PIN_LOCKED.
   */
  login: {
    input: Closed({ token: TokenChoice, pin: Pin }),
    output: Closed({ token: TokenFacts, needsPin: Type.Boolean() }),
  },
  /** The keys of a token that sign. Throws PIN_REQUIRED when it was not logged in. */
  keys: { input: Closed({ token: TokenChoice }), output: Closed({ keys: Type.Array(TokenKeyFacts) }) },
  /**
   * Makes a key that cannot leave the token and has one use: signing, or key agreement (ECDH, on P-256 alone).
   * Returns it only after it has proven that. Throws TOKEN_REFUSED.
   */
  createKey: {
    input: Closed({
      token: TokenChoice,
      purpose: Type.Enum(['stamp', 'target']),
      curve: Type.Enum(KEY_CURVES),
      label: Type.String({ minLength: 1, maxLength: 64 }),
    }),
    output: TokenKeyFacts,
  },
  /**
   * Lets approvals for `id` stamp with that key and scheme. The key must be the registered one.
   * Throws KEY_MISSING, KEY_STORE_CHANGED.
   */
  openKey: {
    input: Closed({
      id: Type.String({ minLength: 1, maxLength: 64 }),
      token: TokenChoice,
      keyId: KeyId,
      publicKey: PublicKey,
      scheme: Type.Enum(STAMP_SCHEME_NAMES),
    }),
    output: TokenKeyFacts,
  },
  /** Signs `body` on the token, after the approval for exactly these bytes. `pin` is for a key that asks each time. */
  stamp: {
    input: Closed({ body: Bytes(LIMITS.body), approval: Approval, pin: Pin }),
    output: Closed({ name: Type.String(), value: Type.String() }),
  },
  /**
   * ECDH of a target key with the encapsulated key of a bundle. Needs an `open` approval for exactly `agreementBytes`.
   * Also needs the PIN, which is verified again. Returns the result sealed (HPKE) to `sealTo`.
   * Throws also PIN_REQUIRED, KEY_INVALID.
   */
  agree: {
    input: Closed({
      token: TokenChoice,
      keyId: KeyId,
      publicKey: PublicKey,
      encappedPublic: Bytes(65, 65),
      sealTo: Bytes(65, 65),
      approval: Approval,
      pin: Pin,
    }),
    output: SealedSecret,
  },
  /** Destroys a target key on its token. A missing key is not an error. Throws PIN_REQUIRED without a login. */
  destroyTarget: {
    input: Closed({ token: TokenChoice, keyId: KeyId, publicKey: PublicKey }),
    output: Closed({}),
  },
} as const;
export type TokenMessages = typeof TOKEN_MESSAGES;
