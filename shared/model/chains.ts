import { namespaceLabel } from './labels.ts';

/** The built-in facts about a chain: its name, and the coin that fees are paid in. */
export interface Chain {
  readonly name: string;
  readonly coin: string;
  readonly decimals: number;
}

const ETHER = { coin: 'ETH', decimals: 18 } as const;
const SOL = { coin: 'SOL', decimals: 9 } as const;

const eighteen = (coin: string) => ({ coin, decimals: 18 }) as const;

/**
 * By CAIP-2. On Ethereum’s kind of chain, the value of a transaction always has 18 decimals, whatever the coin's tokens
 * have.
 */
const CHAINS: Readonly<Record<string, Chain>> = {
  'eip155:1': { name: 'Ethereum', ...ETHER },
  'eip155:10': { name: 'OP Mainnet', ...ETHER },
  'eip155:25': { name: 'Cronos', ...eighteen('CRO') },
  'eip155:56': { name: 'BNB Smart Chain', ...eighteen('BNB') },
  'eip155:97': { name: 'BNB Smart Chain testnet', ...eighteen('tBNB') },
  'eip155:100': { name: 'Gnosis', ...eighteen('XDAI') },
  'eip155:130': { name: 'Unichain', ...ETHER },
  'eip155:137': { name: 'Polygon', ...eighteen('POL') },
  'eip155:143': { name: 'Monad', ...eighteen('MON') },
  'eip155:146': { name: 'Sonic', ...eighteen('S') },
  'eip155:232': { name: 'Lens', ...eighteen('GHO') },
  'eip155:250': { name: 'Fantom', ...eighteen('FTM') },
  'eip155:252': { name: 'Fraxtal', ...eighteen('FRAX') },
  'eip155:300': { name: 'ZKsync Sepolia', ...ETHER },
  'eip155:324': { name: 'ZKsync Era', ...ETHER },
  'eip155:480': { name: 'World Chain', ...ETHER },
  'eip155:1088': { name: 'Metis', ...eighteen('METIS') },
  'eip155:1101': { name: 'Polygon zkEVM', ...ETHER },
  'eip155:1135': { name: 'Lisk', ...ETHER },
  'eip155:1284': { name: 'Moonbeam', ...eighteen('GLMR') },
  'eip155:1301': { name: 'Unichain Sepolia', ...ETHER },
  'eip155:1329': { name: 'Sei', ...eighteen('SEI') },
  'eip155:1868': { name: 'Soneium', ...ETHER },
  'eip155:2741': { name: 'Abstract', ...ETHER },
  'eip155:4663': { name: 'Robinhood Chain', ...ETHER },
  'eip155:5000': { name: 'Mantle', ...eighteen('MNT') },
  'eip155:5042': { name: 'Arc', ...eighteen('USDC') },
  'eip155:8453': { name: 'Base', ...ETHER },
  'eip155:10143': { name: 'Monad testnet', ...eighteen('MON') },
  'eip155:17000': { name: 'Holesky', ...ETHER },
  'eip155:33139': { name: 'ApeChain', ...eighteen('APE') },
  'eip155:34443': { name: 'Mode', ...ETHER },
  'eip155:42161': { name: 'Arbitrum One', ...ETHER },
  'eip155:42170': { name: 'Arbitrum Nova', ...ETHER },
  'eip155:42220': { name: 'Celo', ...eighteen('CELO') },
  'eip155:43113': { name: 'Avalanche Fuji', ...eighteen('AVAX') },
  'eip155:43114': { name: 'Avalanche', ...eighteen('AVAX') },
  'eip155:46630': { name: 'Robinhood Chain testnet', ...ETHER },
  'eip155:57073': { name: 'Ink', ...ETHER },
  'eip155:59141': { name: 'Linea Sepolia', ...ETHER },
  'eip155:59144': { name: 'Linea', ...ETHER },
  'eip155:80002': { name: 'Polygon Amoy', ...eighteen('POL') },
  'eip155:80094': { name: 'Berachain', ...eighteen('BERA') },
  'eip155:81457': { name: 'Blast', ...ETHER },
  'eip155:84532': { name: 'Base Sepolia', ...ETHER },
  'eip155:98866': { name: 'Plume', ...eighteen('PLUME') },
  'eip155:167000': { name: 'Taiko', ...ETHER },
  'eip155:421614': { name: 'Arbitrum Sepolia', ...ETHER },
  'eip155:534351': { name: 'Scroll Sepolia', ...ETHER },
  'eip155:534352': { name: 'Scroll', ...ETHER },
  'eip155:560048': { name: 'Hoodi', ...ETHER },
  'eip155:5042002': { name: 'Arc testnet', ...eighteen('USDC') },
  'eip155:7777777': { name: 'Zora', ...ETHER },
  'eip155:11155111': { name: 'Sepolia', ...ETHER },
  'eip155:11155420': { name: 'OP Sepolia', ...ETHER },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { name: 'Solana', ...SOL },
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': { name: 'Solana devnet', ...SOL },
};

/** Chains whose transactions count the coin differently from Ethereum’s kind. */
const OTHER_CHAINS: Readonly<Record<string, string>> = {
  'bip122:000000000019d6689c085ae165831e93': 'Bitcoin',
  'bip122:000000000933ea01ad0ee984209779ba': 'Bitcoin testnet',
  'bip122:00000000da84f2bafbbc53dee25a72ae': 'Bitcoin testnet4',
  'bip122:00000008819873e925422c1ff0f99f7c': 'Bitcoin signet',
  'eip155:4217': 'Tempo',
  'eip155:42431': 'Tempo testnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'Solana testnet',
  'tron:0x2b6653dc': 'Tron',
  'tron:0x94a9059e': 'Tron Shasta',
  'tron:0xcd8690dc': 'Tron Nile',
};

