import { chainOf, isSolanaChain, isTronChain } from '../../../shared/model/index.ts';
import { ADDRESS_TABLE, tokensOf } from '../../crypto/index.ts';

/** A coin or a token, as reported beside an amount. */
export interface Coin {
  /** By CAIP-19. */
  readonly caip19: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

/** The coin in which a chain counts value. Null where it has none. */
export function coinOf(chain: string): Coin | null {
  const known = chainOf(chain);
  if (known === null) return null;
  const { coin, decimals, slip44 } = known;
  return { caip19: `${chain}/slip44:${slip44}`, symbol: coin, name: coin, decimals };
}

/** Returns the CAIP-19 name of a token. Its address has the spelling of EIP-55. */
export const tokenId = (chain: string, address: string): string =>
  `${chain}/erc20:${ADDRESS_TABLE.ADDRESS_FORMAT_ETHEREUM.normalize(address) ?? address}`;

/** Choice (told-tokens): balances and assets list the tokens of a chain that this program knows. */
export function listedTokens(chain: string): readonly (Coin & { readonly address: string })[] {
  if (isTronChain(chain))
    return tokensOf(chain).map(({ address, symbol, decimals }) => ({
      caip19: `${chain}/trc20:${address}`,
      symbol,
      name: symbol,
      decimals,
      address,
    }));
  if (isSolanaChain(chain))
    return tokensOf(chain).map(({ address, symbol, decimals }) => ({
      caip19: `${chain}/token:${address}`,
      symbol,
      name: symbol,
      decimals,
      address,
    }));
  return tokensOf(chain).map(({ address, symbol, decimals }) => ({
    caip19: tokenId(chain, address),
    symbol,
    name: symbol,
    decimals,
    address,
  }));
}
