/** Amounts of Cosmos chains: the smallest unit by its denomination, and the coin where the chain's own is known. */
import { decimalText } from '../../../../../shared/model/index.ts';

export interface Coin {
  readonly denom: string;
  readonly amount: string;
}

const chain = (name: string, prefix: string, denom: string, symbol: string, decimals = 6) => ({
  name,
  prefix,
  denom,
  symbol,
  decimals,
});

/** The coins of chains and the prefixes of their addresses, by chain id, as the public chain registry has them. A denomination of another chain is another coin. */
const CHAINS: Readonly<Record<string, ReturnType<typeof chain>>> = {
  'cosmoshub-4': chain('Cosmos Hub', 'cosmos', 'uatom', 'ATOM'),
  'osmosis-1': chain('Osmosis', 'osmo', 'uosmo', 'OSMO'),
  celestia: chain('Celestia', 'celestia', 'utia', 'TIA'),
  'juno-1': chain('Juno', 'juno', 'ujuno', 'JUNO'),
  'stargaze-1': chain('Stargaze', 'stars', 'ustars', 'STARS'),
  'akashnet-2': chain('Akash', 'akash', 'uakt', 'AKT'),
  'noble-1': chain('Noble', 'noble', 'uusdc', 'USDC'),
  'kava_2222-10': chain('Kava', 'kava', 'ukava', 'KAVA'),
  'secret-4': chain('Secret Network', 'secret', 'uscrt', 'SCRT'),
  'neutron-1': chain('Neutron', 'neutron', 'untrn', 'NTRN'),
  'pacific-1': chain('Sei', 'sei', 'usei', 'SEI'),
  'axelar-dojo-1': chain('Axelar', 'axelar', 'uaxl', 'AXL'),
  'stride-1': chain('Stride', 'stride', 'ustrd', 'STRD'),
  'phoenix-1': chain('Terra', 'terra', 'uluna', 'LUNA'),
  'core-1': chain('Persistence', 'persistence', 'uxprt', 'XPRT'),
  'dydx-mainnet-1': chain('dYdX', 'dydx', 'adydx', 'DYDX', 18),
  'injective-1': chain('Injective', 'inj', 'inj', 'INJ', 18),
  'dymension_1100-1': chain('Dymension', 'dym', 'adym', 'DYM', 18),
  'crypto-org-chain-mainnet-1': chain('Cronos POS', 'cro', 'basecro', 'CRO', 8),
};

/** Returns the prefix of the addresses of a chain. Null for one that is not known. */
export const prefixOf = (id: string): string | null =>
  Object.hasOwn(CHAINS, id) ? (CHAINS[id]?.prefix ?? null) : null;

export function chainText(id: string): string {
  const known = Object.hasOwn(CHAINS, id) ? CHAINS[id] : undefined;
  if (known !== undefined) return `${known.name} (${id})`;
  return id === '' ? 'none: any chain' : `${id}, an unknown chain`;
}

/** Choice (cosmos-fee-warning): from ten coins of the chain a fee is more likely a mistake than a wish. */
const HIGH_FEE = 10n;

/** Returns true when a fee has ten whole coins of the chain or more. The worth of other coins is not known. */
export function isHighFee(chainId: string, coins: readonly Coin[]): boolean {
  const known = Object.hasOwn(CHAINS, chainId) ? CHAINS[chainId] : undefined;
  return coins.some(
    ({ denom, amount }) => denom === known?.denom && BigInt(amount) >= HIGH_FEE * 10n ** BigInt(known.decimals),
  );
}

/** Amounts by the coin of the chain, or in the units that the denomination names. */
export function amountText(chainId: string, coins: readonly Coin[]): string {
  const known = Object.hasOwn(CHAINS, chainId) ? CHAINS[chainId] : undefined;
  const texts = coins.map(({ denom, amount }) =>
    denom === known?.denom
      ? `${decimalText(BigInt(amount), known.decimals)} ${known.symbol}`
      : `${amount} ${amount === '1' ? 'unit' : 'units'} of ${denom}`,
  );
  return texts.length === 0 ? 'nothing' : texts.join(' and ');
}
