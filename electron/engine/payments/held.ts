import {
  chainOf,
  type EndpointChain,
  type HeldAsset,
  type PaymentAsset,
  splitAsset,
} from '../../../shared/model/index.ts';
import { familyOf } from './families.ts';

/** A balance by the CAIP-19 name of its asset, in smallest units. */
export interface NamedBalance {
  readonly caip19: string;
  readonly units: string;
}

/**
 * Returns the units of an asset of a chain, and null where the report does not have it. A null token is the chain's coin.
 */
export function unitsIn(chain: EndpointChain, token: string | null, balances: readonly NamedBalance[]): string | null {
  const isAsset = (id: string) => (token === null ? isCoin(chain, id) : id === familyOf(chain).assetName(chain, token));
  return balances.find(({ caip19 }) => isAsset(caip19.toLowerCase()))?.units ?? null;
}

function isCoin(chain: EndpointChain, id: string): boolean {
  const asset = splitAsset(id);
  return chainOf(chain) !== null && asset?.chain === chain.toLowerCase() && asset.kind === 'slip44';
}

/** Returns the reported assets that this program knows: the coin, and tokens with an amount. */
export function heldIn(
  chain: EndpointChain,
  balances: readonly NamedBalance[],
  assets: readonly PaymentAsset[],
): HeldAsset[] {
  return assets.flatMap(({ token, symbol, decimals }) => {
    const units = unitsIn(chain, token, balances);
    return units === null || (units === '0' && token !== null) ? [] : [{ symbol, decimals, units }];
  });
}
