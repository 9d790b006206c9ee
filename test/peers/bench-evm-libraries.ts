import { Interface, Transaction, Wallet } from 'ethers';
import { Secp256k1 } from 'ox';
import { SignatureEnvelope, TxEnvelopeTempo } from 'ox/tempo';
import { parseTransaction, type TransactionSerializable } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** The libraries' own ways from an unsigned transaction's text to the signed one's. Keys: 64 hex digits; texts: hex without `0x`. */

export function ethersTransactionSigner(privateKey: string): (unsigned: string) => string {
  const wallet = new Wallet(`0x${privateKey}`);
  return (unsigned) => {
    const transaction = Transaction.from(`0x${unsigned}`);
    transaction.signature = wallet.signingKey.sign(transaction.unsignedHash);
    return transaction.serialized.slice(2);
  };
}

export function viemTransactionSigner(privateKey: string): (unsigned: string) => Promise<string> {
  const account = privateKeyToAccount(`0x${privateKey}`);
  return async (unsigned) => {
    const transaction = parseTransaction(`0x${unsigned}`) as TransactionSerializable;
    return (await account.signTransaction(transaction)).slice(2);
  };
}

export function oxTempoSigner(privateKey: string): (unsigned: string) => string {
  return (unsigned) => {
    const envelope = TxEnvelopeTempo.deserialize(`0x${unsigned}` as TxEnvelopeTempo.Serialized);
    const payload = TxEnvelopeTempo.getSignPayload(envelope);
    const signature = SignatureEnvelope.from(Secp256k1.sign({ payload, privateKey: `0x${privateKey}` }));
    return TxEnvelopeTempo.serialize(envelope, { signature }).slice(2);
  };
}

/** An unsigned EIP-1559 transaction of Ethereum that calls a function, by ethers. `signature` is human-readable. */
export function ethersCall(to: string, signature: string, values: readonly unknown[]): string {
  const contract = new Interface([`function ${signature}`]);
  const [name] = signature.split('(', 1);
  const data = contract.encodeFunctionData(name ?? '', values);
  return ethersUnsigned(to, 0n, data);
}

/** An unsigned EIP-1559 transaction of Ethereum, by ethers. `data`: hex with `0x`. */
export function ethersUnsigned(to: string, value: bigint, data: string): string {
  const gas = { gasLimit: 200_000n, maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
  return Transaction.from({ type: 2, chainId: 1, nonce: 9, to, value, data, ...gas }).unsignedSerialized.slice(2);
}
