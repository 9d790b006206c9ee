import { createPrivateKey, sign } from 'node:crypto';
import { signDigest } from '../../electron/crypto/curves/ecdsa-digest.ts';
import { secp256k1PublicKey } from '../../electron/crypto/curves/secp256k1.ts';
import { ed25519PublicKey, sha256 } from '../../electron/crypto/index.ts';
import { type SigningKey, signTransaction } from '../../electron/crypto/transactions/index.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';
import { solanaLibrary, tronLibrary } from '../peers/bench-solana-tron-libraries.ts';
import tronVectors from '../vectors/transactions.json' with { type: 'json' };
import type { Contender } from './measure.ts';

const KEY = new Uint8Array(32).fill(7);
/** PKCS#8 (RFC 8410) before a 32-byte Ed25519 seed. */
const PKCS8_ED25519 = hexDecode('302e020100300506032b657004220420');

function repeat(name: string, work: () => unknown): Contender {
  return {
    name,
    batch: (count) => {
      for (let done = 0; done < count; done += 1) work();
    },
  };
}

/** One transfer, version 0: from the wire text to the signed wire text. */
export function solanaTransactionContenders(): Contender[] {
  const key: SigningKey = {
    curve: 'CURVE_ED25519',
    publicKey: ed25519PublicKey(KEY),
    addressFormats: ['ADDRESS_FORMAT_SOLANA'],
    privateKey: KEY,
  };
  const { unsigned, message, sign: signByLibrary } = solanaLibrary(KEY);
  const bare = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, KEY]),
    format: 'der',
    type: 'pkcs8',
  });
  return [
    repeat('electron/crypto, parsed, checked and signed', () =>
      signTransaction('TRANSACTION_TYPE_SOLANA', unsigned, key),
    ),
    repeat('@solana/web3.js', () => signByLibrary(unsigned)),
    repeat('bare Ed25519 signature (node:crypto)', () => sign(null, message, bare)),
  ];
}

/** One transfer: from the raw data's text to the signed transaction's. */
export function tronTransactionContenders(): Contender[] {
  const key: SigningKey = {
    curve: 'CURVE_SECP256K1',
    publicKey: secp256k1PublicKey(KEY, 'compressed'),
    addressFormats: ['ADDRESS_FORMAT_TRON'],
    privateKey: KEY,
  };
  const unsigned = tronVectors.tron[0]?.unsigned ?? '';
  const digest = sha256(hexDecode(unsigned));
  const library = tronLibrary(hexEncode(KEY));
  return [
    repeat('electron/crypto, parsed, checked and signed', () =>
      signTransaction('TRANSACTION_TYPE_TRON', unsigned, key),
    ),
    repeat('tronweb', () => library(unsigned)),
    repeat('bare secp256k1 signature (electron/crypto)', () => signDigest('CURVE_SECP256K1', KEY, digest)),
  ];
}
