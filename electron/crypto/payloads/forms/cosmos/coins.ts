/** Amounts of Cosmos chains: the smallest unit by its denomination, and the coin where the chain's own is known. */
import { decimalText } from '../../../../../shared/model/index.ts';

export interface Coin {
  readonly denom: string;
  readonly amount: string;
}

const chain = (name: string, denom: string, symbol: string, decimals = 6) => ({ name, denom, symbol, decimals });

/** The coins of chains by chain id, as the public chain registry has them. A denomination of another chain is another coin. */
const CHAINS: Readonly<Record<string, ReturnType<typeof chain>>> = {
  'cosmoshub-4': chain('Cosmos Hub', 'uatom', 'ATOM'),
  'osmosis-1': chain('Osmosis', 'uosmo', 'OSMO'),
  celestia: chain('Celestia', 'utia', 'TIA'),
  'juno-1': chain('Juno', 'ujuno', 'JUNO'),
  'stargaze-1': chain('Stargaze', 'ustars', 'STARS'),
  'akashnet-2': chain('Akash', 'uakt', 'AKT'),
  'noble-1': chain('Noble', 'uusdc', 'USDC'),
  'kava_2222-10': chain('Kava', 'ukava', 'KAVA'),
  'secret-4': chain('Secret Network', 'uscrt', 'SCRT'),
  'neutron-1': chain('Neutron', 'untrn', 'NTRN'),
  'pacific-1': chain('Sei', 'usei', 'SEI'),
  'axelar-dojo-1': chain('Axelar', 'uaxl', 'AXL'),
  'stride-1': chain('Stride', 'ustrd', 'STRD'),
  'phoenix-1': chain('Terra', 'uluna', 'LUNA'),
  'core-1': chain('Persistence', 'uxprt', 'XPRT'),
  'dydx-mainnet-1': chain('dYdX', 'adydx', 'DYDX', 18),
  'injective-1': chain('Injective', 'inj', 'INJ', 18),
  'dymension_1100-1': chain('Dymension', 'adym', 'DYM', 18),
  'crypto-org-chain-mainnet-1': chain('Cronos POS', 'basecro', 'CRO', 8),
};

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
