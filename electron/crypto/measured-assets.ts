/** The names of coins and tokens that a limit measures. */
import { chainName, chainOf, inQuotes, splitAsset } from '../../shared/model/index.ts';
import { type Token, tokenOf } from './tokens.ts';

/** An asset by CAIP-19, with the decimal places of its amounts, as text. */
export interface MeasuredAsset {
  readonly caip19: string;
  readonly decimals: string;
}

/**
 * Returns the unit of the amounts of some assets. An asset without a known name, or with other decimal places than its
 * own, is its CAIP-19 name with these places.
 *
 * @example
 * unitOf([{ caip19: 'eip155:1/slip44:60', decimals: '18' }]);
 * // 'ETH'
 */
export function unitOf(assets: readonly MeasuredAsset[]): string {
  return [...new Set(assets.map((asset) => symbolOf(asset) ?? exact(asset)))].join(' and ');
}

/**
 * Returns the assets with their chains.
 *
 * @example
 * assetsText([{ caip19: 'eip155:8453/slip44:60', decimals: '18' }]);
 * // 'ETH on Base'
 */
export function assetsText(assets: readonly MeasuredAsset[]): string {
  return assets
    .map((asset) => {
      const symbol = symbolOf(asset);
      return symbol === null ? exact(asset) : `${symbol} on ${chainName(splitAsset(asset.caip19)?.chain ?? '')}`;
    })
    .join(' and ');
}

const exact = ({ caip19, decimals }: MeasuredAsset): string => `${inQuotes(caip19)} with ${decimals} decimals`;

function symbolOf({ caip19, decimals }: MeasuredAsset): string | null {
  const asset = splitAsset(caip19);
  if (asset === null || asset.item !== undefined) return null;
  const { chain, kind, reference } = asset;
  const known = knownAsset(chain, kind === 'slip44' && chainOf(chain) !== null ? null : reference);
  return known === null || String(known.decimals) !== decimals ? null : known.symbol;
}

/**
 * Returns the symbol and the decimal places of a token, or null for an unknown one.
 * @param token its address, or null for the coin of the chain
 */
export function knownAsset(chain: string, token: string | null): Token | null {
  if (token !== null) return tokenOf(chain, token);
  const coin = chainOf(chain);
  return coin === null ? null : { symbol: coin.coin, decimals: coin.decimals };
}
