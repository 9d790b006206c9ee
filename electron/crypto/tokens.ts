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

/** The token at a contract’s address, or null. `chain` is its CAIP-2 name, or `tron`; null where none is named. */
export function tokenOf(chain: string | null, address: string): Token | null {
  if (chain === 'tron') return Object.hasOwn(TRON, address) ? (TRON[address] ?? null) : null;
  const key = address.toLowerCase();
  return chain === 'eip155:1' && Object.hasOwn(TOKENS, key) ? (TOKENS[key] ?? null) : null;
}
