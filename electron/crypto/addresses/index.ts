/** Addresses of public keys (PROTOCOL 9). Does NOT check that an address is used, or on which network. */
import { AppError } from '../../../shared/errors/index.ts';
import type { AddressFormat, Curve } from '../../../shared/model/index.ts';
import { invalidKey } from '../keys.ts';
import { hasKeyLength, requirePublicKey } from '../public-key.ts';
import { ethereum } from './ethereum.ts';
import type { AddressRule } from './format.ts';
import { compressed, uncompressed } from './sec1.ts';
import { solana } from './solana.ts';

export type { AddressRule } from './format.ts';

/** The formats this program can make; the others of the interface are NOT_SUPPORTED. */
export const ADDRESS_TABLE: Readonly<Partial<Record<AddressFormat, AddressRule>>> = {
  ADDRESS_FORMAT_UNCOMPRESSED: uncompressed,
  ADDRESS_FORMAT_COMPRESSED: compressed,
  ADDRESS_FORMAT_ETHEREUM: ethereum,
  ADDRESS_FORMAT_SOLANA: solana,
};

/** The supported formats, in the order of the interface. */
export function findFormats(): readonly AddressFormat[] {
  return Object.keys(ADDRESS_TABLE) as AddressFormat[];
}

/** The rule of a format. Throws NOT_SUPPORTED. */
export function addressRule(format: AddressFormat): AddressRule {
  const rule = ADDRESS_TABLE[format];
  if (rule === undefined) {
    throw new AppError(
      'NOT_SUPPORTED',
      `Addresses of format ${format} cannot be made by this version of Castellan. Nothing was derived. Use one of ${findFormats().join(', ')}.`,
    );
  }
  return rule;
}

/**
 * Address of a public key (hex of any letter case: 33 or 65 bytes SEC1, or 32 bytes Ed25519). `curve` may be left out
 * when the format or the key tells it; a key that would give different addresses on two curves needs it.
 * Throws NOT_SUPPORTED, KEY_INVALID or INVALID_INPUT.
 */
export function addressOf(format: AddressFormat, publicKey: string, curve?: Curve): string {
  const rule = addressRule(format);
  if (curve !== undefined && !rule.curves.includes(curve)) {
    throw new AppError(
      'INVALID_INPUT',
      `Addresses of format ${format} are not made of ${curve} keys. Nothing was derived. Use ${rule.curves.join(' or ')}.`,
    );
  }
  const candidates = (curve === undefined ? rule.curves : [curve]).filter((candidate) =>
    hasKeyLength(candidate, publicKey),
  );
  const addresses = new Set<string>();
  for (const candidate of candidates) {
    const key = candidateKey(candidate, publicKey);
    if (key !== null) addresses.add(rule.fromPublicKey(key, candidate));
  }
  const [address] = addresses;
  if (address === undefined) throw invalidKey(`it is not a public key that ${format} can be made of`);
  if (addresses.size > 1) {
    throw new AppError(
      'INVALID_INPUT',
      `This compressed key is a point of more than one curve, so its ${format} address is not certain. Nothing was derived. Give the uncompressed key.`,
    );
  }
  return address;
}

/** Whether two texts are the same address in the format's own rules (EIP-55 letter case counts when it is used). */
export function sameAddress(format: AddressFormat, a: string, b: string): boolean {
  const { normalize } = addressRule(format);
  const left = normalize(a);
  return left !== null && left === normalize(b);
}

function candidateKey(curve: Curve, publicKey: string): string | null {
  try {
    return requirePublicKey(curve, publicKey);
  } catch {
    return null;
  }
}
