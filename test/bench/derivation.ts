import { pointOfScalar } from '../../electron/crypto/curves/libsecp256k1.ts';
import { openDerivations, sha256 } from '../../electron/crypto/index.ts';
import { hmacSha512 } from '../../electron/crypto/native.ts';
import { bip32Children, ethersChildren } from '../peers/bench-libraries.ts';
import type { Contender } from './measure.ts';

const ACCOUNTS = 1000;
const BRANCH = "m/44'/60'/0'/0";

/** The accounts of one wallet, one after the other: private and public key of each. The libraries are given the branch ready. */
export function derivationContenders(): readonly Contender[] {
  const seed = new Uint8Array(64).fill(7);
  const each =
    (work: (index: number) => unknown): Contender['batch'] =>
    (count) => {
      for (let done = 0; done < count; done += 1) work(done % ACCOUNTS);
    };
  const derivations = openDerivations(seed);
  const key = sha256(seed);
  return [
    {
      name: 'electron/crypto openDerivations',
      batch: each((index) => derivations.derive('CURVE_SECP256K1', `${BRANCH}/${index}`)),
    },
    { name: 'ethers HDNodeWallet', batch: each(ethersChildren(seed, BRANCH)) },
    { name: 'bip32 with tiny-secp256k1', batch: each(bip32Children(seed, BRANCH)) },
    {
      name: 'HMAC-SHA-512 and one point alone',
      batch: each(() => {
        hmacSha512(key, key);
        pointOfScalar(key, 33);
      }),
    },
  ];
}
