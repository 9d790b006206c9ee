import Type from 'typebox';
import { Bytes, Closed, Nullable, Secret } from '../model/bytes.ts';
import { ADDRESS_FORMATS, CURVES, PAYLOAD_ENCODINGS, STAMP_SCHEME_NAMES, TRANSACTION_TYPES } from '../model/enums.ts';
import { ContractInterface, INTERFACE_LIMITS, InterfaceFacts } from '../model/interfaces.ts';
import { LIMITS } from '../model/limits.ts';
import { Description, Meaning } from '../model/meaning.ts';
import {
  CredentialId,
  MADE_PASSKEY,
  MAXIMUM_SECURITY_KEY_LABEL,
  PASSKEY_TRANSPORTS,
  USED_PASSKEY,
} from '../model/passkeys.ts';
import { KEY_STORES } from '../model/rows.ts';
import { Agreement, SealedSecret, SealTo } from './agreement.ts';
import { Approval } from './approval.ts';
import { BACKUP_MESSAGES } from './backup-messages.ts';
import { DELIVERY_MESSAGES } from './delivery-messages.ts';
import { EXPORT_MESSAGES, TokenPublicKey } from './export-messages.ts';
import { GIVEN, Passphrase } from './given.ts';
import { Protection } from './hardening.ts';
import { IMPORT_MESSAGES } from './import-messages.ts';
import { PAYMENT_MESSAGES } from './payment-messages.ts';

const Id = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' });
const PublicKey = Type.String({ pattern: '^([0-9a-f]{64}|[0-9a-f]{66}|[0-9a-f]{130})$' });

/** The address that would sign, null when it is not known. */
const SignWith = Type.Union([Type.String({ minLength: 1, maxLength: 512 }), Type.Null()]);

/** The current time, in milliseconds since 1970. Findings report deadlines that have passed by then. */
const AtMs = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** The operator's descriptions of contracts. */
const Interfaces = Type.Array(ContractInterface, { maxItems: INTERFACE_LIMITS.count });

/** The one purpose of a key: `stamp` signs request bodies, `target` opens export bundles, `audit` signs the audit log. */
export const KEY_PURPOSES = ['stamp', 'target', 'audit'] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

/** A key and its purpose. `scheme` is absent for P-256, which every key of another purpose uses. */
const NAMED_KEY = {
  id: Id,
  purpose: Type.Enum(KEY_PURPOSES),
  scheme: Type.Optional(Type.Enum(STAMP_SCHEME_NAMES)),
};

/** A store's own header, from which the vault opens it. The vault makes these bytes. */
const Header = Secret(LIMITS.storedKey);

/** The operator's name for a security key. Its header limits the length in bytes of UTF-8. */
const SecurityKeyLabel = Type.String({ minLength: 1, maxLength: MAXIMUM_SECURITY_KEY_LABEL });

const Store = Type.Enum(KEY_STORES);
const Sealed = Secret(LIMITS.storedKey);
/** True for a new stamping key that asks with each stamp, as `guardKey` describes. Absent for any other. */
const Asks = Type.Optional(Type.Boolean());

/** A key in the vault, and its stored form: a blob that only the vault opens. Null for a key without a store. */
const StoredKey = Closed({ publicKey: PublicKey, stored: Nullable(Sealed) });

/**
 * The messages that the vault answers. It ignores everything else.
 * Private keys leave it only sealed, in `reveal` and in `stored`.
 * The master key of a local service leaves it sealed to a key of that service's process.
 */
