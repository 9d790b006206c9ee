import Type from 'typebox';
import { Closed, Nullable, Secret } from '../model/bytes.ts';
import { ADDRESS_FORMATS, CURVES } from '../model/enums.ts';
import { LIMITS } from '../model/limits.ts';
import { Finding } from '../model/meaning.ts';

const Id = Type.String({ minLength: 1, maxLength: 64 });

/** The accounts of a wallet, of which the service derives the same. */
const Account = Closed({
  curve: Type.Enum(CURVES),
  path: Type.String({ maxLength: 4096 }),
  addressFormat: Type.Enum(ADDRESS_FORMATS),
});

/** The key that a service signed for an import, with the organization, user and signer that it must name. */
const ImportTarget = Closed({
  bundle: Type.String({ maxLength: LIMITS.bundle }),
  organizationId: Id,
  userId: Id,
  signerKey: Type.String({ pattern: '^[0-9a-f]{130}$' }),
});

/** The contents of an import. */
const IMPORTED = {
  /** The words, the private key in one of its text forms, or the bytes of a secret. */
  given: Secret(LIMITS.importedSecret),
  /** Opens a keystore file. Null for every other form. */
  passphrase: Nullable(Secret(LIMITS.passphrase)),
  as: Type.Union([
    Closed({ kind: Type.Literal('wallet'), accounts: Type.Array(Account, { maxItems: 100 }) }),
    Closed({
      kind: Type.Literal('key'),
      /** Null for the curve that the form states, else for that of the address formats. */
      curve: Nullable(Type.Enum(CURVES)),
      addressFormats: Type.Array(Type.Enum(ADDRESS_FORMATS), { maxItems: ADDRESS_FORMATS.length }),
    }),
    Closed({ kind: Type.Literal('secret') }),
  ]),
};

/** Imports in the vault. Only the vault reads what is imported, and it keeps nothing of it. */
export const IMPORT_MESSAGES = {
  /**
   * Reads what would be imported and derives its addresses, so that a wrong file is refused before a service is asked
   * for a key. Keeps nothing. Throws KEY_INVALID, INVALID_INPUT, PASSPHRASE_WRONG, PASSPHRASE_REQUIRED.
   */
  checkImport: { input: Closed(IMPORTED), output: Closed({}) },
  /**
   * Verifies the key that the service signed for an import, reads the given text, derives its addresses, and encrypts
   * it to that key. Throws SERVICE_REPLY_INVALID, KEY_INVALID, INVALID_INPUT, PASSPHRASE_WRONG.
   */
  sealImport: {
    input: Closed({ ...IMPORTED, target: ImportTarget }),
    output: Closed({
      encryptedBundle: Type.String(),
      /** 130 hex digits. */
      targetPublicKey: Type.String(),
      /** The curve of a private key. Null for others. */
      curve: Nullable(Type.Enum(CURVES)),
      /** The address of each account or address format, in their order. */
      addresses: Type.Array(Type.String()),
      /** Claims of the imported file that its key contradicts. The operator sees them before the import is sent. */
      findings: Type.Array(Finding),
    }),
  },
  /**
   * Verifies the key that a service signed for an import. Returns it: an export of another service that is sealed to it
   * opens only at the importing service. Throws SERVICE_REPLY_INVALID.
   */
  readImportTarget: {
    input: ImportTarget,
    /** 130 hex digits. */
    output: Closed({ targetPublicKey: Type.String() }),
  },
  /**
   * Verifies an export bundle (docs/protocol.md#bundles) and returns its sealed contents in the form of an import.
   * Opens nothing. Throws what the checks of `openBundle` throw.
   */
  passOnExport: {
    input: Closed({
      bundle: Type.String({ maxLength: LIMITS.bundle }),
      organizationId: Id,
      signerKey: Type.String({ pattern: '^[0-9a-f]{130}$' }),
    }),
    output: Closed({ encryptedBundle: Type.String() }),
  },
} as const;
