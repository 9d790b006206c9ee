import { chainOf } from '../../../../shared/model/index.ts';

/** A coin as it is told with an amount of it. */
export interface Coin {
  /** By CAIP-19. */
  readonly caip19: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

/**
 * Numbers of SLIP-44 of coins other than ether.
 * Choice (coin-names): a chain whose coin has none there is told with that of ether, as its addresses are.
 */
const NUMBERS: Readonly<Record<string, number>> = { POL: 966, BNB: 714 };
const ETHER = 60;

/** The coin that a chain of Ethereum's kind counts value in; null where it has none. */
export function coinOf(chain: string): Coin | null {
  const known = chainOf(chain);
  if (known === null) return null;
  const { coin, decimals } = known;
  return { caip19: `${chain}/slip44:${NUMBERS[coin] ?? ETHER}`, symbol: coin, name: coin, decimals };
}
