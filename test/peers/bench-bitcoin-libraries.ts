import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Transaction as ScureTransaction } from '@scure/btc-signer';
import { Psbt, payments, Transaction } from 'bitcoinjs-lib';

interface BitcoinLibraries {
  /** A PSBT that bitcoinjs-lib made: P2WPKH inputs of the key, two outputs. */
  readonly unsigned: string;
  /** Each library's own way from the PSBT's text to the signed PSBT's. */
  readonly bitcoinjs: (unsigned: string) => string;
  readonly scure: (unsigned: string) => string;
}

export function bitcoinLibraries(privateKey: Uint8Array, inputs = 2): BitcoinLibraries {
  const publicKey = secp256k1.getPublicKey(privateKey, true);
  const { output: script } = payments.p2wpkh({ pubkey: publicKey });
  if (script === undefined) throw new Error('bitcoinjs-lib made no script.');
  const psbt = new Psbt();
  for (let index = 0; index < inputs; index += 1)
    psbt.addInput({ hash: new Uint8Array(32).fill(9), index, witnessUtxo: { script, value: 100_000n } });
  for (const value of [60_000n, 130_000n]) psbt.addOutput({ script, value });
  // bitcoinjs-lib brings no curve, so its user provides the signer.
  const signer = { publicKey, sign: (hash: Uint8Array) => secp256k1.sign(hash, privateKey).toCompactRawBytes() };
  return {
    unsigned: psbt.toHex(),
    bitcoinjs: (unsigned) => Psbt.fromHex(unsigned).signAllInputs(signer, [Transaction.SIGHASH_ALL]).toHex(),
    scure: (unsigned) => {
      const transaction = ScureTransaction.fromPSBT(Uint8Array.from(Buffer.from(unsigned, 'hex')));
      transaction.sign(privateKey);
      return Buffer.from(transaction.toPSBT(0)).toString('hex');
    },
  };
}
