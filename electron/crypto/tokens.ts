/** Tokens whose symbol and decimals are known without asking a chain. */
import { TOKENS } from 'micro-eth-signer/abi.js';

export interface Token {
  readonly symbol: string;
  readonly decimals: number;
}

/** Tether's dollar is most of what moves on Tron. */
const TRON: Readonly<Record<string, Token>> = {
  TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: { symbol: 'USDT', decimals: 6 },
};

/** Circle’s and Tether’s dollars, and the program that wraps the coin itself. */
const SOLANA: Readonly<Record<string, Token>> = {
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: { symbol: 'USDC', decimals: 6 },
  Es9vMFrzaCERmJfrF4H2FYD4KCoNk11McCe8BenwNYB: { symbol: 'USDT', decimals: 6 },
  So11111111111111111111111111111111111111112: { symbol: 'wrapped SOL', decimals: 9 },
};

/** The token at a contract’s or mint’s address, or null. `chain` is its CAIP-2 name, `tron` or `solana`; null where none is named. */
export function tokenOf(chain: string | null, address: string): Token | null {
  const family = chain === 'tron' ? TRON : chain === 'solana' ? SOLANA : null;
  if (family !== null) return Object.hasOwn(family, address) ? (family[address] ?? null) : null;
  const key = address.toLowerCase();
  return chain === 'eip155:1' && Object.hasOwn(TOKENS, key) ? (TOKENS[key] ?? null) : null;
}
