/** Tokens whose symbol and decimals are known without asking a chain. */
import { TOKENS } from 'micro-eth-signer/abi.js';
import {
  addressKey,
  type ChainName,
  type ChainNamespace,
  decimalText,
  type Finding,
  isTempoChain,
  isTip20,
} from '../../shared/model/index.ts';
import { KNOWN_TOKENS } from './known-tokens.ts';
import { care } from './meaning.ts';

export interface Token {
  readonly symbol: string;
  readonly decimals: number;
}

/** Tokens with six decimals, as most dollar tokens have. */
const dollar = (symbol: string): Token => ({ symbol, decimals: 6 });
const PATH_USD = { '0x20c0000000000000000000000000000000000000': dollar('pathUSD') };

/** By their addresses in lowercase. */
function byAddress(tokens: Readonly<Record<string, readonly [address: string, decimals: number]>>) {
  return Object.fromEntries(
    Object.entries(tokens).map(([symbol, [address, decimals]]) => [address.toLowerCase(), { symbol, decimals }]),
  );
}

/** By the mint. */
const SOLANA: Readonly<Record<string, Token>> = {
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: dollar('USDC'),
  Es9vMFrzaCERmJfrF4H2FYD4KCoNk11McCe8BenwNYB: dollar('USDT'),
  So11111111111111111111111111111111111111112: { symbol: 'wrapped SOL', decimals: 9 },
  // Uniswap’s default token list, 6 August 2026.
  HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr: dollar('EURC'),
  '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo': dollar('PYUSD'),
  USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA: dollar('USDS'),
  '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH': dollar('USDG'),
  JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN: dollar('JUP'),
  LinkhB3afbBKb2EQQu7s7umdZceV3wcvAUJhQAfQ23L: { symbol: 'LINK', decimals: 9 },
  J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn: { symbol: 'JitoSOL', decimals: 9 },
  mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So: { symbol: 'mSOL', decimals: 9 },
};

const TRON: Readonly<Record<string, Token>> = { TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: dollar('USDT') };

/** By the chain, then by the address of the contract or mint, in lowercase on chains of Ethereum’s kind. */
const TABLE: Readonly<Partial<Record<ChainName | ChainNamespace, Readonly<Record<string, Token>>>>> = {
  // A transaction does not name its network.
  tron: TRON,
  'tron:0x2b6653dc': TRON,
  // A transaction does not name its cluster.
  solana: SOLANA,
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': SOLANA,
  ...Object.fromEntries(Object.entries(KNOWN_TOKENS).map(([chain, tokens]) => [chain, byAddress(tokens)])),
  'eip155:1': { ...TOKENS, ...byAddress(KNOWN_TOKENS['eip155:1'] ?? {}) },
  'eip155:4217': {
    ...PATH_USD,
    // Uniswap’s default token list, 6 August 2026.
    '0x20c000000000000000000000b9537d11c60e8b50': dollar('USDC.e'),
    '0x20c00000000000000000000014f22ca97301eb73': dollar('USDT0'),
    '0x20c000000000000000000000c412ec89d0c08be5': dollar('cbBTC'),
  },
  'eip155:42431': {
    ...PATH_USD,
    '0x20c0000000000000000000000000000000000001': dollar('AlphaUSD'),
    '0x20c0000000000000000000000000000000000002': dollar('BetaUSD'),
    '0x20c0000000000000000000000000000000000003': dollar('ThetaUSD'),
  },
};

const KNOWN: ReadonlyMap<string, Readonly<Record<string, Token>>> = new Map(Object.entries(TABLE));

/**
 * Returns the token at a contract’s or mint’s address, or null. `chain` is its CAIP-2 name, `tron` or `solana`, or null
 * for an unnamed chain.
 *
 * @example
 * tokenOf('tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
 * // { symbol: 'USDT', decimals: 6 }
 */
export function tokenOf(chain: string | null, address: string): Token | null {
  const tokens = chain === null ? undefined : KNOWN.get(chain);
  const key = addressKey(address);
  return tokens !== undefined && Object.hasOwn(tokens, key) ? (tokens[key] ?? null) : null;
}

