import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import * as scure from '@scure/btc-signer';
import { initEccLib, type Network, networks, payments } from 'bitcoinjs-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { findFormatsOf } from '../../electron/crypto/addresses/index.ts';
import { addressOf } from '../../electron/crypto/index.ts';
import { ADDRESS_FORMATS, type AddressFormat } from '../../shared/model/index.ts';
import { expectSameAddresses, keysOf } from './address-keys.ts';

const DOGECOIN: Network = { ...networks.bitcoin, pubKeyHash: 0x1e, scriptHash: 0x16, wif: 0x9e, bech32: 'doge' };
const DOGECOIN_TESTNET: Network = { ...DOGECOIN, pubKeyHash: 0x71, scriptHash: 0xc4, wif: 0xf1, bech32: 'tdge' };

const NETWORKS: Readonly<Record<string, Network>> = {
  MAINNET: networks.bitcoin,
  TESTNET: networks.testnet,
  SIGNET: networks.testnet,
  REGTEST: networks.regtest,
};

const lift = (x: Uint8Array) => schnorr.utils.lift_x(BigInt(`0x${Buffer.from(x).toString('hex')}`));

function orNull<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Uses another curve library for bitcoinjs-lib than the product's. */
beforeAll(() =>
  initEccLib({
    isXOnlyPoint: (x) => orNull(() => lift(x)) !== null,
    xOnlyPointAddTweak: (x, tweak) =>
      orNull(() => {
        const output = lift(x).add(secp256k1.Point.BASE.multiply(BigInt(`0x${Buffer.from(tweak).toString('hex')}`)));
        const bytes = output.toBytes(true);
        return { parity: bytes[0] === 3 ? 1 : 0, xOnlyPubkey: bytes.slice(1) };
      }),
  }),
);

/** The same five addresses by bitcoinjs-lib. P2SH and P2WSH are around the P2PKH script of the key. */
const bitcoinjs: Readonly<Record<string, (pubkey: Uint8Array, network: Network) => string | undefined>> = {
  P2PKH: (pubkey, network) => payments.p2pkh({ pubkey, network }).address,
  P2SH: (pubkey, network) => payments.p2sh({ redeem: payments.p2pkh({ pubkey, network }), network }).address,
  P2WPKH: (pubkey, network) => payments.p2wpkh({ pubkey, network }).address,
  P2WSH: (pubkey, network) => payments.p2wsh({ redeem: payments.p2pkh({ pubkey, network }), network }).address,
  P2TR: (pubkey, network) => payments.p2tr({ internalPubkey: pubkey.subarray(1), network }).address,
};

/** And by @scure/btc-signer. */
const btcSigner: typeof bitcoinjs = {
  P2PKH: (pubkey, network) => scure.p2pkh(pubkey, network).address,
  P2SH: (pubkey, network) => scure.p2sh(scure.p2pkh(pubkey), network).address,
  P2WPKH: (pubkey, network) => scure.p2wpkh(pubkey, network).address,
  P2WSH: (pubkey, network) => scure.p2wsh(scure.p2pkh(pubkey), network).address,
  P2TR: (pubkey, network) => scure.p2tr(pubkey.subarray(1), undefined, network).address,
};

const formats = ADDRESS_FORMATS.filter((format) => format.startsWith('ADDRESS_FORMAT_BITCOIN_'));
const partsOf = (format: AddressFormat) => {
  const [network = '', script = ''] = format.replace('ADDRESS_FORMAT_BITCOIN_', '').split('_');
  return { network: NETWORKS[network]!, script };
};

describe.each([
  ['bitcoinjs-lib', bitcoinjs],
  ['@scure/btc-signer', btcSigner],
])('addresses as %s makes them', (_library, makers) => {
  test.each(formats)('%s', (format) => {
    const { network, script } = partsOf(format);
    expectSameAddresses(format, 'CURVE_SECP256K1', (pubkey) => makers[script]?.(pubkey, network) ?? '');
  });

  test.each([
    ['ADDRESS_FORMAT_DOGE_MAINNET', DOGECOIN],
    ['ADDRESS_FORMAT_DOGE_TESTNET', DOGECOIN_TESTNET],
  ] as const)('%s', (format, network) => {
    expectSameAddresses(format, 'CURVE_SECP256K1', (pubkey) => makers.P2PKH?.(pubkey, network) ?? '');
  });
});

describe('an address is read as exactly the kind that @scure/btc-signer decodes', () => {
  const kinds: Readonly<Record<string, string>> = {
    P2PKH: 'pkh',
    P2SH: 'sh',
    P2WPKH: 'wpkh',
    P2WSH: 'wsh',
    P2TR: 'tr',
  };

  test.each(formats)('%s', (format) => {
    const { network, script } = partsOf(format);
    for (const key of keysOf('CURVE_SECP256K1').slice(0, 20)) {
      const address = addressOf(format, key);
      expect(scure.Address(network).decode(address).type).toBe(kinds[script]);
      const readAs = findFormatsOf(address);
      expect(readAs).toContain(format);
      expect(readAs.every((other) => other.endsWith(`_${script}`))).toBe(true);
    }
  });
});
