import { AppError } from '../../shared/errors/index.ts';
import type { AddressFormat, ExportProof, KeyStore } from '../../shared/model/index.ts';
import {
  agreementBytes,
  type InputOf,
  type OutputOf,
  type RevealFormat,
  type VaultMessages,
} from '../../shared/processes/index.ts';
import { hexDecode, revealInfo } from '../../shared/wire/index.ts';
import {
  ADDRESS_TABLE,
  addressOf,
  type Bytes,
  checkExportBundle,
  generateP256,
  type HpkeSealed,
  hpkeOpen,
  hpkeOpenAgreed,
  hpkeSeal,
  openExportBundle,
  p256Convert,
  p256PublicKey,
  publicKeyOf,
  sameAddress,
} from '../crypto/index.ts';
import type { SecretMemory } from '../hardening/index.ts';
import { formatSecret, kindOfSecret } from './reveal-formats.ts';

type OpenInput = Omit<InputOf<VaultMessages, 'openBundle'>, 'targetId'>;

/** The key that opens a bundle, and what keeps it. */
interface Target {
  readonly privateKey: Uint8Array;
  readonly store: KeyStore | null;
}

interface OpenedBundle {
  readonly plaintext: Uint8Array;
  readonly store: KeyStore | null;
  readonly proof: ExportProof;
}

/** A bundle that waits for what a token answers, and the key that this is sealed to. */
interface Waiting {
  readonly input: OpenInput;
  readonly sealed: HpkeSealed;
  readonly targetPublicKey: string;
  readonly privateKey: Uint8Array;
  /** What the answer is sealed with beside the key. */
  readonly info: Uint8Array;
}

/** Beyond this many the oldest waits no more. */
const MAXIMUM_WAITING = 16;

/** Plaintexts of opened bundles, each under a random id until it is forgotten. */
export interface OpenedBundles {
  /** Every check, then decryption, then the address; on any failure nothing is kept. */
  open(input: OpenInput, target: Target): { revealId: string; proof: ExportProof };
  /** Checks a bundle whose key is on a token, and lets it wait for what the token answers. */
  check(input: InputOf<VaultMessages, 'checkBundle'>): OutputOf<VaultMessages, 'checkBundle'>;
  /** Opens what waited; nothing waits any more, whatever comes of it. Throws NOT_FOUND, and like `open`. */
  openAgreed(openingId: string, agreement: HpkeSealed): { revealId: string; proof: ExportProof };
  /** The store that keeps the key it was opened with; null for one that no store keeps. Throws NOT_FOUND. */
  storeOf(revealId: string): KeyStore | null;
  /** Sealed to the public key `to`: nothing of it leaves the vault in clear. Throws NOT_FOUND, INVALID_INPUT or KEY_INVALID. */
  reveal(revealId: string, format: RevealFormat, to: Uint8Array): { encappedPublic: Bytes; ciphertext: Bytes };
  forget(revealId: string): void;
}

export function createOpenedBundles(memory: SecretMemory, newId: () => string): OpenedBundles {
  const opened = new Map<string, OpenedBundle>();
  const waiting = new Map<string, Waiting>();

  const stopWaiting = (openingId: string) => {
    const found = waiting.get(openingId);
    if (found !== undefined) memory.release(found.privateKey);
    waiting.delete(openingId);
  };

  /** Keeps what was opened when it is what was expected; wipes `plaintext`. */
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
    check({ targetPublicKey, ...input }) {
      const sealed = checkExportBundle(input);
      const { privateKey } = generateP256();
      const sealTo = hexDecode(p256PublicKey(privateKey, 'uncompressed'));
      const [oldest] = waiting.keys();
      if (waiting.size >= MAXIMUM_WAITING && oldest !== undefined) stopWaiting(oldest);
      const openingId = newId();
      const { encappedPublic } = sealed;
      const publicKey = p256Convert(targetPublicKey, 'compressed');
      const info = agreementBytes({ publicKey, encappedPublic, sealTo });
      waiting.set(openingId, { input, sealed, targetPublicKey, info, privateKey: memory.hold(privateKey) });
      return { openingId, encappedPublic, sealTo };
    },
    openAgreed(openingId, agreement) {
      const found = waiting.get(openingId);
      if (found === undefined) throw notWaiting();
      const { input, sealed, targetPublicKey, info, privateKey } = found;
      let agreed: Bytes | null = null;
      try {
        agreed = hpkeOpen({ recipientPrivate: privateKey, info, ...agreement });
        return keep(hpkeOpenAgreed({ agreed, recipientPublic: hexDecode(targetPublicKey), ...sealed }), input, null);
      } finally {
        agreed?.fill(0);
        stopWaiting(openingId);
      }
    },
    storeOf: (revealId) => find(revealId).store,
    reveal(revealId, format, to) {
      const { plaintext, proof } = find(revealId);
      const secret = formatSecret(plaintext, format);
      try {
        return hpkeSeal({ recipientPublic: to, plaintext: secret, info: revealInfo(format, proof) });
      } finally {
        secret.fill(0);
      }
    },
    forget(revealId) {
      stopWaiting(revealId);
      const plaintext = opened.get(revealId)?.plaintext;
      if (plaintext !== undefined) memory.release(plaintext);
      opened.delete(revealId);
    },
  };
}

const notWaiting = () =>
  new AppError(
    'NOT_FOUND',
    'This bundle no longer waits for its token: the vault was locked, or too many others were begun. Nothing was opened. Open it again.',
  );

/** The address of the opened key when it is the expected one, on any curve that the format allows. Throws ADDRESS_MISMATCH. */
function proveAddress(plaintext: Uint8Array, expected: { address: string; addressFormat: AddressFormat }): string {
  const { address, addressFormat } = expected;
  if (plaintext.length !== 32) throw mismatch(address, 'what it holds is not a single private key');
  for (const curve of ADDRESS_TABLE[addressFormat].curves) {
    const derived = addressOnCurve(plaintext, addressFormat, curve);
    if (derived !== null && sameAddress(addressFormat, derived, address)) return derived;
  }
  throw mismatch(address, 'the key in it has another address');
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

function mismatch(address: string, reason: string): AppError {
  return new AppError(
    'ADDRESS_MISMATCH',
    `The bundle is not the key of ${address}: ${reason}. It was wiped and not shown. Export the account again and report this to the service.`,
  );
}
