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
 * The messages from the main process to a token process, which answers them. Each PKCS#11 module has its own token
 * process. No message has a private key. Each message after `start` also throws the module's errors: `TOKEN_MISSING`
 * for a removed token, `TOKEN_REFUSED` for most others (`electron/token/problems.ts`).
 */
export const TOKEN_MESSAGES = {
  /**
   * The first message, sent once. The process hardens itself, then loads and initializes the module. `approvalKey` is
   * the MAC key of the approvals in `stamp` and `agree`. Throws TOKEN_UNAVAILABLE, as does every message before it.
   */
  start: {
    input: Closed({ approvalKey: Secret(32, 32), module: ModulePath }),
    output: Closed({ hardening: Hardening }),
  },
  /** Lists the initialized tokens of the module's slots. Needs no login. */
  tokens: { input: Closed({}), output: Closed({ tokens: Type.Array(TokenFacts) }) },
  /**
   * Finds the token and logs in with the PIN, unless it is logged in already. Tries the PIN once. `needsPin` is true
   * only for a call without a PIN that found no login.
   * Throws TOKEN_MISSING, TOKEN_AMBIGUOUS, PIN_WRONG, PIN_LOCKED.
   */
  login: {
    input: Closed({ token: TokenChoice, pin: Pin }),
    output: Closed({ token: TokenFacts, needsPin: Type.Boolean() }),
  },
  /** Lists a token's signing keys. Log in first: most tokens hide their private keys until then, without an error. */
  keys: { input: Closed({ token: TokenChoice }), output: Closed({ keys: Type.Array(TokenKeyFacts) }) },
  /**
   * Makes a key pair that only signs (`stamp`) or only agrees on keys (`target`: ECDH on P-256). Keeps it only when
   * the token reports it as not extractable and one signature or agreement verifies. Throws TOKEN_REFUSED.
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
   * Finds a registered key by its id and public key. From then on, `stamp` uses it for approvals whose `credentialId`
   * is `id`. Throws KEY_MISSING, and KEY_STORE_CHANGED for a different key under that id.
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
  /**
   * Signs `body` on the token with the opened key of the approval, and returns the stamp header. The approval must be
   * for exactly these bytes, and can be used again only after a wrong PIN. `pin` is for a key that asks for it each
   * time, else null. Throws APPROVAL_REFUSED, KEY_MISSING, KEY_STORE_CHANGED, PIN_REQUIRED, PIN_WRONG.
   */
  stamp: {
    input: Closed({ body: Bytes(LIMITS.body), approval: Approval, pin: Pin }),
    output: Closed({ name: Type.String(), value: Type.String() }),
  },
  /**
   * Computes the ECDH of a target key and the encapsulated key of a bundle. Returns the result sealed (HPKE) to
   * `sealTo`, a key of the vault. Needs an `open` approval for exactly `agreementBytes`, which a wrong PIN uses up.
   * Needs the PIN even after a login, unless the token has none. Throws APPROVAL_REFUSED, PIN_REQUIRED, PIN_WRONG,
   * KEY_MISSING, KEY_STORE_CHANGED, and KEY_INVALID for an encapsulated key that is not on P-256.
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
  /** Destroys both halves of a target key. A missing key is no error. Throws PIN_REQUIRED without a login. */
  destroyTarget: {
    input: Closed({ token: TokenChoice, keyId: KeyId, publicKey: PublicKey }),
    output: Closed({}),
  },
} as const;
export type TokenMessages = typeof TOKEN_MESSAGES;
