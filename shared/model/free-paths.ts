import { ADDRESS_FORMAT_FACTS } from './address-formats.ts';
import type { AddressFormat, Curve } from './enums.ts';

/**
 * Returns the first usual path of a format that is not taken, from the index `from` on. An unhardened last segment is
 * BIP-44's address index. Otherwise wallets number the account level, the first zero. Ed25519 has hardened segments only
 * (SLIP-0010).
 *
 * @example
 * freePath('ADDRESS_FORMAT_ETHEREUM', 'CURVE_SECP256K1', new Set(["m/44'/60'/0'/0/0"]));
 * // "m/44'/60'/0'/0/1"
 */
export function freePath(format: AddressFormat, curve: Curve, taken: ReadonlySet<string>, from = 0): string {
  let index = from;
  while (taken.has(pathAt(format, curve, index))) index += 1;
  return pathAt(format, curve, index);
}

function pathAt(format: AddressFormat, curve: Curve, index: number): string {
  const { defaultPath } = ADDRESS_FORMAT_FACTS[format];
  const path = curve === 'CURVE_ED25519' ? defaultPath.replace(/(\d)(?=\/|$)/g, "$1'") : defaultPath;
  return path.endsWith("'") ? path.replace(/\/0'/, `/${index}'`) : path.replace(/\d+$/, String(index));
}
