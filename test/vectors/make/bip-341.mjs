/** Makes bip-341.json: `node test/vectors/make/bip-341.mjs FILE`, where FILE is bip-0341/wallet-test-vectors.json of bitcoin/bips. */
import { readFileSync } from 'node:fs';
import { writeVectors } from './rows.mjs';

const [file = ''] = process.argv.slice(2);
const SIGNATURE_DIGITS = 128;

/**
 * @typedef {object} Original
 * @property {{ given: { internalPubkey: string, scriptTree: unknown }, intermediary: { tweakedPubkey: string } }[]} scriptPubKey
 * @property {[{ given: { rawUnsignedTx: string, utxosSpent: unknown[] }, inputSpending: Input[] }]} keyPathSpending
 *
 * @typedef {object} Input
 * @property {{ txinIndex: number, hashType: number, internalPrivkey: string, merkleRoot: string | null }} given
 * @property {{ internalPubkey: string, tweakedPrivkey: string, sigHash: string }} intermediary
 * @property {{ witness: [string] }} expected
 */
const { scriptPubKey, keyPathSpending } = /** @type {Original} */ (JSON.parse(readFileSync(file, 'utf8')));
const [{ given, inputSpending }] = keyPathSpending;

writeVectors('bip-341', {
  // The product makes no output with a script tree.
  outputKeys: scriptPubKey
    .filter((output) => output.given.scriptTree === null)
    .map((output) => ({ internalKey: output.given.internalPubkey, outputKey: output.intermediary.tweakedPubkey })),
  unsignedTransaction: given.rawUnsignedTx,
  spent: given.utxosSpent,
  keyPathSpending: inputSpending.map((input) => ({
    index: input.given.txinIndex,
    hashType: input.given.hashType,
    privateKey: input.given.internalPrivkey,
    merkleRoot: input.given.merkleRoot,
    internalKey: input.intermediary.internalPubkey,
    tweakedPrivateKey: input.intermediary.tweakedPrivkey,
    digest: input.intermediary.sigHash,
    // A hash type other than 0 stands behind the signature.
    signature: input.expected.witness[0].slice(0, SIGNATURE_DIGITS),
  })),
});
