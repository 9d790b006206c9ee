import {
  type AccountRow,
  ADDRESS_FORMAT_FACTS,
  type AddressFamily,
  type AddressFormatFacts,
} from '../../shared/model/index.ts';

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

/** Namespaces of CAIP-2, for formats that a newer service may have. */
const NAMESPACES: Readonly<Record<string, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  cosmos: 'Cosmos',
  tron: 'Tron',
  sui: 'Sui',
  aptos: 'Aptos',
  stellar: 'Stellar',
  tvm: 'TON',
  xrpl: 'XRP Ledger',
};

/** What is known about an account's address format, or null for one of a newer service. */
export function formatFacts(format: string): AddressFormatFacts | null {
  return Object.hasOwn(ADDRESS_FORMAT_FACTS, format)
    ? ADDRESS_FORMAT_FACTS[format as keyof typeof ADDRESS_FORMAT_FACTS]
    : null;
}

/**
 * The chain of an account and its test network, by its address format: Dogecoin has Bitcoin's CAIP-2 namespace, Sei that of
 * Cosmos. Else by the CAIP-2 prefix ("eip155", "solana:5eykt…"); an em dash where an account belongs to no chain.
 */
export function chainLabel({ addressFormat, caip2Prefix }: Pick<AccountRow, 'addressFormat' | 'caip2Prefix'>): string {
  const family = formatFacts(addressFormat)?.family ?? 'key';
  if (family !== 'key') {
    const chain = addressFormat === 'ADDRESS_FORMAT_SEI' ? 'Sei' : FAMILIES[family];
    const network = /_(TESTNET|SIGNET|REGTEST)(?=_|$)/.exec(addressFormat)?.[1];
    return network === undefined ? chain : `${chain} ${network.toLowerCase()}`;
  }
  if (caip2Prefix === null) return '—';
  return NAMESPACES[caip2Prefix.split(':')[0] ?? ''] ?? caip2Prefix;
}
