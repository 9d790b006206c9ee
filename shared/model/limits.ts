const KIBIBYTE = 1024;
export const MEBIBYTE = 1024 * KIBIBYTE;

/**
 * Sizes that several parts of the program share, in bytes (for text: in characters). Each part defines its own other
 * limits.
 */
export const LIMITS = {
  /** A request body: the limit of the service, the client, the vault, the window and files. */
  body: 4 * MEBIBYTE,
  /** An export or import bundle: a secret of 64 KiB in hex in hex, with room. A revealed secret is shorter than its bundle. */
  bundle: 512 * KIBIBYTE,
  /** A secret to import: sealed and in hexadecimal, it fits into a request of the service. */
  importedSecret: 64 * KIBIBYTE,
  /** A passphrase, as it is typed and as the vault and the local service take it. */
  passphrase: KIBIBYTE,
  /** Choice (policy-length): an expression of the policy language. */
  expression: 10_000,
  /** A one-time code: far longer than any real one. */
  oneTimeCode: 64,
  /**
   * The longest OIDC token that an operation accepts. It is the longest text that an operator types or pastes for main.
   */
  oidcToken: 16 * KIBIBYTE,
  /** A token's PIN: far longer than any token accepts. */
  pin: 256,
  /** A mnemonic: far more than 24 words of any language, whose letters may be written composed or not. */
  mnemonic: 2 * KIBIBYTE,
  /**
   * The stored form of a key. Windows stores 2560 bytes of text for each name, which holds 1024 bytes in base64 with
   * room.
   */
  storedKey: KIBIBYTE,
} as const;

/**
 * The fewest characters of a new PIN, which is stretched and has limited tries, and of a new passphrase (NIST SP
 * 800-63B).
 */
export const MINIMUM_CHARACTERS = { pin: 6, passphrase: 8 } as const;

/** The idle minutes until the vault locks: the lowest, the default and the highest choice. */
export const IDLE_MINUTES = { least: 1, usual: 5, most: 60 } as const;

/**
 * Counts the characters (code points) in UTF-8 bytes.
 *
 * @example
 * characterCount(utf8Encode('für'));
 * // 3
 */
export function characterCount(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => ((byte & 0xc0) === 0x80 ? sum : sum + 1), 0);
}
