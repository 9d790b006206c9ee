import type { BitcoinNetwork } from './chain-table.ts';
import type { AddressFormat, Curve } from './enums.ts';

/** The networks' families of address rules. */
export type AddressFamily =
  | 'key'
  | 'ethereum'
  | 'solana'
  | 'cosmos'
  | 'tron'
  | 'sui'
  | 'aptos'
  | 'bitcoin'
  | 'dogecoin'
  | 'stellar'
  | 'ton'
  | 'ripple'
  | 'spark';

/**
 * Raw payloads of these addresses are signed after BIP-340. BIP341 first tweaks the key for the key path without
 * scripts.
 */
export type SchnorrScheme = 'BIP340' | 'BIP341';

/** The facts about an address format that need no address to be computed. */
export interface AddressFormatFacts {
  readonly family: AddressFamily;
  /** Curves whose keys the format can be made of, the usual one first. */
  readonly curves: readonly [Curve, ...Curve[]];
  /** CAIP-2 namespace of the chains the address is used on. Null when the format belongs to none. */
  readonly caip2Prefix: string | null;
  readonly defaultPath: string;
  /** Absent for ECDSA or EdDSA, which the curve determines (docs/protocol.md#raw-payloads). */
  readonly schnorr?: SchnorrScheme;
  /** The network of an address of Bitcoin. */
  readonly network?: BitcoinNetwork;
}

const SECP256K1 = ['CURVE_SECP256K1'] as const;
const ED25519 = ['CURVE_ED25519'] as const;
const ETHEREUM_PATH = "m/44'/60'/0'/0/0";

/**
 * Every format of the interface, in its order.
 * Choice (default-paths): the SDK's default accounts and the table of the docs differ in places. There the path is the
 * SDK's, because existing accounts were made with it. TON_V5R1, which the SDK leaves out, has the path of the other TON
 * wallets.
 */
export const ADDRESS_FORMAT_FACTS: Readonly<Record<AddressFormat, AddressFormatFacts>> = {
  ADDRESS_FORMAT_UNCOMPRESSED: key(['CURVE_SECP256K1', 'CURVE_P256']),
  ADDRESS_FORMAT_COMPRESSED: key(['CURVE_SECP256K1', 'CURVE_P256', 'CURVE_ED25519']),
  ADDRESS_FORMAT_ETHEREUM: {
    family: 'ethereum',
    curves: SECP256K1,
    caip2Prefix: 'eip155',
    defaultPath: ETHEREUM_PATH,
  },
  ADDRESS_FORMAT_SOLANA: {
    family: 'solana',
    curves: ED25519,
    caip2Prefix: 'solana',
    defaultPath: "m/44'/501'/0'/0'",
  },
  ADDRESS_FORMAT_COSMOS: cosmos("m/44'/118'/0'/0/0"),
  ADDRESS_FORMAT_TRON: {
    family: 'tron',
    curves: SECP256K1,
    // Choice (caip2-prefix): no registered CAIP-2 namespace, so this is WalletConnect's name.
    caip2Prefix: 'tron',
    defaultPath: "m/44'/195'/0'",
  },
  ADDRESS_FORMAT_SUI: { family: 'sui', curves: ED25519, caip2Prefix: 'sui', defaultPath: "m/44'/784'/0'/0'/0'" },
  ADDRESS_FORMAT_APTOS: { family: 'aptos', curves: ED25519, caip2Prefix: 'aptos', defaultPath: "m/44'/637'/0'/0'/0'" },
  ...bitcoinFormats(),
  /**
   * Choice (sei-secp256k1): the network page and the SDK's default account say secp256k1. One table of the docs says
   * Ed25519.
   */
  ADDRESS_FORMAT_SEI: cosmos("m/44'/118'/0'/0'/0'"),
  ADDRESS_FORMAT_XLM: { family: 'stellar', curves: ED25519, caip2Prefix: 'stellar', defaultPath: "m/44'/148'/0'" },
  ADDRESS_FORMAT_DOGE_MAINNET: dogecoin(),
  ADDRESS_FORMAT_DOGE_TESTNET: dogecoin(),
  ADDRESS_FORMAT_TON_V3R2: ton(),
  ADDRESS_FORMAT_TON_V4R2: ton(),
  ADDRESS_FORMAT_TON_V5R1: ton(),
  ADDRESS_FORMAT_XRP: { family: 'ripple', curves: SECP256K1, caip2Prefix: 'xrpl', defaultPath: "m/44'/144'/0'/0'/0'" },
  ADDRESS_FORMAT_SPARK_MAINNET: spark(),
  ADDRESS_FORMAT_SPARK_REGTEST: spark(),
};

