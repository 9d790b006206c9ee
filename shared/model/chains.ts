/** What is known of a chain without asking anyone: its name, and the coin that fees are paid in. */
export interface Chain {
  readonly name: string;
  readonly coin: string;
  readonly decimals: number;
}

const ETHER = { coin: 'ETH', decimals: 18 } as const;

const eighteen = (coin: string) => ({ coin, decimals: 18 }) as const;

/** By CAIP-2. Of chains of Ethereum’s kind a value in a transaction always has 18 decimals, whatever tokens of the coin have. */
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
};

/** What is known of the chain with that CAIP-2 name; null when nothing is. */
export function chainOf(caip2: string): Chain | null {
  return Object.hasOwn(CHAINS, caip2) ? (CHAINS[caip2] ?? null) : null;
}
