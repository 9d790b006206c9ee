import { signDigest } from '../../electron/crypto/curves/ecdsa-digest.ts';
import { secp256k1PublicKey } from '../../electron/crypto/curves/secp256k1.ts';
import { sha256 } from '../../electron/crypto/index.ts';
import { type SigningKey, signTransaction, verifyTransaction } from '../../electron/crypto/transactions/index.ts';
import { bitcoinLibraries } from '../peers/bench-bitcoin-libraries.ts';
import type { Contender } from './measure.ts';

const TYPE = 'TRANSACTION_TYPE_BITCOIN';
const KEY = new Uint8Array(32).fill(7);

/** A PSBT of two P2WPKH inputs: from the PSBT's text to the signed PSBT's, which all make alike. */
export function bitcoinTransactionContenders(): Contender[] {
  const key: SigningKey = {
    curve: 'CURVE_SECP256K1',
    publicKey: secp256k1PublicKey(KEY, 'compressed'),
    addressFormats: ['ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'],
    privateKey: KEY,
  };
  const { unsigned, bitcoinjs, scure } = bitcoinLibraries(KEY);
  const sign = () => signTransaction(TYPE, unsigned, key);
  const signed = sign();
  if (bitcoinjs(unsigned) !== signed || scure(unsigned) !== signed) throw new Error('The libraries sign differently.');
  const digest = sha256(KEY);
  return [
    repeat('electron/crypto, parsed, checked and signed', sign),
    repeat('electron/crypto, the result verified', () => verifyTransaction(TYPE, unsigned, signed, key)),
    repeat('bitcoinjs-lib with @noble/curves', () => bitcoinjs(unsigned)),
    repeat('@scure/btc-signer', () => scure(unsigned)),
    repeat('two bare secp256k1 signatures (electron/crypto)', () => {
      signDigest('CURVE_SECP256K1', KEY, digest);
      signDigest('CURVE_SECP256K1', KEY, digest);
    }),
  ];
}

function repeat(name: string, work: () => unknown): Contender {
  return {
    name,
    batch: (count) => {
      for (let done = 0; done < count; done += 1) work();
    },
  };
}
