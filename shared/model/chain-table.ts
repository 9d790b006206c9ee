/** Every chain is declared here, once. */

/** The namespaces of CAIP-2 whose chains are declared here, and their chains in words. */
export const NAMESPACE_LABELS = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  tron: 'Tron',
} as const;
export type ChainNamespace = keyof typeof NAMESPACE_LABELS;

/** The coin that fees are paid in. `slip44` is its number of SLIP-44. */
export interface Coin {
  readonly coin: string;
  readonly decimals: number;
  readonly slip44: number;
}

/** `sending` includes nodes, balances and nonces. */
export type ChainService = 'sending' | 'history' | 'earn';

/** The networks of Bitcoin, as the address formats name them. */
export type BitcoinNetwork = 'MAINNET' | 'TESTNET' | 'SIGNET' | 'REGTEST';

export interface ChainRecord extends Partial<Coin> {
  readonly name: string;
  /** A block explorer for an address: the URL parts before and after it. Nothing is fetched from it. */
  readonly explorer?: readonly [before: string, after?: string];
  readonly supports?: readonly ChainService[];
  /** Its coins have no value. */
  readonly isTestNetwork?: true;
  /** The coin moves only by the value of a transaction. On others a contract may move it for the calling account. */
  readonly isMovedByValue?: true;
  /** Its transactions are of type 0x76, and its fees are paid in tokens. */
  readonly isTempo?: true;
  /** The network of Bitcoin whose address formats it uses. */
  readonly network?: BitcoinNetwork;
  /** The public service’s own name for it. */
  readonly alias?: string;
  /** The whole hash of the first block, of which CAIP-30 takes the beginning. */
  readonly genesis?: string;
}

const ETHER = { coin: 'ETH', decimals: 18, slip44: 60 } as const;
const POL = { coin: 'POL', decimals: 18, slip44: 966 } as const;
const BNB = { coin: 'BNB', decimals: 18, slip44: 714 } as const;
const TRX = { coin: 'TRX', decimals: 6, slip44: 195 } as const;
const SOL = { coin: 'SOL', decimals: 9, slip44: 501 } as const;
const BTC = { coin: 'BTC', decimals: 8, slip44: 0 } as const;
/** SLIP-44 gives all test networks the number 1. */
const TEST_BTC = { ...BTC, slip44: 1 } as const;
/**
 * On Ethereum’s kind of chain, the value of a transaction always has 18 decimals, whatever the coin's tokens have.
 * Choice (coin-names): a chain whose coin has no number uses that of ether, as its addresses do.
 */
const eighteen = <Name extends string>(coin: Name) => ({ coin, decimals: 18, slip44: ETHER.slip44 }) as const;

const SENDING = ['sending'] as const;
const HISTORY = ['sending', 'history'] as const;
const EARN = ['sending', 'history', 'earn'] as const;

/**
 * By CAIP-2. The chains with nodes are first, in the order in which the interface lists them. A chain without
 * a coin counts amounts otherwise than Ethereum’s kind. The known tokens of each are in `electron/crypto`.
 */
