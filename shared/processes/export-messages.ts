import Type from 'typebox';
import { Bytes, Closed, Nullable, Secret } from '../model/bytes.ts';
import { ADDRESS_FORMATS } from '../model/enums.ts';
import { LIMITS } from '../model/limits.ts';
import { ExportProof, Recipients } from '../model/proof.ts';
import { REVEAL_FORMATS } from '../model/reveal-formats.ts';
import { Agreement, SealedSecret } from './agreement.ts';
import { GIVEN } from './given.ts';

const Id = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' });

/** The public half of a key on a token, uncompressed. */
export const TokenPublicKey = Type.String({ pattern: '^[0-9a-f]{130}$' });

/** A bundle, with its required properties. */
const CHECKED_BUNDLE = {
  bundle: Type.String({ maxLength: LIMITS.bundle }),
  organizationId: Type.String({ minLength: 1, maxLength: 64 }),
  signerKey: Type.String({ pattern: '^[0-9a-f]{130}$' }),
  /**
   * Derive this address from the opened key and refuse (ADDRESS_MISMATCH, plaintext wiped) when it differs. With a path,
   * the bundle holds the words of a wallet and the key is the one at that path.
   */
  expected: Nullable(
    Closed({
      address: Type.String(),
      addressFormat: Type.Enum(ADDRESS_FORMATS),
      path: Type.Optional(Type.String({ maxLength: 256 })),
    }),
  ),
};
const OpenedBundle = Closed({ revealId: Id, proof: ExportProof });

/** Export bundles in the vault. */
export const EXPORT_MESSAGES = {
  /** Every check of docs/protocol.md#bundles, then HPKE. The plaintext stays in the vault under `revealId`. */
  openBundle: {
    input: Closed({ targetId: Id, ...CHECKED_BUNDLE }),
    output: OpenedBundle,
  },
  /**
   * The first half of `openBundle` for a key on a token: every check of docs/protocol.md#bundles.
   * Makes a one-time key of the vault, which the token seals its response to.
   * The opening waits under `openingId` until it is opened or forgotten.
   */
  checkBundle: {
    input: Closed({ targetPublicKey: TokenPublicKey, ...CHECKED_BUNDLE }),
    output: Closed({ openingId: Id, ...Agreement.properties }),
  },
  /**
   * The second half: HPKE (5.1) with the token's response. Ends the waiting opening, also after a failure. Throws
   * NOT_FOUND.
   */
  openAgreed: {
    input: Closed({ openingId: Id, agreement: SealedSecret }),
    output: OpenedBundle,
  },
  /**
   * Returns the plaintext of an opened bundle, sealed by HPKE to the public key `to` with `revealInfo`.
   * Needs the secret of the store that keeps the target key, if the store has one. `filePassphrase` encrypts a format
   * for a file, and so do the `recipients` of age in its place. Throws INVALID_INPUT, PASSPHRASE_REQUIRED, PASSPHRASE_WRONG, KEY_INVALID.
   */
  reveal: {
    input: Closed({
      revealId: Id,
      format: Type.Enum(REVEAL_FORMATS),
      ...GIVEN,
      to: Bytes(65, 65),
      filePassphrase: Type.Optional(Secret(LIMITS.passphrase)),
      recipients: Type.Optional(Recipients),
    }),
    output: Closed({ encappedPublic: Bytes(65, 65), ciphertext: Bytes(LIMITS.bundle) }),
  },
} as const;
