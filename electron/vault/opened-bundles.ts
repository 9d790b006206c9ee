import { AppError, sentence } from '../../shared/errors/index.ts';
import type { AddressFormat, ExportProof, KeyStore, RevealFormat } from '../../shared/model/index.ts';
import type { InputOf, OutputOf, VaultMessages } from '../../shared/processes/index.ts';
import { revealInfo } from '../../shared/wire/index.ts';
import {
  ADDRESS_TABLE,
  addressOf,
  type Bytes,
  checkExportBundle,
  deriveKey,
  type HpkeSealed,
  hpkeSeal,
  isMnemonic,
  mnemonicSeed,
  openExportBundle,
  parsePath,
  publicKeyOf,
  sameAddress,
} from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';
import { type FileReaders, firstLine, formatSecret, kindOfSecret } from './reveal-formats.ts';
import { createTokenOpenings } from './token-openings.ts';

type OpenInput = Omit<InputOf<VaultMessages, 'openBundle'>, 'targetId'>;

/** The key that opens a bundle, and its store. */
interface Target {
  readonly privateKey: Uint8Array;
  readonly store: KeyStore | null;
}

interface OpenedBundle {
  readonly plaintext: Uint8Array;
  readonly store: KeyStore | null;
  readonly proof: ExportProof;
}

/** Plaintexts of opened bundles, each under a random id until it is forgotten. */
export interface OpenedBundles {
  /** Runs every check, then decrypts, then proves the address. On any failure nothing is kept. */
  open(input: OpenInput, target: Target): { revealId: string; proof: ExportProof };
  /** Checks a bundle whose key is on a token. The bundle then waits for the token's answer. */
  check(input: InputOf<VaultMessages, 'checkBundle'>): OutputOf<VaultMessages, 'checkBundle'>;
  /** Opens the waiting bundle and removes it, whatever the result. Throws NOT_FOUND, and like `open`. */
  openAgreed(openingId: string, agreement: HpkeSealed): { revealId: string; proof: ExportProof };
  /** The store of the key that opened it. Null when no store keeps that key. Throws NOT_FOUND. */
  storeOf(revealId: string): KeyStore | null;
  /** Sealed to the public key `to`: nothing of it leaves the vault in clear. Throws NOT_FOUND, INVALID_INPUT or KEY_INVALID. */
  reveal(
    revealId: string,
    as: { readonly format: RevealFormat } & FileReaders,
    to: Uint8Array,
  ): Promise<{ encappedPublic: Bytes; ciphertext: Bytes }>;
  forget(revealId: string): void;
}

export function createOpenedBundles(memory: SecretMemory, newId: () => string): OpenedBundles {
  const opened = new Map<string, OpenedBundle>();
  const openings = createTokenOpenings<OpenInput>(memory, newId);

  /** Keeps the opened secret when it matches the expectation. Wipes `plaintext`. */
  const keep = (plaintext: Bytes, { signerKey, organizationId, expected }: OpenInput, store: KeyStore | null) => {
    try {
      const derivedAddress = expected === null ? null : proveAddress(plaintext, expected);
      const revealId = newId();
      const proof: ExportProof = {
        signerKey,
        organizationId,
        holds: kindOfSecret(plaintext),
        expectedAddress: expected?.address ?? null,
        derivedAddress,
        addressFormat: expected?.addressFormat ?? null,
        byteLength: plaintext.length,
      };
      opened.set(revealId, { plaintext: memory.hold(plaintext), store, proof });
      return { revealId, proof };
    } finally {
      plaintext.fill(0);
    }
  };

  const find = (revealId: string) => {
    const found = opened.get(revealId);
    if (found !== undefined) return found;
    throw new AppError(
      'NOT_FOUND',
      'This opened bundle is no longer in the vault: it was wiped. Open the bundle again.',
    );
  };

  return {
    open: (input, { privateKey, store }) =>
      keep(openExportBundle({ ...input, recipientPrivate: privateKey }), input, store),
    check: ({ targetPublicKey, ...input }) => openings.begin(checkExportBundle(input), targetPublicKey, input),
    openAgreed(openingId, agreement) {
      const { plaintext, what } = openings.finish(openingId, agreement);
      return keep(plaintext, what, null);
    },
    storeOf: (revealId) => find(revealId).store,
    async reveal(revealId, { format, ...readers }, to) {
      const { plaintext, proof } = find(revealId);
      const secret = await formatSecret(plaintext, format, { ...readers, proof });
      try {
        return hpkeSeal({ recipientPublic: to, plaintext: secret, info: revealInfo(format, proof) });
      } finally {
        secret.fill(0);
      }
    },
    forget(revealId) {
      openings.forget(revealId);
      const plaintext = opened.get(revealId)?.plaintext;
      if (plaintext !== undefined) memory.release(plaintext);
      opened.delete(revealId);
    },
  };
}

