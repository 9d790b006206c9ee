/**
 * Addresses of public keys (docs/protocol.md#addresses). Does NOT check that an address is used, or on which network.
 */
import { AppError } from '../../../shared/errors/index.ts';
import {
  ADDRESS_FORMAT_FACTS,
  ADDRESS_FORMATS,
  type AddressFormat,
  type AddressFormatFacts,
  type Curve,
} from '../../../shared/model/index.ts';
import { isHex } from '../../../shared/wire/index.ts';
import { convertPublicKey, hasKeyLength, requirePublicKey } from '../curves/public-key.ts';
import { invalidKey } from '../keys.ts';
import type { AddressFunctions } from './encodings.ts';
import { FORMATS } from './formats.ts';

/** One row of the address table: everything the program knows about a format. */
export interface AddressRule extends AddressFormatFacts, AddressFunctions {}

/** The facts and the functions of each format, in the order of the interface. */
export const ADDRESS_TABLE = Object.fromEntries(
  ADDRESS_FORMATS.map((format) => [format, { ...ADDRESS_FORMAT_FACTS[format], ...FORMATS[format] }]),
) as Readonly<Record<AddressFormat, AddressRule>>;

/**
 * Returns the formats that a text is an address of, in the order of the interface. More than one is usual: the networks
 * of Bitcoin and the wallets of TON share spellings. A text of another length or other letters costs one look at each
 * format.
 *
 * @example
 * findFormatsOf('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn');
 * // [
 * //   'ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH',
 * //   'ADDRESS_FORMAT_BITCOIN_SIGNET_P2PKH',
 * //   'ADDRESS_FORMAT_BITCOIN_REGTEST_P2PKH',
 * // ]
 */
export function findFormatsOf(address: string): readonly AddressFormat[] {
  return ADDRESS_FORMATS.filter((format) => ADDRESS_TABLE[format].normalize(address) !== null);
}

/**
 * Returns the address of a public key (hex of any letter case: 33 or 65 bytes SEC1, or 32 bytes Ed25519). `curve` may
 * be omitted when the format or the key implies it. A key that would give different addresses on two curves needs it.
 * Throws KEY_INVALID or INVALID_INPUT.
 *
 * @example
 * addressOf('ADDRESS_FORMAT_ETHEREUM', '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798');
 * // '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
 */
export function addressOf(format: AddressFormat, publicKey: string, curve?: Curve): string {
  const rule = ADDRESS_TABLE[format];
  if (curve !== undefined && !rule.curves.includes(curve)) {
    throw new AppError(
      'INVALID_INPUT',
      `Addresses of format ${format} are not derived from ${curve} keys. Nothing was derived. Use ${rule.curves.join(' or ')}.`,
    );
  }
  const candidates = (curve === undefined ? rule.curves : [curve]).filter((candidate) =>
    hasKeyLength(candidate, publicKey),
  );
  const addresses = new Set<string>();
  for (const candidate of candidates) {
    const key = keyOnCurve(rule, publicKey, candidate);
    if (key !== null) addresses.add(rule.fromPublicKey(key));
  }
  const [address] = addresses;
  if (address === undefined) throw invalidKey(keyFault(format, publicKey, candidates.length > 0));
  if (addresses.size > 1) {
    throw new AppError(
      'INVALID_INPUT',
      `This compressed key is a point of more than one curve, so its ${format} address is not certain. Nothing was derived. Give the uncompressed key.`,
    );
  }
  return address;
}

const [ED25519_DIGITS, POINT_DIGITS] = [64, 130];

/** Returns the reason why a key has no address: its length, its digits, or that it is not a point of the curve. */
function keyFault(format: AddressFormat, publicKey: string, hasLength: boolean): string {
  const lengths = ADDRESS_TABLE[format].curves.map((curve) => (curve === 'CURVE_ED25519' ? '64' : '66 or 130'));
  if (!isHex(publicKey)) return 'it is not hexadecimal text';
  if (!hasLength)
    return `it has ${publicKey.length} hexadecimal digits, and a key of ${format} has ${[...new Set(lengths)].join(' or ')}`;
  const begins = publicKey.length === POINT_DIGITS ? ['04'] : publicKey.length === ED25519_DIGITS ? [''] : ['02', '03'];
  if (!begins.some((begin) => publicKey.startsWith(begin)))
    return `it begins with ${publicKey.slice(0, 2)}, and a key of ${publicKey.length} digits begins with ${begins.join(' or ')}`;
  return `it is not a point of ${ADDRESS_TABLE[format].curves.join(' or ')}`;
}

/**
 * Compares two addresses by the rules of their format (EIP-55: a mixed-case address must have the right checksum).
 *
 * @example
 * const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
 * sameAddress('ADDRESS_FORMAT_ETHEREUM', address, address.toLowerCase());
 * // true
 */
export function sameAddress(format: AddressFormat, a: string, b: string): boolean {
  const { normalize } = ADDRESS_TABLE[format];
  const left = normalize(a);
  return left !== null && left === normalize(b);
}

/**
 * Returns the public key in an address of this format (lowercase hex). Returns null for another text, or when the
 * format holds only a digest of the key.
 *
 * @example
 * keyOfAddress('ADDRESS_FORMAT_SOLANA', 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z');
 * // 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
 */
export function keyOfAddress(format: AddressFormat, address: string): string | null {
  const { normalize, keyOf } = ADDRESS_TABLE[format];
  const text = normalize(address);
  return text === null ? null : (keyOf?.(text) ?? null);
}

/** Returns the key in the form of the rule, or null when it is not a point of the curve. */
function keyOnCurve({ keyForm = 'compressed' }: AddressRule, publicKey: string, curve: Curve): string | null {
  try {
    return keyForm === 'compressed' ? requirePublicKey(curve, publicKey) : convertPublicKey(publicKey, curve, keyForm);
  } catch {
    return null;
  }
}