export const CHAINS = {
  'eip155:1': {
    name: 'Ethereum',
    ...ETHER,
    explorer: ['https://etherscan.io/address/'],
    supports: EARN,
    isMovedByValue: true,
  },
  'eip155:11155111': {
    name: 'Sepolia',
    isTestNetwork: true,
    ...ETHER,
    explorer: ['https://sepolia.etherscan.io/address/'],
    supports: HISTORY,
    isMovedByValue: true,
  },
  'eip155:8453': {
    name: 'Base',
    ...ETHER,
    explorer: ['https://basescan.org/address/'],
    supports: EARN,
    isMovedByValue: true,
  },
  'eip155:84532': {
    name: 'Base Sepolia',
    isTestNetwork: true,
    ...ETHER,
    explorer: ['https://sepolia.basescan.org/address/'],
    supports: HISTORY,
    isMovedByValue: true,
  },
  'eip155:137': {
    name: 'Polygon',
    ...POL,
    explorer: ['https://polygonscan.com/address/'],
    supports: EARN,
    isMovedByValue: true,
  },
  'eip155:80002': {
    name: 'Polygon Amoy',
    isTestNetwork: true,
    ...POL,
    explorer: ['https://amoy.polygonscan.com/address/'],
    supports: HISTORY,
    isMovedByValue: true,
  },
  'eip155:42161': {
    name: 'Arbitrum One',
    ...ETHER,
    explorer: ['https://arbiscan.io/address/'],
    supports: EARN,
    isMovedByValue: true,
  },
  'eip155:4217': { name: 'Tempo', explorer: ['https://explore.tempo.xyz/address/'], supports: EARN, isTempo: true },
  'eip155:42431': { name: 'Tempo testnet', isTestNetwork: true, supports: HISTORY, isTempo: true },
  'eip155:421614': {
    name: 'Arbitrum Sepolia',
    isTestNetwork: true,
    ...ETHER,
    explorer: ['https://sepolia.arbiscan.io/address/'],
    supports: HISTORY,
    isMovedByValue: true,
  },
  'eip155:56': {
    name: 'BNB Smart Chain',
    ...BNB,
    explorer: ['https://bscscan.com/address/'],
    supports: EARN,
    isMovedByValue: true,
  },
  'eip155:97': {
    name: 'BNB Smart Chain testnet',
    isTestNetwork: true,
    ...eighteen('tBNB'),
    explorer: ['https://testnet.bscscan.com/address/'],
    supports: HISTORY,
    isMovedByValue: true,
  },
  'eip155:4663': { name: 'Robinhood Chain', ...ETHER, supports: HISTORY },
  'eip155:46630': { name: 'Robinhood Chain testnet', isTestNetwork: true, ...ETHER, supports: HISTORY },
  'eip155:5042': { name: 'Arc', ...eighteen('USDC'), supports: HISTORY },
  'eip155:5042002': { name: 'Arc testnet', isTestNetwork: true, ...eighteen('USDC'), supports: HISTORY },
  'eip155:10': {
    name: 'OP Mainnet',
    ...ETHER,
    explorer: ['https://optimistic.etherscan.io/address/'],
    supports: SENDING,
    isMovedByValue: true,
  },
  'eip155:11155420': {
    name: 'OP Sepolia',
    isTestNetwork: true,
    ...ETHER,
    explorer: ['https://optimism-sepolia.blockscout.com/address/'],
    supports: SENDING,
    isMovedByValue: true,
  },
  'eip155:143': { name: 'Monad', ...eighteen('MON'), supports: SENDING },
  'eip155:10143': { name: 'Monad testnet', isTestNetwork: true, ...eighteen('MON'), supports: SENDING },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': {
    name: 'Solana',
    ...SOL,
    explorer: ['https://explorer.solana.com/address/'],
    supports: SENDING,
    alias: 'solana:mainnet',
    genesis: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  },
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': {
    name: 'Solana devnet',
    isTestNetwork: true,
    ...SOL,
    explorer: ['https://explorer.solana.com/address/', '?cluster=devnet'],
    supports: SENDING,
    alias: 'solana:devnet',
    genesis: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  },
  'bip122:000000000019d6689c085ae165831e93': {
    name: 'Bitcoin',
    ...BTC,
    explorer: ['https://mempool.space/address/'],
    supports: SENDING,
    network: 'MAINNET',
  },
  'bip122:000000000933ea01ad0ee984209779ba': {
    name: 'Bitcoin testnet',
    isTestNetwork: true,
    ...TEST_BTC,
    explorer: ['https://mempool.space/testnet/address/'],
    supports: SENDING,
    network: 'TESTNET',
  },
  'bip122:00000000da84f2bafbbc53dee25a72ae': {
    name: 'Bitcoin testnet4',
    isTestNetwork: true,
    ...TEST_BTC,
    explorer: ['https://mempool.space/testnet4/address/'],
    supports: SENDING,
    network: 'TESTNET',
  },
  'bip122:00000008819873e925422c1ff0f99f7c': {
    name: 'Bitcoin signet',
    isTestNetwork: true,
    ...TEST_BTC,
    explorer: ['https://mempool.space/signet/address/'],
    supports: SENDING,
    network: 'SIGNET',
  },
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': {
    name: 'Bitcoin regtest',
    isTestNetwork: true,
    ...TEST_BTC,
    supports: SENDING,
    network: 'REGTEST',
  },
  'tron:0x2b6653dc': { name: 'Tron', ...TRX, explorer: ['https://tronscan.org/#/address/'], supports: SENDING },
  'tron:0x94a9059e': {
    name: 'Tron Shasta',
    isTestNetwork: true,
    ...TRX,
    explorer: ['https://shasta.tronscan.org/#/address/'],
    supports: SENDING,
  },
  'tron:0xcd8690dc': {
    name: 'Tron Nile',
    isTestNetwork: true,
    ...TRX,
    explorer: ['https://nile.tronscan.org/#/address/'],
    supports: SENDING,
  },
  'eip155:25': { name: 'Cronos', ...eighteen('CRO'), explorer: ['https://explorer.cronos.org/address/'] },
  'eip155:100': {
    name: 'Gnosis',
    ...eighteen('XDAI'),
    explorer: ['https://gnosisscan.io/address/'],
    isMovedByValue: true,
  },
  'eip155:130': { name: 'Unichain', ...ETHER, explorer: ['https://uniscan.xyz/address/'], isMovedByValue: true },
  'eip155:146': { name: 'Sonic', ...eighteen('S'), explorer: ['https://sonicscan.org/address/'] },
  'eip155:232': { name: 'Lens', ...eighteen('GHO') },
  'eip155:250': { name: 'Fantom', ...eighteen('FTM') },
  'eip155:252': { name: 'Fraxtal', ...eighteen('FRAX'), explorer: ['https://fraxscan.com/address/'] },
  'eip155:300': { name: 'ZKsync Sepolia', isTestNetwork: true, ...ETHER },
  'eip155:324': { name: 'ZKsync Era', ...ETHER, explorer: ['https://explorer.zksync.io/address/'] },
  'eip155:480': { name: 'World Chain', ...ETHER, explorer: ['https://worldscan.org/address/'] },
  'eip155:1088': { name: 'Metis', ...eighteen('METIS') },
  'eip155:1101': { name: 'Polygon zkEVM', ...ETHER },
  'eip155:1135': { name: 'Lisk', ...ETHER },
  'eip155:1284': { name: 'Moonbeam', ...eighteen('GLMR'), explorer: ['https://moonscan.io/address/'] },
  'eip155:1301': { name: 'Unichain Sepolia', isTestNetwork: true, ...ETHER, isMovedByValue: true },
  'eip155:1329': { name: 'Sei', ...eighteen('SEI') },
  'eip155:1868': { name: 'Soneium', ...ETHER },
  'eip155:2741': { name: 'Abstract', ...ETHER, explorer: ['https://abscan.org/address/'] },
  'eip155:5000': { name: 'Mantle', ...eighteen('MNT'), explorer: ['https://mantlescan.xyz/address/'] },
  'eip155:17000': {
    name: 'Holesky',
    isTestNetwork: true,
    ...ETHER,
    explorer: ['https://holesky.etherscan.io/address/'],
    isMovedByValue: true,
  },
  'eip155:33139': { name: 'ApeChain', ...eighteen('APE') },
  'eip155:34443': { name: 'Mode', ...ETHER },
  'eip155:42170': {
    name: 'Arbitrum Nova',
    ...ETHER,
    explorer: ['https://nova.arbiscan.io/address/'],
    isMovedByValue: true,
  },
  'eip155:42220': { name: 'Celo', ...eighteen('CELO'), explorer: ['https://celoscan.io/address/'] },
  'eip155:43113': {
    name: 'Avalanche Fuji',
    isTestNetwork: true,
    ...eighteen('AVAX'),
    explorer: ['https://testnet.snowtrace.io/address/'],
  },
  'eip155:43114': { name: 'Avalanche', ...eighteen('AVAX'), explorer: ['https://snowtrace.io/address/'] },
  'eip155:57073': { name: 'Ink', ...ETHER, explorer: ['https://explorer.inkonchain.com/address/'] },
  'eip155:59141': {
    name: 'Linea Sepolia',
    isTestNetwork: true,
    ...ETHER,
    explorer: ['https://sepolia.lineascan.build/address/'],
    isMovedByValue: true,
  },
  'eip155:59144': { name: 'Linea', ...ETHER, explorer: ['https://lineascan.build/address/'], isMovedByValue: true },
  'eip155:80094': { name: 'Berachain', ...eighteen('BERA'), explorer: ['https://berascan.com/address/'] },
  'eip155:81457': { name: 'Blast', ...ETHER, explorer: ['https://blastscan.io/address/'] },
  'eip155:98866': { name: 'Plume', ...eighteen('PLUME') },
  'eip155:167000': { name: 'Taiko', ...ETHER, explorer: ['https://taikoscan.io/address/'] },
  'eip155:534351': {
    name: 'Scroll Sepolia',
    isTestNetwork: true,
    ...ETHER,
    explorer: ['https://sepolia.scrollscan.com/address/'],
  },
  'eip155:534352': { name: 'Scroll', ...ETHER, explorer: ['https://scrollscan.com/address/'], isMovedByValue: true },
  'eip155:560048': {
    name: 'Hoodi',
    isTestNetwork: true,
    ...ETHER,
    explorer: ['https://hoodi.etherscan.io/address/'],
    isMovedByValue: true,
  },
  'eip155:7777777': { name: 'Zora', ...ETHER, explorer: ['https://explorer.zora.energy/address/'] },
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': {
    name: 'Solana testnet',
    isTestNetwork: true,
    explorer: ['https://explorer.solana.com/address/', '?cluster=testnet'],
  },
} as const satisfies Readonly<Record<`${ChainNamespace}:${string}`, ChainRecord>>;
