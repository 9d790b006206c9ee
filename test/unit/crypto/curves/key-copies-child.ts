/**
 * A process that uses a secp256k1 key, derives one, and wipes them. The vault's scanner.mjs reads its memory after each
 * command.
 */

import { signDigest } from '../../../../electron/crypto/curves/ecdsa-digest.ts';
import { schnorrSign } from '../../../../electron/crypto/curves/schnorr.ts';
import { deriveKey, publicKeyOf } from '../../../../electron/crypto/index.ts';
import { copySecret } from '../../../../shared/wire/index.ts';
import { testKey } from '../../vault/process/test-key.mjs';

const digest = new Uint8Array(32).fill(9);
let kept: Uint8Array[] = [];

function use(times: number, work: (key: Uint8Array) => unknown): void {
  for (let time = 0; time < times; time += 1) {
    const key = testKey();
    work(key);
    key.fill(0);
  }
}

function useInEveryWay(times: number): void {
  use(times, (key) => {
    publicKeyOf('CURVE_SECP256K1', key);
    signDigest('CURVE_SECP256K1', key, digest);
    schnorrSign(key, digest, 'BIP340');
    schnorrSign(key, digest, 'BIP341');
    derived(key).fill(0);
  });
}

/** The key is the seed. */
const derived = (seed: Uint8Array) => deriveKey(seed, 'CURVE_SECP256K1', "m/44'/60'/0'/0/7").privateKey;

/** The names are the scanner's. */
const commands: Record<string, () => unknown> = {
  import: () => useInEveryWay(1),
  stamp: () => useInEveryWay(200),
  open: () => use(1, (key) => (kept = [copySecret(key), derived(key)])),
  forget: () => void kept.splice(0).map((key) => key.fill(0)),
};

process.stdin.setEncoding('utf8').on('data', async (line: string) => {
  commands[line.trim()]?.();
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  process.stdout.write('null\n');
});
