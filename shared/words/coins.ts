import { chainName, chainOf, splitAsset } from '../model/index.ts';

/**
 * Returns the coin of a declared chain in words. Takes a CAIP-19 name. Null for a token and for any other text.
 *
 * @example
 * coinText('eip155:1/slip44:60');
 * // 'ETH on Ethereum'
 */
export function coinText(caip19: string): string | null {
  const { chain = '', kind, reference } = splitAsset(caip19) ?? {};
  const coin = kind === 'slip44' ? chainOf(chain) : null;
  return coin === null || String(coin.slip44) !== reference ? null : `${coin.coin} on ${chainName(chain)}`;
}
