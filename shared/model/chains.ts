/** The lists and look-ups of chains. No other file decides by the text of a CAIP-2 name. */
import {
  type BitcoinNetwork,
  CHAINS,
  type ChainNamespace,
  type ChainRecord,
  type ChainService,
  type Coin,
  NAMESPACE_LABELS,
} from './chain-table.ts';

export type { ChainNamespace } from './chain-table.ts';

/** Namespaces of which no chain is declared, for formats that a newer service may have. */
const OTHER_LABELS: Readonly<Record<string, string>> = {
  cosmos: 'Cosmos',
  sui: 'Sui',
  aptos: 'Aptos',
  stellar: 'Stellar',
  tvm: 'TON',
  xrpl: 'XRP Ledger',
};

type Table = typeof CHAINS;
/** The CAIP-2 name of a declared chain. */
export type ChainName = keyof Table;
type NamesWith<Service extends ChainService> = {
  [Name in ChainName]: Table[Name] extends { readonly supports: readonly (infer Each)[] }
    ? Service extends Each
      ? Name
      : never
    : never;
}[ChainName];
type Of<Namespace extends ChainNamespace, Name extends ChainName> = Extract<Name, `${Namespace}:${string}`>;

const RECORDS: ReadonlyMap<string, ChainRecord> = new Map(Object.entries(CHAINS));
const NAMES = Object.keys(CHAINS) as ChainName[];

/** Returns the parts of a CAIP-2 name. The reference is null for a namespace alone. */
export function splitChain(name: string): { readonly namespace: string; readonly reference: string | null } {
  const at = name.indexOf(':');
  return at < 0
    ? { namespace: name, reference: null }
    : { namespace: name.slice(0, at), reference: name.slice(at + 1) };
}

const isOf =
  <const Namespace extends ChainNamespace>(namespace: Namespace) =>
  (name: string): name is `${Namespace}:${string}` => {
    const parts = splitChain(name);
    return parts.namespace === namespace && parts.reference !== null;
  };

/** Returns true for a chain of Ethereum’s kind, declared or not, by its CAIP-2 name. */
export const isEthereumChain = isOf('eip155');
/** Returns true for a chain of Solana, declared or not, by its CAIP-2 name. */
export const isSolanaChain = isOf('solana');
/** Returns true for a chain of Tron, declared or not, by its CAIP-2 name. */
export const isTronChain = isOf('tron');
/** Returns the network of a declared chain of Bitcoin by its CAIP-2 name. Null for any other chain. */
export const bitcoinNetworkOf = (name: string): BitcoinNetwork | null => RECORDS.get(name)?.network ?? null;
/** Returns true for a declared chain of Bitcoin, by its CAIP-2 name. Litecoin and others share the namespace. */
export const isBitcoinChain = (name: string): boolean => bitcoinNetworkOf(name) !== null;
/** Returns true for a chain whose transactions are Tempo’s, by its CAIP-2 name. */
export const isTempoChain = (name: string): boolean => RECORDS.get(name)?.isTempo === true;
/** Returns true for a chain whose coin moves only by the value of a transaction, by its CAIP-2 name. */
export const isMovedByValue = (name: string): boolean => RECORDS.get(name)?.isMovedByValue === true;

/** Returns true for a declared test network, by its CAIP-2 name. */
export const isTestNetwork = (name: string): boolean => RECORDS.get(name)?.isTestNetwork === true;

const namesWith = <const Service extends ChainService>(service: Service) =>
  NAMES.filter((name) => RECORDS.get(name)?.supports?.includes(service)) as NamesWith<Service>[];

function namesOf<const Namespace extends ChainNamespace, Name extends ChainName>(
  namespace: Namespace,
  names: readonly Name[],
) {
  return names.filter((name) => splitChain(name).namespace === namespace) as Of<Namespace, Name>[];
}

/** The chains that can have nodes. */
export const ENDPOINT_CHAINS = namesWith('sending');
export type EndpointChain = (typeof ENDPOINT_CHAINS)[number];