/** Block explorers for an address: the URL parts before and after it. Nothing is fetched from them. */
const EXPLORERS: Readonly<Record<string, readonly [before: string, after?: string]>> = {
  'bip122:000000000019d6689c085ae165831e93': ['https://mempool.space/address/'],
  'bip122:000000000933ea01ad0ee984209779ba': ['https://mempool.space/testnet/address/'],
  'bip122:00000000da84f2bafbbc53dee25a72ae': ['https://mempool.space/testnet4/address/'],
  'bip122:00000008819873e925422c1ff0f99f7c': ['https://mempool.space/signet/address/'],
  'eip155:1': ['https://etherscan.io/address/'],
  'eip155:10': ['https://optimistic.etherscan.io/address/'],
  'eip155:25': ['https://explorer.cronos.org/address/'],
  'eip155:56': ['https://bscscan.com/address/'],
  'eip155:97': ['https://testnet.bscscan.com/address/'],
  'eip155:100': ['https://gnosisscan.io/address/'],
  'eip155:130': ['https://uniscan.xyz/address/'],
  'eip155:137': ['https://polygonscan.com/address/'],
  'eip155:146': ['https://sonicscan.org/address/'],
  'eip155:252': ['https://fraxscan.com/address/'],
  'eip155:324': ['https://explorer.zksync.io/address/'],
  'eip155:480': ['https://worldscan.org/address/'],
  'eip155:1284': ['https://moonscan.io/address/'],
  'eip155:2741': ['https://abscan.org/address/'],
  'eip155:4217': ['https://explore.tempo.xyz/address/'],
  'eip155:5000': ['https://mantlescan.xyz/address/'],
  'eip155:8453': ['https://basescan.org/address/'],
  'eip155:17000': ['https://holesky.etherscan.io/address/'],
  'eip155:42161': ['https://arbiscan.io/address/'],
  'eip155:42170': ['https://nova.arbiscan.io/address/'],
  'eip155:42220': ['https://celoscan.io/address/'],
  'eip155:43113': ['https://testnet.snowtrace.io/address/'],
  'eip155:43114': ['https://snowtrace.io/address/'],
  'eip155:57073': ['https://explorer.inkonchain.com/address/'],
  'eip155:59141': ['https://sepolia.lineascan.build/address/'],
  'eip155:59144': ['https://lineascan.build/address/'],
  'eip155:80002': ['https://amoy.polygonscan.com/address/'],
  'eip155:80094': ['https://berascan.com/address/'],
  'eip155:81457': ['https://blastscan.io/address/'],
  'eip155:84532': ['https://sepolia.basescan.org/address/'],
  'eip155:167000': ['https://taikoscan.io/address/'],
  'eip155:421614': ['https://sepolia.arbiscan.io/address/'],
  'eip155:534351': ['https://sepolia.scrollscan.com/address/'],
  'eip155:534352': ['https://scrollscan.com/address/'],
  'eip155:560048': ['https://hoodi.etherscan.io/address/'],
  'eip155:7777777': ['https://explorer.zora.energy/address/'],
  'eip155:11155111': ['https://sepolia.etherscan.io/address/'],
  'eip155:11155420': ['https://optimism-sepolia.blockscout.com/address/'],
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': ['https://explorer.solana.com/address/'],
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': ['https://explorer.solana.com/address/', '?cluster=testnet'],
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': ['https://explorer.solana.com/address/', '?cluster=devnet'],
  'tron:0x2b6653dc': ['https://tronscan.org/#/address/'],
  'tron:0x94a9059e': ['https://shasta.tronscan.org/#/address/'],
  'tron:0xcd8690dc': ['https://nile.tronscan.org/#/address/'],
};

/** Returns the built-in facts about the chain with that CAIP-2 name, or null for an unknown chain. */
export function chainOf(caip2: string): Chain | null {
  return Object.hasOwn(CHAINS, caip2) ? (CHAINS[caip2] ?? null) : null;
}

/**
 * Returns the name of a chain by CAIP-2, or of the chains of a namespace. An unknown one is returned unchanged.
 *
 * @example
 * chainName('eip155:8453');
 * // 'Base'
 */
export function chainName(caip2: string): string {
  const other = Object.hasOwn(OTHER_CHAINS, caip2) ? OTHER_CHAINS[caip2] : undefined;
  if (!caip2.includes(':')) return namespaceLabel(caip2);
  return chainOf(caip2)?.name ?? other ?? caip2;
}

/** Returns every chain with a name here, in the order of their names. */
export function findChains(): { readonly caip2: string; readonly name: string }[] {
  return [...Object.keys(CHAINS), ...Object.keys(OTHER_CHAINS)]
    .map((caip2) => ({ caip2, name: chainName(caip2) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/**
 * Returns the explorer URL of an address on a chain, or null when no explorer is known.
 *
 * @example
 * explorerOf('eip155:1', '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf');
 * // 'https://etherscan.io/address/0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
 */
export function explorerOf(caip2: string | null, address: string): string | null {
  if (caip2 === null || !Object.hasOwn(EXPLORERS, caip2)) return null;
  const [before, after = ''] = EXPLORERS[caip2] ?? [''];
  return `${before}${encodeURIComponent(address)}${after}`;
}
