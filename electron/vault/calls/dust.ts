/** Amounts that are worth next to nothing, as hostile orders and swaps ask for. */
import { tokenOf } from '../../crypto/index.ts';
import { isNobody, NEXT_TO_NOTHING } from './standard.ts';

/** The parts of a coin, or of a token that is known, of which fewer than one is worth next to nothing. */
const PARTS = 1_000_000n;
const COIN_DECIMALS = 18;
/** The address that stands for the chain's coin in orders. Others have the zero address, or none. */
const COIN = `0x${'e'.repeat(40)}`;

/** True for so few units of an asset that they are none. Of a token that is not known, only units are known. */
export function isDust(chain: string | null, asset: string, units: bigint): boolean {
  if (units <= NEXT_TO_NOTHING) return true;
  const isCoin = asset === '' || isNobody(asset) || asset.toLowerCase() === COIN;
  const decimals = isCoin ? COIN_DECIMALS : tokenOf(chain, asset)?.decimals;
  return decimals !== undefined && units * PARTS < 10n ** BigInt(decimals);
}
