import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { initEccLib, networks, Psbt, payments, Transaction } from 'bitcoinjs-lib';
import fc from 'fast-check';
import '../fuzz/seed.ts';
import { secp256k1PublicKey } from '../../electron/crypto/curves/secp256k1.ts';
import type { SigningKey } from '../../electron/crypto/transactions/index.ts';
import type { AddressFormat } from '../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../shared/wire/index.ts';

export const KINDS = ['P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR'] as const;
export type Kind = (typeof KINDS)[number];

const NETWORKS = { MAINNET: networks.bitcoin, TESTNET: networks.testnet, REGTEST: networks.regtest } as const;

const toBigInt = (bytes: Uint8Array) => BigInt(`0x${hexEncode(bytes)}`);
const lift = (x: Uint8Array) => schnorr.utils.lift_x(toBigInt(x));

/** bitcoinjs-lib brings no curve of its own. */
initEccLib({
  isXOnlyPoint(x) {
    try {
      return x.length === 32 && lift(x) !== undefined;
    } catch {
      return false;
    }
  },
  xOnlyPointAddTweak(x, tweak) {
    const scalar = toBigInt(tweak);
    const added = scalar === 0n ? lift(x) : lift(x).add(secp256k1.Point.BASE.multiply(scalar));
    if (added.is0()) return null;
    const bytes = added.toBytes(true);
    return { parity: bytes[0] === 3 ? 1 : 0, xOnlyPubkey: bytes.slice(1) };
  },
});

export interface RandomPsbt {
  readonly key: SigningKey;
  readonly network: keyof typeof NETWORKS;
  readonly psbt: Psbt;
  readonly kinds: readonly Kind[];
  /** The number of inputs of another key, after ours. Only its scripts and amounts are known. */
  readonly foreign: number;
}

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
/** Outputs of Taproot must be points of the curve. */
const POINTS = [1, 2, 3].map((byte) => secp256k1PublicKey(new Uint8Array(32).fill(byte), 'compressed').slice(2));
const sequence = fc.oneof(fc.constantFrom(0xffffffff, 0xfffffffe, 0xfffffffd, 0), fc.nat({ max: 0xffffffff }));
const input = fc.record({
  hash: bytes(32),
  index: fc.nat({ max: 3 }),
  sequence,
  amount: fc.bigInt({ min: 330n, max: 100_000_000_000n }),
  stateSighash: fc.boolean(),
});
const output = fc.record({
  share: fc.integer({ min: 1, max: 9 }),
  script: fc.oneof(
    bytes(20).map((hash) => `0014${hexEncode(hash)}`),
    fc.constantFrom(...POINTS).map((key) => `5120${key}`),
    bytes(20).map((hash) => `a914${hexEncode(hash)}87`),
    fc.uint8Array({ maxLength: 300 }).map((data) => `6a${hexEncode(data)}`),
  ),
});

/** PSBTs by bitcoinjs-lib, with inputs of these kinds of one key, sometimes also one of another. */
export function randomPsbt(kinds: fc.Arbitrary<readonly Kind[]>): fc.Arbitrary<RandomPsbt> {
  return fc
    .record({
      privateKey: bytes(32).filter((key) => (key[0] ?? 0) > 0 && (key[0] ?? 0) < 255),
      network: fc.constantFrom(...(Object.keys(NETWORKS) as (keyof typeof NETWORKS)[])),
      kinds,
      inputs: fc.array(input, { minLength: 9, maxLength: 9 }),
      foreign: fc.nat({ max: 1 }),
      outputs: fc.array(output, { minLength: 1, maxLength: 4 }),
      version: fc.constantFrom(1, 2, 3),
      lockTime: fc.oneof(fc.constant(0), fc.nat({ max: 0xffffffff })),
    })
    .map((plan) => {
      const publicKey = secp256k1PublicKey(plan.privateKey, 'compressed');
      const other = secp256k1PublicKey(Uint8Array.from(plan.privateKey).reverse().fill(5, 0, 1), 'compressed');
      const psbt = new Psbt({ network: NETWORKS[plan.network] });
      psbt.setVersion(plan.version);
      psbt.setLocktime(plan.lockTime);
      const kindsOfAll: readonly Kind[] = [...plan.kinds, ...(plan.foreign === 1 ? (['P2WPKH'] as const) : [])];
      let total = 0n;
      kindsOfAll.forEach((kind, at) => {
        const chosen = plan.inputs[at];
        if (chosen === undefined) throw new Error('Plan more inputs.');
        total += chosen.amount;
        const pubkey = hexDecode(at < plan.kinds.length ? publicKey : other);
        addInput(psbt, kind, pubkey, { ...chosen, hash: chosen.hash.with(0, at) }, plan.network);
      });
      for (const { share, script } of plan.outputs)
        psbt.addOutput({ script: hexDecode(script), value: (total * BigInt(share)) / 40n });
      const addressFormats = [...new Set(plan.kinds)].map(
        (kind) => `ADDRESS_FORMAT_BITCOIN_${plan.network}_${kind}` as AddressFormat,
      );
      const key = { curve: 'CURVE_SECP256K1', privateKey: plan.privateKey, publicKey, addressFormats } as const;
      return { key, network: plan.network, psbt, kinds: plan.kinds, foreign: plan.foreign };
    });
}

/** The payment of an output of that kind, and the fields that a wallet adds to spend it. */
export function paymentOf(kind: Kind, pubkey: Uint8Array, network: keyof typeof NETWORKS) {
  const options = { network: NETWORKS[network] };
  const run = payments.p2pkh({ pubkey, ...options });
  switch (kind) {
    case 'P2PKH':
      return run;
    case 'P2SH':
      return payments.p2sh({ redeem: run, ...options });
    case 'P2WPKH':
      return payments.p2wpkh({ pubkey, ...options });
    case 'P2WSH':
      return payments.p2wsh({ redeem: run, ...options });
    case 'P2TR':
      return payments.p2tr({ internalPubkey: pubkey.slice(1), ...options });
  }
}

function addInput(
  psbt: Psbt,
  kind: Kind,
  pubkey: Uint8Array,
  plan: { hash: Uint8Array; index: number; sequence: number; amount: bigint; stateSighash: boolean },
  network: keyof typeof NETWORKS,
): void {
  const { output: script, redeem } = paymentOf(kind, pubkey, network);
  if (script === undefined) throw new Error('The library made no script.');
  const { hash, index, amount } = plan;
  // The library cannot write the type 0 of Taproot.
  const stated = plan.stateSighash && kind !== 'P2TR' && { sighashType: Transaction.SIGHASH_ALL };
  const common = { index, sequence: plan.sequence, ...stated };
  if (kind === 'P2PKH' || kind === 'P2SH') {
    const previous = new Transaction();
    previous.addInput(hash, 0, 0, Uint8Array.of(0x51));
    // Half of them with witness, which the id leaves out.
    if (amount % 2n === 0n) previous.setWitness(0, [Uint8Array.of(1, 2, 3)]);
    for (let at = 0; at <= 3; at += 1) previous.addOutput(script, at === index ? amount : 1n);
    psbt.addInput({
      ...common,
      hash: previous.getHash(),
      nonWitnessUtxo: previous.toBuffer(),
      ...(redeem?.output && { redeemScript: redeem.output }),
    });
    return;
  }
  psbt.addInput({
    ...common,
    hash,
    witnessUtxo: { script, value: amount },
    ...(redeem?.output && { witnessScript: redeem.output }),
    ...(kind === 'P2TR' && { tapInternalKey: pubkey.slice(1) }),
  });
}