/** Chains of Ethereum's kind: those with readable transactions, and those that also send. */
export const ETHEREUM_HISTORY_CHAINS = namesOf('eip155', namesWith('history'));
export const ETHEREUM_CHAINS = namesOf('eip155', ENDPOINT_CHAINS);
export type EthereumChain = (typeof ETHEREUM_CHAINS)[number];

/** Chains with vaults that earn. */
export const EARN_CHAINS = namesWith('earn');

/** The chains whose transactions are Tempo’s. */
export const TEMPO_CHAINS = NAMES.filter(isTempoChain);

const SOLANA_NAMES = namesOf('solana', ENDPOINT_CHAINS);
/** The supported chains of Bitcoin. */
export const BITCOIN_CHAINS = namesOf('bip122', ENDPOINT_CHAINS);
/** The supported chains of Tron. */
export const TRON_CHAINS = namesOf('tron', ENDPOINT_CHAINS);
/** The supported chains of Solana: by CAIP-2 name, and by the public service's own name. */
export const SOLANA_CHAINS = [...SOLANA_NAMES, ...SOLANA_NAMES.map((name) => CHAINS[name].alias)];
/** Sending also accepts the whole genesis hash instead of the name. */
export const SOLANA_SENDING_CHAINS = [...SOLANA_CHAINS, ...SOLANA_NAMES.map((name) => CHAINS[name].genesis)];

const OTHER_NAMES: ReadonlyMap<string, ChainName> = new Map(
  SOLANA_NAMES.flatMap((name) => [[CHAINS[name].alias, name] as const, [CHAINS[name].genesis, name] as const]),
);

/** Returns the CAIP-2 name of a chain by any of its names. An unknown one is returned unchanged. */
export const chainNamed = (name: string): string => OTHER_NAMES.get(name) ?? name;

/** The CAIP-2 name of Solana’s mainnet, whose transactions move money. */
export const SOLANA_MAINNET = chainNamed('solana:mainnet');

/**
 * Returns the CAIP-2 name of a chain of Ethereum’s kind by its id, declared or not.
 *
 * @example
 * ethereumChainName(8453n);
 * // 'eip155:8453'
 */
export const ethereumChainName = (id: bigint | number | string) => `eip155:${id}` as const;

/** The parts of a CAIP-19 name. */
export interface AssetParts {
  readonly chain: string;
  /** slip44, erc20 and so on. */
  readonly kind: string;
  readonly reference: string;
  /** The number of one item of a collection. */
  readonly item?: string;
}

/**
 * Returns the parts of a CAIP-19 name, or null for any other text.
 *
 * @example
 * splitAsset('eip155:1/slip44:60');
 * // { chain: 'eip155:1', kind: 'slip44', reference: '60' }
 */
export function splitAsset(caip19: string): AssetParts | null {
  const [, chain, kind, reference, item] = /^([^/]+)\/([^:/]+):([^/]+)(?:\/(.+))?$/.exec(caip19) ?? [];
  if (chain === undefined || kind === undefined || reference === undefined) return null;
  return { chain, kind, reference, ...(item === undefined ? {} : { item }) };
}

/**
 * Returns the CAIP-19 name of a chain’s coin, or of a token by its address. Null for a chain without a known coin.
 *
 * @example
 * assetName('eip155:1', null);
 * // 'eip155:1/slip44:60'
 */
export function assetName(chain: string, token: string | null): string | null {
  const name = chainNamed(chain);
  const coin = chainOf(name);
  if (coin === null) return null;
  if (token === null) return `${name}/slip44:${coin.slip44}`;
  return `${name}/${isEthereumChain(name) ? 'erc20' : isSolanaChain(name) ? 'token' : 'trc20'}:${token}`;
}

/** Returns the CAIP-2 name of a chain of Solana by the hash of its first block in base58 (CAIP-30). */
export const solanaChainName = (genesisHash: string) => `solana:${genesisHash.slice(0, 32)}` as const;

/** Returns the CAIP-2 name of a chain of Bitcoin by the hash of its first block in hex (CAIP-4). */
export const bitcoinChainName = (genesisHash: string) => `bip122:${genesisHash.slice(0, 32)}` as const;

