import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  type AccountRow,
  ADDRESS_FORMATS,
  type AddressFormat,
  type Curve,
  isUuid,
  type ProfileRow,
} from '../../../shared/model/index.ts';
import type { PrivateKey } from '../../../shared/operations/index.ts';
import { addressOf, requirePublicKey, type Signer, sameAddress } from '../../crypto/index.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Queries } from '../queries/queries.ts';

/** A signer with a known public key, named by its address or by the id of its private key. */
export interface KnownSigner extends Signer {
  readonly address: string;
  readonly named: 'address' | 'id';
}

/** Finds the public keys of signers: in the cache, else at the service. Nothing that cannot be found or read is an error. */
export interface Signers {
  /**
   * Null when nothing is known. Throws SIGNATURE_MISMATCH when the service pairs an account with a key of another
   * address.
   */
  find(profile: ProfileRow, signWith: string): Promise<KnownSigner | null>;
}

/**
 * Formats whose derivation no public source settles (docs/protocol.md#addresses): the script of P2SH and P2WSH, the
 * curve of Sei. Choice (foreign-derivations): a key that derives another address there proves nothing, because another
 * service may derive it differently. The signature is then "not checked" instead of refused.
 */
const UNSETTLED: readonly string[] = ADDRESS_FORMATS.filter(
  (format) => /_P2W?SH$/.test(format) || format === 'ADDRESS_FORMAT_SEI',
);

export const isUnsettled = (format: string): boolean => UNSETTLED.includes(format);

export function createSigners(accounts: Accounts, queries: Queries): Signers {
  const byPrivateKey = async (profile: ProfileRow, signWith: string): Promise<KnownSigner | null> => {
    const options = { profile };
    if (isUuid(signWith)) {
      const { privateKey } = await queries.ask('get_private_key', { privateKeyId: signWith }, options);
      return privateKey.privateKeyId.toLowerCase() === signWith.toLowerCase() ? namedById(privateKey) : null;
    }
    const { privateKeys } = await queries.ask('list_private_keys', {}, options);
    for (const { publicKey, curve, addresses } of privateKeys) {
      const formats = addresses.flatMap(({ format, address }) =>
        format !== undefined && isSame(format, address, signWith) ? [format] : [],
      );
      if (formats.length > 0) return proveAddress(publicKey, curve, formats, signWith);
    }
    return null;
  };

  return {
    async find(profile, signWith) {
      const isId = isUuid(signWith);
      const cached = isId ? null : ofAccount(accounts.cached(profile, signWith), signWith);
      if (cached !== null) return cached;
      // Before the accounts, because reading all of them again may take a thousand requests.
      const privateKey = await byPrivateKey(profile, signWith).catch(unknownUnlessMismatch);
      if (isId || privateKey !== null) return privateKey;
      return ofAccount(await accounts.find(profile, signWith).catch(() => null), signWith);
    },
  };
}

function ofAccount(account: AccountRow | null, signWith: string): KnownSigner | null {
  if (account?.publicKey == null) return null;
  return proveAddress(account.publicKey, account.curve, [account.addressFormat], signWith);
}

function unknownUnlessMismatch(error: unknown): null {
  if (error instanceof AppError && error.code === 'SIGNATURE_MISMATCH') throw error;
  return null;
}

/** The signer when its key derives the address in one of the formats, which then is its only one. */
function proveAddress(
  publicKey: string,
  curve: string,
  formats: readonly string[],
  signWith: string,
): KnownSigner | null {
  let wrong: string | null = null;
  for (const format of formats) {
    const derived = derive(format, publicKey, curve);
    if (derived === null) continue;
    if (isSame(format, derived, signWith)) {
      const signer = { curve: curve as Curve, publicKey: requirePublicKey(curve as Curve, publicKey) };
      return { ...signer, addressFormats: [format as AddressFormat], address: derived, named: 'address' };
    }
    if (!isUnsettled(format)) wrong = derived;
  }
  if (wrong === null) return null;
  throw new AppError(
    'SIGNATURE_MISMATCH',
    sentence`The service says ${signWith} has the public key ${publicKey}, but that key derives ${wrong}. Do not use this signature.`,
  );
}

function namedById({ privateKeyId, publicKey, curve, addresses }: PrivateKey): KnownSigner {
  const addressFormats = addresses.flatMap(({ format }) => (isKnownFormat(format) ? [format] : []));
  return {
    curve: curve as Curve,
    publicKey: requirePublicKey(curve as Curve, publicKey),
    addressFormats,
    address: privateKeyId,
    named: 'id',
  };
}

function derive(format: string, publicKey: string, curve: string): string | null {
  try {
    return addressOf(format as AddressFormat, publicKey, curve as Curve);
  } catch {
    // A format or curve of a newer service, or an invalid key.
    return null;
  }
}

function isSame(format: string, address: string | undefined, signWith: string): boolean {
  try {
    return address !== undefined && sameAddress(format as AddressFormat, address, signWith);
  } catch {
    return false;
  }
}

export function isKnownFormat(format: string | undefined): format is AddressFormat {
  return (ADDRESS_FORMATS as readonly (string | undefined)[]).includes(format);
}