/** Returns the network of a format of Bitcoin's addresses. Null for every other format, declared or not. */
export const bitcoinNetworkOfFormat = (format: string): BitcoinNetwork | null =>
  Object.hasOwn(ADDRESS_FORMAT_FACTS, format) ? (ADDRESS_FORMAT_FACTS[format as AddressFormat].network ?? null) : null;

/** The format of a bare key, which belongs to no chain. Its usual path is Ethereum's. */
function key(curves: AddressFormatFacts['curves']): AddressFormatFacts {
  return { family: 'key', curves, caip2Prefix: null, defaultPath: ETHEREUM_PATH };
}

function cosmos(defaultPath: string): AddressFormatFacts {
  return { family: 'cosmos', curves: SECP256K1, caip2Prefix: 'cosmos', defaultPath };
}

/** A network and a kind of script each. SLIP-0044: test networks share the coin type 1. */
function bitcoinFormats() {
  const networks = { MAINNET: 0, TESTNET: 1, SIGNET: 1, REGTEST: 1 };
  const formats = Object.entries(networks).flatMap(([network, coinType]) =>
    Object.entries({
      P2PKH: { defaultPath: `m/44'/${coinType}'/0'/0/0` },
      // The SDK derives P2SH accounts where P2PKH accounts are.
      P2SH: { defaultPath: `m/44'/${coinType}'/0'/0/0` },
      // BIP-84.
      P2WPKH: { defaultPath: `m/84'/${coinType}'/0'/0/0` },
      // The SDK's default path is the main network's everywhere.
      P2WSH: { defaultPath: "m/48'/0'/0'/2'/0/0" },
      // BIP-86.
      P2TR: { defaultPath: `m/86'/${coinType}'/0'/0/0`, schnorr: 'BIP341' },
    }).map(([kind, facts]) => [
      `ADDRESS_FORMAT_BITCOIN_${network}_${kind}`,
      { family: 'bitcoin', curves: SECP256K1, caip2Prefix: 'bip122', network, ...facts },
    ]),
  );
  return Object.fromEntries(formats) as Record<
    Extract<AddressFormat, `ADDRESS_FORMAT_BITCOIN_${string}`>,
    AddressFormatFacts
  >;
}

/** CAIP-2 counts Dogecoin among the chains of the namespace bip122. */
function dogecoin(): AddressFormatFacts {
  return { family: 'dogecoin', curves: SECP256K1, caip2Prefix: 'bip122', defaultPath: "m/44'/3'/0'/0/0" };
}

/** Choice (caip2-prefix): TON is registered as the chain -239 of the namespace tvm. */
function ton(): AddressFormatFacts {
  return { family: 'ton', curves: ED25519, caip2Prefix: 'tvm', defaultPath: "m/44'/607'/0'/0'/0'" };
}

function spark(): AddressFormatFacts {
  return {
    family: 'spark',
    curves: SECP256K1,
    // Choice (caip2-prefix): Spark has no CAIP-2 namespace.
    caip2Prefix: null,
    // Choice (spark-path): the path of the identity key, which the Spark page calls automatic. The SDK's default
    // differs.
    defaultPath: "m/8797555'/0'/0'",
    schnorr: 'BIP340',
  };
}
