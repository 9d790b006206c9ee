import { ADDRESS_FORMAT_FACTS, type AddressFamily, type AddressFormatFacts } from './address-formats.ts';
import { namespaceLabel } from './chains.ts';
import type { Curve } from './enums.ts';

const FAMILIES: Readonly<Record<Exclude<AddressFamily, 'key'>, string>> = {
  ethereum: 'Ethereum',
  solana: 'Solana',
  cosmos: 'Cosmos',
  tron: 'Tron',
  sui: 'Sui',
  aptos: 'Aptos',
  bitcoin: 'Bitcoin',
  dogecoin: 'Dogecoin',
  stellar: 'Stellar',
  ton: 'TON',
  ripple: 'XRP Ledger',
  spark: 'Spark',
};

/** Words that keep their own spelling inside a label made from an enumerated value. */
const SPELLED: Readonly<Record<string, string>> = {
  p2pkh: 'P2PKH',
  p2sh: 'P2SH',
  p2wpkh: 'P2WPKH',
  p2wsh: 'P2WSH',
  p2tr: 'P2TR',
  ton: 'TON',
  xlm: 'Stellar',
  xrp: 'XRP Ledger',
  doge: 'Dogecoin',
  compressed: 'compressed key',
  uncompressed: 'uncompressed key',
  v3r2: 'v3R2',
  v4r2: 'v4R2',
  v5r1: 'v5R1',
};

/** Returns the facts about an account's address format, or null for a format of a newer service. */
export function formatFacts(format: string): AddressFormatFacts | null {
  return Object.hasOwn(ADDRESS_FORMAT_FACTS, format)
    ? ADDRESS_FORMAT_FACTS[format as keyof typeof ADDRESS_FORMAT_FACTS]
    : null;
}

/**
 * Returns the chain of an account and its test network, by its address format first.
 * Dogecoin shares Bitcoin's CAIP-2 namespace, and Sei shares that of Cosmos.
 * Otherwise uses the CAIP-2 prefix ("eip155", "solana:5eykt…"). Returns an em dash for an account of no chain.
 *
 * @example
 * chainLabel({ addressFormat: 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR', caip2Prefix: 'bip122' });
 * // 'Bitcoin testnet'
 */
export function chainLabel(account: { readonly addressFormat: string; readonly caip2Prefix: string | null }): string {
  const { addressFormat, caip2Prefix } = account;
  const family = formatFacts(addressFormat)?.family ?? 'key';
  if (family !== 'key') {
    const chain = addressFormat === 'ADDRESS_FORMAT_SEI' ? 'Sei' : FAMILIES[family];
    const network = /_(TESTNET|SIGNET|REGTEST)(?=_|$)/.exec(addressFormat)?.[1];
    return network === undefined ? chain : `${chain} ${network.toLowerCase()}`;
  }
  return caip2Prefix === null ? '—' : namespaceLabel(caip2Prefix);
}

/** The names of the curves for people. */
export const CURVE_NAMES: Readonly<Record<Curve, string>> = {
  CURVE_SECP256K1: 'secp256k1',
  CURVE_ED25519: 'Ed25519',
  CURVE_P256: 'P-256',
};

/** Returns the name of a curve for people. */
export const curveLabel = (curve: Curve): string => CURVE_NAMES[curve];

/**
 * Returns the name of an address format for people.
 *
 * @example
 * formatLabel('ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR');
 * // 'Bitcoin mainnet P2TR'
 */
export function formatLabel(format: string): string {
  const words = format
    .replace(/^ADDRESS_FORMAT_/, '')
    .toLowerCase()
    .split('_')
    .map((word) => SPELLED[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
