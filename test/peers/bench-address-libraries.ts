import { Ed25519PublicKey as AptosKey } from '@aptos-labs/ts-sdk';
import { encodeSparkAddress } from '@buildonspark/spark-sdk';
import { Ed25519PublicKey as SuiKey } from '@mysten/sui/keypairs/ed25519';
import { p2tr } from '@scure/btc-signer';
import { PublicKey } from '@solana/web3.js';
import { StrKey } from '@stellar/stellar-base';
import { WalletContractV4 } from '@ton/ton';
import { bech32 } from 'bech32';
import { networks, payments } from 'bitcoinjs-lib';
import { computeAddress, ripemd160, SigningKey, sha256 } from 'ethers';
import { utils } from 'tronweb';

export interface AddressLibrary {
  readonly name: string;
  /** Address of a compressed SEC1 key or 32 bytes of Ed25519, given in both forms. */
  readonly make: (key: Buffer, hex: string) => string | undefined;
}

const DOGECOIN = { ...networks.bitcoin, pubKeyHash: 0x1e };

/** Other libraries that make the addresses of each format. bitcoinjs-lib brings no curve, so Taproot uses another's. */
export const ADDRESS_LIBRARIES = {
  ADDRESS_FORMAT_ETHEREUM: { name: 'ethers', make: (_key, hex) => computeAddress(`0x${hex}`) },
  ADDRESS_FORMAT_SOLANA: { name: '@solana/web3.js', make: (key) => new PublicKey(key).toBase58() },
  ADDRESS_FORMAT_COSMOS: {
    name: 'bech32 with the hashes of ethers',
    make: (_key, hex) => {
      const hash = Buffer.from(ripemd160(sha256(`0x${hex}`)).slice(2), 'hex');
      return bech32.encode('cosmos', bech32.toWords(hash));
    },
  },
  ADDRESS_FORMAT_TRON: {
    name: 'tronweb with the point of ethers',
    make: (_key, hex) => {
      const point = Buffer.from(SigningKey.computePublicKey(`0x${hex}`, false).slice(2), 'hex');
      return utils.crypto.getBase58CheckAddress(utils.crypto.computeAddress(point));
    },
  },
  ADDRESS_FORMAT_SUI: { name: '@mysten/sui', make: (key) => new SuiKey(key).toSuiAddress() },
  ADDRESS_FORMAT_APTOS: {
    name: '@aptos-labs/ts-sdk',
    make: (key) => new AptosKey(key).authKey().derivedAddress().toString(),
  },
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH: {
    name: 'bitcoinjs-lib',
    make: (pubkey) => payments.p2pkh({ pubkey }).address,
  },
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH: {
    name: 'bitcoinjs-lib',
    make: (pubkey) => payments.p2wpkh({ pubkey }).address,
  },
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR: {
    name: '@scure/btc-signer',
    make: (key) => p2tr(key.subarray(1)).address,
  },
  ADDRESS_FORMAT_DOGE_MAINNET: {
    name: 'bitcoinjs-lib',
    make: (pubkey) => payments.p2pkh({ pubkey, network: DOGECOIN }).address,
  },
  ADDRESS_FORMAT_XLM: { name: '@stellar/stellar-base', make: (key) => StrKey.encodeEd25519PublicKey(key) },
  ADDRESS_FORMAT_TON_V4R2: {
    name: '@ton/ton',
    make: (publicKey) => WalletContractV4.create({ workchain: 0, publicKey }).address.toString({ bounceable: false }),
  },
  ADDRESS_FORMAT_SPARK_MAINNET: {
    name: '@buildonspark/spark-sdk',
    make: (_key, hex) => encodeSparkAddress({ identityPublicKey: hex, network: 'MAINNET' }),
  },
} as const satisfies Readonly<Record<string, AddressLibrary>>;

/** ripple-keypairs, or null where Node cannot load it: it is CommonJS and requires ES modules. */
export async function rippleLibrary(): Promise<AddressLibrary | null> {
  try {
    const { deriveAddress } = await import('ripple-keypairs');
    return { name: 'ripple-keypairs', make: (_key, hex) => deriveAddress(hex.toUpperCase()) };
  } catch {
    return null;
  }
}
