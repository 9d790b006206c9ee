import { base58 } from '@scure/base';
import type { AddressFormat } from '../../../shared/model/index.ts';
import { hexDecode } from '../../../shared/wire/index.ts';
import { taprootOutputKey } from '../curves/schnorr.ts';
import { join, sha256 } from '../native.ts';
import { type AddressFunctions, base58Check, bech32Text, hash160, textFormat } from './encodings.ts';

interface Network {
  readonly prefix: string;
  readonly keyHashVersion: number;
  readonly scriptHashVersion: number;
}

const MAINNET: Network = { prefix: 'bc', keyHashVersion: 0x00, scriptHashVersion: 0x05 };
/** Signet's addresses are the testnet's; which network is meant, the format of the account says. */
const TESTNET: Network = { prefix: 'tb', keyHashVersion: 0x6f, scriptHashVersion: 0xc4 };
const REGTEST: Network = { ...TESTNET, prefix: 'bcrt' };

type BitcoinFormat = Extract<AddressFormat, `ADDRESS_FORMAT_BITCOIN_${string}`>;

export const bitcoin: Readonly<Record<BitcoinFormat, AddressFunctions>> = {
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH: p2pkh(MAINNET),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH: p2sh(MAINNET),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH: p2wpkh(MAINNET),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH: p2wsh(MAINNET),
  ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR: p2tr(MAINNET),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH: p2pkh(TESTNET),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH: p2sh(TESTNET),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH: p2wpkh(TESTNET),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH: p2wsh(TESTNET),
  ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR: p2tr(TESTNET),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2PKH: p2pkh(TESTNET),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2SH: p2sh(TESTNET),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2WPKH: p2wpkh(TESTNET),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH: p2wsh(TESTNET),
  ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR: p2tr(TESTNET),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2PKH: p2pkh(REGTEST),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2SH: p2sh(REGTEST),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH: p2wpkh(REGTEST),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2WSH: p2wsh(REGTEST),
  ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR: p2tr(REGTEST),
};

/** BIP-44: hash160 of the compressed key. */
function p2pkh({ keyHashVersion }: Network): AddressFunctions {
  return textFormat(base58Check(base58, keyHashVersion), (key) => hash160(hexDecode(key)));
}

/** BIP-16: hash160 of the key's script. */
function p2sh({ scriptHashVersion }: Network): AddressFunctions {
  return textFormat(base58Check(base58, scriptHashVersion), (key) => hash160(keyHashScript(key)));
}

/** BIP-84, BIP-141: witness version 0, hash160 of the compressed key. */
function p2wpkh({ prefix }: Network): AddressFunctions {
  const text = bech32Text({ prefix, coding: 'bech32', witness: 0, length: 20 });
  return textFormat(text, (key) => hash160(hexDecode(key)));
}

/** BIP-141: witness version 0, SHA-256 of the key's script. */
function p2wsh({ prefix }: Network): AddressFunctions {
  const text = bech32Text({ prefix, coding: 'bech32', witness: 0, length: 32 });
  return textFormat(text, (key) => sha256(keyHashScript(key)));
}

/** BIP-86, BIP-341: witness version 1, the key tweaked for the key path without scripts. */
function p2tr({ prefix }: Network): AddressFunctions {
  const text = bech32Text({ prefix, coding: 'bech32m', witness: 1, length: 32 });
  return textFormat(text, (key) => hexDecode(taprootOutputKey(key)));
}

/**
 * OP_DUP OP_HASH160 <hash160 of the compressed key> OP_EQUALVERIFY OP_CHECKSIG.
 * Choice (single-key-script): no source says which script of one key P2SH and P2WSH accounts hash. This is the one script
 * that every wallet can spend.
 */
function keyHashScript(publicKey: string): Uint8Array {
  return join(Uint8Array.of(0x76, 0xa9, 0x14), hash160(hexDecode(publicKey)), Uint8Array.of(0x88, 0xac));
}