/**
 * The address of the opened key when it is the expected one, on any curve that the format allows. Throws
 * ADDRESS_MISMATCH, and INVALID_INPUT for a path that is none.
 */
function proveAddress(plaintext: Uint8Array, { address, addressFormat, path }: NonNullable<OpenInput['expected']>) {
  if (path !== undefined) {
    const there = addressesAt(plaintext, path, { address, addressFormat }).find((each) =>
      sameAddress(addressFormat, each, address),
    );
    if (there !== undefined) return there;
    throw mismatch(address, `the wallet in it has another address at ${path}`);
  }
  if (isMnemonic(firstLine(plaintext))) throw holdsWallet(address);
  if (plaintext.length !== 32) throw mismatch(address, 'it does not hold a single private key');
  for (const curve of ADDRESS_TABLE[addressFormat].curves) {
    const derived = addressOnCurve(plaintext, addressFormat, curve);
    if (derived !== null && sameAddress(addressFormat, derived, address)) return derived;
  }
  throw mismatch(address, 'the key in it has another address');
}

/** The addresses of a wallet's words at a path, on each curve of the format. Throws ADDRESS_MISMATCH for other contents. */
function addressesAt(
  plaintext: Uint8Array,
  path: string,
  { address, addressFormat }: { readonly address: string; readonly addressFormat: AddressFormat },
): string[] {
  const words = firstLine(plaintext);
  if (!isMnemonic(words)) throw mismatch(address, 'it does not hold the words of a wallet');
  parsePath(path);
  const seed = mnemonicSeed(words);
  try {
    return ADDRESS_TABLE[addressFormat].curves.flatMap((curve) => {
      try {
        const { privateKey, publicKey } = deriveKey(seed, curve, path);
        privateKey.fill(0);
        return addressOf(addressFormat, publicKey, curve);
      } catch {
        // Ed25519 has only hardened paths, so a path of another curve may be none of its own.
        return [];
      }
    });
  } finally {
    seed.fill(0);
  }
}

function addressOnCurve(
  privateKey: Uint8Array,
  format: AddressFormat,
  curve: Parameters<typeof publicKeyOf>[0],
): string | null {
  try {
    return addressOf(format, publicKeyOf(curve, privateKey), curve);
  } catch {
    // Not every 32 bytes are a key of every curve.
    return null;
  }
}

/** Many addresses belong to the words, so one cannot be compared without its path. Nothing is wrong at the service. */
function holdsWallet(address: string): AppError {
  return new AppError(
    'ADDRESS_MISMATCH',
    sentence`The bundle holds the words of a whole wallet, and ${address} can only be compared with the key of one account. It was wiped and not shown. Export that account alone, or open the wallet without an address (--unproven).`,
  );
}

function mismatch(address: string, reason: string): AppError {
  return new AppError(
    'ADDRESS_MISMATCH',
    sentence`The bundle does not hold the key of ${address}: ${reason}. It was wiped and not shown. Export the account again and report this to the operator of the service.`,
  );
}
