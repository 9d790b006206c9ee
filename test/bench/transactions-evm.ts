import { secp256k1 } from '@noble/curves/secp256k1.js';
import { signDigest } from '../../electron/crypto/curves/ecdsa-digest.ts';
import { publicKeyOf } from '../../electron/crypto/index.ts';
import { type SigningKey, signTransaction, verifyTransaction } from '../../electron/crypto/transactions/index.ts';
import { hexDecode } from '../../shared/wire/index.ts';
import { ethersTransactionSigner, oxTempoSigner, viemTransactionSigner } from '../peers/bench-evm-libraries.ts';
import vectors from '../vectors/transactions.json' with { type: 'json' };
import { type Contender, inFlight } from './measure.ts';

/** The vector of that name: the input to sign, and the output that every contender must produce. */
function vector(name: string) {
  const found = vectors.evm.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`There is no vector "${name}".`);
  const privateKey = hexDecode(found.privateKey);
  const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey);
  const key: SigningKey = {
    curve: 'CURVE_SECP256K1',
    publicKey,
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    privateKey,
  };
  return { ...found, key, digestBytes: hexDecode(found.digest ?? '') };
}

function repeat(name: string, expected: string | null, work: () => unknown): Contender {
  if (expected !== null && work() !== expected) throw new Error(`${name} makes something else.`);
  return {
    name,
    batch: (count) => {
      for (let done = 0; done < count; done += 1) work();
    },
  };
}

function bare(privateKey: Uint8Array, digest: Uint8Array): Contender[] {
  return [
    repeat('bare secp256k1 signature (electron/crypto)', null, () => signDigest('CURVE_SECP256K1', privateKey, digest)),
    repeat('bare secp256k1 signature (@noble/curves)', null, () =>
      secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' }),
    ),
  ];
}

/** An EIP-1559 transaction with data and an access list: from the unsigned text to the signed text. */
export function ethereumTransactionContenders(): Contender[] {
  const { unsigned, signed, privateKey, key, digestBytes } = vector('EIP-1559 with data and an access list');
  const ethers = ethersTransactionSigner(privateKey);
  const viem = viemTransactionSigner(privateKey);
  return [
    repeat('electron/crypto, parsed, checked and signed', signed, () =>
      signTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned, key),
    ),
    repeat('electron/crypto, signed transaction verified', null, () =>
      verifyTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned, signed, key),
    ),
    repeat('ethers', signed, () => ethers(unsigned)),
    { name: 'viem', batch: (count) => inFlight(count, 1, () => viem(unsigned)) },
    ...bare(key.privateKey, digestBytes),
  ];
}

/** A Tempo transaction with a fee token: from the unsigned text to the signed text. */
export function tempoTransactionContenders(): Contender[] {
  const { unsigned, signed, privateKey, key, digestBytes } = vector('Tempo with a fee token');
  const ox = oxTempoSigner(privateKey);
  return [
    repeat('electron/crypto, parsed, checked and signed', signed, () =>
      signTransaction('TRANSACTION_TYPE_TEMPO', unsigned, key),
    ),
    repeat('ox/tempo', signed, () => ox(unsigned)),
    ...bare(key.privateKey, digestBytes),
  ];
}
