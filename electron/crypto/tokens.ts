/** Tokens whose symbol and decimals are known without asking a chain. */
import { TOKENS } from 'micro-eth-signer/abi.js';
import { decimalText } from '../../shared/model/index.ts';

export interface Token {
  readonly symbol: string;
  readonly decimals: number;
}

const dollar = (symbol: string): Token => ({ symbol, decimals: 6 });
const PATH_USD = { '0x20c0000000000000000000000000000000000000': dollar('pathUSD') };

/** By the chain, then by the address of the contract or mint, in lowercase on chains of Ethereum’s kind. */
const KNOWN: Readonly<Record<string, Readonly<Record<string, Token>>>> = {
  tron: { TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: dollar('USDT') },
  solana: {
    EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: dollar('USDC'),
    Es9vMFrzaCERmJfrF4H2FYD4KCoNk11McCe8BenwNYB: dollar('USDT'),
    So11111111111111111111111111111111111111112: { symbol: 'wrapped SOL', decimals: 9 },
  },
  'eip155:1': TOKENS,
  'eip155:4217': PATH_USD,
  'eip155:42431': {
    ...PATH_USD,
    '0x20c0000000000000000000000000000000000001': dollar('AlphaUSD'),
    '0x20c0000000000000000000000000000000000002': dollar('BetaUSD'),
    '0x20c0000000000000000000000000000000000003': dollar('ThetaUSD'),
  },
};

/** The token at a contract’s or mint’s address, or null. `chain` is its CAIP-2 name, `tron` or `solana`; null where none is named. */
export function tokenOf(chain: string | null, address: string): Token | null {
  const tokens = chain !== null && Object.hasOwn(KNOWN, chain) ? KNOWN[chain] : undefined;
  const key = address.startsWith('0x') ? address.toLowerCase() : address;
  return tokens !== undefined && Object.hasOwn(tokens, key) ? (tokens[key] ?? null) : null;
}

/** An exact amount of the token at that address; in its smallest units where the token is not known. */
export function tokensText(chain: string | null, address: string, units: bigint): string {
  const token = tokenOf(chain, address);
  return token === null
    ? `${units} base units of the token ${address}`
    : `${decimalText(units, token.decimals)} ${token.symbol}`;
}