export const VAULT_MESSAGES = {
  /** First message, once: delivers the approval key, hardens and confines the process, then runs the self-test. */
  start: {
    input: Closed({ approvalKey: Secret(32, 32) }),
    output: Closed({
      /** Names of the known-answer tests that passed. */
      selfTest: Type.Array(Type.String()),
      protection: Protection,
    }),
  },
  /**
   * Opens a store by its header. Without a header, it makes a new wrapping key.
   * For an open store it only verifies the secret.
   * Returns the header to keep. Throws PASSPHRASE_REQUIRED, PASSPHRASE_WRONG, KEYSTORE_CORRUPT.
   */
  openStore: {
    input: Closed({ store: Store, header: Nullable(Header), ...GIVEN }),
    output: Closed({ header: Header }),
  },
  /**
   * Changes the PIN or passphrase of an open store to `next`, or removes it, after verifying the present one. Returns
   * the header to keep.
   */
  protectStore: {
    input: Closed({ store: Store, ...GIVEN, next: Passphrase }),
    output: Closed({ header: Header }),
  },
  /**
   * Adds a security key to the ways to open an open store, after verifying a present way. Returns the header to keep.
   * Throws PASSKEY_REFUSED, and INVALID_INPUT for a known key or a full header.
   */
  addSecurityKey: {
    input: Closed({
      store: Store,
      ...GIVEN,
      key: Closed({
        challenge: Bytes(32, 32),
        ...MADE_PASSKEY,
        transports: Type.Array(Type.Enum(PASSKEY_TRANSPORTS)),
        salt: Bytes(32, 32),
        /** The security key's response to the salt. */
        answer: Secret(32, 32),
        label: SecurityKeyLabel,
        addedAt: AtMs,
      }),
    }),
    output: Closed({ header: Header }),
  },
  /** Removes a security key from them, after the same check. Throws NOT_FOUND. */
  removeSecurityKey: {
    input: Closed({ store: Store, ...GIVEN, credentialId: CredentialId }),
    output: Closed({ header: Header }),
  },
  /** With a null store, only this process holds the key, until it is forgotten. */
  createKey: {
    input: Closed({ ...NAMED_KEY, store: Nullable(Store), asks: Asks }),
    output: StoredKey,
  },
  /** `privateKey`: 32 raw bytes of a scalar, for Ed25519 of the seed. */
  importKey: {
    input: Closed({ ...NAMED_KEY, store: Nullable(Store), asks: Asks, privateKey: Secret(32, 32) }),
    output: StoredKey,
  },
  /**
   * Loads a stored key and proves that it belongs to `publicKey` before it may be used.
   * Returns its `asks` setting, as in `guardKey`.
   */
  loadKey: {
    input: Closed({ ...NAMED_KEY, store: Store, publicKey: PublicKey, stored: Sealed }),
    output: Closed({ publicKey: PublicKey, asks: Type.Boolean() }),
  },
  /**
   * Turns the prompt with each stamp (except for reads) on or off for a loaded stamping key.
   * Verifies the secret of the key's store first. Returns the sealed key to keep.
   * Throws PASSPHRASE_REQUIRED, PASSPHRASE_WRONG, KEYSTORE_CORRUPT, VAULT_LOCKED.
   */
  guardKey: {
    input: Closed({ id: Id, stored: Sealed, ...GIVEN, asks: Type.Boolean() }),
    output: Closed({ stored: Sealed }),
  },
  /**
   * Returns a challenge for a security key. Its touch admits one stamp of the body with this digest. Throws
   * VAULT_LOCKED.
   */
  askTouch: {
    input: Closed({ keyId: Id, bodySha256: Bytes(32, 32) }),
    output: Closed({ challenge: Bytes(32, 32) }),
  },
  /**
   * Admits one stamp of the body with this digest by a key that asks.
   * Verifies the PIN or passphrase of the key's store, or a touch of one of the store's security keys.
   * Throws PASSPHRASE_REQUIRED, PASSPHRASE_WRONG, PASSKEY_REFUSED, VAULT_LOCKED.
   */
  admit: {
    input: Closed({
      keyId: Id,
      bodySha256: Bytes(32, 32),
      passphrase: Passphrase,
      touch: Type.Optional(Closed(USED_PASSKEY)),
    }),
    output: Closed({}),
  },
  /**
   * Opens the master key of a local service from its stored form, or makes a new one when `stored` is null.
   * Returns it sealed with `MASTER_INFO` to the key that the service offered. Throws KEY_INVALID.
   */
  masterKey: {
    input: Closed({ id: Id, store: Store, stored: Nullable(Sealed), sealTo: SealTo }),
    output: Closed({ master: SealedSecret, stored: Sealed }),
  },
  /** Makes a master key that only a token opens: sealed to the token's `publicKey`, and kept by its store. */
  makeTokenMaster: {
    input: Closed({ id: Id, store: Store, publicKey: TokenPublicKey, sealTo: SealTo }),
    output: Closed({ master: SealedSecret, stored: Sealed }),
  },
  /** The first half of opening it, as for a bundle: returns the key agreement for the token. */
  checkTokenMaster: {
    input: Closed({ id: Id, store: Store, publicKey: TokenPublicKey, stored: Sealed }),
    output: Closed({ openingId: Id, ...Agreement.properties }),
  },
  /** The second half. Throws NOT_FOUND, BUNDLE_UNREADABLE. */
  openTokenMaster: {
    input: Closed({ openingId: Id, agreement: SealedSecret, sealTo: SealTo }),
    output: Closed({ master: SealedSecret }),
  },
  describe: {
    input: Closed({ body: Bytes(LIMITS.body) }),
    output: Meaning,
  },
  /** Replaces all descriptions of contracts that the vault uses. */
  keepInterfaces: {
    input: Closed({ interfaces: Interfaces }),
    output: Closed({}),
  },
  /** Checks an operator's description of a contract and returns its contents. Throws INVALID_INPUT. */
  checkInterface: {
    input: ContractInterface,
    output: InterfaceFacts,
  },
  /**
   * Describes a text without a request to stamp it. Opens nothing. An activity is a body, or a service's reply: its
   * intent, and the stamped bytes as text in JSON.
   */
  inspect: {
    input: Closed({
      bytes: Bytes(3 * LIMITS.body),
      as: Type.Union([
        Closed({
          kind: Type.Literal('transaction'),
          type: Type.Enum(TRANSACTION_TYPES),
          signWith: SignWith,
          atMs: AtMs,
        }),
        Closed({
          kind: Type.Literal('payload'),
          encoding: Type.Enum(PAYLOAD_ENCODINGS),
          signWith: SignWith,
          atMs: AtMs,
        }),
        Closed({
          kind: Type.Literal('bundle'),
          /** The key that verifies the signature. */
          signerKey: Type.Union([Type.String({ pattern: '^[0-9a-f]{130}$' }), Type.Null()]),
        }),
        Closed({ kind: Type.Literal('activity') }),
      ]),
      /** Used before the stored ones. Absent for none. */
      interfaces: Type.Optional(Interfaces),
    }),
    output: Type.Union([Meaning, Description]),
  },
  stamp: {
    input: Closed({ body: Bytes(LIMITS.body), approval: Approval }),
    output: Closed({ name: Type.String(), value: Type.String() }),
  },
  /**
   * Encrypts a one-time code and the public half of a stamping key to the key that the service sent with the code.
   * `signerKey` has signed that key (docs/protocol.md#sealed-contents). Throws SERVICE_REPLY_INVALID, INVALID_INPUT.
   */
  sealCode: {
    input: Closed({
      id: Id,
      code: Secret(LIMITS.oneTimeCode),
      bundle: Type.String({ maxLength: LIMITS.bundle }),
      organizationId: Type.String({ minLength: 1, maxLength: 64 }),
      signerKey: Type.String({ pattern: '^[0-9a-f]{130}$' }),
    }),
    output: Closed({ encryptedOtpBundle: Type.String() }),
  },
  /**
   * Signs the `loginMessage` of the approval with a stamping key. Returns r and s in hex. Throws APPROVAL_REFUSED,
   * VAULT_LOCKED.
   */
  signLogin: {
    input: Closed({ tokenId: Type.String({ minLength: 1, maxLength: 255 }), approval: Approval }),
    output: Closed({ signature: Type.String({ pattern: '^[0-9a-f]{128}$' }) }),
  },
  /**
   * Returns a DER signature of an audit key over `auditHeadBytes`.
   * Refuses a number below one that was signed before (AUDIT_BROKEN).
   */
  signAuditHead: {
    input: Closed({
      keyId: Id,
      first: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      sequence: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      hash: Bytes(32, 32),
    }),
    output: Closed({ signature: Bytes(72) }),
  },
  /** Returns the address of a mnemonic's key at a path, and the key's public half. Keeps nothing. */
  deriveAddress: {
    input: Closed({
      mnemonic: Secret(LIMITS.mnemonic),
      curve: Type.Enum(CURVES),
      path: Type.String({ maxLength: 4096 }),
      addressFormat: Type.Enum(ADDRESS_FORMATS),
    }),
    output: Closed({ address: Type.String(), publicKey: Type.String() }),
  },
  ...EXPORT_MESSAGES,
  ...IMPORT_MESSAGES,
  ...BACKUP_MESSAGES,
  ...DELIVERY_MESSAGES,
  ...PAYMENT_MESSAGES,
  /** Wipes a key, an opened bundle or a backup’s keys. An unknown id is no error, so a caller may repeat it. */
  forget: {
    input: Closed({ id: Id }),
    output: Closed({}),
  },
} as const;
export type VaultMessages = typeof VAULT_MESSAGES;