/** Returns the known tokens of a chain, by its CAIP-2 name, with their addresses in lowercase. */
export function tokensOf(chain: string): readonly (Token & { readonly address: string })[] {
  return Object.entries(KNOWN.get(chain) ?? {}).map(([address, { symbol, decimals }]) => ({
    address,
    symbol,
    decimals,
  }));
}

/**
 * Returns the words for an account's whole balance of a token.
 *
 * @example
 * allTokensText('eip155:1', '0xdAC17F958D2ee523a2206206994597C13D831ec7');
 * // 'all USDT'
 */
export function allTokensText(chain: string | null, address: string): string {
  return `all ${tokenOf(chain, address)?.symbol ?? `of the token ${address}`}`;
}

/** Returns a number of the smallest units of an asset in words: `1 base unit`. */
export const baseUnits = (units: bigint | string): string =>
  `${units} base ${String(units) === '1' ? 'unit' : 'units'}`;

/**
 * Formats an exact amount of the token at that address, in its smallest units when the token is unknown.
 *
 * @example
 * tokensText('eip155:1', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 1500000n);
 * // '1.5 USDT'
 */
export function tokensText(chain: string | null, address: string, units: bigint): string {
  const token = tokenOf(chain, address);
  if (token !== null) return `${decimalText(units, token.decimals)} ${token.symbol}`;
  const orNft = canBeNfts(chain, address) ? ` (or NFT ${units})` : '';
  return `${baseUnits(units)}${orNft}${OF_TOKEN}${address}`;
}

const OF_TOKEN = ' of the token ';
const EITHER = new RegExp(`\\(or NFT (\\d+)\\)${OF_TOKEN}(\\w+)`, 'g');

/** Returns true for a token of Tempo’s own (TIP-20), which is no collection of NFTs. */
export const isChainToken = (chain: string | null, address: string): boolean =>
  isTempoChain(chain ?? '') && isTip20(address);

/** The contract of an unknown token can be a collection of NFTs: many functions of both are the same. */
const canBeNfts = (chain: string | null, address: string): boolean =>
  chain !== 'solana' && !isChainToken(chain, address);

/**
 * Returns a finding for each number in the texts that is an amount or an NFT, as `tokensText` writes it.
 *
 * @example
 * nftFindings(['Send 7 base units (or NFT 7) of the token 0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D to 0xbb']).length;
 * // 1
 */
export function nftFindings(texts: readonly string[]): Finding[] {
  const found = texts.flatMap((text) => [...text.matchAll(EITHER)]);
  const sentences = found.map(
    ([, id = '', address = '']) =>
      `The token ${address} is not known here. If it is a collection of NFTs, this is its NFT ${id}, and no amount.`,
  );
  return [...new Set(sentences)].map((text) => care(text));
}

/**
 * Choice (unlimited-approval): 10^18 whole units of a token with 18 decimals. Tokens that count in 96 bits take their
 * largest number for no limit.
 */
const BEYOND_ANY_SUPPLY = 10n ** 36n;
const LARGEST_OF_96_BITS = (1n << 96n) - 1n;
/** Choice (unlimited-approval): no known token has more whole units than this power of ten. */
const MOST_WHOLE_UNITS = 11;

/** Returns true when an allowance of any token, in its smallest unit, is in practice without a limit. */
export const isUnlimited = (units: bigint): boolean => units >= BEYOND_ANY_SUPPLY || units === LARGEST_OF_96_BITS;

/**
 * Returns true when an amount of the token at that address is in practice all of it.
 *
 * @example
 * isAllOf('eip155:1', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 10n ** 17n);
 * // true
 */
export function isAllOf(chain: string | null, address: string, units: bigint): boolean {
  if (isUnlimited(units)) return true;
  const token = tokenOf(chain, address);
  return token !== null && units >= 10n ** BigInt(token.decimals + MOST_WHOLE_UNITS);
}

/**
 * Formats the amount of a token that somebody may take: in words where it is all of the token.
 *
 * @example
 * allowedText('eip155:1', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 10n ** 17n);
 * // 'all USDT'
 */
export function allowedText(chain: string | null, address: string, units: bigint): string {
  return isAllOf(chain, address, units) ? allTokensText(chain, address) : tokensText(chain, address, units);
}
