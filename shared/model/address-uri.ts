import { ethereumChainName } from './chains.ts';

/** An address with the chain and the amount from the same text. */
export interface AddressUri {
  readonly address: string;
  /** CAIP-2. */
  readonly chain: string;
  /** The amount with its unit, as written in the text. Null when the text has none. */
  readonly amount: string | null;
}

/** Short names of chains, which precede an address (EIP-3770). */
const SHORT_NAMES: Readonly<Record<string, number>> = {
  eth: 1,
  oeth: 10,
  bnb: 56,
  gno: 100,
  matic: 137,
  pol: 137,
  zksync: 324,
  wc: 480,
  mantle: 5000,
  base: 8453,
  arb1: 42161,
  celo: 42220,
  avax: 43114,
  linea: 59144,
  blast: 81457,
  scr: 534352,
  sep: 11155111,
};

/** Schemes of payment links, the chain of each, and the unit of its `amount`. */
const SCHEMES: Readonly<Record<string, readonly [chain: string, unit: string]>> = {
  bitcoin: ['bip122:000000000019d6689c085ae165831e93', 'BTC'],
  litecoin: ['bip122:12a765e31ffd4059bada1e25190f6e98', 'LTC'],
  dogecoin: ['bip122:1a91e3dace36e2be3bf030a65679fe82', 'DOGE'],
  solana: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'SOL'],
  tron: ['tron:0x2b6653dc', 'TRX'],
};

/**
 * Reads an address in one of four notations:
 * - CAIP-10 (`eip155:1:0x…`) or EIP-3770 (`eth:0x…`).
 * - An EIP-681 link without a function (`ethereum:0x…@1?value=…`).
 * - A payment link after BIP-21 (`bitcoin:bc1…?amount=…`).
 * Returns null for every other text, and for a link with a function, a token or a parameter that must be understood.
 * The address itself is not checked.
 *
 * @example
 * readAddressUri('ethereum:0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359@1?value=2.014e18');
 * // { address: '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359', chain: 'eip155:1', amount: '2.014e18 wei' }
 */
export function readAddressUri(text: string): AddressUri | null {
  const trimmed = text.trim();
  return caip10(trimmed) ?? shortNamed(trimmed) ?? link(trimmed);
}

function caip10(text: string): AddressUri | null {
  const [, chain, address] = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{1,128})$/.exec(text) ?? [];
  return chain === undefined || address === undefined ? null : { address, chain, amount: null };
}

function shortNamed(text: string): AddressUri | null {
  const [, name = '', address] = /^([-a-z0-9]{1,32}):(0x[0-9a-fA-F]{40})$/.exec(text) ?? [];
  if (address === undefined || name === 'ethereum') return null;
  const id = Object.hasOwn(SHORT_NAMES, name) ? SHORT_NAMES[name] : undefined;
  return id === undefined ? null : { address, chain: ethereumChainName(id), amount: null };
}

function link(text: string): AddressUri | null {
  const [, scheme = '', path = '', query = ''] = /^([a-z]+):(?:\/\/)?([^?]*)(?:\?(.*))?$/i.exec(text) ?? [];
  const parameters = parametersOf(query);
  const name = scheme.toLowerCase();
  if (name === 'ethereum') return etherLink(path, parameters);
  const known = Object.hasOwn(SCHEMES, name) ? SCHEMES[name] : undefined;
  if (known === undefined || !/^[0-9a-zA-Z]+$/.test(path)) return null;
  // BIP-21: a program that does not know a parameter beginning with req- must not use the link.
  const mustKnow = parameters.some(([key]) => key.startsWith('req-') || key === 'spl-token');
  const amounts = valuesOf(parameters, 'amount');
  if (mustKnow || amounts.length > 1) return null;
  const [chain, unit] = known;
  return { address: path, chain, amount: amounts[0] === undefined ? null : `${amounts[0]} ${unit}` };
}

function etherLink(path: string, parameters: Parameters): AddressUri | null {
  const [, address, id = '1'] = /^(?:pay-)?(0x[0-9a-fA-F]{40})(?:@(\d{1,32}))?$/.exec(path) ?? [];
  const values = valuesOf(parameters, 'value');
  if (address === undefined || values.length > 1) return null;
  return { address, chain: ethereumChainName(id), amount: values[0] === undefined ? null : `${values[0]} wei` };
}

type Parameters = readonly (readonly [name: string, value: string])[];

/** The parameters of a query, as they are written: no amount needs an escape. */
function parametersOf(query: string): Parameters {
  return query.split('&').map((one) => {
    const [name = '', ...value] = one.split('=');
    return [name, value.join('=')] as const;
  });
}

const valuesOf = (parameters: Parameters, name: string) =>
  parameters.flatMap(([given, value]) => (given === name ? [value] : []));
