/** Limits of swaps that protect nothing, as hostile orders and swaps have them. */
import type { Finding } from '../../../shared/model/index.ts';
import { care, danger, isAllOf, tokenOf } from '../../crypto/index.ts';
import { isNobody, NEXT_TO_NOTHING } from './standard.ts';

/** The parts of a coin, or of a token that is known, of which fewer than one is worth next to nothing. */
const PARTS = 1_000_000n;
const COIN_DECIMALS = 18;
/** The address that stands for the chain's coin (ERC-7528). Some contracts have the zero address for it, or none. */
export const COIN = `0x${'e'.repeat(40)}`;

/** True for so few units of an asset that they are none. Of a token that is not known, only units are known. */
export function isDust(chain: string | null, asset: string, units: bigint): boolean {
  if (units <= NEXT_TO_NOTHING) return true;
  const isCoin = asset === '' || isNobody(asset) || asset.toLowerCase() === COIN;
  const decimals = isCoin ? COIN_DECIMALS : tokenOf(chain, asset)?.decimals;
  return decimals !== undefined && units * PARTS < 10n ** BigInt(decimals);
}

/** An asset, and so many units of it. */
interface Units {
  readonly token: string;
  readonly units: bigint;
}

/** A finding for a swap whose minimum is next to nothing of the token that is got. */
export const noMinimumFindings = (
  chain: string | null,
  got: Units,
  from: { readonly field: string; readonly basis: string },
): Finding[] =>
  isDust(chain, got.token, got.units)
    ? [
        care(
          `The swap has ${got.units === 0n ? 'no' : 'next to no'} minimum: it can return next to nothing for the swapped amount.`,
          from,
        ),
      ]
    : [];

/** Findings for a swap of an exact output that can take all of the given token, or that buys next to nothing. */
export function exactOutputFindings(
  chain: string | null,
  given: Units,
  got: Units,
  from: { readonly field: string; readonly basis: string },
): Finding[] {
  // No more coins can be taken than go with the call.
  if (!isNobody(given.token) && isAllOf(chain, given.token, given.units))
    return [
      danger('The swap has no maximum: it can take all tokens that the router may take, for the exact output.', from),
    ];
  // An exact output of 0 is what is owed to the pool. Other routers refuse it.
  if (got.units === 0n || !isDust(chain, got.token, got.units) || isDust(chain, given.token, given.units)) return [];
  return [care('The exact output is next to nothing, and the swap can take all of its maximum for it.', from)];
}
