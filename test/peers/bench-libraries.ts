import { BIP32Factory } from 'bip32';
import { HDNodeWallet, SigningKey } from 'ethers';
import * as tinySecp256k1 from 'tiny-secp256k1';
import { sign } from 'viem/accounts';

/** The field's libraries as the benchmarks use them. They are in this folder because they resolve by name only here. */

/** ECDSA on secp256k1 by ethers, with the key object that a wallet keeps. Key and digest: 64 hex digits. */
export function ethersSigner(privateKey: string): (digest: string) => unknown {
  const key = new SigningKey(`0x${privateKey}`);
  return (digest) => key.sign(`0x${digest}`);
}

/** ECDSA on secp256k1 by viem. Key and digest: 64 hex digits. */
export function viemSigner(privateKey: string): (digest: string) => Promise<unknown> {
  return (digest) => sign({ hash: `0x${digest}`, privateKey: `0x${privateKey}`, to: 'hex' });
}

/** Children of one branch by ethers: private and public key. */
export function ethersChildren(seed: Uint8Array, branch: string): (index: number) => unknown {
  const parent = HDNodeWallet.fromSeed(seed).derivePath(branch.replace(/^m\//, ''));
  return (index) => {
    const { privateKey, publicKey } = parent.deriveChild(index);
    return [privateKey, publicKey];
  };
}

/** Children of one branch by bip32, over libsecp256k1 in WebAssembly: private and public key. */
export function bip32Children(seed: Uint8Array, branch: string): (index: number) => unknown {
  const parent = BIP32Factory(tinySecp256k1).fromSeed(seed).derivePath(branch.replace(/^m\//, ''));
  return (index) => {
    const { privateKey, publicKey } = parent.derive(index);
    return [privateKey, publicKey];
  };
}
