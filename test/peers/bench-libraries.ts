import { SigningKey } from 'ethers';
import { sign } from 'viem/accounts';

/** The field's libraries as the benchmarks use them; in this folder, because only here they are found by name. */

/** ECDSA on secp256k1 by ethers, with the key object that a wallet keeps. Key and digest: 64 hex digits. */
export function ethersSigner(privateKey: string): (digest: string) => unknown {
  const key = new SigningKey(`0x${privateKey}`);
  return (digest) => key.sign(`0x${digest}`);
}

/** ECDSA on secp256k1 by viem. Key and digest: 64 hex digits. */
export function viemSigner(privateKey: string): (digest: string) => Promise<unknown> {
  return (digest) => sign({ hash: `0x${digest}`, privateKey: `0x${privateKey}`, to: 'hex' });
}