/**
 * Returns the CAIP-2 name of a chain of Tron by the id of its first block in hex. WalletConnect's names end it.
 */
/** Tron's main network. Its test networks have the same addresses, and a transaction names none of them. */
export const TRON_MAINNET = 'tron:0x2b6653dc';

export const tronChainName = (genesisId: string) => `tron:0x${genesisId.slice(-8)}` as const;

/** Returns the id of a chain of Ethereum’s kind by its CAIP-2 name. Null for any other text. */
export function chainIdOf(name: string): bigint | null {
  const { reference } = splitChain(name);
  return isEthereumChain(name) && /^\d{1,32}$/.test(reference ?? '') ? BigInt(reference ?? '') : null;
}

/** Returns the id of a chain of Ethereum’s kind by its CAIP-2 name. Throws a `RangeError` for any other text. */
export function requireChainId(name: string): bigint {
  const id = chainIdOf(name);
  if (id === null) throw new RangeError('the chain has no id of Ethereum’s kind');
  return id;
}

/** The built-in facts about a chain: its name, and the coin that fees are paid in. */
export interface Chain extends Coin {
  readonly name: string;
}

/** Returns the built-in facts about the chain with that CAIP-2 name, or null for an unknown chain or one without a coin. */
export function chainOf(caip2: string): Chain | null {
  const { name, coin, decimals, slip44 } = RECORDS.get(caip2) ?? {};
  return name === undefined || coin === undefined || decimals === undefined || slip44 === undefined
    ? null
    : { name, coin, decimals, slip44 };
}

/** Tempo has no coin: its fees are counted in dollars, and paid in tokens of six decimals. */
const DOLLARS = { coin: 'USD', decimals: 6 } as const;

/** Returns the unit that a chain's fees are counted in: its coin, on Tempo dollars. Null for any other chain without a coin. */
export const feeUnitOf = (caip2: string): Pick<Coin, 'coin' | 'decimals'> | null =>
  chainOf(caip2) ?? (isTempoChain(caip2) ? DOLLARS : null);

/**
 * Returns the name of a chain by CAIP-2, or of the chains of a namespace. An unknown one is returned unchanged.
 *
 * @example
 * chainName('eip155:8453');
 * // 'Base'
 */
export function chainName(caip2: string): string {
  if (splitChain(caip2).reference === null) return namespaceLabel(caip2);
  return RECORDS.get(caip2)?.name ?? caip2;
}

/**
 * Returns the chains of a CAIP-2 namespace, or of a CAIP-2 name's namespace, in words. An unknown one is returned
 * unchanged.
 *
 * @example
 * namespaceLabel('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp');
 * // 'Solana'
 */
export function namespaceLabel(caip2: string): string {
  const labels: Readonly<Record<string, string>> = { ...OTHER_LABELS, ...NAMESPACE_LABELS };
  const { namespace } = splitChain(caip2);
  return (Object.hasOwn(labels, namespace) ? labels[namespace] : undefined) ?? caip2;
}

/** A chain with a name here. */
export interface NamedChain {
  readonly caip2: string;
  readonly name: string;
  readonly namespace: string;
}

/** Returns true for a chain with a name here. */
export const hasChainName = (caip2: string): caip2 is ChainName => RECORDS.has(caip2);

/** Returns every chain with a name here, in the order of their names. */
export function findChains(): NamedChain[] {
  return NAMES.map((caip2) => ({ caip2, name: chainName(caip2), namespace: splitChain(caip2).namespace })).sort(
    (one, other) => one.name.localeCompare(other.name, 'en'),
  );
}

/**
 * Returns the explorer URL of an address on a chain, or null when no explorer is known.
 *
 * @example
 * explorerOf('eip155:1', '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf');
 * // 'https://etherscan.io/address/0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
 */
export function explorerOf(caip2: string | null, address: string): string | null {
  const [before, after = ''] = (caip2 === null ? undefined : RECORDS.get(caip2)?.explorer) ?? [];
  return before === undefined ? null : `${before}${encodeURIComponent(address)}${after}`;
}
