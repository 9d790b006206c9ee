import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { utils } from 'tronweb';

interface SolanaLibrary {
  readonly unsigned: string;
  readonly message: Uint8Array;
  readonly sign: (unsigned: string) => string;
}

interface TronTransaction {
  addSignature(signature: Uint8Array): void;
  setRawData(raw: object): void;
  serializeBinary(): Uint8Array;
}

interface TronProto {
  readonly Transaction: (new () => TronTransaction) & {
    readonly raw: { deserializeBinary(bytes: Uint8Array): object };
  };
}

/** A transfer of version 0 as @solana/web3.js builds it, and its own way of signing the wire text. */
export function solanaLibrary(seed: Uint8Array): SolanaLibrary {
  const pair = Keypair.fromSeed(seed);
  const message = new TransactionMessage({
    payerKey: pair.publicKey,
    recentBlockhash: new PublicKey(new Uint8Array(32).fill(9)).toBase58(),
    instructions: [
      SystemProgram.transfer({
        fromPubkey: pair.publicKey,
        toPubkey: new PublicKey(new Uint8Array(32).fill(8)),
        lamports: 1,
      }),
    ],
  }).compileToV0Message();
  return {
    unsigned: Buffer.from(new VersionedTransaction(message).serialize()).toString('hex'),
    message: message.serialize(),
    sign: (unsigned) => {
      const transaction = VersionedTransaction.deserialize(Buffer.from(unsigned, 'hex'));
      transaction.sign([pair]);
      return Buffer.from(transaction.serialize()).toString('hex');
    },
  };
}

/** tronweb's own way from raw data to the signed transaction's text. */
export function tronLibrary(privateKey: string): (unsigned: string) => string {
  const { Transaction } = (globalThis as unknown as { TronWebProto: TronProto }).TronWebProto;
  const key = utils.code.hexStr2byteArray(privateKey);
  return (unsigned) => {
    const raw = Buffer.from(unsigned, 'hex');
    const transaction = new Transaction();
    transaction.setRawData(Transaction.raw.deserializeBinary(Uint8Array.from(raw)));
    transaction.addSignature(Buffer.from(utils.crypto.signBytes(key, [...raw]), 'hex'));
    return Buffer.from(transaction.serializeBinary()).toString('hex');
  };
}
